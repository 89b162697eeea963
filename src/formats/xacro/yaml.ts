/**
 * YAML files that xacro files load: YAML 1.1, as Python reads it, with units: `!degrees 90`, `!millimeters 5`. What such a tag
 * stands before is an expression.
 */
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { decodeUtf8, InputError } from '../../math/index.ts';
import { type Budget, evaluateText, type Names } from './evaluate.ts';
import { asNumber, ExpressionError, PyDict, PyList, type PyValue, typeName } from './values.ts';

const UNITS: Readonly<Record<string, number>> = {
  '!radians': 1,
  '!degrees': Math.PI / 180,
  '!meters': 1,
  '!centimeters': 0.01,
  '!millimeters': 0.001,
  '!inches': 0.0254,
  '!foot': 0.3048,
  '!feet': 0.3048,
};

const MOST_BYTES = 5e6;
const MOST_NESTED = 50;

export interface YamlReading {
  readonly file: string;
  /** For expressions behind units. */
  readonly names: Names;
  readonly budget: Budget;
}

/** Throws an InputError with file and line. */
export function readYaml(bytes: Uint8Array, reading: YamlReading): PyValue {
  const { file } = reading;
  const hint = 'save the file as UTF-8';
  if (bytes.length > MOST_BYTES) {
    const message = `a YAML file of more than ${MOST_BYTES / 1e6} MB is not loaded`;
    throw new InputError({ code: 'xacro/too-large', message, file });
  }
  const text = decodeUtf8(bytes, { code: 'xacro/yaml', file, hint });
  const lines = new LineCounter();
  const at = (place: number, message: string, code = 'yaml', about?: string) => {
    const { line, col } = lines.linePos(place);
    return new InputError({ code: `xacro/${code}`, message, file, line, column: col, hint: about });
  };
  let contents: Node | null;
  try {
    const parsed = parseDocument(text, {
      version: '1.2',
      // What a plain word means is said below.
      schema: 'failsafe',
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'error',
      lineCounter: lines,
    });
    const [error] = parsed.errors;
    if (error) throw at(error.pos[0], `not valid YAML: ${error.message.split('\n', 1)[0]}`);
    contents = parsed.contents;
  } catch (error) {
    // The parser recurses, and its stack is what hostile files make it run out of.
    if (error instanceof RangeError) throw at(0, 'lists and mappings are nested too deeply');
    throw error;
  }
  return new Reader(reading, at).value(contents, 0);
}

type At = (place: number, message: string, code?: string, about?: string) => InputError;

class Reader {
  private readonly reading: YamlReading;
  private readonly at: At;
  private readonly anchors = new Map<string, PyValue>();

  constructor(reading: YamlReading, at: At) {
    this.reading = reading;
    this.at = at;
  }

  value(node: unknown, depth: number): PyValue {
    const { budget } = this.reading;
    const known = node as Node | null;
    const place = known?.range?.[0] ?? 0;
    if (depth > MOST_NESTED) throw this.at(place, 'lists and mappings are nested too deeply');
    budget.spend();
    const value = this.read(known, place, depth);
    const anchor = known && 'anchor' in known ? known.anchor : undefined;
    if (anchor !== undefined) this.anchors.set(anchor, value);
    return value;
  }

  private read(node: Node | null, place: number, depth: number): PyValue {
    if (isAlias(node)) {
      const value = this.anchors.get(node.source);
      if (value !== undefined) return value;
      throw this.at(place, `there is no anchor ${JSON.stringify(node.source)} before this`);
    }
    const unit = node?.tag !== undefined && Object.hasOwn(UNITS, node.tag) ? node.tag : undefined;
    if (unit !== undefined) return this.measured(node!, unit, place);
    if (node?.tag?.startsWith('!') && !node.tag.startsWith('!!')) {
      const known = `known are ${Object.keys(UNITS).join(', ')}`;
      throw this.at(place, `the tag ${JSON.stringify(node.tag)} is not known`, 'yaml', known);
    }
    if (isSeq(node)) return new PyList(node.items.map((item) => this.value(item, depth + 1)));
    if (isMap(node)) {
      const entries: [PyValue, PyValue][] = [];
      const merged: [PyValue, PyValue][] = [];
      for (const { key, value } of node.items) {
        const name = this.value(key, depth + 1);
        const given = this.value(value, depth + 1);
        if (name === '<<') merged.push(...mergedEntries(given));
        else entries.push([name, given]);
      }
      // Own entries count, whatever is merged in.
      return new PyDict([...merged, ...entries]);
    }
    if (!isScalar(node)) return null;
    const text = node.source ?? String(node.value ?? '');
    const isPlain = node.type === 'PLAIN' && node.tag !== 'tag:yaml.org,2002:str';
    return isPlain ? plain(text) : String(node.value);
  }

  private measured(node: Node, unit: string, place: number): PyValue {
    if (!isScalar(node)) throw this.at(place, `${unit} stands before a number`);
    const text = node.source ?? String(node.value);
    const { names, budget } = this.reading;
    try {
      const value = evaluateText(text, names, budget);
      const number = asNumber(value);
      if (number === undefined) {
        throw new ExpressionError(`a number was expected, not a ${typeName(value)}`);
      }
      return Number(number) * UNITS[unit];
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      throw this.at(place, `${unit} ${text}: ${error.message}`, error.code, error.hint);
    }
  }
}

function mergedEntries(value: PyValue): [PyValue, PyValue][] {
  if (value instanceof PyList) return value.items.toReversed().flatMap(mergedEntries);
  if (!(value instanceof PyDict)) return [];
  return [...value.entries.values()].map(({ key, value: own }) => [key, own]);
}

const TRUE = /^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const FALSE = /^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/;
const NULL = /^(?:~|null|Null|NULL|)$/;
const INTEGER = /^[-+]?(?:0|[1-9][0-9_]*)$/;
const BASED = /^([-+]?)0(b[01_]+|x[0-9a-fA-F_]+|[0-7_]+)$/;
const FLOAT =
  /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?)$/;

/** What a word without quotes is to Python's YAML: `y` is a string there, and so is `1e5`, which lacks a point. */
function plain(source: string): PyValue {
  const text = source.trim();
  if (NULL.test(text)) return null;
  if (TRUE.test(text)) return true;
  if (FALSE.test(text)) return false;
  if (text.length > 300) return text;
  const digits = text.replaceAll('_', '').replace(/^\+/, '');
  if (INTEGER.test(text)) return BigInt(digits);
  const based = BASED.exec(text);
  if (based) {
    const [, sign, rest] = based;
    const value = BigInt(`0${/^[bx]/.test(rest) ? '' : 'o'}${rest.replaceAll('_', '')}`);
    return sign === '-' ? -value : value;
  }
  if (FLOAT.test(text)) return Number(digits);
  if (/^[-+]?\.(?:inf|Inf|INF)$/.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return /^\.(?:nan|NaN|NAN)$/.test(text) ? Number.NaN : text;
}
