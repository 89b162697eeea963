/** Tables for a terminal: published and measured columns in groups, notes below. */
import { linesOf, widthsOf } from './columns.ts';
import { sourceName } from './plots.ts';
import { type Column, repeats, shown, type Table } from './table.ts';

const WIDTH = 110;

export function textOf(table: Table): string {
  const { columns, rows } = table;
  const body = rows.map((row, r) =>
    columns.map(({ key, format }, c) => (repeats(table, r, c) ? '' : shown(row[key], format))),
  );
  const head = columns.map(({ title }) => title);
  const widths = widthsOf(head, body);
  widen(columns, widths);
  const layout = {
    widths,
    isRight: (c: number) => columns[c].source !== undefined && columns[c].format !== 'text',
    gap: (c: number) => gap(columns, c),
  };
  const lines = [
    table.title,
    `(${table.samples})`,
    '',
    groupLine(columns, widths),
    ...linesOf(head, body, layout),
    ...(rows.length === 0 ? ['no environment of this table is in this package'] : []),
    '',
    ...table.notes.flatMap(wrapped),
  ];
  return `${lines.join('\n')}\n`;
}

/** What stands before a column: a bar where the source changes. */
function gap(columns: readonly Column[], c: number): string {
  if (c === 0) return '';
  return columns[c].source === columns[c - 1].source ? '  ' : ' | ';
}

/** Makes room for the names of sources that have few, narrow columns. */
function widen(columns: readonly Column[], widths: number[]): void {
  for (let c = 0; c < columns.length; ) {
    const { source } = columns[c];
    const begin = c;
    let width = 0;
    for (; c < columns.length && columns[c].source === source; c++) {
      width += widths[c] + (c > begin ? 2 : 0);
    }
    if (source) widths[c - 1] += Math.max(0, sourceName(source).length - width);
  }
}

function groupLine(columns: readonly Column[], widths: readonly number[]): string {
  let line = '';
  let at = 0;
  columns.forEach((column, c) => {
    const begins = column.source && column.source !== columns[c - 1]?.source;
    at += gap(columns, c).length;
    if (begins && column.source) line = line.padEnd(at) + sourceName(column.source);
    at += widths[c];
  });
  return line;
}

function wrapped(note: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of note.split(' ')) {
    if (line.length + word.length + 1 > WIDTH) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
