/** Text in columns: words to the left, numbers to the right, a rule below the head. */

export interface Layout {
  readonly widths: readonly number[];
  readonly isRight: (column: number) => boolean;
  /** What stands before a column that is not the first. */
  readonly gap: (column: number) => string;
}

/** As wide as the widest text of a column. */
export function widthsOf(head: readonly string[], rows: readonly (readonly string[])[]): number[] {
  return head.map((title, c) => Math.max(title.length, ...rows.map((row) => row[c].length)));
}

/** Head, rule and rows, a line each. */
export function linesOf(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { widths, isRight, gap }: Layout,
): string[] {
  const line = (row: readonly string[]) =>
    row
      .map((text, c) => {
        const padded = isRight(c) ? text.padStart(widths[c]) : text.padEnd(widths[c]);
        return c === 0 ? padded : gap(c) + padded;
      })
      .join('')
      .trimEnd();
  const rule = widths.map((w, c) => (c === 0 ? '' : gap(c)) + '-'.repeat(w)).join('');
  return [line(head), rule, ...rows.map(line)];
}

/** A table of left-aligned text; columns listed in `right` are aligned to the right. */
export function textTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): string {
  const layout = {
    widths: widthsOf(head, rows),
    isRight: (c: number) => right.includes(c),
    gap: () => '  ',
  };
  return linesOf(head, rows, layout).join('\n');
}
