/**
 * Which bodies are tested against which [D2, A8]. Every pair is either tested or excluded for a
 * reason that can be listed. Reasons that somebody declared are assumptions of every verdict;
 * the others are facts.
 */
import type { JointBox, KinematicTree } from '../kinematics/index.ts';
import {
  motionUpper,
  pairMotion,
  poseErrorUpper,
  relativeErrorUpper,
  type Straying,
  scopedName,
  strayingOf,
  sweptGapLower,
} from '../kinematics/index.ts';
import { type Fault, InputError, nameHint, U } from '../math/index.ts';
import type { Body } from './body.ts';
import type { CellDescription } from './description.ts';
import { matches, matchesPair } from './patterns.ts';

/** Why a pair is not tested: facts first, then assumptions that every verdict names. */
export type PairReason =
  /** Both ride on the same link. */
  | 'same-link'
  /** No joint moves one against the other. */
  | 'rigid'
  /** Neither moves. */
  | 'static'
  /** Disabled in the SRDF: an assumption. */
  | 'disabled'
  /** Allowed by the cell file, an allowed collision matrix or touch links: an assumption. */
  | 'allowed'
  /** Balls around both, swept over the joints' ranges, are disjoint: proven. */
  | 'swept';

export interface Pair {
  /** Numbers of bodies, a < b. */
  readonly a: number;
  readonly b: number;
  /** Why it is not tested; null if it is. */
  readonly reason: PairReason | null;
  /** What was declared: `Never`, `Adjacent`, ... */
  readonly detail: string;
  /** Whether the reason was declared by somebody and not shown by us. */
  readonly assumed: boolean;
  /** Distance that is asked for, padding not included. */
  readonly clearance: number;
  /** By how much the two may come closer while joints stray by their tracking tolerances. */
  readonly tracking: number;
  /** By how much the computed relative pose may misplace a point of b. */
  readonly poseError: number;
}

/** Pairs of the same bodies, which hold but for those that changed. */
export interface KnownPairs {
  readonly pairs: readonly Pair[];
  readonly changed: ReadonlySet<number>;
}

export interface PairOptions {
  readonly known?: KnownPairs;
  /** Called for every body; throws where that takes too long. */
  readonly pause?: (() => void) | undefined;
}

/** A pair is about 200 bytes: more of them do not fit into the memory that programs usually have. */
const MOST_PAIRS = 5_000_000;

/**
 * All pairs of bodies, in order, for joints that stray by their tolerances. Throws an InputError for
 * a declaration that names nobody, and for more bodies than there is room for.
 */
export function buildPairs(
  description: CellDescription,
  bodies: readonly Body[],
  tree: KinematicTree,
  box: JointBox,
  tolerances: Float64Array,
  { known, pause }: PairOptions = {},
): Pair[] {
  requireRoom(bodies.length);
  checkNames(description, bodies);
  const disabled = disabledPairs(description);
  // Wherever joints stray to: what moves only then does move.
  const straying = strayingOf(tree, box, tolerances);
  const strays = straying.tolerances.some((t) => t > 0);
  const pairs: Pair[] = [];
  for (let a = 0; a < bodies.length; a++) {
    pause?.();
    for (let b = a + 1; b < bodies.length; b++) {
      if (known && !known.changed.has(a) && !known.changed.has(b)) {
        pairs.push(known.pairs[pairs.length]);
        continue;
      }
      const clearance = clearanceOf(description, bodies[a].name, bodies[b].name);
      const error = relativeErrorUpper(tree, bodies[a].frame, bodies[b].frame, box);
      const reach = reachUpper(tree, bodies[a], bodies[b], box);
      const poseError = (error.shift + error.turn * reach) * (1 + 8 * U);
      const tracking = strays
        ? motionUpper(
            pairMotion(straying.tree, bodies[a], bodies[b], straying.box),
            straying.tolerances,
            0,
          )
        : 0;
      const common = { a, b, clearance, tracking, poseError };
      pairs.push({ ...common, ...reasonFor(bodies, common, straying, disabled, description) });
    }
  }
  return pairs;
}

function requireRoom(bodies: number): void {
  const pairs = (bodies * (bodies - 1)) / 2;
  if (pairs <= MOST_PAIRS) return;
  throw new InputError({
    code: 'cell/too-many-bodies',
    message: `the cell has ${bodies} bodies, so ${pairs} pairs; up to ${MOST_PAIRS} are accepted`,
    hint: 'make one body of things that stand still together: an obstacle has any number of parts',
  });
}

/**
 * How far from its frame's origin points of b matter. A half-space has points everywhere, but only
 * those near a can meet it.
 */
