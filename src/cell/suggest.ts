/**
 * What an SRDF would say, and whether what one says is true. Samplers that people use today call a
 * pair "never in collision" because they did not see it collide; here `Never` is said only where
 * it is proven, by swept balls or by joint maps, and `Always` is proven where that can be. An audit goes the other way: it looks for a configuration in which
 * a pair that somebody declared `Never` collides.
 */
import type { Random } from '../math/index.ts';
import { adjacency, type CellDescription, isNever, ownersOf } from '../model/index.ts';
import { APART, COLLIDING } from '../proximity/index.ts';
import { suggestedText } from '../words/index.ts';
import { isAlwaysInContact } from './alwaysInContact.ts';
import type { Cell } from './cell.ts';
import { jointMapOf } from './jointMap/jointMaps.ts';
import { PairProbe } from './pairProbe.ts';
import type { Pair } from './pairs.ts';
import { declaredPairs, listedPairs, pairOf } from './pairTable.ts';

/** Why a pair of links needs no test, as an SRDF says it. */
export type SuggestedReason = 'Adjacent' | 'Always' | 'Never';

export interface Suggestion {
  /** Scoped names of links of one robot. */
  readonly link1: string;
  readonly link2: string;
  readonly reason: SuggestedReason;
  /** Whether the reason is proven, or only what samples showed. */
  readonly proven: boolean;
  /** Whether that they are harmless is assumed: else they are proven apart, or nothing moves one against the other. */
  readonly assumed: boolean;
}

export interface SuggestOptions {
  /** Configurations to sample for `Always`. */
  readonly samples: number;
  readonly random: Random;
  /** `Never` is also proven by maps of one or two joints, which takes longer. Default true. */
  readonly maps?: boolean | undefined;
}

/**
 * Pairs of links of a robot that need no test: one joint joins them (Adjacent), they are in contact at all joint values
 * (Always: proven where a point of one stays inside the other, else in every sample), or they are proven apart (Never).
 * Pairs that somebody declared already are left out. In the order of the cell's bodies; the same for the same cell,
 * samples and seed.
 */
export function suggestPairs(cell: Cell, options: SuggestOptions): Suggestion[] {
  const { bodies } = cell;
  const zero = restOf(cell);
  const probe = new PairProbe(cell);
  const areAdjacent = adjacency(cell.description, cell.tree);
  const links = linkPairs(cell);
  const found = new Map<Pair, Pick<Suggestion, 'reason' | 'proven'>>();
  const open: Pair[] = [];
  for (const pair of links) {
    const [p, q] = [bodies[pair.a].name, bodies[pair.b].name];
    if (pair.reason === 'swept') found.set(pair, { reason: 'Never', proven: true });
    else if (pair.reason === 'disabled' || pair.reason === 'allowed') continue;
    else if (areAdjacent(p, q)) found.set(pair, { reason: 'Adjacent', proven: true });
    else if (pair.reason === null) open.push(pair);
    else {
      // Nothing moves one against the other: what holds at one configuration holds at all.
      const status = probe.settleAt(pair, zero);
      if (status === APART) found.set(pair, { reason: 'Never', proven: true });
      else if (status === COLLIDING) found.set(pair, { reason: 'Always', proven: true });
    }
  }
  for (const pair of alwaysSeen(cell, open, probe, options)) {
    found.set(pair, { reason: 'Always', proven: isAlwaysInContact(cell, pair) });
  }
  for (const pair of options.maps === false ? [] : open) {
    if (!found.has(pair) && isNeverByMaps(cell, pair)) {
      found.set(pair, { reason: 'Never', proven: true });
    }
  }
  return links.flatMap((pair) => {
    const why = found.get(pair);
    if (why === undefined) return [];
    const [link1, link2] = [bodies[pair.a].name, bodies[pair.b].name];
    return { link1, link2, ...why, assumed: pair.reason === null && why.reason !== 'Never' };
  });
}

/** Whether joint maps show two bodies apart for all values of the joints between them. */
function isNeverByMaps(cell: Cell, pair: Pair): boolean {
  const { lower, upper } = cell.box;
  for (let i = 0; i < cell.bodies[pair.a].pieces.length; i++) {
    for (let j = 0; j < cell.bodies[pair.b].pieces.length; j++) {
      const placed = jointMapOf(cell, pair, i, j);
      if (placed === null) return false;
      const { map, x, y } = placed;
      const [y0, y1] = y < 0 ? [0, 0] : [lower[y], upper[y]];
      if (!map.covers(lower[x], y0, upper[x], y1)) return false;
    }
  }
  return true;
}

/** Pairs of links of a robot that are tested and touch where all joints are at 0, or as near as their limits allow. */
export function touchingAtRest(cell: Cell): (readonly [string, string])[] {
  const zero = restOf(cell);
  const probe = new PairProbe(cell);
  return linkPairs(cell)
    .filter((pair) => pair.reason === null && probe.settleAt(pair, zero) !== APART)
    .map(({ a, b }) => [cell.bodies[a].name, cell.bodies[b].name] as const);
}

