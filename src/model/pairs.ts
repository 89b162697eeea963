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
import { matches, NamedBodies } from './patterns.ts';
import { type Entry, RuleRow } from './ruleRows.ts';

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

/** How many pairs there are of each kind: by the reason why they are not tested, null for those that are. */
export type PairCounts = ReadonlyMap<string | null, number>;

/** What holds for one body and another. */
export interface PairRow {
  reasonOf(body: number): ModelReason | null;
  clearanceOf(body: number): number;
}

interface Declared extends Entry {
  readonly detail: string;
}

/**
 * What holds for the pairs of a cell's bodies, one pair at a time: nothing is made or kept for a pair. Bodies that
 * move are few; entries are looked through once for each of them.
 */
export class PairRules {
  /** Numbers of the bodies that some joint moves, wherever joints stray to; all others stand still. */
  readonly movers: Int32Array;
  private readonly description: CellDescription;
  private readonly bodies: readonly Named[];
  private readonly rigidRoot: Int32Array;
  /** By number of a body: what an SRDF disables. */
  private readonly disabled: ReadonlyMap<number, ReadonlyMap<number, string>>;
  /** What the cell allows, and what attached objects may touch: the first that fits counts. */
  private readonly allowed: readonly Declared[];
  /** Clearances: the last that fits counts. */
  private readonly clearances: readonly Entry[];
  /** Of the bodies that move, and of the last one that does not. */
  private readonly allowedRows = new Rows();
  private readonly clearanceRows = new Rows();
  private counted: PairCounts | null = null;

  /** Throws an InputError for a declaration that names nobody. */
  constructor(
    description: CellDescription,
    bodies: readonly Named[],
    tree: KinematicTree,
    bodyOf?: ReadonlyMap<string, number>,
  ) {
    const numbers = bodyOf ?? new Map(bodies.map(({ name }, i) => [name, i]));
    checkNames(description, bodies, numbers);
    const named = new NamedBodies(bodies, numbers);
    this.description = description;
    this.bodies = bodies;
    this.disabled = disabledPairs(description, numbers);
    this.allowed = allowedEntries(description, named);
    this.clearances = description.clearance.pairs.map(({ between: [p, q] }) => ({
      p: named.fitting(p),
      q: named.fitting(q),
    }));
    // Wherever joints stray to: what moves only then does move.
    this.rigidRoot = (tree.loose?.tree ?? tree).rigidRoot;
    const movers: number[] = [];
    for (let i = 0; i < bodies.length; i++) if (this.isMover(i)) movers.push(i);
    this.movers = Int32Array.from(movers);
  }

  /** Whether some joint moves a body, wherever joints stray to. */
  isMover(body: number): boolean {
    return this.rigidRoot[this.bodies[body].frame] !== 0;
  }

  /** Bodies number a < b. */
  of(a: number, b: number): PairModel {
    return { a, b, clearance: this.clearanceOf(a, b), ...this.reasonFor(a, b) };
  }

  /** Why two bodies are not tested; null if they are. */
  reasonOf(a: number, b: number): ModelReason | null {
    return this.reasonFor(a, b).reason;
  }

  /** The distance that two bodies are to keep. */
  clearanceOf(a: number, b: number): number {
    const { clearance } = this.description;
    const entry = this.clearanceEntry(a, b);
    return entry < 0 ? clearance.default : clearance.pairs[entry].distance;
  }

  /** Number of the clearance entry that holds for two bodies; -1 where it is the default. */
  clearanceEntry(a: number, b: number): number {
    if (this.clearances.length === 0) return -1;
    const own = this.isMover(a) || !this.isMover(b) ? a : b;
    const row = this.clearanceRows.of(own, this.clearances, this.isMover(own));
    return row.lastOf(own === a ? b : a);
  }

  /** The most that a pair of this body and one of from ... end - 1 is to keep apart. */
  clearanceUpper(body: number, from: number, end: number): number {
    const { clearance } = this.description;
    let most = clearance.default;
    const row = this.clearanceRows.of(body, this.clearances, this.isMover(body));
    row.forEachWithin(from, end, (i) => {
      most = Math.max(most, clearance.pairs[i].distance);
    });
    return most;
  }

