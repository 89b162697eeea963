/** Collision vectors by brute force: every tested pair of bodies, one after the other, as static checks measure them. */
import {
  type Body,
  buildBody,
  type Cell,
  type PairFinding,
  PairProbe,
  PairQuery,
  pairOf,
} from '../../../src/cell/index.ts';
import { Kinematics } from '../../../src/kinematics/index.ts';
import { identityPose, invertPoseInto, transformPointInto } from '../../../src/math/index.ts';
import type { ClassPair, CollisionClass, Monitor } from '../../../src/monitor/index.ts';

export interface BruteVector {
  readonly distance: number;
  readonly lower: number;
  readonly colliding: boolean;
  readonly closest: PairFinding | null;
  /** Of each tested pair. */
  readonly all: readonly PairFinding[];
}

export class BruteForce {
  private readonly cell: Cell;
  private readonly kinematics: Kinematics;
  private readonly probe: PairProbe;

  constructor(cell: Cell) {
    this.cell = cell;
    this.kinematics = new Kinematics(cell.tree);
    this.probe = new PairProbe(cell, this.kinematics);
  }

  /** Between two classes at q. */
  vector(q: Float64Array, { a, b }: ClassPair, classes: readonly CollisionClass[]): BruteVector {
    this.kinematics.setConfiguration(q);
    const all: PairFinding[] = [];
    const seen = new Set<number>();
    for (const x of classes[a].bodies) {
      for (const y of classes[b].bodies) {
        const [i, k] = [Math.min(x, y), Math.max(x, y)];
        if (i === k || seen.has(i * this.cell.bodies.length + k)) continue;
        seen.add(i * this.cell.bodies.length + k);
        const pair = this.tested(i, k);
        if (pair) all.push(this.probe.measure(pair, Number.POSITIVE_INFINITY));
      }
    }
    let closest: PairFinding | null = null;
    for (const one of all) if (!closest || one.distance < closest.distance) closest = one;
    return {
      distance: closest?.distance ?? Number.POSITIVE_INFINITY,
      lower: all.reduce((so, { lower }) => Math.min(so, lower), Number.POSITIVE_INFINITY),
      colliding: all.some(({ colliding }) => colliding),
      closest,
      all,
    };
  }

  private readonly known = new Map<number, ReturnType<typeof pairOf> | null>();

  private tested(i: number, k: number) {
    const { cell } = this;
    const key = i * cell.bodies.length + k;
    let found = this.known.get(key);
    if (found === undefined) {
      const { crowd } = cell;
      const listed = cell.tested.find(({ a, b }) => a === i && b === k) ?? null;
      const isMember = crowd !== null && k >= crowd.first && crowd.movers.includes(i);
      found = listed ?? (isMember ? pairOf(cell.pairs, i, k) : null);
      if (found?.reason !== null) found = null;
      this.known.set(key, found);
    }
    return found;
  }
}

/** How far a point of the world is from a piece of a body of a monitor's cell, where the monitor stands. */
export function pointDistance(
  { world }: Monitor,
  body: number,
  piece: number,
  point: Float64Array,
): number {
  const i = world.firstOf[body] + piece;
  const inverse = new Float64Array(12);
  invertPoseInto(world.poses, 12 * i, inverse, 0);
  const at = new Float64Array(3);
  transformPointInto(inverse, 0, point, 0, at, 0);
  const dot = buildBody({
    name: 'point',
    kind: 'obstacle',
    frame: 0,
    parts: [{ pose: identityPose(), geometry: { kind: 'sphere', radius: 1e-9 } }],
    pose: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, ...at),
  });
  const own = { pieces: [world.pieces[i]] } as unknown as Body;
  const query = new PairQuery();
  query.measure(own, dot, identityPose(), 0, Number.POSITIVE_INFINITY);
  return query.upper;
}
