/** Operators of Python: integers stay integers where Python keeps them, division rounds down, strings join and repeat. */
import { formatted } from './format.ts';
import {
  asNumber,
  bounded,
  ExpressionError,
  MOST_CHARACTERS,
  PyDict,
  PyList,
  type PyValue,
  repr,
  truth,
  typeName,
} from './values.ts';

/** Integers of files are small; those of hostile files end here. */
const MOST_BITS = 4096;
const MOST_ITEMS = 100_000;

export function unary(operator: string, value: PyValue): PyValue {
  if (operator === 'not') return !truth(value);
  const number = asNumber(value);
  if (number === undefined)
    throw new ExpressionError(`${operator} is not for a ${typeName(value)}`);
  if (operator === '-') return -number;
  if (operator === '+') return number;
  if (typeof number === 'bigint') return -number - 1n;
  throw new ExpressionError('~ is not for a float');
}

export function binary(operator: string, a: PyValue, b: PyValue): PyValue {
  const [x, y] = [asNumber(a), asNumber(b)];
  if (x !== undefined && y !== undefined) {
    return typeof x === 'bigint' && typeof y === 'bigint'
      ? ofIntegers(operator, x, y)
      : ofFloats(operator, Number(x), Number(y));
  }
  if (operator === '+') {
    if (typeof a === 'string' && typeof b === 'string') return bounded(a + b);
    if (a instanceof PyList && b instanceof PyList && a.isTuple === b.isTuple) {
      return new PyList(boundedList([...a.items, ...b.items]), a.isTuple);
    }
  }
  if (operator === '*') {
    if (typeof y === 'bigint') return repeated(a, y);
    if (typeof x === 'bigint') return repeated(b, x);
  }
  if (operator === '%' && typeof a === 'string') return formatted(a, b);
  throw notFor(operator, a, b);
}

function notFor(operator: string, a: PyValue, b: PyValue): ExpressionError {
  const isMixed = operator === '+' && (typeof a === 'string' || typeof b === 'string');
  return new ExpressionError(`${operator} is not for a ${typeName(a)} and a ${typeName(b)}`, {
    hint: isMixed
      ? 'str(...) makes a string of a number, float(...) a number of a string'
      : undefined,
  });
}

function repeated(value: PyValue, times: bigint): PyValue {
  if (times > BigInt(MOST_CHARACTERS)) throw tooLarge();
  const count = times < 0n ? 0 : Number(times);
  if (typeof value === 'string') {
    if (value.length * count > MOST_CHARACTERS) throw tooLarge();
    return value.repeat(count);
  }
  if (value instanceof PyList) {
    if (value.items.length * count > MOST_ITEMS) throw tooLarge();
    const items = Array.from({ length: count }, () => value.items).flat();
    return new PyList(items, value.isTuple);
  }
  throw notFor('*', value, times);
}

export function boundedList(items: PyValue[]): PyValue[] {
  if (items.length > MOST_ITEMS) throw tooLarge();
  return items;
}

function tooLarge(): ExpressionError {
  return new ExpressionError('the value is far too large', { code: 'too-large' });
}

function ofIntegers(operator: string, x: bigint, y: bigint): PyValue {
  switch (operator) {
    case '+':
      return small(x + y);
    case '-':
      return small(x - y);
    case '*':
      return small(x * y);
    case '/':
      return ofFloats('/', Number(x), Number(y));
    case '//':
      return floorDivided(x, y);
    case '%':
      return x - floorDivided(x, y) * y;
    case '**':
      if (y < 0n) return ofFloats('**', Number(x), Number(y));
      if (x * x > 1n && BigInt(x.toString(2).length) * y > BigInt(MOST_BITS)) throw tooLarge();
      return x ** y;
    case '<<':
      if (y < 0n || y > BigInt(MOST_BITS)) throw tooLarge();
      return small(x << y);
    case '>>':
      if (y < 0n) throw new ExpressionError('a shift by less than 0');
      return x >> y;
    case '&':
      return x & y;
    case '|':
      return x | y;
    default:
      return x ^ y;
  }
}

function small(value: bigint): bigint {
  const most = 1n << BigInt(MOST_BITS);
  if (value < most && value > -most) return value;
  throw tooLarge();
}

