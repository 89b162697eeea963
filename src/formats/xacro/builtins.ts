/** The functions and constants that expressions of xacro files have: Python's `math`, some of its builtins, nothing else. */
import { boundedList } from './arithmetic.ts';
import {
  asNumber,
  ExpressionError,
  floatText,
  iterate,
  order,
  PyDict,
  PyFunction,
  PyList,
  type PyScope,
  type PyValue,
  str,
  truth,
  typeName,
} from './values.ts';

/** Members by name. */
export function scopeOf(members: ReadonlyMap<string, PyValue>): PyScope {
  return { isScope: true, member: (name) => members.get(name), members: () => members.keys() };
}

function number(value: PyValue | undefined): number {
  const given = value === undefined ? undefined : asNumber(value);
  if (given !== undefined) return Number(given);
  const found = value === undefined ? 'nothing' : `a ${typeName(value)}`;
  throw new ExpressionError(`a number was expected, not ${found}`);
}

/** A float; what has no real value, as the root of -1, is an error, as in Python. */
function real(name: string, of: (...values: number[]) => number): PyFunction {
  return new PyFunction(name, (args) => {
    const values = args.map(number);
    if (values.length === 0) throw new ExpressionError(`${name}() needs a number`);
    const value = of(...values);
    const isOut = Number.isNaN(value) && !values.some(Number.isNaN);
    if (isOut || (!Number.isFinite(value) && values.every(Number.isFinite))) {
      throw new ExpressionError(`${name}(${values.map(floatText).join(', ')}) is no real number`);
    }
    return value;
  });
}

/** An integer of a float. */
function rounded(name: string, of: (value: number) => number): PyFunction {
  return new PyFunction(name, ([value]) => {
    if (typeof value === 'bigint') return value;
    const whole = of(number(value));
    if (Number.isFinite(whole)) return BigInt(whole);
    throw new ExpressionError(`${name}() of what is not finite`);
  });
}

const FUNCTIONS: Readonly<Record<string, (...values: number[]) => number>> = {
  acos: Math.acos,
  acosh: Math.acosh,
  asin: Math.asin,
  asinh: Math.asinh,
  atan: Math.atan,
  atan2: Math.atan2,
  atanh: Math.atanh,
  cbrt: Math.cbrt,
  copysign: (x, y) => (y < 0 || Object.is(y, -0) ? -Math.abs(x) : Math.abs(x)),
  cos: Math.cos,
  cosh: Math.cosh,
  degrees: (x) => x * (180 / Math.PI),
  exp: Math.exp,
  expm1: Math.expm1,
  fabs: Math.abs,
  fmod: (x, y) => x % y,
  hypot: Math.hypot,
  log: (x, base) => (base === undefined ? Math.log(x) : Math.log(x) / Math.log(base)),
  log10: Math.log10,
  log1p: Math.log1p,
  log2: Math.log2,
  pow: (x, y) => x ** y,
  radians: (x) => x * (Math.PI / 180),
  sin: Math.sin,
  sinh: Math.sinh,
  sqrt: Math.sqrt,
  tan: Math.tan,
  tanh: Math.tanh,
};

const MATH = new Map<string, PyValue>([
  ...Object.entries(FUNCTIONS).map(([name, of]) => [name, real(name, of)] as const),
  ['ceil', rounded('ceil', Math.ceil)],
  ['floor', rounded('floor', Math.floor)],
  ['trunc', rounded('trunc', Math.trunc)],
  ['isnan', new PyFunction('isnan', ([value]) => Number.isNaN(number(value)))],
  ['isinf', new PyFunction('isinf', ([value]) => Math.abs(number(value)) === Infinity)],
  ['isfinite', new PyFunction('isfinite', ([value]) => Number.isFinite(number(value)))],
  ['pi', Math.PI],
  ['tau', 2 * Math.PI],
  ['e', Math.E],
  ['inf', Infinity],
  ['nan', Number.NaN],
]);

