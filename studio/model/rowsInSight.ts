/** Which rows of a long list are in the page. */

/** Rows above and below what is in sight, so that scrolling shows no gap. */
const BESIDE = 6;

/** Rows that are made for a list that is scrolled to `top`: from, to. */
export function rowsInSight(
  count: number,
  rowHeight: number,
  top: number,
  height: number,
): readonly [from: number, to: number] {
  const first = Math.floor(Math.max(0, top) / rowHeight) - BESIDE;
  const last = Math.ceil((Math.max(0, top) + height) / rowHeight) + BESIDE;
  const from = Math.max(0, Math.min(first, count));
  return [from, Math.max(from, Math.min(count, last))];
}
