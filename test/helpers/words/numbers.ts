/** Numbers that printing could get wrong, and printed ones read back. */
import fc from 'fast-check';

export const SEED = 20261116;
export const RUNS = { seed: SEED, numRuns: 2_000 };

/** A number up or down by units in its last place. */
function beside(x: number, units: number): number {
  const bits = new BigInt64Array(new Float64Array([x]).buffer);
  bits[0] += BigInt(units);
  return new Float64Array(bits.buffer)[0];
}

/** Metres of all sizes, tiny and huge: round ones, their neighbours, powers of ten, and ties between four digits. */
export const lengths = fc.oneof(
  fc.double({ min: 1e-300, max: 1e6, noNaN: true }),
  fc.double({ min: 1e-9, max: 10, noNaN: true }),
  fc
    .tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: -14, max: 1 }))
    .map(([n, e]) => Number(`${n}e${e}`)),
  fc
    .tuple(
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: -12, max: 0 }),
      fc.integer({ min: -2, max: 2 }),
    )
    .map(([n, e, units]) => beside(Number(`${n}e${e}`), units)),
  fc
    .tuple(fc.integer({ min: -15, max: 5 }), fc.integer({ min: -2, max: 2 }))
    .map(([e, units]) => beside(Number(`1e${e}`), units)),
  fc
    .tuple(fc.integer({ min: 1000, max: 9999 }), fc.integer({ min: -12, max: 0 }))
    .map(([n, e]) => Number(`${n}5e${e - 1}`)),
);

/** What was asked for: a length, or nothing. */
export const lengthsOrNone = fc.oneof({ weight: 3, arbitrary: lengths }, fc.constant(0));

/** A smaller and a larger one; often as near to each other as doubles are. */
export const ordered = fc
  .oneof(
    fc.tuple(lengths, lengths),
    fc.tuple(lengths, fc.integer({ min: 1, max: 5 })).map(([x, n]) => [x, beside(x, n)] as const),
    fc
      .tuple(lengths, fc.double({ min: 1e-15, max: 1e-3, noNaN: true }))
      .map(([x, part]) => [x, x * (1 + part)] as const),
  )
  .map(([x, y]) => (x < y ? ([x, y] as const) : ([y, x] as const)))
  .filter(([x, y]) => x < y);

/** Places on a segment. */
export const places = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 1e6),
  fc.integer({ min: 0, max: 2 ** 20 }).map((n) => n * 2 ** -20),
  fc.integer({ min: 1, max: 999_999 }).map((n) => (n / 1e6) * (1 - 2 ** -53)),
  fc.integer({ min: 1, max: 999_999 }).map((n) => (n + 0.5) / 1e6),
);

export const spans = fc.tuple(places, places).filter(([a, b]) => a < b);

/** What a text in millimetres says, in metres: the decimal point is moved, nothing is rounded. */
export function metresOf(text: string): number {
  const [, number] = /^(\S+) mm$/.exec(text)!;
  const [digits, exponent = '0'] = number.split('e');
  return Number(`${digits}e${Number(exponent) - 3}`);
}

/** All lengths in millimetres that a sentence has, in metres and in order. */
export function lengthsIn(sentence: string): number[] {
  return [...sentence.matchAll(/(-?[\d.]+(?:e[+-]?\d+)?) mm/g)].map(([text]) => metresOf(text));
}

/** All places that a sentence has. */
export function placesIn(sentence: string): number[] {
  return [...sentence.matchAll(/(?:t = |t from | to )([\d.]*\d(?:e-\d+)?)/g)].map(([, t]) =>
    Number(t),
  );
}
