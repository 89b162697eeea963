/** Comma-separated values by RFC 4180, with the place of every field. */
import { errorAt, type Source, Value } from './value.ts';

/** Rows of fields, each a text with its place, one after the other. Blank lines are skipped. */
export function* csvRows(source: Source): Generator<Value[], undefined> {
  const { text } = source;
  let row: Value[] = [];
  let at = 0;
  while (at <= text.length) {
    const start = at;
    const field = text[at] === '"' ? quoted() : plain();
    row.push(new Value(source, start, field));
    if (text[at] === ',') {
      at++;
      continue;
    }
    // The end of a line, or of the text.
    const isBlank = row.length === 1 && row[0].data === '' && at === start;
    if (!isBlank) yield row;
    row = [];
    if (at >= text.length) break;
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }

  function plain(): string {
    const start = at;
    while (at < text.length && !isSeparator(text[at])) {
      if (text[at] === '"') {
        throw errorAt(source, at, 'csv/quote', 'a quote stands inside a field without quotes');
      }
      at++;
    }
    return text.slice(start, at).trim();
  }

  function quoted(): string {
    const start = at++;
    let field = '';
    for (;;) {
      const end = text.indexOf('"', at);
      if (end < 0) throw errorAt(source, start, 'csv/quote', 'the quote is never closed');
      field += text.slice(at, end);
      at = end + 1;
      if (text[at] !== '"') break;
      field += '"'; // two quotes stand for one
      at++;
    }
    if (at < text.length && !isSeparator(text[at])) {
      throw errorAt(source, at, 'csv/quote', 'a comma or the end of the line must follow a quote');
    }
    return field;
  }
}

function isSeparator(character: string): boolean {
  return character === ',' || character === '\n' || character === '\r';
}
