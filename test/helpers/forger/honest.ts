/**
 * Honest slabs of a pair for what is free of a segment, as short of effort as can be: so that forged
 * ones need to fill no more than what collides. What cannot be shown is left open.
 */
import { SLAB_SIZE, WHOLE } from '../../../src/verifier/format.ts';
import { nearestDirection } from './directions.ts';
import type { Part, Stage } from './forgeStage.ts';
import type { Parts } from './slabForger.ts';

/** SLAB_SIZE numbers. */
export function row(
  t: number,
  before: number,
  after: number,
  [p, q]: Parts,
  n: ArrayLike<number>,
): number[] {
  return [t, before, after, p.piece, p.from, p.to, q.piece, q.from, q.to, n[0], n[1], n[2]];
}

export interface Shown {
  readonly rows: number[];
  /** Whether they leave nothing open. */
  readonly complete: boolean;
}

const TOUCH = 2 ** -50;
const SHORTEST = 2 ** -12;

/** Slabs of the stage's pair for the interval, with so many tries. */
export function honestSlabs(stage: Stage, from: number, until: number, tries: number): Shown {
  const rows: number[] = [];
  let complete = true;
  let left = tries;
  const open: { parts: Parts; lo: number; hi: number }[] = [];
  const whole = (side: 0 | 1) =>
    stage.body(side).pieces.map((_, piece): Part => ({ piece, from: WHOLE, to: WHOLE }));
  for (const p of whole(0))
    for (const q of whole(1)) open.push({ parts: [p, q], lo: from, hi: until });
  while (open.length > 0) {
    if (--left < 0) return { rows, complete: false };
    const { parts, lo, hi } = open.pop()!;
    const t = 0.5 * (lo + hi);
    stage.place(t);
    const n = nearestDirection(stage, parts);
    const [p, q] = [stage.patch(0, parts[0])!, stage.patch(1, parts[1])!];
    const [before, after] = [t - lo + TOUCH, hi - t + TOUCH];
    if (n && stage.holds(t, before, after, p, q, n)) {
      rows.push(...row(t, before, after, parts, n));
      continue;
    }
    const apart = n !== null && stage.holds(t, 0, 0, p, q, n);
    const smaller = apart ? null : divided(stage, parts);
    if (smaller) open.push(...smaller.map((each) => ({ parts: each, lo, hi })));
    else if (hi - lo > SHORTEST) open.push({ parts, lo, hi: t }, { parts, lo: t, hi });
    else complete = false;
  }
  return { rows, complete };
}

/** The larger of two parts in two. */
function divided(stage: Stage, [p, q]: Parts): Parts[] | null {
  const size = (side: 0 | 1, part: Part) =>
    part.from === WHOLE ? stage.count(side, part.piece) : part.to - part.from;
  const [own, other] = [stage.halves(0, p), stage.halves(1, q)];
  if (own && (!other || size(0, p) >= size(1, q))) return own.map((half) => [half, q]);
  return other?.map((half) => [p, half]) ?? null;
}

export const slabCount = (rows: readonly number[]) => rows.length / SLAB_SIZE;

/** Slabs of two parts along one direction, for an interval; null if they do not hold everywhere. */
export function slabsAlong(
  stage: Stage,
  parts: Parts,
  n: Float64Array,
  from: number,
  until: number,
): number[] | null {
  const [p, q] = [stage.patch(0, parts[0])!, stage.patch(1, parts[1])!];
  const t = 0.5 * (from + until);
  const [before, after] = [t - from + TOUCH, until - t + TOUCH];
  if (stage.holds(t, before, after, p, q, n)) return row(t, before, after, parts, n);
  if (until - from < SHORTEST) return null;
  const early = slabsAlong(stage, parts, n, from, t);
  const late = early && slabsAlong(stage, parts, n, t, until);
  return late && [...early, ...late];
}
