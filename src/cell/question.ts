/**
 * A question: a cell, and what is asked about it, be it a path, edges or single configurations. All that is proven
 * for a cell (which pairs need no test, how far joints carry bodies, how wrong poses are) holds in its box of joint
 * values, so the box must cover all that is asked about. That is seen to here, once, before anybody checks; nobody
 * else makes a box larger. Who checks holds the cell as it is, and refuses what is outside of its box.
 */
import { growBox, requireWithinLaws } from '../kinematics/index.ts';
import { InputError } from '../math/index.ts';
import { type Cell, coversConfiguration } from './cell.ts';
import { pairUpAgain } from './pairing.ts';

/** A motion, as far as it matters here: a range that it proves to stay in. Segments are. */
export interface Ranged {
  rangeInto(lower: Float64Array, upper: Float64Array): void;
}

/** A path; segments that need not hang together; configurations. */
export type AskedMotion =
  | { readonly segments: readonly Ranged[] }
  | readonly Ranged[]
  | readonly Float64Array[];

export interface Question<M extends AskedMotion> {
  /** Its box covers the motion, and wherever joints may stray from it. */
  readonly cell: Cell;
  readonly motion: M;
}

/** The question about a motion in a cell. The cell is the same one where its box covers the motion already. */
export function askAbout<M extends AskedMotion>(cell: Cell, motion: M): Question<M> {
  const parts: readonly (Ranged | Float64Array)[] = isPath(motion) ? motion.segments : motion;
  const count = cell.tree.dofs.length;
  const [low, high] = [new Float64Array(count), new Float64Array(count)];
  const [lower, upper] = [new Float64Array(count), new Float64Array(count)];
  if (parts.length === 0) return { cell, motion };
  parts.forEach((part, i) => {
    if (part instanceof Float64Array) {
      refuseNonFinite(cell, part, 0);
      lower.set(part);
      upper.set(part);
    } else part.rangeInto(lower, upper);
    for (let d = 0; d < count; d++) {
      low[d] = i === 0 ? lower[d] : Math.min(low[d], lower[d]);
      high[d] = i === 0 ? upper[d] : Math.max(high[d], upper[d]);
    }
  });
  return { cell: grown(grown(cell, low), high), motion };
}

function isPath(motion: AskedMotion): motion is { readonly segments: readonly Ranged[] } {
  return 'segments' in motion;
}

/** Refuses a motion, which stays between `lower` and `upper`, if the cell was not asked about it. */
export function requireCovered(cell: Cell, lower: Float64Array, upper: Float64Array): void {
  if (coversConfiguration(cell, lower) && coversConfiguration(cell, upper)) return;
  for (const q of [lower, upper]) refuseOutside(cell, q, 0, 'takes');
}

/** Refuses a configuration q[o] likewise, and one that is none. */
export function requireCoveredAt(cell: Cell, q: Float64Array, o: number): void {
  if (coversConfiguration(cell, q, o)) return;
  refuseNonFinite(cell, q, o);
  refuseOutside(cell, q, o, 'has');
}

function refuseOutside(
  { tree, box, tolerances }: Cell,
  q: Float64Array,
  o: number,
  verb: 'takes' | 'has',
): void {
  tree.dofs.forEach(({ name }, d) => {
    const x = q[o + d];
    const [lower, upper] = [box.lower[d] + tolerances[d], box.upper[d] - tolerances[d]];
    if (x - tolerances[d] >= box.lower[d] && x + tolerances[d] <= box.upper[d]) return;
    const what =
      verb === 'takes' ? `the motion takes "${name}" to` : `the configuration has "${name}" at`;
    const known = box.lower[d] > box.upper[d] ? 'no value at all' : `${lower} to ${upper}`;
    const stray = tolerances[d] > 0 ? ` (and strays by ${tolerances[d]})` : '';
    throw new InputError({
      code: 'check/outside',
      message: `${what} ${x}${stray}, outside of the box of joint values that the cell is prepared for: ${known}`,
      hint: 'make the question first: askAbout(cell, motion) has a cell whose box covers the motion',
    });
  });
}

function refuseNonFinite({ tree }: Cell, q: Float64Array, o: number): void {
  tree.dofs.forEach(({ name }, d) => {
    if (Number.isFinite(q[o + d])) return;
    throw new InputError({
      code: 'configuration/non-finite',
      message: `the value of "${name}" is ${q[o + d]}`,
      hint: 'a configuration has one finite number per degree of freedom',
    });
  });
}

/** The same cell with its box grown to cover q, and what depends on the box anew. */
function grown(cell: Cell, q: Float64Array): Cell {
  if (coversConfiguration(cell, q)) return cell;
  const box = { lower: cell.box.lower.slice(), upper: cell.box.upper.slice() };
  growBox(
    box,
    cell.tolerances.map((t, d) => q[d] - t),
  );
  growBox(
    box,
    cell.tolerances.map((t, d) => q[d] + t),
  );
  // Turns add up along a path: leave room, so that not every question needs a box of its own.
  cell.tree.dofs.forEach(({ continuous }, d) => {
    if (continuous && box.lower[d] < cell.box.lower[d]) box.lower[d] *= 2;
    if (continuous && box.upper[d] > cell.box.upper[d]) box.upper[d] *= 2;
  });
  requireWithinLaws(cell.tree, box);
  return { ...cell, box, ...pairUpAgain(cell, { ...cell, box }) };
}
