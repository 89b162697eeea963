/**
 * Hierarchies of hulls against all pairs of pieces, and against the mesh kernel; and what not unwrapping them
 * saves.
 */
import { describe, expect, it } from 'vitest';
import { buildTree } from '../../../src/bvh/index.ts';
import { buildMesh, bumpyBall, convexHull, torus } from '../../../src/geometry/index.ts';
import { poseFromRpy, Random } from '../../../src/math/index.ts';
import {
  APART,
  buildHullTree,
  COLLIDING,
  distance,
  FeatureWorkspace,
  type HullPiece,
  HullTreePair,
  HullTreeWorkspace,
  hullTreesInto,
  type Polyhedron,
  ProximityWorkspace,
  polyhedronOf,
  TrackedPair,
  vClipInto,
} from '../../../src/proximity/index.ts';
import { boxPoints } from '../../helpers/proximity/features/judge.ts';

/** A ring of boxes around z: far from convex. */
function ring(count: number, radius: number, half: number): Float64Array[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return Float64Array.from(
      boxPoints(half, half, half, [radius * Math.cos(angle), radius * Math.sin(angle), 0]),
    );
  });
}

const asPieces = (all: readonly Float64Array[]): HullPiece[] => all.map((points) => ({ points }));

/** [C (7)] The least distance of all pairs of pieces, and how many pairs that is. */
function unwrapEverything(a: readonly Polyhedron[], b: readonly Polyhedron[], pose: Float64Array) {
  const ws = new FeatureWorkspace();
  let least = Number.POSITIVE_INFINITY;
  let looks = 0;
  for (const p of a) {
    for (const q of b) {
      looks++;
      const status = vClipInto(new TrackedPair(p, q), pose, 0, ws);
      least = Math.min(least, status === COLLIDING ? 0 : ws.result.lower);
    }
  }
  return { least, looks };
}

