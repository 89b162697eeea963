/**
 * Proves how far the followers of a loop are from cubic pieces, over one whole piece: docs/proofs/loops.md.
 *
 * Along the piece the gap F (closure.ts) is a function of the driver alone. Its Taylor polynomial about the middle is
 * computed, with majorants for what is left out and for rounding: that bounds the gap. Newton's method with the
 * Jacobian of the middle is a contraction in a box about the piece; so there is one closed loop in the box for every
 * value of the driver, as far from the piece as the gap says, divided by what the followers move the pin.
 */
import { U } from '../../math/index.ts';
import { areaOf, gapAt, length, type PlanarLoop, type Term, turnedTerm } from './closure.ts';

/** Coefficients of 1, t, t^2, t^3. */
type Cubic = readonly [number, number, number, number];

/** One piece: the driver and both followers at t from the middle, |t| <= half. */
export interface Piece {
  readonly half: number;
  readonly cubics: readonly [Cubic, Cubic, Cubic];
  /** How far the cubics of the followers may be from those of the table, by rounding. */
  readonly rounding: readonly [number, number];
}

/** A follower's cubic over a piece: its values and slopes at both ends. */
export interface Ends {
  readonly values: readonly [number, number];
  readonly slopes: readonly [number, number];
}

/** The piece from `from` to `to` through values with slopes, about its middle. */
export function pieceBetween(from: number, to: number, followers: readonly [Ends, Ends]): Piece {
  const h = to - from;
  const middle = from + h / 2;
  const made = followers.map(({ values: [y0, y1], slopes: [m0, m1] }) => {
    const secant = (y1 - y0) / h;
    const cubic: Cubic = [
      (y0 + y1) / 2 + (h * (m0 - m1)) / 8,
      1.5 * secant - (m0 + m1) / 4,
      (m1 - m0) / (2 * h),
      (m0 + m1 - 2 * secant) / h / h,
    ];
    const slopes = Math.abs(m0) + Math.abs(m1) + Math.abs(secant);
    const sizes = Math.abs(y0) + Math.abs(y1) + h * slopes;
    // Each coefficient times its power of half: less than 32 u of the sizes; and the middle is rounded.
    return { cubic, rounding: 32 * U * sizes + 8 * U * Math.abs(middle) * slopes };
  });
  return {
    half: (h / 2) * (1 + 4 * U) + 2 * U * Math.abs(middle),
    cubics: [[middle, 1, 0, 0], made[0].cubic, made[1].cubic],
    rounding: [made[0].rounding, made[1].rounding],
  };
}

/** Terms of the Taylor polynomial; the rest is bounded. */
const ORDER = 7;
/** What adds upper bounds in floating point is enlarged by this: far more than their roundings. */
const UP = 1 + 1e-12;

/** Upper bounds over a piece of |v|, |v'|, |v''| / 2 and |v'''| / 6. */
function majorant([c0, c1, c2, c3]: Cubic, half: number): Cubic {
  const [a1, a2, a3] = [Math.abs(c1), Math.abs(c2), Math.abs(c3)];
  return [
    Math.abs(c0) + half * (a1 + half * (a2 + half * a3)),
    a1 + half * (2 * a2 + 3 * half * a3),
    a2 + 3 * half * a3,
    a3,
  ];
}

/**
 * Of each follower how far the closed loop may be from the piece; null where that cannot be told. There is one closed
 * loop within `box` of the piece, of either follower, for every value of the driver.
 */
