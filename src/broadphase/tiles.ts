/**
 * The tiling map [C (1)]: a point belongs to the cell of whole numbers floor(x / rho), floor(y / rho), floor(z / rho).
 *
 * Computed with a rounded inverse, x / rho may be off and a point at a border may fall to the neighbour; but the map
 * never decreases with x. So a box from a to b meets the cells from that of a to that of b, all points between
 * included, and two boxes that overlap have a cell in common, in every tiling: the cell of any common point. No pair is
 * missed, whatever the roundings.
 */
import type { Resolutions } from './resolutions.ts';

/** Of a cell, what is taken for all of it. */
const NEARLY = 1 - 2 ** -20;

/** The first and the last cell of the box at boxes[o], three numbers each. */
export function tilesInto(
  boxes: Float64Array,
  o: number,
  inverse: number,
  out: Float64Array,
  p: number,
): void {
  out[p] = Math.floor(boxes[o] * inverse);
  out[p + 1] = Math.floor(boxes[o + 1] * inverse);
  out[p + 2] = Math.floor(boxes[o + 2] * inverse);
  out[p + 3] = Math.floor(boxes[o + 3] * inverse);
  out[p + 4] = Math.floor(boxes[o + 4] * inverse);
  out[p + 5] = Math.floor(boxes[o + 5] * inverse);
}

/**
 * Narrows rooms[p] to rooms[p + 11]: the least and the largest values that the six numbers of the box at boxes[o] may
 * have while their cells at a level stay the same. Borders are tried with the map itself; as it never decreases, what
 * holds at both ends holds between.
 */
export function roomInto(
  boxes: Float64Array,
  o: number,
  { sides, inverses }: Resolutions,
  level: number,
  rooms: Float64Array,
  p: number,
): void {
  const side = sides[level];
  const inverse = inverses[level];
  for (let k = 0; k < 6; k++) {
    const place = boxes[o + k];
    const tile = Math.floor(place * inverse);
    let least = tile * side;
    if (Math.floor(least * inverse) !== tile || least > place) least = place;
    let largest = tile * side + side * NEARLY;
    if (Math.floor(largest * inverse) !== tile || largest < place) largest = place;
    if (least > rooms[p + k]) rooms[p + k] = least;
    if (largest < rooms[p + 6 + k]) rooms[p + 6 + k] = largest;
  }
}
