/** Joints that follow others by laws, judged by all methods: against samples, against the same joints driven freely. */
import { describe, expect, it } from 'vitest';
import { askAbout, buildCell, type Cell, StaticChecker } from '../../src/cell/index.ts';
import { makeCertificate, verify } from '../../src/certificate/index.ts';
import {
  brakingFactor,
  certifiedClearance,
  clearanceProfile,
  type Method,
} from '../../src/check/index.ts';
import type { Coupling, Law } from '../../src/kinematics/index.ts';
import { Random } from '../../src/math/index.ts';
import { buildPath, StraightSegment, timedPath } from '../../src/motion/index.ts';
import { EdgeChecker } from '../../src/plan/index.ts';
import { sampleDensely } from '../helpers/check/adaptiveCells.ts';
import {
  drivenSegment,
  followerCell,
  followerDescription,
  someObstacles,
} from '../helpers/check/followerCells.ts';
import { randomCell } from '../helpers/check/ladderCells.ts';
import { MOTION_KINDS, randomMotion } from '../helpers/check/motions.ts';
import { confirmProfile } from '../helpers/check/profileOracle.ts';
import { byLaw, linearLaw, randomLaw, sampledLaw } from '../helpers/oracles/laws.ts';
import { certified } from '../helpers/oracles/looseCampaign.ts';

const METHODS: readonly Method[] = ['ladder', 'adaptive', 'refined'];

/** The second arm swings as the first one turns: forth and back, once a turn. */
const SWING = sampledLaw(
  (x) => 1.1 * Math.sin(x) + 0.4 * Math.sin(2 * x),
  (x) => 1.1 * Math.cos(x) + 0.8 * Math.cos(2 * x),
  [0, 2 * Math.PI],
  41,
  { periodic: true },
);

function verdicts(cell: Cell, segment: StraightSegment | ReturnType<typeof drivenSegment>) {
  return METHODS.map(
    (method) => new EdgeChecker(cell, { method }).check({ segment, budget: 500 }).verdict,
  );
}

describe.each(MOTION_KINDS)('random robots with followers by laws, %s segments', (kind) => {
  it('are free only where samples are, by all methods, and certified, seed 1', () => {
    const random = new Random(1);
    const counts = { free: 0, colliding: 0, certified: 0 };
    for (let round = 0; round < 10; round++) {
      const cell = randomCell(random, {
        kinds: ['revolute', 'continuous', 'prismatic'],
        laws: 0,
        mimics: false,
        links: 4,
        size: [0.1, 0.25][round % 2],
      });
      const segment = randomMotion(cell.tree, random, kind, [0.1, 0.4, 2][round % 3]);
      const { cell: asked } = askAbout(cell, [segment]);
      const found = METHODS.map(
        (method) => new EdgeChecker(asked, { method }).check({ segment, budget: 20_000 }).verdict,
      );
      const { colliding } = sampleDensely(new StaticChecker(asked), segment);
      if (colliding > 0) {
        counts.colliding++;
        expect(found, `round ${round}`).not.toContain('free');
      }
      if (!found.includes('free')) continue;
      counts.free++;
      expect(new Set(found), `round ${round}`).toEqual(new Set(['free']));
      if (kind === 'straight') {
        const path = buildPath(cell.tree, [segment.from, segment.to]);
        if (certified(askAbout(cell, path).cell, path)) counts.certified++;
      }
    }
    expect(counts.free).toBeGreaterThan(2);
    expect(counts.colliding).toBeGreaterThan(1);
    if (kind === 'straight') expect(counts.certified).toBe(counts.free);
  });
});

