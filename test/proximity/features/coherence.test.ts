/**
 * What remembering the last features is for, in counts: the experiments of paper C, and walks that never go
 * round.
 */
import { describe, expect, it } from 'vitest';
import { poseFromRpy, Random } from '../../../src/math/index.ts';
import { APART, COLLIDING } from '../../../src/proximity/convex/workspace.ts';
import { linCannyInto } from '../../../src/proximity/features/linCanny.ts';
import {
  EDGE,
  FACE,
  type Polyhedron,
  polyhedronOf,
  VERTEX,
} from '../../../src/proximity/features/polyhedron.ts';
import { FeatureWorkspace, TrackedPair } from '../../../src/proximity/features/tracked.ts';
import { vClipInto } from '../../../src/proximity/features/vClip.ts';
import { warmGjkInto } from '../../../src/proximity/features/warmGjk.ts';
import { witnessPlaneInto } from '../../../src/proximity/features/witnessPlane.ts';
import { randomPoints, randomPose } from '../../helpers/proximity/convex/oracle.ts';
import { boxPoints } from '../../helpers/proximity/features/judge.ts';
import { sphere, turned } from '../../helpers/proximity/features/spheres.ts';

const cube = polyhedronOf(Float64Array.from(boxPoints(1, 1, 1)));
const spheres = [3, 4, 5].map(sphere);
const ws = new FeatureWorkspace();
const RADIANS = Math.PI / 180;

type Begin = 'kept' | 'anew' | 'anywhere';

/** [C figure 10] A sphere that turns over a cube: mean steps a call. */
function steps(
  track: typeof vClipInto,
  ball: Polyhedron,
  degrees: number,
  begin: Begin = 'kept',
): number {
  const pair = new TrackedPair(cube, ball);
  const calls = 360;
  let sum = 0;
  track(pair, turned(0, 2.25), 0, ws);
  for (let i = 1; i <= calls; i++) {
    if (begin === 'anew') pair.forget();
    if (begin === 'anywhere') pair.features.set([4 * 3 + VERTEX, 4 * 7 + VERTEX]);
    expect(track(pair, turned(i * degrees * RADIANS, 2.25), 0, ws)).toBe(APART);
    expect(ws.result.fellBack).toBe(false);
    sum += ws.result.steps;
  }
  return sum / calls;
}

describe('figure 10: cube and sphere', () => {
  it.each([
    ['V-Clip', vClipInto],
    ['Lin-Canny', linCannyInto],
  ])('%s hardly notices complexity at one degree, and does at twenty', (_, track) => {
    const fine = spheres.map((ball) => steps(track, ball, 1));
    const coarse = spheres.map((ball) => steps(track, ball, 20));
    // One look is the least that a call takes.
    expect(fine[0]).toBeLessThan(1.3);
    expect(fine[2]).toBeLessThan(1.6 * fine[0]);
    expect(coarse[2]).toBeGreaterThan(2.5 * coarse[0]);
    // Without what is remembered, from the same features each time.
    const anywhere = steps(track, spheres[2], 1, 'anywhere');
    expect(anywhere).toBeGreaterThan(8 * fine[2]);
  });

  it('GJK from the last simplex takes a fraction of its iterations', () => {
    const kept = steps(warmGjkInto, spheres[0], 1);
    const anew = steps(warmGjkInto, spheres[0], 1, 'anew');
    expect(kept).toBeLessThan(0.4 * anew);
  });

  it('a witness plane needs no step while it shows a gap', () => {
    const pair = new TrackedPair(cube, spheres[1]);
    ws.needed = 0;
    let walks = 0;
    for (let i = 0; i < 360; i++) {
      expect(witnessPlaneInto(pair, turned(i * RADIANS, 2.25), 0, ws)).toBe(APART);
      if (ws.result.steps > 0) walks++;
    }
    // A face of the cube is between them all the time.
    expect(walks).toBe(1);
    expect(pair.plane[0] & 3).toBe(FACE);
    expect(pair.plane[1]).toBe(-1);
  });
});

describe('the witness plane', () => {
  it('is along a face or two edges, is found anew when it fails, and asks for what is needed', () => {
    const pair = new TrackedPair(cube, cube);
    const kinds = new Set<string>();
    let walks = 0;
    const calls = 400;
    for (let i = 0; i < calls; i++) {
      const t = (2 * Math.PI * i) / calls;
      // Around the cube, turning: over faces, along edges, past corners.
      const pose = poseFromRpy(
        3 * t,
        2 * t,
        t,
        3.7 * Math.cos(t),
        3.7 * Math.sin(t),
        0.8 * Math.sin(2 * t),
      );
      ws.needed = 0.1;
      expect(witnessPlaneInto(pair, pose, 0, ws)).toBe(APART);
      expect(ws.result.lower).toBeGreaterThanOrEqual(0.1);
      if (ws.result.steps === 0) continue;
      walks++;
      const [a, b] = pair.plane;
      kinds.add(a === -2 ? 'free' : a === -1 || b === -1 ? 'face' : 'edges');
      if (a >= 0 && b >= 0) expect([a & 3, b & 3]).toEqual([EDGE, EDGE]);
    }
    expect(kinds).toContain('face');
    expect(walks).toBeGreaterThan(3);
    expect(walks).toBeLessThan(calls / 20);
    // Rods that cross, edge over edge: no face of either is between them.
    const rod = (i: number) =>
      polyhedronOf(
        Float64Array.from(
          [-5, 5].flatMap((x) =>
            [
              [1, 0],
              [-1, 0],
              [0, 1],
              [0, -1],
            ].flatMap(([y, z]) => (i === 0 ? [x, y, z] : [y, x, z])),
          ),
        ),
      );
    const rods = new TrackedPair(rod(0), rod(1));
    for (const x of [0, 0.1, 0.2]) {
      expect(witnessPlaneInto(rods, poseFromRpy(0, 0, x, x, x, 2.2 + x), 0, ws)).toBe(APART);
      expect(ws.result.steps > 0).toBe(x === 0);
    }
    expect([...rods.plane].map((feature) => feature & 3)).toEqual([EDGE, EDGE]);
    // Overlap: no plane is kept.
    expect(witnessPlaneInto(pair, poseFromRpy(0, 0, 0, 0.5, 0, 0), 0, ws)).toBe(COLLIDING);
    expect([...pair.plane]).toEqual([-1, -1]);
    ws.needed = 0;
  });
});

