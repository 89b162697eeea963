/** A path of many segments by a crew: what the ladder alone comes to, counts included, whoever answers. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Cell } from '../../src/cell/index.ts';
import { checkPath, createChecker } from '../../src/check/index.ts';
import { check, checkerOf, type Motion, openCompiled } from '../../src/jobs/index.ts';
import { Random } from '../../src/math/index.ts';
import { Crew, packCell, pathOnCrew, type SegmentsRequest } from '../../src/parallel/index.ts';
import { askSegments } from '../../src/parallel/segments.ts';
import { pathThrough, TWO_ARMS } from '../helpers/cli/runCli.ts';
import { embedded } from '../helpers/oracles/embedded.ts';
import { ballCell, crowdCell } from '../helpers/parallel/ballEdges.ts';
import { copyingWorkers } from '../helpers/parallel/copyingWorkers.ts';

const crews: Crew[] = [];
afterEach(async () => {
  await Promise.all(crews.splice(0).map((crew) => crew.close()));
});

type Asked = Parameters<typeof pathOnCrew>[2];

/** What a crew of so many says, and what the job says alone; without times. */
async function both(cell: Cell, request: Asked, size: number, seed: number) {
  let turns = 0;
  let ended = 0;
  const endsOver = (input: unknown) => {
    for (const { budgets } of (input as SegmentsRequest).asks) {
      turns = Math.max(turns, budgets.filter((budget) => budget > 0).length);
    }
    // Whoever has kept something ends once: another has to begin with the budgets before.
    return turns > 1 && ended++ === 0;
  };
  const open = openCompiled(cell);
  const crew = new Crew({ size, spawn: copyingWorkers({ seed, endsOver }).spawn });
  crews.push(crew);
  const at = { crew, cell: crew.bring(packCell(open)) };
  const result = await pathOnCrew(at, open, request);
  const alone = check(openCompiled(cell), request);
  if (!result) return { byCrew: null, alone, turns };
  const given = { result, milliseconds: 0 };
  return { byCrew: check(open, request, {}, given), alone, turns };
}

function timeless(answer: ReturnType<typeof check>): string {
  return JSON.stringify({ ...answer, milliseconds: 0, preparation: 0 });
}

/** Small steps around places that are mostly free, `hits` of them through a ball. */
function walk(seed: number, steps: number, hits: readonly number[]): Motion {
  const random = new Random(seed);
  const waypoints = Array.from({ length: steps }, (_, i) =>
    hits.includes(i)
      ? Float64Array.of(-1, 0)
      : Float64Array.of(0.2 * random.unit(), 4 * random.unit() - 2),
  );
  return { name: 'walk', waypoints };
}

describe('a path by a crew', () => {
  it.each([
    ['free', [], {}],
    ['colliding late', [170], {}],
    ['colliding twice', [40, 150], {}],
    ['with every pair that is not free', [40, 150], { all: true }],
    ['with a clearance', [], { clearance: 0.3 }],
    ['with a budget that ends', [], { budget: 150 }],
  ])('%s is what the ladder alone says (seed 31)', async (_, hits, asked) => {
    const request = { motion: walk(31, 200, hits), ...asked };
    for (const size of [2, 3]) {
      const { byCrew, alone } = await both(ballCell(), request, size, 31 + size);
      expect(timeless(byCrew!)).toBe(timeless(alone));
    }
  });

  it('of two arms, with segments that take several turns, is the same', async () => {
    const cell = embedded('two-arms');
    // At home, with the last joints turning twice around and back: many intervals on each segment.
    const {
      joints,
      waypoints: [home],
    } = pathThrough(TWO_ARMS, 'home');
    const waypoints = [-6.9, 6.9, -6.9, 6.9].map((x) =>
      Float64Array.from(home, (value, d) => (joints[d].endsWith('joint_6') ? x : value)),
    );
    const request = { motion: { name: 'arms', waypoints } };
    const { byCrew, alone, turns } = await both(cell, request, 2, 32);
    expect(timeless(byCrew!)).toBe(timeless(alone));
    // Otherwise nobody goes on with anything.
    expect(turns).toBeGreaterThan(1);
  });

  it.each([
    ['arcs', [], {}],
    ['arcs', [120], {}],
    ['arcs', [40, 120], { all: true }],
    ['controller', [], {}],
    ['controller', [120], {}],
    ['controller', [], { budget: 150 }],
  ] as const)(
    'of %s through balls at %j, %j, is what the ladder alone says (seed 34)',
    async (kind, hits, asked) => {
      const straight = walk(34, 150, hits);
      const motion = kind === 'arcs' ? rounded(straight) : hurried(straight);
      for (const size of [2, 3]) {
        const { byCrew, alone } = await both(ballCell(), { motion, ...asked }, size, 34 + size);
        expect(byCrew).not.toBeNull();
        expect(timeless(byCrew!)).toBe(timeless(alone));
      }
      // Otherwise nothing had to be made ready, and any order would do.
      const { cell, path } = openCompiled(ballCell()).question({ motion });
      const checker = createChecker(cell, checkerOf({ method: 'ladder' }));
      for (const segment of path.segments) checker.check({ segment });
      expect(checker.isAsNew).toBe(false);
      // A path prepares for all of its segments at once.
      const alone = createChecker(cell, checkerOf({ method: 'ladder' }));
      checkPath(alone, path);
      expect(alone.isAsReady).toBe(true);
    },
  );

  it('is left to the ladder alone where the order of segments shows in counts: in a crowd', () => {
    const motion = walk(35, 20, []);
    const asks = motion.waypoints.slice(1).map((_, segment) => ({ segment, budgets: [1000] }));
    const context = { signal: { aborted: false }, goods: { motion } };
    expect(askSegments(openCompiled(crowdCell()), { asks }, context).results).toBeNull();
    expect(
      askSegments(openCompiled(ballCell()), { asks }, { ...context, goods: { motion } }).results,
    ).toHaveLength(19);
  });
});

/** Every step along an arc, the ends of which grow, and with them what their numbers may be off by. */
function rounded(motion: Motion): Motion {
  const vias = motion.waypoints.map((q, i) =>
    i === 0 ? null : [q.map((x, d) => (x + motion.waypoints[i - 1][d]) / 2 + (d === 0 ? 0.05 : 0))],
  );
  return { ...motion, vias, interpolation: 'arcs' };
}

/** As a controller executes it: cubic segments, slow ones and quick ones. */
function hurried(motion: Motion): Motion {
  let time = 0;
  const times = motion.waypoints.map((_, i) => (time += 1 + (i % 7)));
  const velocities = motion.waypoints.map((q, i) =>
    q.map((_x, d) => (d === 0 ? 0 : 0.1 * ((i % 3) - 1))),
  );
  return { ...motion, times, velocities, interpolation: 'controller' };
}
