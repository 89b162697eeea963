import { describe, expect, it, vi } from 'vitest';
import { type Body, buildBody, Nearness, PairQuery } from '../../src/cell/index.ts';
import { PatchDistance } from '../../src/cell/patchDistance.ts';
import { PieceSurfaces } from '../../src/cell/pieceSurfaces.ts';
import { bumpyBall, knot, type Triangles, triangulate } from '../../src/geometry/index.ts';
import { identityPose, Random } from '../../src/math/index.ts';
import { degenerateSoup, join, moved, randomSoup } from '../helpers/oracles/meshes.ts';
import { randomPose } from '../helpers/oracles/poses.ts';

const common = { kind: 'obstacle', frame: 0 } as const;
type Geometry = Parameters<typeof buildBody>[0]['parts'][number]['geometry'];
const bodyOf = (geometry: Geometry, pose = identityPose()): Body =>
  buildBody({ ...common, name: 'body', parts: [{ pose, geometry }] });
const meshOf = (triangles: Triangles) => bodyOf({ kind: 'mesh', triangles, reference: 'mesh' });

const random = new Random(31);
const BODIES: Readonly<Record<string, Body>> = {
  knot: meshOf(knot(0.4, 0.08, 60, 8)),
  ball: meshOf(bumpyBall(0.3, 0.3, 12, new Random(3))),
  soup: meshOf(randomSoup(random, 60, 0.4, 0.2)),
  degenerate: meshOf(degenerateSoup(random)),
  triangle: meshOf(randomSoup(random, 1, 0.4, 0.4)),
  flat: meshOf({
    positions: Float64Array.of(0, 0, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0.5, 0),
    indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
  }),
  far: meshOf(moved(knot(0.4, 0.08, 30, 6), 1e6, -1e6, 1e6)),
  box: bodyOf({ kind: 'box', half: [0.1, 0.2, 0.3] }, randomPose(random, 0.2)),
};
const NAMES = Object.keys(BODIES);
const exact = new PairQuery();
const about = new PairQuery();

/** Places a body somewhere near another one, wherever its own coordinates are. */
function placeOf(b: Body, a: Body, reach: number): Float64Array {
  const pose = randomPose(random, reach);
  for (let k = 0; k < 3; k++) {
    let turned = 0;
    for (let j = 0; j < 3; j++) turned += pose[3 * k + j] * b.ball[j];
    pose[9 + k] += a.ball[k] - turned;
  }
  return pose;
}