describe('hierarchies of hulls', () => {
  const a = ring(16, 2, 0.25);
  const solids = a.map(polyhedronOf);
  const pair = new HullTreePair(buildHullTree(asPieces(a)), buildHullTree(asPieces(a)));

  it('are hulls of their children, with a piece in every leaf', () => {
    const { nodes } = pair.a;
    expect(nodes.length).toBe(31);
    const pieces = nodes.filter(({ piece }) => piece >= 0).map(({ piece }) => piece);
    expect(pieces.sort((x, y) => x - y)).toEqual(a.map((_, i) => i));
    nodes.forEach((node, i) => {
      expect(node.index).toBe(i);
      expect(node.children.length).toBe(node.piece >= 0 ? 0 : 2);
    });
    const all = polyhedronOf(Float64Array.from(a.flatMap((points) => [...points])));
    expect(new Set(nodes[0].polyhedron.positions)).toEqual(new Set(all.positions));
  });

  it('tell what all pairs of pieces tell (seed 41), and unwrap only where hulls touch', () => {
    const random = new Random(41);
    const ws = new HullTreeWorkspace();
    let looks = 0;
    let exactLooks = 0;
    let everything = 0;
    const seen = [0, 0, 0];
    for (let run = 0; run < 60; run++) {
      const pose = poseFromRpy(
        ...([1, 2, 3].map(() => random.between(-3, 3)) as [number, number, number]),
        ...([1, 2, 3].map(() => random.between(-3, 3)) as [number, number, number]),
      );
      const truth = unwrapEverything(solids, solids, pose);
      everything += truth.looks;
      ws.needed = 0;
      const status = hullTreesInto(pair, pose, 0, ws);
      seen[status]++;
      looks += ws.result.hullPairs;
      expect(status).toBe(truth.least > 0 ? APART : COLLIDING);
      expect(ws.result.lower).toBeLessThanOrEqual(truth.least + 1e-12);
      ws.needed = Number.POSITIVE_INFINITY;
      expect(hullTreesInto(pair, pose, 0, ws)).toBe(status);
      exactLooks += ws.result.hullPairs;
      if (status === APART) expect(Math.abs(ws.result.lower - truth.least)).toBeLessThan(1e-9);
      if (status === APART) expect(Math.abs(ws.result.upper - truth.least)).toBeLessThan(1e-9);
    }
    expect(seen[APART]).toBeGreaterThan(10);
    expect(seen[COLLIDING]).toBeGreaterThan(10);
    expect(everything).toBe(60 * 256);
    // Measured: 21 times fewer looks for whether bodies are disjoint, 12 times for the distance.
    expect(18 * looks).toBeLessThan(everything);
    expect(10 * exactLooks).toBeLessThan(everything);
  });

  it('are left wrapped where hulls are apart, and opened where they overlap though bodies do not', () => {
    const ws = new HullTreeWorkspace();
    expect(hullTreesInto(pair, poseFromRpy(0, 0, 0, 6, 0, 0), 0, ws)).toBe(APART);
    expect(ws.result).toMatchObject({ hullPairs: 1, unwrapped: 0, pieceA: -1 });
    // Linked rings: one goes through the other.
    expect(hullTreesInto(pair, poseFromRpy(Math.PI / 2, 0, 0, 2, 0.3, 0), 0, ws)).toBe(APART);
    expect(ws.result.unwrapped).toBeGreaterThan(3);
    expect(ws.result.hullPairs).toBeLessThan(80);
  });

  it('remember the closest features of their nodes along a motion', () => {
    const steps = { kept: 0, anew: 0 };
    const kept = new HullTreePair(pair.a, pair.b);
    for (let i = 0; i < 100; i++) {
      const pose = poseFromRpy(0.01 * i, 0, 0.01 * i, 2.5, 0.5, 2.6);
      for (const how of ['kept', 'anew'] as const) {
        const ws = new HullTreeWorkspace();
        ws.needed = Number.POSITIVE_INFINITY;
        const result = ws.features.result;
        ws.algorithm = (...args) => {
          const status = vClipInto(...args);
          steps[how] += result.steps;
          return status;
        };
        hullTreesInto(how === 'kept' ? kept : new HullTreePair(pair.a, pair.b), pose, 0, ws);
      }
    }
    expect(steps.kept).toBeLessThan(0.7 * steps.anew);
  });

  it('send polygon soup to its triangles (seed 42)', () => {
    const random = new Random(42);
    const doughnut = buildTree(buildMesh(torus(2, 0.3, 24, 8)), { volume: 'box' });
    const ball = buildTree(buildMesh(bumpyBall(0.4, 0.1, 6, random)), { volume: 'box' });
    const box = Float64Array.from(boxPoints(0.3, 0.2, 0.4));
    const boxTree = buildTree(
      buildMesh({ positions: convexHull(box).positions, indices: convexHull(box).indices }),
      { volume: 'box' },
    );
    const mesh = new ProximityWorkspace();
    const bodies = [
      { tree: doughnut, hulls: buildHullTree([{ soup: doughnut }]) },
      { tree: ball, hulls: buildHullTree([{ soup: ball }]) },
      { tree: boxTree, hulls: buildHullTree([{ points: box }]) },
    ];
    const ws = new HullTreeWorkspace();
    let wrapped = 0;
    for (const p of bodies) {
      for (const q of bodies) {
        for (let run = 0; run < 6; run++) {
          // In the hole of the doughnut, mostly: the hulls overlap, the bodies do not.
          const pose = poseFromRpy(run, 2 * run, 0, 0.5 * random.unit(), 0.3, run % 2 ? 0.1 : 2.4);
          const truth = distance(p.tree, q.tree, pose, mesh);
          const upper = truth.verdict === 'colliding' ? 0 : truth.upper;
          for (const needed of [0, Number.POSITIVE_INFINITY]) {
            ws.needed = needed;
            const status = hullTreesInto(new HullTreePair(p.hulls, q.hulls), pose, 0, ws);
            const { lower } = ws.result;
            wrapped += ws.result.soupPairs === 0 ? 1 : 0;
            expect(lower).toBeLessThanOrEqual(upper + 1e-12);
            if (upper === 0) expect(status).toBe(COLLIDING);
            if (upper > 1e-9 && status !== COLLIDING) expect(status).toBe(APART);
            if (needed > 0 && status === APART) expect(upper - lower).toBeLessThan(1e-8);
            if (status === COLLIDING)
              expect(
                upper < 1e-9 || p.hulls === bodies[2].hulls || q.hulls === bodies[2].hulls,
              ).toBe(true);
          }
        }
      }
    }
    expect(wrapped).toBeGreaterThan(5);
  });

  it('refuse nothing, and soups in other trees', () => {
    expect(() => buildHullTree([])).toThrow('at least one piece');
    const rss = buildTree(buildMesh(torus(2, 0.3, 8, 6)), { volume: 'rss' });
    expect(() => buildHullTree([{ soup: rss }])).toThrow(
      'piece 0 needs a tree of boxes, not one of rss volumes',
    );
    expect(() => buildHullTree([{ points: Float64Array.of(0, 0, Number.NaN) }])).toThrow();
  });
});