describe('a satellite over the equator', () => {
  const satellite = polyhedronOf(Float64Array.from(boxPoints(0.01, 0.02, 0.015)));

  /** Features that an orbit passes, in so many calls. */
  function moves(earth: Polyhedron, track: typeof vClipInto): number {
    const pair = new TrackedPair(earth, satellite);
    const calls = 2000;
    let sum = 0;
    for (let i = 0; i <= calls; i++) {
      const angle = (2 * Math.PI * i) / calls;
      const pose = poseFromRpy(0.1, 0.2, angle, 1.2 * Math.cos(angle), 1.2 * Math.sin(angle), 0.01);
      expect(track(pair, pose, 0, ws)).toBe(APART);
      if (i > 0) sum += ws.result.steps - 1;
    }
    return sum;
  }

  it.each([
    ['V-Clip', vClipInto],
    ['Lin-Canny', linCannyInto],
  ])('%s passes a number of features that grows with the root of their number', (_, track) => {
    const counts = [3, 4, 5].map((times) => moves(sphere(times), track));
    // Four times the facets, twice the features along the equator; at least as many as there are edges around it.
    expect(counts[0]).toBeGreaterThanOrEqual(4 * 2 ** 3);
    expect(counts[1] / counts[0]).toBeLessThan(2.6);
    expect(counts[2] / counts[0]).toBeGreaterThan(3.2);
    expect(counts[2] / counts[0]).toBeLessThan(4.8);
  });

  it('that falls straight down passes hardly any', () => {
    const pair = new TrackedPair(sphere(4), satellite);
    let sum = 0;
    for (let i = 0; i < 100; i++) {
      const height = 3 - 0.019 * i;
      expect(
        vClipInto(
          pair,
          poseFromRpy(0.1, 0.2, 0, height * 0.6, height * 0.64, height * 0.48),
          0,
          ws,
        ),
      ).toBe(APART);
      if (i > 0) sum += ws.result.steps - 1;
    }
    expect(sum).toBeLessThanOrEqual(1);
  });
});

describe('walks', () => {
  /** Every feature of a polyhedron. */
  const allFeatures = (p: Polyhedron) => [
    ...Array.from({ length: p.positions.length / 3 }, (_, i) => 4 * i + VERTEX),
    ...Array.from({ length: p.ends.length / 2 }, (_, i) => 4 * i + EDGE),
    ...Array.from({ length: p.normals.length / 3 }, (_, i) => 4 * i + FACE),
  ];

  it.each([
    ['V-Clip', vClipInto],
    ['Lin-Canny', linCannyInto],
  ])('of %s come to the same distance from every pair of features (seed 71)', (_, track) => {
    const random = new Random(71);
    for (let run = 0; run < 4; run++) {
      const a = run === 0 ? cube : polyhedronOf(randomPoints(random, 8));
      const b = polyhedronOf(randomPoints(random, 9));
      const pose = randomPose(random, random.between(1.5, 3));
      const pair = new TrackedPair(a, b);
      expect(track(pair, pose, 0, ws)).toBe(APART);
      const { lower } = ws.result;
      for (const i of allFeatures(a)) {
        for (const j of allFeatures(b)) {
          pair.features.set([i, j]);
          expect(track(pair, pose, 0, ws)).toBe(APART);
          expect(ws.result.fellBack).toBe(false);
          expect(Math.abs(ws.result.lower - lower)).toBeLessThan(1e-12);
        }
      }
    }
  });

  it('V-Clip settles overlaps itself and says how deep; Lin-Canny says that it gave up (seed 72)', () => {
    const random = new Random(72);
    const fell = { vClip: 0, linCanny: 0 };
    let overlaps = 0;
    for (let run = 0; run < 400; run++) {
      const a = polyhedronOf(randomPoints(random, 4 + random.below(20)));
      const b = polyhedronOf(randomPoints(random, 4 + random.below(20)));
      const pose = randomPose(random, random.between(0, 1.6));
      const pair = new TrackedPair(a, b);
      const status = vClipInto(pair, pose, 0, ws);
      if (status === COLLIDING) overlaps++;
      if (status === COLLIDING && !ws.result.fellBack)
        expect(ws.result.depthLower).toBeGreaterThan(0);
      fell.vClip += ws.result.fellBack ? 1 : 0;
      pair.forget();
      expect(linCannyInto(pair, pose, 0, ws)).toBe(status);
      expect(ws.result.fellBack).toBe(status === COLLIDING);
      fell.linCanny += ws.result.fellBack ? 1 : 0;
    }
    expect(overlaps).toBeGreaterThan(200);
    expect(fell).toEqual({ vClip: 0, linCanny: overlaps });
  });
});
