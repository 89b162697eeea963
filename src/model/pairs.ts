/**
 * What the model says about every two bodies [D2, A8]: they are tested, or excluded for a reason that can be
 * listed, and they have a clearance. Reasons that somebody declared are assumptions of every verdict; the
 * others are facts.
 */
import { scopedName } from '../kinematics/assemble.ts';
import type { KinematicTree } from '../kinematics/tree.ts';
import { type Fault, InputError } from '../math/fault.ts';
import { nameHint } from '../math/names.ts';
import type { BodyModel } from './bodies.ts';
import type { CellDescription } from './description.ts';
import { matches, matchesPair } from './patterns.ts';

export type ModelReason =
  /** Both ride on the same link. */
  | 'same-link'
  /** No joint moves one against the other. */
  | 'rigid'
  /** Neither moves. */
  | 'static'
  /** Disabled in the SRDF: an assumption. */
  | 'disabled'
  /** Allowed by the cell file, an allowed collision matrix or touch links: an assumption. */
  | 'allowed';

export interface PairModel {
  /** Numbers of bodies, a < b. */
  readonly a: number;
  readonly b: number;
  /** Why it is not tested; null if it is. */
  readonly reason: ModelReason | null;
  /** What was declared: `Never`, `Adjacent`, ... */
  readonly detail: string;
  /** Whether the reason was declared by somebody and not shown by us. */
  readonly assumed: boolean;
  /** Distance that is asked for, padding not included. */
  readonly clearance: number;
}

/** Of a body: what pairs depend on. */
type Named = Pick<BodyModel, 'name' | 'frame'>;

/** A pair is about 200 bytes: more of them do not fit into the memory that programs usually have. */
const MOST_PAIRS = 5_000_000;

/** What holds for the pairs of a cell's bodies, one pair at a time. */
export class PairRules {
  private readonly description: CellDescription;
  private readonly bodies: readonly Named[];
  private readonly rigidRoot: Int32Array;
  private readonly disabled: ReadonlyMap<string, string>;

  /** Throws an InputError for a declaration that names nobody, and for more bodies than there is room for. */
  constructor(description: CellDescription, bodies: readonly Named[], tree: KinematicTree) {
    requireRoom(bodies.length);
    checkNames(description, bodies);
    this.description = description;
    this.bodies = bodies;
    this.disabled = disabledPairs(description);
    // Wherever joints stray to: what moves only then does move.
    this.rigidRoot = (tree.loose?.tree ?? tree).rigidRoot;
  }

  /** Bodies number a < b. */
  of(a: number, b: number): PairModel {
    const { bodies, description } = this;
    const clearance = clearanceOf(description, bodies[a].name, bodies[b].name);
    return { a, b, clearance, ...this.reasonFor(bodies[a], bodies[b]) };
  }

  private reasonFor(p: Named, q: Named): Pick<PairModel, 'reason' | 'detail' | 'assumed'> {
    const { rigidRoot, description } = this;
    const fact = (reason: ModelReason | null) => ({ reason, detail: '', assumed: false });
    const root = rigidRoot[p.frame];
    if (root === rigidRoot[q.frame]) {
      if (root === 0) return fact('static');
      return fact(p.frame === q.frame ? 'same-link' : 'rigid');
    }
    const declared = this.disabled.get(key(p.name, q.name));
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
    return fact(null);
  }
}

/** All pairs of the model's bodies, in order. */
export function modelPairs(
  description: CellDescription,
  bodies: readonly Named[],
  tree: KinematicTree,
): PairModel[] {
  const rules = new PairRules(description, bodies, tree);
  const pairs: PairModel[] = [];
  for (let a = 0; a < bodies.length; a++) {
    for (let b = a + 1; b < bodies.length; b++) pairs.push(rules.of(a, b));
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

/** What free bodies keep apart by, and whether some pairs keep less. */
export function keptClearance({ clearance }: Pick<CellDescription, 'clearance'>): {
  readonly clearance: number;
  readonly exceptions?: true;
} {
  const isLess = clearance.pairs.some(({ distance }) => distance < clearance.default);
  return { clearance: clearance.default, ...(isLess ? { exceptions: true } : {}) };
}

/** A pattern that fits no body is most likely a slip of the pen, and never harmless. */
function checkNames(description: CellDescription, bodies: readonly Named[]): void {
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
