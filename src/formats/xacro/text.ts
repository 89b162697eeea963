/**
 * Texts with expressions: `${...}` is a Python expression, `$(...)` a substitution, `$$` before a bracket means the dollar itself.
 * An expression ends at the first `}`, a substitution at the first `)`, as in xacro.
 */
import { bounded, ExpressionError, type PyValue, str } from './values.ts';

export interface TextReader {
  expression(text: string): PyValue;
  substitution(text: string): PyValue;
}

const PART = /\$\$+[{(]|\$\{[^}]*\}|\$\([^)]*\)|[^$]+|\$/y;

/** What a text means: of a single expression its value, else a string. */
export function evaluate(text: string, reader: TextReader): PyValue {
  if (!text.includes('$')) return text;
  const results: PyValue[] = [];
  PART.lastIndex = 0;
  // The pattern is shared, and expressions hold texts in turn.
  for (let at = 0; at < text.length; ) {
    PART.lastIndex = at;
    const part = PART.exec(text)![0];
    at += part.length;
    results.push(meaning(part, text, at, reader));
  }
  return results.length === 1 ? results[0] : bounded(results.map(str).join(''));
}

function meaning(part: string, text: string, end: number, reader: TextReader): PyValue {
  if (/^\$\$+[{(]$/.test(part)) return part.slice(1);
  const inner = part.slice(2, -1);
  if (part.startsWith('${')) return reader.expression(str(evaluate(inner, reader)));
  if (part.startsWith('$(')) return reader.substitution(str(evaluate(inner, reader)));
  const next = text[end];
  if (part === '$' && (next === '{' || next === '(')) {
    const closing = next === '{' ? '}' : ')';
    throw new ExpressionError(`"$${next}" is never closed by "${closing}"`);
  }
  return part;
}

/** Whether a condition holds. Throws an ExpressionError for a text that is neither true nor false. */
export function condition(value: PyValue, truth: (value: PyValue) => boolean): boolean {
  if (typeof value !== 'string') return truth(value);
  if (value === 'true' || value === 'True') return true;
  if (value === 'false' || value === 'False') return false;
  if (/^\s*[+-]?\d+\s*$/.test(value)) return Number(value) !== 0;
  throw new ExpressionError(`${JSON.stringify(value.slice(0, 60))} is neither true nor false`, {
    hint: "true, false, 1 and 0 are; a comparison such as name == 'value' is one as well",
  });
}
