/**
 * The laws of a loop's two followers: a table over the driver's range from the branch that it is assembled in, made
 * finer where the proof (prove.ts) asks for it until both are proven to be within TARGET of the mechanism.
 */
import type { Law } from '../description.ts';
import { lawInto } from '../law.ts';
import { compileLaw } from '../lawFit.ts';
import { type PlanarLoop, ratesAt, type Values } from './closure.ts';
import { deviationUpper, type Ends, pieceBetween } from './prove.ts';
import { type End, stepTo, TURN, track } from './track.ts';

/** Radians, or metres for loops of a metre, by which a law may be off. */
const TARGET = 1e-9;
/** How far about the pieces there is no other way to close the loop. */
const BOX = 1e-6;
/** Pieces at first, for a turn or a whole slide; and at most. */
const FIRST = 256;
const MOST = 8192;
/** Pieces shorter than this part of the range are not divided. */
const SHORTEST = 1e-7;

/** The range of the driver; periodic if it turns on and on, and then one turn from `lower` on. */
export interface DriverRange {
  readonly lower: number;
  readonly upper: number;
  readonly periodic: boolean;
}

/** Both laws, or where and why there are none. */
export type Tabulated =
  | { readonly laws: readonly [Law, Law]; readonly end?: undefined }
  | { readonly end: End | { readonly at: number; readonly why: 'does not return' } };

/** `start` is a closed configuration with the driver in its range. */
export function tabulate(loop: PlanarLoop, start: Values, range: DriverRange): Tabulated {
  const { lower, upper, periodic } = range;
  const turns = loop.turns[0] ? (upper - lower) / TURN : 1;
  const count = Math.max(4, Math.ceil(FIRST * Math.min(turns, 16)));
  const knots = Array.from({ length: count + 1 }, (_, i) =>
    i === count ? upper : lower + ((upper - lower) * i) / count,
  );
  // Of a turn that begins anew all is followed from its beginning, which is got to first.
  const begin = periodic ? track(loop, start, [lower]) : { found: [start], end: null };
  if (begin.end) return { end: begin.end };
  const from = begin.found[0];
  const up = track(
    loop,
    from,
    knots.filter((x) => x > from[0] || (x === from[0] && periodic)),
  );
  const down = track(loop, from, knots.filter((x) => x < from[0]).reverse());
  const end = up.end ?? down.end;
  if (end) return { end };
  const exact = knots.includes(from[0]) && !(periodic && from[0] === knots[0]) ? [from] : [];
  const table = [...[...down.found].reverse(), ...exact, ...up.found];
  if (periodic) {
    const stays = closeTheTurn(loop, table);
    if (!stays) return { end: { at: upper, why: 'does not return' } };
  }
  const made = refine(loop, table, periodic);
  if (made.end || passes(made.laws, start)) return made;
  return { end: { at: start[0], why: 'dead centre' } };
}

/** Whether the laws are those of the branch in which the loop is assembled. */
function passes(laws: readonly Law[], start: Values): boolean {
  const out = new Float64Array(3);
  return laws.every((law, k) => {
    lawInto(compileLaw(law, 'follower'), Float64Array.of(start[0]), 0, out, 0);
    return Math.abs(out[0] - start[k + 1]) <= 1e-6;
  });
}

/** After a turn of the driver, followers have turned whole turns; the last of the table becomes so, to the bit. */
function closeTheTurn(loop: PlanarLoop, table: Values[]): boolean {
  const [first, last] = [table[0], table[table.length - 1]];
  const end = [1, 2].map((k) => {
    const rise = last[k] - first[k];
    const whole = loop.turns[k] ? TURN * Math.round(rise / TURN) : 0;
    return Math.abs(rise - whole) <= 1e-9 * (1 + loop.size) ? first[k] + whole : Number.NaN;
  });
  table[table.length - 1] = [last[0], end[0], end[1]];
  return end.every(Number.isFinite);
}

/** Divides pieces until all are proven. */
function refine(loop: PlanarLoop, first: readonly Values[], periodic: boolean): Tabulated {
  const scale = Math.max(1, loop.size);
  const unit = [1, 2].map((k) => (loop.turns[k] ? 1 : scale));
  const box = unit.map((u) => BOX * u) as [number, number];
  let table = [...first];
  const whole = table[table.length - 1][0] - table[0][0];
  for (;;) {
    const ends = [ratesAt(loop, table[0]), ratesAt(loop, table[table.length - 1])];
    if (!ends[0] || !ends[1]) {
      const at = ends[0] ? table[table.length - 1][0] : table[0][0];
      return { end: { at, why: 'dead centre' } };
    }
    const laws = [1, 2].map((k): Law => {
      const slopes: [number, number] = [ends[0]![k - 1], ends[1]![k - 1]];
      return {
        at: table.map((q) => q[0]),
        values: table.map((q) => q[k]),
        slopes: periodic ? [slopes[0], slopes[0]] : slopes,
        periodic,
        deviation: 0,
      };
    }) as [Law, Law];
    const compiled = laws.map((law, k) => compileLaw(law, loop.names[k + 1]));
    const most = [0, 0];
    const divide = new Set<number>();
    let proven = true;
    for (let i = 0; i + 1 < table.length; i++) {
      const followers = compiled.map(({ cubics }, k): Ends => {
        const next = i + 2 < table.length ? cubics[4 * i + 5] : laws[k].slopes[1];
        return {
          values: [laws[k].values[i], laws[k].values[i + 1]],
          slopes: [cubics[4 * i + 1], next],
        };
      }) as [Ends, Ends];
      const piece = pieceBetween(table[i][0], table[i + 1][0], followers);
      const off = deviationUpper(loop, piece, box);
      if (off?.every((x, k) => x <= TARGET * unit[k])) {
        most[0] = Math.max(most[0], off[0]);
        most[1] = Math.max(most[1], off[1]);
      } else proven = false;
      // Once some are divided, those that have little to spare are as well: neighbours change each other.
      if (!off?.every((x, k) => x <= 0.3 * TARGET * unit[k])) divide.add(i);
    }
    if (proven) {
      return {
        laws: [
          { ...laws[0], deviation: most[0] },
          { ...laws[1], deviation: most[1] },
        ],
      };
    }
    const finer = divided(loop, table, divide, SHORTEST * whole);
    if (!Array.isArray(finer)) return { end: finer };
    table = finer;
  }
}

/** The table with more points in the pieces that are to be divided and beside them; or where there is none. */
function divided(
  loop: PlanarLoop,
  table: readonly Values[],
  which: ReadonlySet<number>,
  shortest: number,
): Values[] | End {
  const long = (i: number) => table[i + 1][0] - table[i][0];
  const finer: Values[] = [];
  for (let i = 0; i < table.length; i++) {
    finer.push(table[i]);
    if (i + 1 === table.length) break;
    // A spline is as good as the pieces beside one: none is much longer than its neighbour.
    const beside = [i - 1, i + 1].some((k) => which.has(k) && long(i) > 0.75 * long(k));
    if (!which.has(i) && !beside) continue;
    const middle = table[i][0] + long(i) / 2;
    const found = long(i) > shortest ? stepTo(loop, table[i], middle) : null;
    if (!found) return { at: middle, why: 'dead centre' };
    finer.push(found);
  }
  if (finer.length <= MOST) return finer;
  const worst = [...which].reduce((a, b) => (long(b) < long(a) ? b : a));
  return { at: (table[worst][0] + table[worst + 1][0]) / 2, why: 'dead centre' };
}
