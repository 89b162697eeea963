/** The words of a Python expression. */
import { ExpressionError } from './values.ts';

export interface Token {
  readonly kind: 'name' | 'int' | 'float' | 'string' | 'operator' | 'end';
  /** A name, an operator, the digits of a number, or what a string means. */
  readonly text: string;
  readonly at: number;
}

const SPACE = /[\s\\]*/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const NUMBER =
  /(?:0[xX][\da-fA-F]+|0[bB][01]+|0[oO][0-7]+|(?:\d[\d_]*\.?(?:\d[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?)/y;
const OPERATOR = /\*\*|\/\/|==|!=|<=|>=|<<|>>|[+\-*/%<>()[\]{},:.=&|^~]/y;
const STRING = /([rRuUbBfF]{0,2})('''|"""|'|")/y;

/** The tokens of a text, and an end. Throws an ExpressionError for what is no Python. */
export function tokens(text: string): Token[] {
  const list: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at += match[0].length;
    return match;
  };
  for (;;) {
    take(SPACE);
    const start = at;
    if (at >= text.length) {
      list.push({ kind: 'end', text: '', at });
      return list;
    }
    const opening = take(STRING);
    if (opening) {
      const [, prefix, mark] = opening;
      if (/[bBfF]/.test(prefix)) {
        throw new ExpressionError(`strings that begin with ${prefix}${mark[0]} are not read`);
      }
      const end = endOf(text, at, mark);
      const inner = text.slice(at, end);
      at = end + mark.length;
      list.push({
        kind: 'string',
        text: /[rR]/.test(prefix) ? inner : unescaped(inner),
        at: start,
      });
      continue;
    }
    const number = take(NUMBER);
    if (number) {
      const digits = number[0].replaceAll('_', '');
      const isInt = /^(0[xXbBoO].*|\d+)$/.test(digits);
      list.push({ kind: isInt ? 'int' : 'float', text: digits, at: start });
      continue;
    }
    const name = take(NAME);
    if (name) {
      list.push({ kind: 'name', text: name[0], at: start });
      continue;
    }
    const operator = take(OPERATOR);
    if (!operator) throw new ExpressionError(`${JSON.stringify(text[at])} means nothing here`);
    list.push({ kind: 'operator', text: operator[0], at: start });
  }
}

function endOf(text: string, from: number, mark: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text.startsWith(mark, at)) return at;
  }
  throw new ExpressionError('a string is never closed');
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, (whole, letter: string) => {
    if (letter in ESCAPES) return ESCAPES[letter];
    return /['"\\]/.test(letter) ? letter : whole;
  });
}