export function deviationUpper(
  loop: PlanarLoop,
  piece: Piece,
  box: readonly [number, number],
): readonly [number, number] | null {
  const { half, cubics, rounding } = piece;
  const middle = cubics.map(([c]) => c) as [number, number, number];
  const most = cubics.map((cubic) => majorant(cubic, half));
  const here = gapAt(loop, middle);
  const area = areaOf(here);
  const [, a, b] = here.by;
  // The inverse of [a b], as computed: nothing rests on how well.
  const inverse = [
    [b[1] / area, -b[0] / area],
    [-a[1] / area, a[0] / area],
  ];
  if (!inverse.flat().every(Number.isFinite)) return null;
  const weight = inverse.map(([x, y]) => Math.abs(x) + Math.abs(y));
  const angles = middle.reduce((sum, x) => sum + Math.abs(x), 0);
  const each = U * (64 + 16 * ORDER + 8 * angles);

  // Vectors are rounded; that along which a joint slides counts as often as it is long.
  const slid = loop.terms.reduce((sum, { slide }) => sum + (slide < 0 ? 0 : most[slide][0]), 0);
  const slack = loop.slack + 1024 * U * slid;
  const { series, bounds } = taylor(loop.terms, piece, middle, most);
  const moved = inverse.map(([x, y], r) => {
    let sum = weight[r] * slack;
    let power = 1;
    for (let k = 0; k < ORDER; k++, power *= half) {
      const [re, im] = series[k];
      sum += (Math.abs(x * re + y * im) + weight[r] * each * bounds[k]) * power;
    }
    return (sum + weight[r] * bounds[ORDER] * power) * UP;
  });

  // How much the Jacobian changes over the piece and the box about it.
  const strays = [half, most[1][1] * half + box[0], most[2][1] * half + box[1]];
  const change = jacobianChange(loop.terms, most, strays, box);
  const k = [0, 1].map((r) =>
    [0, 1].map((c) => {
      const [re, im] = here.by[c + 1];
      const product = inverse[r][0] * re + inverse[r][1] * im;
      const off = Math.abs((r === c ? 1 : 0) - product) + 8 * U * weight[r] * length([re, im]);
      return (off + weight[r] * (change[c].varies + each * change[c].size)) * UP;
    }),
  );
  for (const r of [0, 1]) {
    if (!(moved[r] + k[r][0] * box[0] + k[r][1] * box[1] <= 0.9 * box[r])) return null;
  }
  const det = (1 - k[0][0]) * (1 - k[1][1]) - k[0][1] * k[1][0];
  if (!(det > 1e-3)) return null;
  const first = ((moved[0] * (1 - k[1][1]) + k[0][1] * moved[1]) / det) * UP + rounding[0];
  const second = ((moved[1] * (1 - k[0][0]) + k[1][0] * moved[0]) / det) * UP + rounding[1];
  // Neighbours' boxes must hold each other's loop where they meet.
  const meets = first + 2 * rounding[0] <= box[0] && second + 2 * rounding[1] <= box[1];
  return meets ? [first, second] : null;
}

/** Taylor coefficients of the gap about the middle, below ORDER, and majorants of all, over the whole piece. */
function taylor(
  terms: readonly Term[],
  { cubics }: Piece,
  middle: readonly [number, number, number],
  most: readonly Cubic[],
) {
  const series = Array.from({ length: ORDER }, (): [number, number] => [0, 0]);
  const bounds = new Array<number>(ORDER + 1).fill(0);
  for (const term of terms) {
    const { signs, slide } = term;
    const angle = [1, 2, 3].map((j) => signs.reduce((sum, s, k) => sum + s * cubics[k][j], 0));
    const angleMost = [1, 2, 3].map((j) =>
      signs.reduce((sum, s, k) => sum + Math.abs(s) * most[k][j], 0),
    );
    // e^(i angle): k e_k = sum of j (i angle_j) e_(k - j); its majorant likewise.
    const e: [number, number][] = [turnedTerm(term, middle)];
    const g = [length([term.re, term.im])];
    for (let k = 1; k <= ORDER; k++) {
      let [re, im, bound] = [0, 0, 0];
      for (let j = 1; j <= Math.min(3, k); j++) {
        re -= (j * angle[j - 1] * e[k - j][1]) / k;
        im += (j * angle[j - 1] * e[k - j][0]) / k;
        bound += (j * angleMost[j - 1] * g[k - j]) / k;
      }
      e.push([re, im]);
      g.push(bound);
    }
    for (let k = 0; k <= ORDER; k++) {
      for (let j = 0; j <= (slide < 0 ? 0 : Math.min(3, k)); j++) {
        const factor = slide < 0 ? 1 : cubics[slide][j];
        if (k < ORDER) {
          series[k][0] += factor * e[k - j][0];
          series[k][1] += factor * e[k - j][1];
        }
        bounds[k] += (slide < 0 ? 1 : most[slide][j]) * g[k - j];
      }
    }
  }
  return { series, bounds };
}

/** For each follower's column of the Jacobian: by how much it varies, and its size, over piece and box. */
function jacobianChange(
  terms: readonly Term[],
  most: readonly Cubic[],
  strays: readonly number[],
  box: readonly [number, number],
) {
  const slack = [0, ...box];
  return [1, 2].map((c) => {
    let [varies, size] = [0, 0];
    for (const { re, im, signs, slide } of terms) {
      const w = length([re, im]);
      const turn = signs.reduce((sum, s, k) => sum + Math.abs(s) * strays[k], 0);
      const value = slide < 0 ? 1 : most[slide][0] + slack[slide];
      const factor = Math.abs(signs[c]) * value + (slide === c ? 1 : 0);
      const slid = slide < 0 ? 0 : Math.abs(signs[c]) * strays[slide];
      varies += w * (factor * turn + slid);
      size += w * factor;
    }
    return { varies, size };
  });
}
