/**
 * The campaign on checkers that are wrong on purpose: it must catch them, and often. Each is wrong in one
 * thing that real mistakes would be wrong in: a margin that is a tenth of a millimetre too small, looking
 * at samples only, forgetting what joints stray, or what links are padded by, claiming contact that is none.
 */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Cell, StaticChecker } from '../../src/cell/index.ts';
import {
  type Checker,
  type CheckRequest,
  type CheckResult,
  emptyStats,
} from '../../src/check/index.ts';
import { EdgeChecker } from '../../src/plan/index.ts';
import { PART } from '../helpers/campaign/size.ts';
import { type AnyCell, anyCell } from '../helpers/oracles/anyCells.ts';
import { cellFrom } from '../helpers/oracles/cellText.ts';
import { cellFiles, type PlainCell } from '../helpers/oracles/plainCell.ts';
import { StandingCampaign } from '../helpers/oracles/standingCampaign.ts';

const TIMEOUT_MS = 600_000;

const FIRST = 7000;
const MOTIONS = 40;
const cells: readonly AnyCell[] = Array.from({ length: 40 }, (_, k) => anyCell(FIRST + k));

interface Broken {
  readonly make: (cell: Cell, any: AnyCell) => Checker;
  /** Whether it could be wrong about that cell: otherwise there is nothing to catch. */
  readonly matters: (any: AnyCell) => boolean;
}

/** The verdicts of a sound checker about a cell that is not quite the one that was asked about. */
function onCell(change: (plain: PlainCell) => PlainCell): Broken {
  const make = (_: Cell, any: AnyCell) => {
    const { yaml, files } = cellFiles(change(any.plain));
    const other = cellFrom(yaml, files);
    return new EdgeChecker(other);
  };
  return { make, matters: ({ plain }) => !isDeepStrictEqual(change(plain), plain) };
}

function everywhere(make: (cell: Cell) => Checker): Broken {
  return { make, matters: () => true };
}

/** Free, if nothing collides at 100 configurations. */
function sampler(cell: Cell): Checker {
  const sound = new EdgeChecker(cell);
  let statics = new StaticChecker(cell);
  const q = new Float64Array(cell.tree.dofs.length);
  const check = (request: CheckRequest): CheckResult => {
    const { segment } = request;
    for (let k = 0; k < 100; k++) {
      segment.configurationInto(k / 99, q, 0);
      statics = statics.for(q);
      if (statics.firstCollision(q) >= 0) return sound.check(request);
    }
    const nothing = { witness: null, witnesses: [], open: [], kept: null };
    return { verdict: 'free', ...nothing, stats: emptyStats() };
  };
  return { method: 'ladder', check };
}

/** Colliding wherever bodies are near: the witness is there, but it does not touch. */
function alarmist(cell: Cell): Checker {
  const sound = new EdgeChecker(cell);
  const check = (request: CheckRequest): CheckResult => {
    const result = sound.check({ ...request, delta: 0.003 });
    const { witness } = result;
    if (result.verdict !== 'too-close' || !witness) return result;
    const finding = { ...witness.finding, colliding: true, distance: 0 };
    const worse = { ...witness, verdict: 'colliding' as const, violated: true, finding };
    return { ...result, verdict: 'colliding', witness: worse, witnesses: [worse] };
  };
  return { method: 'ladder', check };
}

/** A checker, which of its answers are wrong, and how many of these the campaign must find. */
const BROKEN: readonly (readonly [string, Broken, RegExp, number])[] = [
  [
    'clearances 0.1 mm too small',
    onCell((plain) => ({
      ...plain,
      clearance: Math.max(0, plain.clearance - 1e-4),
      clearances: plain.clearances.map((c) => ({ ...c, distance: c.distance - 1e-4 })),
    })),
    /free, but/,
    2,
  ],
  ['100 samples', everywhere(sampler), /free, but/, 20],
  [
    'no tracking',
    onCell((plain) => ({
      ...plain,
      robots: plain.robots.map((robot) => ({
        ...robot,
        tracking: 0,
        joints: robot.joints.map(({ tracking: _, ...joint }) => joint),
      })),
    })),
    /free, but/,
    10,
  ],
  [
    'no padding',
    onCell((plain) => ({
      ...plain,
      robots: plain.robots.map((robot) => ({
        ...robot,
        links: robot.links.map((link) => ({ ...link, padding: 0 })),
      })),
    })),
    /free, but/,
    5,
  ],
  [
    'no scale',
    onCell((plain) => ({
      ...plain,
      robots: plain.robots.map((robot) => ({
        ...robot,
        links: robot.links.map(({ scale: _, ...link }) => link),
      })),
    })),
    /free, but|distance|apart/,
    8,
  ],
  [
    'closed meshes that are surfaces',
    onCell((plain) => ({
      ...plain,
      obstacles: plain.obstacles.map((obstacle) =>
        obstacle.parts.some(({ shape }) => shape.kind === 'mesh')
          ? { ...obstacle, solid: false }
          : obstacle,
      ),
    })),
    /free, but/,
    3,
  ],
  ['contact that is none', everywhere(alarmist), /colliding, .* m apart/, 15],
];

describe('the campaign catches', () => {
  /** Cells that it took to catch all of them. */
  const looked = new Set<AnyCell>();

  it.each(BROKEN)(
    `a checker with %s (at most ${cells.length} cells from seed ${FIRST})`,
    (_, broken, what, often) => {
      const least = Math.ceil(PART * often);
      const checker = (cell: Cell, __: unknown, any: AnyCell) => broken.make(cell, any);
      const campaign = new StandingCampaign({ checker, certify: 0, paths: 1e9, delays: 0 });
      const caught = () => campaign.contradictions.filter((c) => what.test(c.what)).length;
      // Often enough is enough: the rest would be judged for nothing.
      for (const any of cells.filter(broken.matters)) {
        if (caught() >= least) break;
        campaign.run(any, 0, MOTIONS);
        looked.add(any);
      }
      console.log(`${caught()} of ${campaign.segments}, in ${campaign.cells} cells`);
      expect(caught()).toBeGreaterThanOrEqual(least);
    },
    TIMEOUT_MS,
  );

  it('nothing of a sound checker (the same cells)', () => {
    const campaign = new StandingCampaign({ certify: 0, delays: 0 });
    expect(looked.size).toBeGreaterThan(0);
    for (const any of looked) campaign.run(any, 0, MOTIONS);
    expect(campaign.contradictions).toEqual([]);
  });
});
