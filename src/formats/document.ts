/**
 * Reads a YAML 1.2 (core schema) or JSON document into values with positions (value.ts). Strict:
 * one document per file where not several are asked for, no duplicate keys, no unknown tags, no merge keys, and aliases only as
 * far as they stay harmless.
 */
import { type Document, isAlias, isMap, isScalar, isSeq, type Node, parseAllDocuments } from 'yaml';
import { decodeUtf8, type Fault, InputError, loneSurrogateAt } from '../math/index.ts';
import { column } from '../words/index.ts';
import { duplicateKey, loneSurrogate, MAX_DEPTH, parseJson, tooDeep } from './jsonDocument.ts';
import { type Entry, errorAt, quote, type Source, Value } from './value.ts';

/** Values that aliases may repeat beyond those written in the file. */
const MAX_ALIASED_VALUES = 100_000;

/** The root value. Throws an InputError with line and column. */
export function readDocument(bytes: Uint8Array, file?: string): Value {
  const documents = readDocuments(bytes, file);
  if (documents.length === 1) return documents[0];
  throw documents[1].error(
    'document/several',
    `the file holds ${documents.length} YAML documents, expected one`,
    'split it at the lines "---"',
  );
}

/**
 * The root values of a file with one document, or of several with lines `---` between them, as `ros2 topic echo` writes
 * them. Empty ones do not count. At least one.
 */
