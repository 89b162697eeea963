/** Plain data as the text of a cell file: an entry per line, and every number to the bit. */

export type Plain =
  | string
  | number
  | boolean
  | null
  | readonly Plain[]
  | { readonly [key: string]: Plain | undefined };

/** Keys and lists at the top stand on lines of their own, what is in them on one line each. */
export function yamlText(data: Readonly<Record<string, Plain | undefined>>): string {
  const lines: string[] = [];
  for (const [key, value] of Object.entries(data)) {
    if (value === undefined) continue;
    if (!Array.isArray(value)) lines.push(`${word(key)}: ${inline(value)}`);
    else lines.push(`${word(key)}:`, ...value.map((item) => `  - ${inline(item)}`));
  }
  return `${lines.join('\n')}\n`;
}

/** The same as JSON, for files that were JSON. */
export function jsonText(data: Plain): string {
  return `${inline(data, JSON.stringify)}\n`;
}

function inline(value: Plain | undefined, text: (value: string) => string = word): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') return numeral(value);
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => inline(item, text)).join(', ')}]`;
  const members = Object.entries(value as { readonly [key: string]: Plain | undefined })
    .filter(([, each]) => each !== undefined)
    .map(([key, each]) => `${text(key)}: ${inline(each, text)}`);
  return `{${members.join(', ')}}`;
}

/** Without quotes only where nothing else can be meant. */
function word(text: string): string {
  const plain = /^[A-Za-z_][\w./-]*$/.test(text) && !/^(true|false|null)$/i.test(text);
  return plain ? text : JSON.stringify(text);
}

/** Zero has a sign, and digests see it. */
function numeral(value: number): string {
  return Object.is(value, -0) ? '-0.0' : String(value);
}