function floorDivided(x: bigint, y: bigint): bigint {
  if (y === 0n) throw divisionByZero();
  const quotient = x / y;
  return x % y !== 0n && x < 0n !== y < 0n ? quotient - 1n : quotient;
}

function divisionByZero(): ExpressionError {
  return new ExpressionError('division by zero');
}

function ofFloats(operator: string, x: number, y: number): PyValue {
  switch (operator) {
    case '+':
      return x + y;
    case '-':
      return x - y;
    case '*':
      return x * y;
    case '/':
      if (y === 0) throw divisionByZero();
      return x / y;
    case '//':
      if (y === 0) throw divisionByZero();
      return floorQuotient(x, y);
    case '%':
      if (y === 0) throw divisionByZero();
      return remainder(x, y);
    case '**': {
      if (x === 0 && y < 0) throw divisionByZero();
      const power = x ** y;
      if (Number.isNaN(power) && !Number.isNaN(x) && !Number.isNaN(y)) {
        if (x === 1 || (x === -1 && !Number.isFinite(y))) return 1;
        throw new ExpressionError('the root of a negative number is not real');
      }
      return x === 1 ? 1 : power;
    }
    default:
      throw new ExpressionError(`${operator} is not for floats`);
  }
}

/** With the sign of the divisor, as Python has it. */
function remainder(x: number, y: number): number {
  const rest = x % y;
  if (rest === 0) return y < 0 ? -0 : 0;
  return rest < 0 !== y < 0 ? rest + y : rest;
}

function floorQuotient(x: number, y: number): number {
  const rest = x % y;
  const exact = (x - rest) / y;
  const quotient = rest !== 0 && rest < 0 !== y < 0 ? exact - 1 : exact;
  const floor = Math.floor(quotient);
  if (quotient === 0) return x / y < 0 || Object.is(x / y, -0) ? -0 : 0;
  return quotient - floor > 0.5 ? floor + 1 : floor;
}

/** `of[at]`. */
export function index(of: PyValue, at: PyValue): PyValue {
  if (of instanceof PyDict) {
    const value = of.get(at);
    if (value !== undefined) return value;
    const keys = [...of.entries.values()].map(({ key }) => repr(key));
    const shown = keys.slice(0, 12).join(', ') + (keys.length > 12 ? ', ...' : '');
    throw new ExpressionError(`there is no key ${repr(at)}`, {
      hint: `the keys are ${shown || 'none'}`,
    });
  }
  const items = itemsOf(of, 'an index');
  const number = asNumber(at);
  if (typeof number !== 'bigint') {
    throw new ExpressionError(
      `the index of a ${typeName(of)} is an integer, not a ${typeName(at)}`,
    );
  }
  const place = number < 0n ? Number(number) + items.length : Number(number);
  const item = items[place];
  if (item !== undefined) return item;
  throw new ExpressionError(`there is no item ${number}: the ${typeName(of)} has ${items.length}`);
}

/** `of[from:to:step]`; a bound that is not given is null. */
export function slice(of: PyValue, [from, to, by = null]: readonly PyValue[]): PyValue {
  const items = itemsOf(of, 'a slice');
  const whole = (value: PyValue, fallback: number): number => {
    if (value === null) return fallback;
    const number = asNumber(value);
    if (typeof number !== 'bigint') throw new ExpressionError('the bounds of a slice are integers');
    return Number(number);
  };
  const step = whole(by, 1);
  if (step === 0) throw new ExpressionError('the step of a slice is 0');
  const { length } = items;
  const within = (at: number) => {
    const own = at < 0 ? at + length : at;
    return step > 0 ? Math.min(Math.max(own, 0), length) : Math.min(Math.max(own, -1), length - 1);
  };
  const start = from === null ? (step > 0 ? 0 : length - 1) : within(whole(from, 0));
  const end = to === null ? (step > 0 ? length : -1) : within(whole(to, 0));
  const taken: PyValue[] = [];
  for (let at = start; step > 0 ? at < end : at > end; at += step) taken.push(items[at]);
  return typeof of === 'string' ? taken.join('') : new PyList(taken, (of as PyList).isTuple);
}

function itemsOf(value: PyValue, what: string): readonly PyValue[] {
  if (value instanceof PyList) return value.items;
  if (typeof value === 'string') return [...value];
  throw new ExpressionError(`${what} is not for a ${typeName(value)}`);
}