function reachUpper(tree: KinematicTree, a: Body, b: Body, box: JointBox): number {
  const own = ({ ball: [x, y, z, r] }: Body) => Math.sqrt(x * x + y * y + z * z) + r;
  const reach = own(b);
  if (Number.isFinite(reach)) return reach;
  const across =
    poseErrorUpper(tree, a.frame, box).length + poseErrorUpper(tree, b.frame, box).length;
  const other = own(a);
  return across + (Number.isFinite(other) ? other : 0);
}

type Verdict = Pick<Pair, 'reason' | 'detail' | 'assumed'>;

function reasonFor(
  bodies: readonly Body[],
  { a, b, clearance }: Pick<Pair, 'a' | 'b' | 'clearance'>,
  { tree, box }: Straying,
  disabled: ReadonlyMap<string, string>,
  description: CellDescription,
): Verdict {
  const fact = (reason: PairReason): Verdict => ({ reason, detail: '', assumed: false });
  const [p, q] = [bodies[a], bodies[b]];
  const root = tree.rigidRoot[p.frame];
  if (root === tree.rigidRoot[q.frame]) {
    if (root === 0) return fact('static');
    return fact(p.frame === q.frame ? 'same-link' : 'rigid');
  }
  const declared = disabled.get(key(p.name, q.name));
  if (declared !== undefined) return { reason: 'disabled', detail: declared, assumed: true };
  const allowed = description.allow.find((entry) => matchesPair(entry.between, p.name, q.name));
  if (allowed) return { reason: 'allowed', detail: allowed.reason, assumed: true };
  for (const robot of description.robots) {
    for (const attached of robot.attached) {
      const name = scopedName(robot.name, attached.name);
      const touched = attached.touches.map((link) => scopedName(robot.name, link));
      const other = p.name === name ? q.name : q.name === name ? p.name : null;
      if (other !== null && touched.some((t) => matches(t, other))) {
        return { reason: 'allowed', detail: `${attached.name} may touch it`, assumed: true };
      }
    }
  }
  if (provenApart(tree, p, q, box, clearance)) return fact('swept');
  return { reason: null, detail: '', assumed: false };
}

/**
 * Whether balls around two bodies, swept over the box, are proven farther apart than the clearance.
 * A range that is still empty, of a joint without limits, proves nothing about where it will go.
 */
export function provenApart(
  tree: KinematicTree,
  p: Body,
  q: Body,
  box: JointBox,
  clearance: number,
): boolean {
  if (!Number.isFinite(p.ball[3]) || !Number.isFinite(q.ball[3])) return false;
  if (box.lower.some((low, d) => low > box.upper[d])) return false;
  return sweptGapLower(tree, p.frame, p.ball, q.frame, q.ball, box) > clearance;
}

function key(a: string, b: string): string {
  return a < b ? `${a}\n${b}` : `${b}\n${a}`;
}

function disabledPairs(description: CellDescription): Map<string, string> {
  const map = new Map<string, string>();
  for (const { name, semantics } of description.robots) {
    for (const { link1, link2, reason } of semantics?.disabledPairs ?? []) {
      map.set(key(scopedName(name, link1), scopedName(name, link2)), reason);
    }
  }
  return map;
}

function clearanceOf(description: CellDescription, a: string, b: string): number {
  let clearance = description.clearance.default;
  for (const entry of description.clearance.pairs) {
    if (matchesPair(entry.between, a, b)) clearance = entry.distance;
  }
  return clearance;
}

/** A pattern that fits no body is most likely a slip of the pen, and never harmless. */
function checkNames(description: CellDescription, bodies: readonly Body[]): void {
  const known = new Set([...bodies.map((body) => body.name), ...linksWithoutGeometry(description)]);
  const patterns = [
    ...description.clearance.pairs.map((p) => ({ where: 'clearance', between: p.between })),
    ...description.allow
      .filter((p) => p.reason !== 'allowed collision matrix')
      .map((p) => ({ where: 'allow', between: p.between })),
  ];
  for (const { where, between } of patterns) {
    for (const pattern of between) {
      if ([...known].some((name) => matches(pattern, name))) continue;
      const fault: Fault = {
        code: 'cell/unknown-body',
        message: `${where} names "${pattern}", but no body is called so`,
        hint: nameHint(pattern, known),
      };
      throw new InputError(fault);
    }
  }
}

function linksWithoutGeometry(description: CellDescription): string[] {
  return description.robots.flatMap(({ name, robot }) =>
    robot.links.map((link) => scopedName(name, link.name)),
  );
}