  /** What holds for a mover and any other body, for who asks about many: as `reasonOf` and `clearanceOf`. */
  row(mover: number): PairRow {
    const { clearance } = this.description;
    const disabled = this.disabled.get(mover);
    const allowed = this.allowedRows.of(mover, this.allowed, true);
    const entries = this.clearanceRows.of(mover, this.clearances, true);
    const { rigidRoot, bodies } = this;
    const root = rigidRoot[bodies[mover].frame];
    return {
      reasonOf: (body) => {
        if (root === rigidRoot[bodies[body].frame]) return this.reasonOf(mover, body);
        if (disabled?.has(body)) return 'disabled';
        return allowed.firstOf(body) < 0 ? null : 'allowed';
      },
      clearanceOf: (body) => (entries.isEmpty ? clearance.default : this.clearanceOf(mover, body)),
    };
  }

  /** Calls for every pair that somebody declared harmless, in order. Costs what there are, and movers times bodies at most. */
  forEachDeclared(visit: (pair: PairModel) => void): void {
    const { movers } = this;
    let next = 0;
    for (let a = 0; next < movers.length; a++) {
      if (a === movers[next]) {
        next++;
        for (const b of this.candidates(a)) {
          if (b > a) this.visitDeclared(a, b, visit);
        }
      } else for (let m = next; m < movers.length; m++) this.visitDeclared(a, movers[m], visit);
    }
  }

  /** Bodies that may be declared harmless for one that moves, in order. */
  private candidates(mover: number): Iterable<number> {
    const { partners } = this.allowedRows.of(mover, this.allowed, true);
    if (partners === null) return this.bodies.keys();
    const found = new Set([...partners, ...(this.disabled.get(mover)?.keys() ?? [])]);
    return Int32Array.from(found).sort();
  }

  private visitDeclared(a: number, b: number, visit: (pair: PairModel) => void): void {
    const { assumed } = this.reasonFor(a, b);
    if (assumed) visit(this.of(a, b));
  }

  /** How many pairs there are of each kind. Costs what `forEachDeclared` does, once. */
  counts(): PairCounts {
    this.counted ??= this.count();
    return this.counted;
  }

  private count(): PairCounts {
    const { rigidRoot, bodies, movers } = this;
    const counts = new Map<string | null, number>();
    const add = (reason: string | null, n: number) => {
      if (n !== 0) counts.set(reason, (counts.get(reason) ?? 0) + n);
    };
    const still = bodies.length - movers.length;
    add('static', (still * (still - 1)) / 2);
    let other = movers.length * still;
    for (let i = 0; i < movers.length; i++) {
      for (let j = i + 1; j < movers.length; j++) {
        const [p, q] = [bodies[movers[i]].frame, bodies[movers[j]].frame];
        if (rigidRoot[p] !== rigidRoot[q]) other++;
        else add(p === q ? 'same-link' : 'rigid', 1);
      }
    }
    this.forEachDeclared(({ reason }) => {
      add(reason, 1);
      other--;
    });
    add(null, other);
    return counts;
  }

  private reasonFor(a: number, b: number): Pick<PairModel, 'reason' | 'detail' | 'assumed'> {
    const { rigidRoot, bodies } = this;
    const [p, q] = [bodies[a].frame, bodies[b].frame];
    const root = rigidRoot[p];
    if (root === rigidRoot[q]) {
      if (root === 0) return STATIC;
      return p === q ? SAME_LINK : RIGID;
    }
    const declared = this.disabled.get(a)?.get(b);
    if (declared !== undefined) return { reason: 'disabled', detail: declared, assumed: true };
    const [mover, other] = root !== 0 ? [a, b] : [b, a];
    const entry = this.allowedRows.of(mover, this.allowed, true).firstOf(other);
    if (entry < 0) return TESTED;
    return { reason: 'allowed', detail: this.allowed[entry].detail, assumed: true };
  }
}