/** Halves go to the even neighbour; digits behind the point are those of the decimal number. */
function round(value: PyValue | undefined, digits: PyValue | undefined): PyValue {
  if (value !== undefined && typeof asNumber(value) === 'bigint') return asNumber(value)!;
  const given = number(value);
  if (digits === undefined || digits === null) {
    const floor = Math.floor(given);
    const rest = given - floor;
    if (!Number.isFinite(given)) throw new ExpressionError('round() of what is not finite');
    return BigInt(rest < 0.5 || (rest === 0.5 && floor % 2 === 0) ? floor : floor + 1);
  }
  const places = number(digits);
  if (!Number.isFinite(given) || places > 20) return given;
  if (places < 0) return Math.round(given / 10 ** -places) * 10 ** -places;
  return Number(toEven(given, places));
}

/** toFixed rounds a half away from zero; Python takes the even digit. 100 digits show whether it is one. */
function toEven(value: number, places: number): string {
  if (Math.abs(value) >= 1e21) return String(value);
  const text = value.toFixed(places);
  const rest = value.toFixed(100).split('.')[1].slice(places);
  const isOdd = Number(text[text.length - 1]) % 2 === 1;
  if (!/^50*$/.test(rest) || !isOdd) return text;
  // One less in the last place, which is odd and therefore not 0.
  return text.slice(0, -1) + String(Number(text[text.length - 1]) - 1);
}

/** Of the arguments, or of the one list among them. */
function extreme(name: string, isBetter: (sign: number) => boolean): PyFunction {
  return new PyFunction(name, (args) => {
    const items = args.length === 1 ? iterate(args[0]) : args;
    if (items.length === 0) throw new ExpressionError(`${name}() of nothing`);
    return items.reduce((best, item) => (isBetter(order(item, best)) ? item : best));
  });
}

function integer(value: PyValue | undefined, base: PyValue | undefined): bigint {
  if (typeof value === 'string') {
    const radix = base === undefined ? 10 : number(base);
    const text = value.trim();
    if (radix === 10 && /^[+-]?\d+$/.test(text)) return BigInt(text.replace(/^\+/, ''));
    const parsed = radix === 10 ? Number.NaN : Number.parseInt(text, radix);
    if (Number.isSafeInteger(parsed)) return BigInt(parsed);
    throw new ExpressionError(
      `int() of ${JSON.stringify(value.slice(0, 40))}, which is no integer`,
    );
  }
  if (value !== undefined && typeof asNumber(value) === 'bigint') return asNumber(value) as bigint;
  const whole = Math.trunc(number(value));
  if (Number.isFinite(whole)) return BigInt(whole);
  throw new ExpressionError('int() of what is not finite');
}

/** What Python's float() makes of a text; undefined if it is no number. */
export function floatOf(given: string): number | undefined {
  const text = given.trim().toLowerCase();
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(text)) return Number(text);
  if (/^[+-]?(inf|infinity)$/.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return /^[+-]?nan$/.test(text) ? Number.NaN : undefined;
}

function float(value: PyValue | undefined): number {
  if (typeof value !== 'string') return number(value);
  const parsed = floatOf(value);
  if (parsed !== undefined) return parsed;
  throw new ExpressionError(`float() of ${JSON.stringify(value.slice(0, 40))}, which is no number`);
}

const MOST_RANGE = 100_000;

function range(args: readonly PyValue[]): PyList {
  const [from, to, step = 1] =
    args.length === 1
      ? [0, Number(integer(args[0], undefined))]
      : args.map((each) => Number(integer(each, undefined)));
  if (step === 0 || Math.abs((to - from) / step) > MOST_RANGE) {
    throw new ExpressionError('range() is far too long', { code: 'too-large' });
  }
  const items: PyValue[] = [];
  for (let at = from; step > 0 ? at < to : at > to; at += step) items.push(BigInt(at));
  return new PyList(items);
}

function length(value: PyValue): bigint {
  if (value instanceof PyDict) return BigInt(value.entries.size);
  return BigInt(iterate(value).length);
}

