/** JSON as we write it: doubles so that reading them gives the same bits, one member or item per line. */

/** JSON has no infinity: null. It has a negative zero, which JSON.stringify forgets. */
export function numberText(x: number): string {
  if (Object.is(x, -0)) return '-0';
  return Number.isFinite(x) ? String(x) : 'null';
}

/** A list of numbers in one line. */
export function numbersText(values: ArrayLike<number>): string {
  return `[${Array.from(values, numberText).join(',')}]`;
}

/** A list with an item per line. */
export function linesText(items: readonly string[]): string {
  return items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n]`;
}

/** An object with a member per line. */
export function objectText(members: readonly (readonly [string, string])[]): string {
  return `{\n${members.map(([key, text]) => `${JSON.stringify(key)}: ${text}`).join(',\n')}\n}`;
}
