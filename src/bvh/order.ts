/**
 * In which order the children of a slot are opened: by bound, the nearest first. A search that keeps what it has yet
 * to open on a stack pushes them farthest first, so that the nearest ends on top:
 *
 *     let kept = 0;
 *     for (let i = 0; i < n; i++) if (bounds[i] <= limit) kept = insertChild(order, kept, bounds, i);
 *     for (let k = 0; k < kept; k++) push(first + order[k]);
 */

/**
 * Puts child i among the first `kept` entries of `order`, which are by descending bound; of equal bounds the one
 * that came first stays first. Returns how many there are then.
 */
export function insertChild(
  order: Int32Array,
  kept: number,
  bounds: Float64Array,
  i: number,
): number {
  const bound = bounds[i];
  let at = kept;
  while (at > 0 && bounds[order[at - 1]] < bound) {
    order[at] = order[at - 1];
    at--;
  }
  order[at] = i;
  return kept + 1;
}