const TESTED = { reason: null, detail: '', assumed: false } as const;
const STATIC = { reason: 'static', detail: '', assumed: false } as const;
const SAME_LINK = { reason: 'same-link', detail: '', assumed: false } as const;
const RIGID = { reason: 'rigid', detail: '', assumed: false } as const;

/** Rows that are kept for bodies that move, which are few; of the others the last one. */
class Rows {
  private readonly kept = new Map<number, RuleRow>();
  private last = -1;
  private lastRow: RuleRow | null = null;

  of(body: number, entries: readonly Entry[], keep: boolean): RuleRow {
    const known = body === this.last ? this.lastRow : this.kept.get(body);
    if (known) return known;
    const row = new RuleRow(entries, body);
    if (keep) this.kept.set(body, row);
    this.last = body;
    this.lastRow = row;
    return row;
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

function disabledPairs(
  description: CellDescription,
  numbers: ReadonlyMap<string, number>,
): Map<number, Map<number, string>> {
  const map = new Map<number, Map<number, string>>();
  const add = (a: number, b: number, reason: string) => {
    let row = map.get(a);
    if (!row) {
      row = new Map();
      map.set(a, row);
    }
    row.set(b, reason);
  };
  for (const { name, semantics } of description.robots) {
    for (const { link1, link2, reason } of semantics?.disabledPairs ?? []) {
      const a = numbers.get(scopedName(name, link1));
      const b = numbers.get(scopedName(name, link2));
      if (a === undefined || b === undefined) continue;
      add(a, b, reason);
      add(b, a, reason);
    }
  }
  return map;
}

function allowedEntries(description: CellDescription, named: NamedBodies): Declared[] {
  const entries: Declared[] = description.allow.map(({ between: [p, q], reason }) => ({
    p: named.fitting(p),
    q: named.fitting(q),
    detail: reason,
  }));
  for (const { name: robot, attached } of description.robots) {
    for (const { name, touches } of attached) {
      const p = named.named(scopedName(robot, name));
      const detail = `${name} may touch it`;
      for (const link of touches) {
        entries.push({ p, q: named.fitting(scopedName(robot, link)), detail });
      }
    }
  }
  return entries;
}

/** What bodies of one robot keep where no entry of the file says otherwise. */
export function selfClearanceOf({ clearance }: Pick<CellDescription, 'clearance'>): number {
  return clearance.pairs.find(({ self }) => self)?.distance ?? clearance.default;
}

/** What free bodies keep apart by: to the surroundings, within a robot where that is another, and whether some pairs keep less. */
export function keptClearance(description: Pick<CellDescription, 'clearance'>): {
  readonly clearance: number;
  readonly self?: number;
  readonly exceptions?: true;
} {
  const { clearance } = description;
  const own = selfClearanceOf(description);
  const least = Math.min(own, clearance.default);
  const isLess = clearance.pairs.some(({ distance, self }) => !self && distance < least);
  return {
    clearance: clearance.default,
    ...(own === clearance.default ? {} : { self: own }),
    ...(isLess ? { exceptions: true } : {}),
  };
}

/** A pattern that fits no body is most likely a slip of the pen, and never harmless. */
function checkNames(
  description: CellDescription,
  bodies: readonly Named[],
  numbers: ReadonlyMap<string, number>,
): void {
  const links = new Set(linksWithoutGeometry(description));
  const patterns = [
    ...description.clearance.pairs.map((p) => ({ where: 'clearance', between: p.between })),
    ...description.allow
      .filter((p) => p.reason !== 'allowed collision matrix')
      .map((p) => ({ where: 'allow', between: p.between })),
  ];
  const sound = new Set<string>();
  for (const { where, between } of patterns) {
    for (const pattern of between) {
      if (sound.has(pattern) || numbers.has(pattern) || links.has(pattern)) continue;
      const fits = (name: string) => matches(pattern, name);
      if (bodies.some(({ name }) => fits(name)) || [...links].some(fits)) {
        sound.add(pattern);
        continue;
      }
      const fault: Fault = {
        code: 'cell/unknown-body',
        message: `${where} names "${pattern}", but no body is called so`,
        hint: nameHint(pattern, new Set([...numbers.keys(), ...links])),
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
