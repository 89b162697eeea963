/**
 * Which part of an older certificate may serve which part of a new one. A wrong guess costs time and nothing else: all
 * that is taken over is proven first.
 */
import type { Cell } from '../cell/index.ts';
import { ARC_NUMBERS, COEFFICIENTS, type Path } from '../motion/index.ts';
import type { Certificate } from '../verifier/index.ts';
import { segmentCount, segmentRecords } from '../verifier/inside.ts';

/** Degrees of freedom that two cells have in common: their numbers in each, by the names. */
interface SharedDofs {
  readonly old: readonly number[];
  readonly now: readonly number[];
}

export function sharedDofs(old: readonly string[], now: readonly string[]): SharedDofs {
  const numbers = new Map(old.map((name, d) => [name, d]));
  const shared = now.flatMap((name, d) => (numbers.has(name) ? [d] : []));
  return { now: shared, old: shared.map((d) => numbers.get(now[d])!) };
}

/**
 * Per segment of a path the old segment whose evidence to try; -1 for none. A segment with the same numbers, wherever it
 * was; where as many lie between two such as there did before, those in their place: a waypoint that was moved.
 */
export function alignSegments(old: Certificate, cell: Cell, path: Path): Int32Array {
  const names = cell.tree.dofs.map(({ name }) => name);
  const shared = sharedDofs(old.dofs, names);
  const { coefficients, arcs } = segmentRecords(path);
  const now = { waypoints: path.waypoints, coefficients, ...(arcs && { arcs }) };
  const count = path.segments.length;
  const before = segmentCount(old.waypoints.length);
  const known = new Map<string, number>();
  for (let s = before - 1; s >= 0; s--) known.set(keyOf(old, s, shared.old), s);
  const found = new Int32Array(count).fill(-1);
  for (let i = 0; i < count; i++) {
    const key = keyOf(now, i, shared.now);
    // The one in its place, or behind the one before it, if content leaves a choice.
    const next = i > 0 && found[i - 1] >= 0 ? found[i - 1] + 1 : i;
    if (next < before && keyOf(old, next, shared.old) === key) found[i] = next;
    else found[i] = known.get(key) ?? -1;
  }
  fillGaps(found, before);
  return found;
}

/** Old segments in the place of those that match none. */
function fillGaps(found: Int32Array, before: number): void {
  for (let i = 0; i < found.length; ) {
    let end = i;
    while (end < found.length && found[end] < 0) end++;
    if (end > i) {
      const last = i > 0 ? found[i - 1] : -1;
      const next = end < found.length ? found[end] : before;
      if (next - last - 1 === end - i) for (let k = i; k < end; k++) found[k] = last + 1 + (k - i);
    }
    i = end + 1;
  }
}

type Numbers = Pick<Certificate, 'waypoints' | 'coefficients' | 'arcs'>;

/** A segment's own numbers, of some degrees of freedom. */
function keyOf({ waypoints, coefficients, arcs }: Numbers, s: number, dofs: readonly number[]) {
  const from = waypoints[s];
  const to = waypoints[Math.min(s + 1, waypoints.length - 1)];
  const numbers: number[] = [];
  for (const d of dofs) numbers.push(from[d], to[d]);
  const curve = coefficients?.[s];
  for (const d of curve ? dofs : []) {
    for (let c = 0; c < COEFFICIENTS; c++) numbers.push(curve![COEFFICIENTS * d + c]);
  }
  const own = arcs?.[s] ?? new Float64Array(0);
  for (let o = 0; o < own.length; o += ARC_NUMBERS) {
    const d = dofs.indexOf(own[o]);
    if (d >= 0) numbers.push(d, ...own.subarray(o + 1, o + ARC_NUMBERS));
  }
  return `${curve ? 1 : 0} ${numbers.join(' ')}`;
}

/** Bodies of an older certificate that may be those of a cell. */
export class OldBodies {
  private readonly byName: ReadonlyMap<string, number>;
  private readonly cell: Cell;
  /** Members of the old crowd, which have no names: from this number to the end. */
  private readonly first: number;
  private readonly end: number;

  constructor({ bodies, crowd = 0 }: Certificate, cell: Cell) {
    this.byName = new Map(bodies.map((name, i) => [name, i]));
    this.cell = cell;
    this.first = bodies.length;
    this.end = bodies.length + crowd;
  }

  /** By its name; what has none, by its place from the beginning, then from the end. */
  of(body: number): readonly number[] {
    const named = this.byName.get(this.cell.bodies[body].name);
    if (named !== undefined) return [named];
    if (this.cell.bodies[body].kind !== 'obstacle') return [];
    const places = [body, body - this.cell.bodies.length + this.end];
    const possible = places.filter((place) => place >= this.first && place < this.end);
    return [...new Set(possible)];
  }
}
