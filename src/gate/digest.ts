/**
 * The digest of a version of a cell: SHA-256 over everything that an answer about it depends on. It walks the whole
 * description, whatever fields that has, and leaves nothing out; so two versions with one digest get the same answers. Large
 * arrays, robots and obstacles enter by digests of their own, which are kept as long as the object lives: descriptions are
 * immutable and share what an edit leaves alone, so the digest after an edit costs microseconds for each obstacle.
 */
import { sha256 } from '../certificate/index.ts';
import type { OpenCell, OwnFrame } from '../jobs/index.ts';

/** Digests by identity. Values of descriptions never change in place. */
const known = new WeakMap<object, string>();

/** Bytes up to which an array is written out. */
const SHORT = 256;

/**
 * The digest of an open cell: its description, the values of joints given beside it, and the own frames of attached
 * objects, on which later edits depend. Bytes of arrays enter as the machine has them: digests are compared within one run.
 */
export function digestOfCell(
  { description, joints }: Pick<OpenCell, 'description' | 'joints'>,
  frames: readonly (OwnFrame | null)[],
): string {
  const { robots, obstacles, sets = [], ...rest } = description;
  const listed = [robots, obstacles, sets].map((list) => list.map(digestOfValue).join());
  return sha256(
    utf8(`surepath version 1 ${listed.join(';')} ${written({ ...rest, joints, frames })}`),
  );
}

function digestOfValue(value: object): string {
  const found = known.get(value) ?? sha256(utf8(written(value)));
  known.set(value, found);
  return found;
}

/** A text that no other value has: kinds are marked, keys sorted, numbers round-trip. */
function written(value: unknown): string {
  switch (typeof value) {
    case 'number':
      return Object.is(value, -0) ? '-0' : `${value}`;
    case 'string':
    case 'boolean':
    case 'undefined':
      return JSON.stringify(value) ?? 'u';
    case 'object':
      return value === null ? 'null' : ofObject(value);
    default:
      throw new Error(`a description holds a ${typeof value}`);
  }
}

function ofObject(value: object): string {
  if (Array.isArray(value)) return `[${value.map(written).join()}]`;
  if (value instanceof Map) {
    const entries = [...value].map(([key, item]) => `${written(key)}:${written(item)}`);
    return `m{${entries.sort().join()}}`;
  }
  if (ArrayBuffer.isView(value)) return ofArray(value as Float64Array);
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new Error(`a description holds a ${value.constructor.name}`);
  }
  const fields = Object.entries(value).filter(([, item]) => item !== undefined);
  const texts = fields.map(([key, item]) => `${JSON.stringify(key)}:${written(item)}`);
  return `{${texts.sort().join()}}`;
}

function ofArray(array: Float64Array): string {
  // A Buffer is a Uint8Array, and becomes one on its way to another thread.
  const name = array[Symbol.toStringTag];
  if (array.byteLength <= SHORT) return `${name}(${Array.from(array, written).join()})`;
  const found =
    known.get(array) ?? sha256(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  known.set(array, found);
  return `${name}#${found}`;
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