function sorted([value, ...rest]: readonly PyValue[], named: ReadonlyMap<string, PyValue>): PyList {
  if (rest.length > 0 || named.has('key'))
    throw new ExpressionError('sorted() takes one list here');
  const items = [...iterate(value)].sort((a, b) => order(a, b));
  return new PyList(truth(named.get('reverse') ?? false) ? items.reverse() : items);
}

function mapped([of, ...lists]: readonly PyValue[]): PyList {
  if (!(of instanceof PyFunction)) throw new ExpressionError('map() takes a function first');
  return new PyList(zipped(lists).map((values) => of.call(values, new Map())));
}

function zipped(lists: readonly PyValue[]): PyValue[][] {
  const rows = lists.map(iterate);
  const count = Math.min(...rows.map((row) => row.length));
  return lists.length === 0
    ? []
    : Array.from({ length: count }, (_, i) => rows.map((row) => row[i]));
}

const BUILTINS = new Map<string, PyValue>(
  Object.entries({
    abs: ([value]: readonly PyValue[]) => {
      const given = asNumber(value);
      if (typeof given === 'bigint') return given < 0n ? -given : given;
      return Math.abs(number(value));
    },
    bool: ([value = false]: readonly PyValue[]) => truth(value),
    dict: ([given]: readonly PyValue[], named: ReadonlyMap<string, PyValue>) => {
      const entries: [PyValue, PyValue][] =
        given instanceof PyDict
          ? [...given.entries.values()].map(({ key, value }) => [key, value])
          : given === undefined
            ? []
            : iterate(given).map((pair) => [iterate(pair)[0] ?? null, iterate(pair)[1] ?? null]);
      return new PyDict([...entries, ...named]);
    },
    all: ([list]: readonly PyValue[]) => iterate(list).every(truth),
    any: ([list]: readonly PyValue[]) => iterate(list).some(truth),
    enumerate: ([list]: readonly PyValue[]) =>
      new PyList(iterate(list).map((item, i) => new PyList([BigInt(i), item], true))),
    float: ([value = 0]: readonly PyValue[]) => float(value),
    int: ([value = 0n, base]: readonly PyValue[]) => integer(value, base),
    len: ([value]: readonly PyValue[]) => length(value),
    list: ([value]: readonly PyValue[]) => new PyList(value === undefined ? [] : iterate(value)),
    map: mapped,
    range,
    reversed: ([list]: readonly PyValue[]) => new PyList([...iterate(list)].reverse()),
    round: ([value, digits]: readonly PyValue[]) => round(value, digits),
    sorted,
    str: ([value = '']: readonly PyValue[]) => str(value),
    sum: ([list, start]: readonly PyValue[]) => summed(iterate(list), start),
    tuple: ([value]: readonly PyValue[]) =>
      new PyList(value === undefined ? [] : iterate(value), true),
    zip: (lists: readonly PyValue[]) =>
      new PyList(boundedList(zipped(lists).map((row) => new PyList(row, true)))),
  }).map(([name, call]) => [name, new PyFunction(name, call)]),
);
BUILTINS.set(
  'max',
  extreme('max', (sign) => sign > 0),
);
BUILTINS.set(
  'min',
  extreme('min', (sign) => sign < 0),
);

function summed(items: readonly PyValue[], start: PyValue | undefined): PyValue {
  let [whole, isWhole, real] = [0n, true, 0];
  for (const item of [...(start === undefined ? [] : [start]), ...items]) {
    const value = asNumber(item);
    if (value === undefined) throw new ExpressionError(`sum() of a ${typeName(item)}`);
    if (typeof value === 'bigint' && isWhole) whole += value;
    else {
      real = (isWhole ? Number(whole) : real) + Number(value);
      isWhole = false;
    }
  }
  return isWhole ? whole : real;
}

/** What every expression can name, but for the namespace `xacro`. */
export const GLOBALS: ReadonlyMap<string, PyValue> = new Map([
  // `pow` and others of both: math's counts, as in xacro.
  ...BUILTINS,
  ...MATH,
  ['math', scopeOf(MATH)],
  ['python', scopeOf(BUILTINS)],
]);
