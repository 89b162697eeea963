/**
 * What an SRDF would say, and whether what one says is true. Samplers that people use today call a
 * pair "never in collision" because they did not see it collide; here `Never` is said only where
 * it is proven, by swept balls. An audit goes the other way: it looks for a configuration in which
 * a pair that somebody declared `Never` collides.
 */
import type { Random } from '../math/index.ts';
import { APART, COLLIDING } from '../proximity/index.ts';
import { isNever } from './adjust.ts';
import type { Cell } from './cell.ts';
import { PairProbe } from './pairProbe.ts';
import type { Pair } from './pairs.ts';
import { declaredPairs, listedPairs, pairOf } from './pairTable.ts';

export interface Suggestion {
  readonly link1: string;
  readonly link2: string;
  readonly reason: 'Adjacent' | 'Default' | 'Always' | 'Never';
  /** Whether the reason is proven, or only what samples showed. */
  readonly proven: boolean;
}

export interface SuggestOptions {
  /** Configurations to sample for `Always`. */
  readonly samples: number;
  readonly random: Random;
}

/**
 * Pairs of links that need no test: joined by a joint (Adjacent), touching at the zero
 * configuration (Default), colliding in every sample (Always), proven apart by swept balls (Never).
 */
export function suggestPairs(cell: Cell, options: SuggestOptions): Suggestion[] {
  const { bodies, tree } = cell;
  const zero = new Float64Array(tree.dofs.length);
  tree.dofs.forEach(({ unit, lower, upper, name }, d) => {
    if (unit === 'quaternion') zero[d] = name.endsWith('/qw') ? 1 : 0;
    else zero[d] = Math.min(upper, Math.max(lower, 0));
  });
  const probe = new PairProbe(cell);
  const links = linkPairs(cell).filter(({ reason }) => reason === null || reason === 'swept');
  const found = new Map<Pair, Suggestion['reason']>();
  for (const pair of links) {
    if (pair.reason === 'swept') found.set(pair, 'Never');
    else if (areAdjacent(cell, pair)) found.set(pair, 'Adjacent');
    else if (probe.settleAt(pair, zero) !== APART) found.set(pair, 'Default');
  }
  // Always: what is left after every sample.
  let open = links.filter((pair) => !found.has(pair));
  const q = new Float64Array(tree.dofs.length);
  for (let i = 0; i < options.samples && open.length > 0; i++) {
    sampleInto(cell, options.random, q);
    open = open.filter((pair) => probe.settleAt(pair, q) === COLLIDING);
  }
  for (const pair of open) found.set(pair, 'Always');
  return links.flatMap((pair) => {
    const reason = found.get(pair);
    if (reason === undefined) return [];
    return {
      link1: bodies[pair.a].name,
      link2: bodies[pair.b].name,
      reason,
      proven: reason === 'Never' || reason === 'Adjacent',
    };
  });
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

/** Pairs of links. They come before obstacles, so a crowd is never walked through. */
function linkPairs({ pairs, bodies }: Cell): Pair[] {
  const found: Pair[] = [];
  for (const pair of listedPairs(pairs)) {
    if (bodies[pair.a].kind === 'link' && bodies[pair.b].kind === 'link') found.push(pair);
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

/** Whether one joint alone that moves or strays lies between the two. */
function areAdjacent({ tree: own, bodies }: Cell, { a, b }: Pair): boolean {
  const tree = own.loose?.tree ?? own;
  const [p, q] = [tree.rigidRoot[bodies[a].frame], tree.rigidRoot[bodies[b].frame]];
  const above = (root: number) => (root === 0 ? -1 : tree.rigidRoot[tree.parent[root]]);
  return above(p) === q || above(q) === p;
}
