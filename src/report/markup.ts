/** Text inside HTML and SVG. Names come from files of others: they are text and never markup. */
import { visible } from '../words/index.ts';

/** Text between tags or inside a quoted attribute, in one line; what would mislead is escaped (words/visible.ts). */
export function escaped(text: string): string {
  return visible(text.replace(/[ \n\t\r]+/g, ' '))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** JSON inside a script element: no `<`, so that nothing in it can end the element. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/**
 * Source code inside a script element. What would end the element, or keep it from ending, can only be
 * part of a string or a regular expression, where this means the same.
 */
export function scriptText(source: string): string {
  return source.replace(/<(?=\/script|!--)/gi, '\\x3c');
}

/** At most so many characters; what is left out is left out in the middle. */
export function shortened(text: string, most: number): string {
  const letters = [...text];
  if (letters.length <= most) return text;
  const front = Math.ceil((most - 1) / 2);
  return `${letters.slice(0, front).join('')}…${letters.slice(letters.length - (most - 1 - front)).join('')}`;
}
