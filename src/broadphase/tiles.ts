/**
 * The tiling map [C (1)]: a point belongs to the cell of whole numbers floor(x / rho), floor(y / rho), floor(z / rho); here
 * all cells are shifted by a part of their side, `shift`, which is 0 in the paper.
 *
 * Computed with a rounded inverse, x / rho may be off and a point at a border may fall to the neighbour; but the map
 * never decreases with x. So a box from a to b meets the cells from that of a to that of b, all points between
 * included, and two boxes that overlap have a cell in common, in every tiling: the cell of any common point. No pair is
 * missed, whatever the roundings.
 */
import type { Resolutions } from './resolutions.ts';

/** Of a cell, how much is left out of leeways at each border, so that roundings rarely matter. */
const MARGIN = 2 ** -20;

/** The first and the last cell of the box at boxes[o] at a level, three numbers each. */
export function tilesInto(
  boxes: Float64Array,
  o: number,
  { inverses, shift }: Resolutions,
  level: number,
  out: Float64Array,
  p: number,
): void {
  const inverse = inverses[level];
  out[p] = Math.floor(boxes[o] * inverse + shift);
  out[p + 1] = Math.floor(boxes[o + 1] * inverse + shift);
  out[p + 2] = Math.floor(boxes[o + 2] * inverse + shift);
  out[p + 3] = Math.floor(boxes[o + 3] * inverse + shift);
  out[p + 4] = Math.floor(boxes[o + 4] * inverse + shift);
  out[p + 5] = Math.floor(boxes[o + 5] * inverse + shift);
}

/**
 * The least and the largest values, at leeways[r] and leeways[r + 6], that the number boxes[i] may have while its cells stay
 * the same at all levels up to `own`. Borders are tried with the map itself; as it never decreases, what holds at
 * both ends holds between.
 */
export function leewayInto(
  boxes: Float64Array,
  i: number,
  { sides, inverses, shift }: Resolutions,
  own: number,
  leeways: Float64Array,
  r: number,
): void {
  const place = boxes[i];
  let least = Number.NEGATIVE_INFINITY;
  let largest = Number.POSITIVE_INFINITY;
  for (let level = own; level >= 0; level--) {
    const side = sides[level];
    const low = (Math.floor(place * inverses[level] + shift) - shift) * side;
    if (low + side * MARGIN > least) least = low + side * MARGIN;
    if (low + side * (1 - MARGIN) < largest) largest = low + side * (1 - MARGIN);
  }
  if (!(least <= place)) least = place;
  if (!(largest >= place)) largest = place;
  for (let level = own; level >= 0; level--) {
    const inverse = inverses[level];
    const tile = Math.floor(place * inverse + shift);
    if (Math.floor(least * inverse + shift) !== tile) least = place;
    if (Math.floor(largest * inverse + shift) !== tile) largest = place;
  }
  leeways[r] = least;
  leeways[r + 6] = largest;
}

/** Whether the number at i of a box is in another cell than before, at a level. */
export function tileDiffers(
  before: Float64Array,
  now: Float64Array,
  i: number,
  { inverses, shift }: Resolutions,
  level: number,
): boolean {
  const inverse = inverses[level];
  return Math.floor(before[i] * inverse + shift) !== Math.floor(now[i] * inverse + shift);
}