describe('distances by patches (seed 31)', () => {
  it.each([
    [0.01, 0],
    [1e-4, 0.05],
    [0, 0.2],
  ])('are as near to the exact ones as %f m and the part %f', (absolute, relative) => {
    for (const [i, p] of NAMES.entries()) {
      for (const q of NAMES.slice(i)) {
        if (p === 'box' && q === 'box') continue;
        const [a, b] = [BODIES[p], BODIES[q]];
        const nearness = new Nearness(absolute, relative);
        const rounding = 1e-13 * (1 + a.ball[3] + Math.abs(a.ball[0]) + Math.abs(b.ball[0]));
        for (let run = 0; run < 5; run++) {
          const pose = placeOf(b, a, run % 3 === 0 ? 0.4 : 1.2);
          exact.measure(a, b, pose, 0, Number.POSITIVE_INFINITY);
          const { upper: distance, lower: proven } = exact;
          about.measureAbout(a, b, pose, 0, Number.POSITIVE_INFINITY, nearness);
          const { upper, lower } = about;
          const said = `${p}, ${q}, ${run}`;
          expect(lower, said).toBeLessThanOrEqual(distance);
          expect(upper, said).toBeGreaterThanOrEqual(proven);
          expect(upper, said).toBeGreaterThanOrEqual(distance - rounding);
          expect(upper === 0, said).toBe(distance === 0);
          // Where bounds come from the search its relative error counts.
          const allowed = Math.max(absolute, relative * lower) + 100 * rounding;
          if (distance > 0) expect(upper - lower, said).toBeLessThanOrEqual(1.5 * allowed);
          // Points are on the bodies, as far apart as said.
          const [x, y, z, u, v, w] = about.points;
          if (distance > 0) {
            expect(Math.abs(Math.hypot(u - x, v - y, w - z) - upper)).toBeLessThan(rounding * 10);
          }
          const cutoff = 0.5 * distance;
          if (distance === 0) continue;
          about.measureAbout(a, b, pose, 0, cutoff, nearness);
          expect(about.upper).toBe(Number.POSITIVE_INFINITY);
          expect(about.lower).toBeGreaterThanOrEqual(cutoff - 1.5 * allowed);
          expect(about.lower).toBeLessThanOrEqual(distance);
        }
      }
    }
  });

  it('show pieces apart whose hulls are not, and none that are not', () => {
    const patches = new PatchDistance();
    const pieces = NAMES.filter((name) => name !== 'box');
    let apart = 0;
    let shown = 0;
    for (const [i, p] of pieces.entries()) {
      for (const q of pieces.slice(i)) {
        const [a, b] = [BODIES[p], BODIES[q]];
        for (let run = 0; run < 12; run++) {
          const pose = placeOf(b, a, 0.6);
          // The surfaces alone: what is inside a solid is asked for elsewhere.
          exact.measure(a, b, pose, 0, Number.POSITIVE_INFINITY);
          const distance = exact.contained ? Number.POSITIVE_INFINITY : exact.upper;
          for (const needed of [0, 0.5 * distance, distance * (1 + 1e-9)]) {
            if (!(needed < 1e9)) continue;
            const proven = patches.isApart(a.pieces[0], b.pieces[0], pose, 1e-9, needed);
            if (proven) expect(distance, `${p}, ${q}, ${run}`).toBeGreaterThan(needed);
            if (needed > 0 || !(distance > 0) || exact.hullGap(a, b, pose, 0) > 0) continue;
            apart++;
            if (proven) shown++;
          }
        }
      }
    }
    expect(apart).toBeGreaterThan(20);
    expect(shown).toBeGreaterThan(0.2 * apart);
  });

  it('spare settled pairs most questions about meshes, with the same answers', () => {
    // A plate with a post in the corner, and a ball that passes the post: hulls overlap.
    const plate = { kind: 'box', half: [1, 1, 0.05] } as const;
    const ell = meshOf(
      join(
        triangulate(plate, 8),
        moved(triangulate({ kind: 'box', half: [0.05, 0.05, 1] }, 8), 0.9, 0.9, 1.2),
      ),
    );
    const ball = meshOf(bumpyBall(0.2, 0.2, 10, new Random(3)));
    const query = new PairQuery();
    const asked = vi.spyOn(PieceSurfaces.prototype, 'settle');
    const run = () => {
      asked.mockClear();
      const generator = new Random(8);
      const answers = Array.from({ length: 200 }, () => {
        const pose = randomPose(generator, 0);
        for (let k = 0; k < 3; k++) pose[9 + k] = generator.between(k === 2 ? 0 : -0.9, 1);
        return query.settle(ell, ball, pose, 0, 1e-9);
      });
      return { answers, meshes: asked.mock.calls.length };
    };
    const by = run();
    const blind = vi.spyOn(PatchDistance.prototype, 'isApart').mockReturnValue(false);
    const without = run();
    blind.mockRestore();
    asked.mockRestore();
    expect(by.answers).toEqual(without.answers);
    expect(new Set(by.answers).size).toBe(2);
    expect(by.meshes).toBeLessThan(0.6 * without.meshes);
  });

  it('compare few hulls', () => {
    const [a, b] = [BODIES.knot, BODIES.ball];
    const patches = new PatchDistance();
    const [p, q] = [a.pieces[0], b.pieces[0]];
    let compared = 0;
    let enough = 0;
    const runs = 100;
    for (let run = 0; run < runs; run++) {
      const pose = placeOf(b, a, 1.5);
      exact.measure(a, b, pose, 0, Number.POSITIVE_INFINITY);
      const poses = { pose, bInA: pose };
      const far = Number.POSITIVE_INFINITY;
      if (patches.measure(p, q, poses, 1e-15, far, new Nearness(1e-4, 0.02))) enough++;
      compared += patches.hulls;
      expect(patches.lower).toBeLessThanOrEqual(exact.upper);
    }
    expect(enough).toBeGreaterThan(0.6 * runs);
    expect(compared / runs).toBeLessThan(120);
  });
});
