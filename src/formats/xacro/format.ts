/** `'%s_%02d' % (name, 3)`: the conversions of Python that names and numbers are made with. */
import {
  asNumber,
  bounded,
  ExpressionError,
  PyDict,
  PyList,
  type PyValue,
  repr,
  str,
  typeName,
} from './values.ts';

const CONVERSION = /%(?:\(([^)]*)\))?([-+ 0#]*)(\d*)(?:\.(\d*))?([a-zA-Z%])/g;
const MOST_WIDTH = 1000;

export function formatted(pattern: string, given: PyValue): string {
  const values = given instanceof PyList && given.isTuple ? given.items : [given];
  let next = 0;
  const text = pattern.replace(CONVERSION, (whole, key, flags, width, precision, kind) => {
    if (kind === '%') return '%';
    if (Number(width) > MOST_WIDTH || Number(precision ?? 0) > 100) {
      throw new ExpressionError(`${JSON.stringify(whole)} is far too wide`, { code: 'too-large' });
    }
    let value: PyValue | undefined;
    if (key !== undefined) value = given instanceof PyDict ? given.get(key) : undefined;
    else value = values[next++];
    if (value === undefined)
      throw new ExpressionError(`there is no value for ${JSON.stringify(whole)}`);
    const digits = precision === undefined ? undefined : Number(precision);
    return padded(converted(kind, value, digits, flags), flags, Number(width));
  });
  if (next < values.length && next > 0)
    throw new ExpressionError('more values are given than the text takes');
  return bounded(text);
}

function converted(
  kind: string,
  value: PyValue,
  digits: number | undefined,
  flags: string,
): string {
  if (kind === 's' || kind === 'r') {
    const text = kind === 's' ? str(value) : repr(value);
    return digits === undefined ? text : text.slice(0, digits);
  }
  const number = asNumber(value);
  if (number === undefined)
    throw new ExpressionError(`%${kind} takes a number, not a ${typeName(value)}`);
  const sign = number >= 0 ? (flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '') : '';
  return sign + numeral(kind, number, digits);
}

function numeral(kind: string, number: number | bigint, digits: number | undefined): string {
  if (/^[diu]$/.test(kind)) {
    if (typeof number === 'bigint') return number.toString();
    if (Number.isFinite(number)) return BigInt(Math.trunc(number)).toString();
  }
  if (/^[xXo]$/.test(kind) && typeof number === 'bigint') {
    const text = number.toString(kind === 'o' ? 8 : 16);
    return kind === 'X' ? text.toUpperCase() : text;
  }
  const value = Number(number);
  if (/^[fF]$/.test(kind)) return value.toFixed(digits ?? 6);
  if (/^[eE]$/.test(kind)) return exponential(value, digits ?? 6);
  if (/^[gG]$/.test(kind)) return general(value, digits ?? 6);
  throw new ExpressionError(`%${kind} is not known here`);
}

function exponential(value: number, digits: number): string {
  return value.toExponential(digits).replace(/e([+-])(\d)$/, 'e$10$2');
}

function general(value: number, digits: number): string {
  if (!Number.isFinite(value)) return str(value);
  const significant = Math.max(1, digits);
  const exponent = value === 0 ? 0 : Number(value.toExponential(significant - 1).split('e')[1]);
  if (exponent < -4 || exponent >= significant) {
    const [mantissa, power] = exponential(value, significant - 1).split('e');
    return `${trimmed(mantissa)}e${power}`;
  }
  return trimmed(value.toFixed(significant - 1 - exponent));
}

function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function padded(text: string, flags: string, width: number): string {
  if (flags.includes('-')) return text.padEnd(width);
  if (!flags.includes('0')) return text.padStart(width);
  const [, sign, digits] = /^([+\- ]?)([\s\S]*)$/.exec(text)!;
  return sign + digits.padStart(width - sign.length, '0');
}