describe('a follower by a law', () => {
  it('is judged as the same joint driven freely along the same motion, seed 2', () => {
    const random = new Random(2);
    const counts: Record<string, number> = {};
    for (let round = 0; round < 20; round++) {
      const law = round % 2 ? SWING : randomLaw(random);
      const kind = round % 4 < 2 ? 'continuous' : 'prismatic';
      const obstacles = someObstacles(random, 3);
      const follower = followerCell(law, { kind, obstacles });
      const free = buildCell(followerDescription({ kind, obstacles, coupling: null }));
      const i = random.below(law.at.length - 1);
      const [from, to] = [law.at[i], law.at[i + 1]];
      const straight = new StraightSegment(
        follower.tree,
        Float64Array.of(from),
        Float64Array.of(to),
      );
      const driven = drivenSegment(free, follower, from, to);
      const [one, other] = [
        verdicts(askAbout(follower, [straight]).cell, straight),
        verdicts(askAbout(free, [driven]).cell, driven),
      ];
      expect(one, `round ${round}`).toEqual(other);
      counts[one[0]] = (counts[one[0]] ?? 0) + 1;
    }
    expect(counts.free).toBeGreaterThan(2);
    expect(counts.colliding).toBeGreaterThan(2);
  });

  it('is judged as a joint that follows in proportion, where its law is a line, seed 3', () => {
    const random = new Random(3);
    let free = 0;
    for (let round = 0; round < 8; round++) {
      const [multiplier, offset] = [random.between(-2, 2), random.between(-1, 1)];
      const obstacles = someObstacles(random, 3);
      const linear: Coupling = { joint: 'joint1', multiplier, offset };
      const plain = buildCell(followerDescription({ obstacles, coupling: linear }));
      const cell = followerCell(linearLaw(multiplier, offset, 2 + random.below(3)), { obstacles });
      const from = Float64Array.of(random.between(-2, 2));
      const to = Float64Array.of(from[0] + random.between(-0.7, 0.7));
      const [own, other] = [cell, plain].map((each) =>
        verdicts(each, new StraightSegment(each.tree, from, to)),
      );
      expect(own, `round ${round}`).toEqual(other);
      if (own[0] === 'free') free++;
      const [a, b] = [cell, plain].map((each) => {
        const path = buildPath(each.tree, [from, to]);
        return certifiedClearance(each, path, { accuracy_m: 1e-4 }).lower;
      });
      expect(Math.abs(a - b)).toBeLessThan(2e-4);
    }
    expect(free).toBeGreaterThan(2);
  });

  it('that stands still while its leader turns does not make the arm wider', () => {
    // A law without a slope for half a metre of its leader's way, and steep beside it.
    const law: Law = {
      at: [-3, -1, 0, 1, 3],
      values: [-2, 0, 0, 0, 2],
      slopes: [1, 1],
      periodic: false,
      deviation: 0,
    };
    const cell = followerCell(law);
    expect(cell.tree.dofs[0]).toMatchObject({ lower: -3, upper: 3, continuous: false });
    const segment = new StraightSegment(cell.tree, Float64Array.of(-2.9), Float64Array.of(2.9));
    expect(verdicts(cell, segment)).toEqual(['free', 'free', 'free']);
  });

  it('is refused where its law says nothing', () => {
    const law = linearLaw(1, 0);
    const cell = followerCell(law);
    const beyond = new StraightSegment(cell.tree, Float64Array.of(0), Float64Array.of(61));
    expect(() => askAbout(cell, [beyond])).toThrow('by a law from -60 to 60');
    const held = (value: number) => () =>
      buildCell({
        ...followerDescription({ coupling: byLaw('joint1', law) }),
        robots: followerDescription({ coupling: byLaw('joint1', law) }).robots.map((robot) => ({
          ...robot,
          held: new Map([['joint1', [value]]]),
        })),
      });
    expect(held(3)).not.toThrow();
    expect(held(61)).toThrow('says nothing about 61');
    const tracking = new Map([['joint1', 70]]);
    expect(() => followerCell(law, { tracking })).toThrow('has nowhere to be');
  });

  it('may be off by what its law says: too close then, and no certificate, though it is free without', () => {
    // The tip of the second arm passes a post at a distance of about 5 cm.
    const post = {
      name: 'post',
      pose: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 1.02, 0, 0),
      solid: true,
      parts: [
        {
          pose: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0),
          geometry: { kind: 'sphere', radius: 0.02 } as const,
        },
      ],
    };
    const cellOf = (deviation: number) => {
      const law = { ...linearLaw(0.2, 0), deviation };
      return followerCell(law, { kind: 'prismatic', obstacles: [post] });
    };
    const judge = (deviation: number) => {
      const cell = cellOf(deviation);
      const path = buildPath(cell.tree, [Float64Array.of(-0.5), Float64Array.of(0.001)]);
      return {
        found: verdicts(cell, path.segments[0] as StraightSegment),
        ok: certified(cell, path),
      };
    };
    expect(judge(0)).toEqual({ found: ['free', 'free', 'free'], ok: true });
    expect(judge(0.04)).toEqual({ found: ['free', 'free', 'free'], ok: true });
    // Nothing is ever proven of a law that may be off by metres.
    for (const deviation of [0.06, 50]) {
      const cell = cellOf(deviation);
      const segment = new StraightSegment(cell.tree, Float64Array.of(-0.5), Float64Array.of(0));
      expect(new EdgeChecker(cell).check({ segment, budget: 50 }).verdict).not.toBe('free');
      expect(new StaticChecker(cell).keepsClearance(segment.to)).toBe(false);
    }
  });

  it('is part of what a certificate is about', () => {
    const description = followerDescription({ coupling: byLaw('joint1', SWING) });
    const cell = buildCell(description);
    const path = buildPath(cell.tree, [Float64Array.of(0), Float64Array.of(2)]);
    const certificate = makeCertificate(description, cell, path);
    expect(verify(certificate, description).verified).toBe(true);
    const tampered = (changes: Partial<Law>) =>
      verify(
        certificate,
        followerDescription({ coupling: byLaw('joint1', { ...SWING, ...changes }) }),
      ).verified;
    expect(tampered({})).toBe(true);
    expect(tampered({ values: SWING.values.map((y, i) => (i === 7 ? y + 1e-12 : y)) })).toBe(false);
    expect(tampered({ slopes: [1.9, 1.9] })).toBe(false);
    expect(tampered({ deviation: 1e-9 })).toBe(false);
    expect(tampered({ periodic: false })).toBe(false);
    const linear = { joint: 'joint1', multiplier: 1, offset: 0 };
    expect(verify(certificate, followerDescription({ coupling: linear })).verified).toBe(false);
  });

  it('has a profile, a clearance and a braking factor that samples bear out, seed 4', () => {
    const random = new Random(4);
    let braked = 0;
    for (let round = 0; round < 3; round++) {
      const cell = followerCell(SWING, { obstacles: someObstacles(random, 2) });
      const [from, to] = [Float64Array.of(random.between(-9, 9)), new Float64Array(1)];
      to[0] = from[0] + 0.8;
      const path = timedPath(cell.tree, { waypoints: [from, to], times: [0, 2] });
      const asked = askAbout(cell, path).cell;
      const profile = clearanceProfile(asked, path, { accuracy: 4e-3, horizon: 0.2 });
      expect(profile.complete).toBe(true);
      confirmProfile(asked, path, profile, 40, `round ${round}`);
      const deceleration = Float64Array.of(3);
      if (brakingFactor(asked, path, { deceleration, limit: 4 }).factor > 0) braked++;
    }
    expect(braked).toBeGreaterThan(0);
  });
});
