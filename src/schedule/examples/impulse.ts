/**
 * A response to impacts: an impulse at the point of contact with restitution and dry friction. An example of what a
 * caller may do, not a part of what is proven. Bodies of IMMOVABLE mass or more do not move; whatever they do counts.
 *
 * What lies on something bounces in ever smaller hops. They are kept from becoming infinitely many: bodies part with
 * `rebound` m/s at least, and a body that is slower than `sleep` lies down where it is.
 */
import type { Triple } from '../../geometry/index.ts';
import { rotateVectorInto, unrotateVectorInto } from '../../math/index.ts';
import { lengthOf, Rest } from '../motion.ts';
import type { BodyAtImpact, Change, Impact, Reaction, Response } from '../settings.ts';

/** Kilograms from which on nothing moves a body. */
export const IMMOVABLE = 1e9;

export interface ImpulseSettings {
  /** Of the speed along the normal, how much comes back; default 0.5. */
  readonly restitution?: number;
  /** Coulomb's coefficient; default 0.3. */
  readonly friction?: number;
  /** m/s: the least speed that bodies part with; default 0.02. */
  readonly rebound?: number;
  /** m/s: a body all of whose points are slower lies down on what does not move; default 0.03. */
  readonly sleep?: number;
}

/** A response by impulses. */
export function impulseResponse(settings: ImpulseSettings = {}): Response {
  const { restitution = 0.5, friction = 0.3, rebound = 0.02, sleep = 0.03 } = settings;
  return (impact, a, b) => {
    const n = impact.normal;
    const point = impact.pointA.map((x, k) => 0.5 * (x + impact.pointB[k]));
    const [armA, armB] = [armOf(a, point), armOf(b, point)];
    const relative = minus(velocityAt(b, armB), velocityAt(a, armA));
    const along = dot(relative, n);
    const massAlong = 1 / (softness(a, armA, n) + softness(b, armB, n));
    const push = Math.max(rebound - along, -(1 + restitution) * along, 0) * massAlong;
    let impulse = n.map((x) => push * x);
    const slide = relative.map((x, k) => x - along * n[k]);
    const speed = lengthOf(slide);
    if (speed > 1e-9) {
      const t = slide.map((x) => -x / speed) as unknown as Triple;
      const stop = speed / (softness(a, armA, t) + softness(b, armB, t));
      const rub = Math.min(stop, friction * push);
      impulse = impulse.map((x, k) => x + rub * t[k]);
    }
    return reaction(impact, [a, armA], [b, armB], impulse, sleep);
  };
}

function reaction(
  impact: Impact,
  [a, armA]: readonly [BodyAtImpact, number[]],
  [b, armB]: readonly [BodyAtImpact, number[]],
  impulse: readonly number[],
  sleep: number,
): Reaction {
  // Who lies on something that does not move: gravity or not, only what is below carries.
  const onB = isFixed(b) && impact.normal[2] < -0.7;
  const onA = isFixed(a) && impact.normal[2] > 0.7;
  const changeA = changed(
    a,
    armA,
    impulse.map((x) => -x),
    onB ? sleep : 0,
  );
  const changeB = changed(b, armB, impulse, onA ? sleep : 0);
  return { ...(changeA && { a: changeA }), ...(changeB && { b: changeB }) };
}

function isFixed(body: BodyAtImpact): boolean {
  return body.body.mass >= IMMOVABLE;
}

function armOf({ state }: BodyAtImpact, point: readonly number[]): number[] {
  return point.map((x, k) => x - state.pose[9 + k]);
}

function velocityAt({ state }: BodyAtImpact, arm: readonly number[]): number[] {
  return cross(state.angularVelocity, arm).map((x, k) => x + state.velocity[k]);
}

/** How fast the point of contact gets along d by a unit impulse along d. */
function softness(body: BodyAtImpact, arm: readonly number[], d: Triple): number {
  if (isFixed(body)) return 0;
  const turned = overInertia(body, cross(arm, d));
  return 1 / body.body.mass + dot(cross(turned, arm), d);
}

/** I^-1 v in the world. */
function overInertia({ body, state }: BodyAtImpact, v: readonly number[]): number[] {
  const local = Float64Array.from(v);
  unrotateVectorInto(state.pose, 0, local, 0);
  for (let k = 0; k < 3; k++) local[k] /= body.inertia[k];
  rotateVectorInto(state.pose, 0, local, 0);
  return [...local];
}

function changed(
  body: BodyAtImpact,
  arm: readonly number[],
  impulse: readonly number[],
  sleep: number,
): Change | null {
  if (isFixed(body)) return null;
  const { mass, radius } = body.body;
  const turn = overInertia(body, cross(arm, impulse));
  const plus = (v: Triple, w: readonly number[]) => v.map((x, k) => x + w[k]) as unknown as Triple;
  const velocity = plus(
    body.state.velocity,
    impulse.map((x) => x / mass),
  );
  const angularVelocity = plus(body.state.angularVelocity, turn);
  const fastest = lengthOf(velocity) + radius * lengthOf(angularVelocity);
  return fastest < sleep ? new Rest(body.state.pose) : { velocity, angularVelocity };
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function minus(a: readonly number[], b: readonly number[]): number[] {
  return a.map((x, k) => x - b[k]);
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