/** Those of some pairs that collide in every sample. */
function alwaysSeen(
  cell: Cell,
  pairs: readonly Pair[],
  probe: PairProbe,
  { samples, random }: SuggestOptions,
): readonly Pair[] {
  let open = pairs;
  const q = new Float64Array(cell.tree.dofs.length);
  for (let i = 0; i < samples && open.length > 0; i++) {
    sampleInto(cell, random, q);
    open = open.filter((pair) => probe.settleAt(pair, q) === COLLIDING);
  }
  return open;
}

/** All joints at 0, or as near to it as their limits allow. */
export function restOf({ tree }: Pick<Cell, 'tree'>): Float64Array {
  return Float64Array.from(tree.dofs, ({ unit, lower, upper, name }) => {
    if (unit === 'quaternion') return name.endsWith('/qw') ? 1 : 0;
    return Math.min(upper, Math.max(lower, 0));
  });
}

/** The pairs of a cell with those assumed that need no test where no SRDF says anything: `Adjacent` and `Always`. */
export function withSuggestedPairs(cell: Cell, options: SuggestOptions): CellDescription {
  const { description } = cell;
  const owners = ownersOf(description);
  const isBare = (link: string) => description.robots[owners.get(link)!].semantics === undefined;
  const suggested = suggestPairs(cell, { ...options, maps: false })
    .filter(({ assumed, link1 }) => assumed && isBare(link1))
    // In an entry a * stands for any characters: such a pair stays tested.
    .filter(({ link1, link2 }) => !link1.includes('*') && !link2.includes('*'))
    .map(({ link1, link2, reason, proven }) => ({
      between: [link1, link2] as const,
      reason: suggestedText(reason === 'Adjacent' ? reason : 'Always', proven, options.samples),
    }));
  if (suggested.length === 0) return description;
  return { ...description, allow: [...description.allow, ...suggested] };
}

export interface AuditFinding {
  readonly link1: string;
  readonly link2: string;
  readonly declared: string;
  /** A configuration in which they collide, if one was found. */
  readonly configuration: Float64Array | null;
  /** Whether swept balls prove that they never do. */
  readonly proven: boolean;
}

/** Looks, for every pair declared `Never`, for a configuration in which it collides. */
export function auditPairs(cell: Cell, options: SuggestOptions): AuditFinding[] {
  const { bodies, tree } = cell;
  const probe = new PairProbe(cell);
  const declared: Pair[] = [];
  for (const { a, b, reason, detail } of declaredPairs(cell.pairs)) {
    if (reason === 'disabled' && isNever(detail)) declared.push(pairOf(cell.pairs, a, b));
  }
  const open = new Set(declared.filter((pair) => !probe.neverByBalls(pair)));
  const proven = new Set(declared.filter((pair) => !open.has(pair)));
  const found = new Map<Pair, Float64Array>();
  const q = new Float64Array(tree.dofs.length);
  for (let i = 0; i < options.samples && open.size > 0; i++) {
    sampleInto(cell, options.random, q);
    for (const pair of open) {
      if (probe.settleAt(pair, q) !== COLLIDING) continue;
      found.set(pair, q.slice());
      open.delete(pair);
    }
  }
  return declared.map((pair) => ({
    link1: bodies[pair.a].name,
    link2: bodies[pair.b].name,
    declared: pair.detail,
    configuration: found.get(pair) ?? null,
    proven: proven.has(pair),
  }));
}

/** Pairs of links of one robot. They come before obstacles, so a crowd is never walked through. */
function linkPairs({ pairs, bodies, description }: Cell): Pair[] {
  const owners = ownersOf(description);
  const found: Pair[] = [];
  for (const pair of listedPairs(pairs)) {
    const [a, b] = [bodies[pair.a], bodies[pair.b]];
    if (a.kind !== 'link' || b.kind !== 'link') continue;
    if (owners.get(a.name) === owners.get(b.name)) found.push(pair);
  }
  return found;
}

/** A configuration at random: within the limits, a turn where there are none, a random rotation. */
export function sampleInto(cell: Cell, random: Random, q: Float64Array): void {
  cell.tree.dofs.forEach(({ unit, lower, upper }, d) => {
    if (unit === 'quaternion') q[d] = random.between(-1, 1);
    else if (Number.isFinite(lower) && Number.isFinite(upper)) q[d] = random.between(lower, upper);
    else q[d] = unit === 'angle' ? random.between(-Math.PI, Math.PI) : random.between(-1, 1);
  });
  cell.tree.dofs.forEach(({ name }, d) => {
    if (!name.endsWith('/qw')) return;
    const norm = Math.hypot(q[d - 3], q[d - 2], q[d - 1], q[d]);
    for (let k = d - 3; k <= d; k++) q[k] /= norm;
  });
}