export function readDocuments(bytes: Uint8Array, file?: string): readonly Value[] {
  const source: Source = { file, text: decode(bytes, file) };
  requireSize(source, bytes.length, MOST_BYTES, 'split it');
  if (source.text.trim() === '') throw empty(source);
  if (/^[\s]*[[{]/.test(source.text)) {
    const json = parseJson(source);
    if (json) return [json];
  }
  requireSize(source, bytes.length, MOST_YAML_BYTES, 'write it as JSON, or split it');
  return fromYaml(source);
}

/** Every value knows its place: a document takes many times its size in memory, YAML a hundred times. */
const MOST_BYTES = 100e6;
const MOST_YAML_BYTES = 20e6;

function requireSize(source: Source, bytes: number, most: number, hint: string): void {
  if (bytes <= most) return;
  const what = most === MOST_BYTES ? 'a document' : 'a YAML document';
  const message = `${what} of ${column(bytes / 1e6, 0)} MB does not fit into the memory; at most ${most / 1e6} MB are read`;
  throw errorAt(source, 0, 'document/too-long', message, hint);
}

/** UTF-8 text without its byte order mark; anything else is an error. */
export function decode(bytes: Uint8Array, file?: string): string {
  const hint = 'save the file as UTF-8; a binary file cannot be read here';
  return decodeUtf8(bytes, { code: 'document/encoding', file, hint });
}

function empty(source: Source): InputError {
  return errorAt(source, 0, 'document/empty', 'the document is empty');
}

function fromYaml(source: Source): Value[] {
  let aliased = 0;
  const values: Value[] = [];
  for (const root of parse(source)) {
    const scope: Scope = { source, anchors: new Map(), sizes: new Map(), aliased };
    const value = convert(root, scope, 0);
    aliased = scope.aliased;
    if (value.data !== null) values.push(value);
  }
  if (values.length === 0) throw empty(source);
  return values;
}

function parse(source: Source): Node[] {
  try {
    const parsed = parseAllDocuments(source.text, {
      version: '1.2',
      schema: 'core',
      merge: false,
      resolveKnownTags: false,
      stringKeys: true,
      uniqueKeys: false, // checked below, in linear time
      prettyErrors: false,
      logLevel: 'error',
    });
    return Array.from(parsed as Iterable<Document>).flatMap((each) => rootOf(each, source) ?? []);
  } catch (error) {
    if (error instanceof InputError) throw error;
    // The parser recurses; its stack is the only thing that it is known to run out of.
    if (error instanceof RangeError) throw tooDeep(source, 0);
    const text = error instanceof Error ? error.message : String(error);
    throw errorAt(source, 0, 'document/syntax', `not a YAML document: ${firstLine(text)}`);
  }
}

/** Null for an empty document. */
function rootOf({ errors, warnings, contents, directives }: Document, source: Source): Node | null {
  // A warning is a tag or directive that would be ignored; here nothing is.
  const problems = [...errors, ...warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  if (problems.length > 0) throw syntaxError(source, problems[0]);
  const { explicit, version } = directives?.yaml ?? { explicit: false, version: '1.2' };
  if (explicit && version !== '1.2') {
    const message = `the file says that it is YAML ${version}, expected 1.2`;
    throw errorAt(source, 0, 'document/version', message, 'some values mean something else there');
  }
  return contents as Node | null;
}

function syntaxError(source: Source, problem: { code: string; message: string; pos: number[] }) {
  const fault: Pick<Fault, 'code' | 'message'> & { hint?: string } =
    problem.code === 'RESOURCE_EXHAUSTION'
      ? { code: 'document/too-deep', message: 'lists and mappings are nested too deeply' }
      : { code: 'document/syntax', message: `not valid YAML: ${firstLine(problem.message)}` };
  return errorAt(source, problem.pos[0], fault.code, fault.message, fault.hint);
}

function firstLine(message: string): string {
  const line = message.split('\n', 1)[0];
  return line.length > 200 ? `${line.slice(0, 197)}...` : line;
}

interface Scope {
  readonly source: Source;
  /** Values by anchor; null while the anchored value is still being read. */
  readonly anchors: Map<string, Value | null>;
  /** How many values each anchored one consists of, aliases within it counted in full. */
  readonly sizes: Map<Value, number>;
  /** Values that aliases repeated so far. */
  aliased: number;
}

/** Aliases share the value that they stand for, so memory stays that of the text. */
function convert(node: Node, scope: Scope, depth: number): Value {
  return convertSized(node, scope, depth).value;
}

function convertSized(node: Node, scope: Scope, depth: number): { value: Value; size: number } {
  const { source, anchors } = scope;
  const at = node.range?.[0] ?? 0;
  if (depth > MAX_DEPTH) throw tooDeep(source, at);
  if (isAlias(node)) return followAlias(node.source, at, scope);
  const anchor = 'anchor' in node ? node.anchor : undefined;
  if (anchor) anchors.set(anchor, null);
  let size = 1;
  const child = (item: unknown, otherwise: number): Value => {
    if (item === null || item === undefined) return new Value(source, otherwise, null);
    const made = convertSized(item as Node, scope, depth + 1);
    size += made.size;
    return made.value;
  };
  let value: Value;
  if (isMap(node)) {
    const entries = new Map<string, Entry>();
    for (const pair of node.items) {
      const name = pair.key as Node | null;
      const keyAt = name?.range?.[0] ?? at;
      if (!isScalar(name)) throw errorAt(source, keyAt, 'document/key', 'a key must be plain text');
      const key = String(name.value);
      if (loneSurrogateAt(key) >= 0) throw loneSurrogate(source, keyAt);
      if (entries.has(key)) throw duplicateKey(source, keyAt, key);
      entries.set(key, { key, at: keyAt, value: child(pair.value, keyAt) });
    }
    value = new Value(source, at, entries);
  } else if (isSeq(node)) {
    value = new Value(
      source,
      at,
      node.items.map((item) => child(item, at)),
    );
  } else if (isScalar(node)) {
    value = new Value(source, at, scalar(node.value));
    if (typeof value.data === 'string' && loneSurrogateAt(value.data) >= 0) {
      throw loneSurrogate(source, at);
    }
  } else {
    throw errorAt(source, at, 'document/syntax', 'expected a mapping, a list or a plain value');
  }
  if (anchor) {
    anchors.set(anchor, value);
    scope.sizes.set(value, size);
  }
  return { value, size };
}

function scalar(data: unknown): string | number | boolean | null {
  if (typeof data === 'bigint') return Number(data);
  if (typeof data === 'number' || typeof data === 'boolean' || data === null) return data;
  return String(data);
}

function followAlias(name: string, at: number, scope: Scope): { value: Value; size: number } {
  const value = scope.anchors.get(name);
  if (!value) {
    const why = value === null ? 'stands inside the value that it repeats' : 'has no anchor before';
    throw errorAt(scope.source, at, 'document/alias', `the alias ${quote(`*${name}`)} ${why}`);
  }
  const size = scope.sizes.get(value) ?? 1;
  scope.aliased += size;
  if (scope.aliased <= MAX_ALIASED_VALUES) return { value, size };
  throw errorAt(
    scope.source,
    at,
    'document/alias-limit',
    `aliases repeat more than ${MAX_ALIASED_VALUES} values`,
    'write the values out, or split the file',
  );
}
