/**
 * Values of the expressions in xacro files, which are Python: an integer is a bigint, a float a number, so that `${1}` is
 * written "1" and `${2/2}` "1.0". Printing follows Python to the letter: names of links and joints are made of it.
 */

export type PyValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | PyList
  | PyDict
  | PyFunction
  | PyScope;

/** A list, or a tuple, which differs in how it is printed. */
export class PyList {
  readonly items: readonly PyValue[];
  readonly isTuple: boolean;

  constructor(items: readonly PyValue[], isTuple = false) {
    this.items = items;
    this.isTuple = isTuple;
  }
}

/** Keys are strings; of other keys, such as the integers of a YAML file, what Python prints of them. */
export class PyDict {
  readonly entries: ReadonlyMap<string, { readonly key: PyValue; readonly value: PyValue }>;

  constructor(entries: Iterable<readonly [PyValue, PyValue]>) {
    this.entries = new Map([...entries].map(([key, value]) => [dictKey(key), { key, value }]));
  }

  get(key: PyValue): PyValue | undefined {
    return this.entries.get(dictKey(key))?.value;
  }
}

/** Numbers that are equal are one key, and "1" is not 1. */
function dictKey(key: PyValue): string {
  if (typeof key === 'string') return `s${key}`;
  if (typeof key === 'boolean') return `n${Number(key)}`;
  if (typeof key === 'bigint' || typeof key === 'number') return `n${key}`;
  if (key === null) return 'None';
  if (key instanceof PyList && key.isTuple) return `t${key.items.map(dictKey).join('\0')}`;
  throw new ExpressionError(`a ${typeName(key)} cannot be a key`);
}

/** Arguments by name are undefined where there are none. */
export type PyCall = (args: readonly PyValue[], named: ReadonlyMap<string, PyValue>) => PyValue;

/** A function that expressions may call; there are no others than those of builtins.ts. */
export class PyFunction {
  readonly name: string;
  readonly call: PyCall;

  constructor(name: string, call: PyCall) {
    this.name = name;
    this.call = call;
  }
}

/** Something with named members: `math`, `xacro`, or the properties of an included file. */
export interface PyScope {
  readonly isScope: true;
  member(name: string): PyValue | undefined;
  members(): Iterable<string>;
}

/** What is wrong with an expression; whoever knows the place makes a fault of it. */
export class ExpressionError extends Error {
  readonly code: string;
  readonly hint: string | undefined;

  constructor(
    message: string,
    { code = 'expression', hint }: { code?: string; hint?: string | undefined } = {},
  ) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

export function isScope(value: PyValue): value is PyScope {
  return typeof value === 'object' && value !== null && 'isScope' in value;
}

export function typeName(value: PyValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'float';
  if (typeof value === 'string') return 'string';
  if (value instanceof PyList) return value.isTuple ? 'tuple' : 'list';
  if (value instanceof PyDict) return 'dict';
  if (value instanceof PyFunction) return 'function';
  return 'namespace';
}

/** Nothing that one expression makes is longer: hostile files stop here. */
export const MOST_CHARACTERS = 1_000_000;
const MOST_NESTED = 50;

/** As Python's str(). */
export function str(value: PyValue): string {
  return typeof value === 'string' ? value : repr(value);
}

/** As Python's repr(). */
export function repr(value: PyValue, depth = 0): string {
  if (depth > MOST_NESTED) throw new ExpressionError('a value is nested too deeply');
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return floatText(value);
  if (typeof value === 'string') return quoted(value);
  if (value instanceof PyList) return listText(value, depth);
  if (value instanceof PyDict) {
    const parts = [...value.entries.values()].map(
      (entry) => `${repr(entry.key, depth + 1)}: ${repr(entry.value, depth + 1)}`,
    );
    return bounded(`{${parts.join(', ')}}`);
  }
  return value instanceof PyFunction ? `<function ${value.name}>` : '<namespace>';
}

function listText({ items, isTuple }: PyList, depth: number): string {
  const inner = items.map((item) => repr(item, depth + 1)).join(', ');
  return bounded(isTuple ? `(${inner}${items.length === 1 ? ',' : ''})` : `[${inner}]`);
}

/** The text, if it is not too long. */
export function bounded(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  throw new ExpressionError(`a text is longer than ${MOST_CHARACTERS} characters`, {
    code: 'too-large',
  });
}

function quoted(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replaceAll('\r', '\\r');
  return mark + (mark === "'" ? escaped.replaceAll("'", "\\'") : escaped) + mark;
}

/** The shortest digits that mean this number, as both languages choose them, laid out as Python does. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [mantissa, power] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  const sign = value < 0 ? '-' : '';
  const digits = mantissa.replace('-', '').replace('.', '');
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
}

/** As Python's bool(). */
export function truth(value: PyValue): boolean {
  if (value instanceof PyList) return value.items.length > 0;
  if (value instanceof PyDict) return value.entries.size > 0;
  if (typeof value === 'bigint') return value !== 0n;
  if (typeof value === 'number') return value !== 0;
  return typeof value === 'object' ? value !== null : Boolean(value);
}

/** A number, with booleans counting as 0 and 1; undefined for what is none. */
export function asNumber(value: PyValue): number | bigint | undefined {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined;
}

export function equal(a: PyValue, b: PyValue, depth = 0): boolean {
  if (depth > MOST_NESTED) throw new ExpressionError('a value is nested too deeply');
  const [x, y] = [asNumber(a), asNumber(b)];
  // biome-ignore lint/suspicious/noDoubleEquals: a bigint and a number are equal by value.
  if (x !== undefined && y !== undefined) return x == y;
  if (a instanceof PyList && b instanceof PyList) {
    return (
      a.isTuple === b.isTuple &&
      a.items.length === b.items.length &&
      a.items.every((item, i) => equal(item, b.items[i], depth + 1))
    );
  }
  if (a instanceof PyDict && b instanceof PyDict) {
    if (a.entries.size !== b.entries.size) return false;
    return [...a.entries].every(([key, { value }]) => {
      const other = b.entries.get(key);
      return other !== undefined && equal(value, other.value, depth + 1);
    });
  }
  return a === b;
}

/** Below 0 if a comes before b. Throws for what Python does not order. */
export function order(a: PyValue, b: PyValue, depth = 0): number {
  if (depth > MOST_NESTED) throw new ExpressionError('a value is nested too deeply');
  const [x, y] = [asNumber(a), asNumber(b)];
  if (x !== undefined && y !== undefined)
    return x < y ? -1 : x > y ? 1 : equal(x, y) ? 0 : Number.NaN;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  if (a instanceof PyList && b instanceof PyList && a.isTuple === b.isTuple) {
    for (let i = 0; i < Math.min(a.items.length, b.items.length); i++) {
      if (!equal(a.items[i], b.items[i])) return order(a.items[i], b.items[i], depth + 1);
    }
    return a.items.length - b.items.length;
  }
  throw new ExpressionError(`a ${typeName(a)} and a ${typeName(b)} cannot be ordered`);
}

/** What a `for` or a `list()` goes through. */
export function iterate(value: PyValue): readonly PyValue[] {
  if (value instanceof PyList) return value.items;
  if (value instanceof PyDict) return [...value.entries.values()].map(({ key }) => key);
  if (typeof value === 'string') return [...value];
  throw new ExpressionError(`a ${typeName(value)} is not a list`);
}
