/**
 * Messages of ROS 1 as data: fields one after the other, little end first, lists after their length. Nothing is compiled from
 * what a bag says of its types: pages allow no code from strings, and a bag is written by others.
 */
import { decodeUtf8 } from '../math/index.ts';

/** A field of a message type, as the parser of definitions gives it. */
export interface Ros1Field {
  readonly name: string;
  readonly type: string;
  readonly isArray?: boolean | undefined;
  /** Of a list whose length is part of its type. */
  readonly arrayLength?: number | undefined;
  readonly isComplex?: boolean | undefined;
  readonly isConstant?: boolean | undefined;
}

/** A message type; the first without a name is the one that a topic has. */
export interface Ros1Type {
  readonly name?: string | undefined;
  readonly definitions: readonly Ros1Field[];
}

type ReadOne = (cursor: Cursor) => unknown;

/** Reads messages of a type. Throws an Error for definitions that are not complete, or lead in a circle. */
export function ros1Reader(types: readonly Ros1Type[]): (data: Uint8Array) => unknown {
  const root = types.find(({ name }) => name === undefined) ?? types[0];
  if (!root) throw new Error('there is no type');
  const { read } = new Readers(types).ofRecord(root);
  return (data) => read(new Cursor(data));
}

/** Values in one record, those of records within it included. */
const MOST_FIELDS = 100_000;

interface RecordReader {
  readonly read: ReadOne;
  readonly fields: number;
}

/** One for each type, made once. */
class Readers {
  private readonly types: readonly Ros1Type[];
  private readonly made = new Map<string, RecordReader | null>();

  constructor(types: readonly Ros1Type[]) {
    this.types = types;
  }

  ofRecord({ definitions }: Ros1Type): RecordReader {
    const own = definitions.filter(({ isConstant }) => !isConstant);
    if (own.some(({ name }) => name === '__proto__')) throw new Error('a field has no name of ROS');
    const parts = own.map((field) => ({ name: field.name, ...this.ofField(field) }));
    const fields = parts.reduce((sum, part) => sum + part.fields, 1);
    if (fields > MOST_FIELDS) throw new Error('a type has too many fields');
    const read: ReadOne = (cursor) => {
      const record: Record<string, unknown> = {};
      for (const part of parts) record[part.name] = part.read(cursor);
      return record;
    };
    return { read, fields };
  }

  private ofField(field: Ros1Field): RecordReader {
    const { read: one, fields } = this.ofOne(field);
    if (!field.isArray) return { read: one, fields };
    const { arrayLength, type } = field;
    const List = field.isComplex ? undefined : LISTS[type];
    const read: ReadOne = (cursor) => {
      const count = arrayLength ?? cursor.count();
      cursor.need(count * (List?.BYTES_PER_ELEMENT ?? 1));
      if (!List) return Array.from({ length: count }, () => one(cursor));
      const list = new List(count);
      for (let i = 0; i < count; i++) list[i] = one(cursor);
      return list;
    };
    return { read, fields };
  }

  private ofOne({ type, isComplex }: Ros1Field): RecordReader {
    if (isComplex) return this.ofNamed(type);
    if (Object.hasOwn(PLAIN, type)) return { read: PLAIN[type], fields: 1 };
    throw new Error(`the type "${type}" is not known`);
  }

  private ofNamed(type: string): RecordReader {
    const before = this.made.get(type);
    if (before) return before;
    const found = this.types.find(({ name }) => name === type);
    if (before === null || !found) {
      throw new Error(`the type "${type}" ${found ? 'holds itself' : 'is not defined'}`);
    }
    this.made.set(type, null);
    const reader = this.ofRecord(found);
    this.made.set(type, reader);
    return reader;
  }
}

/** Where a message is being read. Beyond its end a view throws. */
class Cursor {
  readonly view: DataView;
  private readonly data: Uint8Array;
  private at = 0;

  constructor(data: Uint8Array) {
    this.data = data;
    this.view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  }

  /** Where the next so many bytes begin. */
  take(bytes: number): number {
    this.need(bytes);
    const begin = this.at;
    this.at += bytes;
    return begin;
  }

  /** A list that claims to be longer than its message is none. */
  need(bytes: number): void {
    if (bytes > this.data.length - this.at) throw new Error('the message ends too early');
  }

  count(): number {
    return this.view.getUint32(this.take(4), true);
  }

  text(): string {
    const count = this.count();
    const begin = this.take(count);
    return decodeUtf8(this.data.subarray(begin, begin + count), { code: 'bag/utf-8' });
  }
}

const PLAIN: Readonly<Record<string, ReadOne>> = {
  bool: (c) => c.view.getUint8(c.take(1)) !== 0,
  int8: (c) => c.view.getInt8(c.take(1)),
  uint8: (c) => c.view.getUint8(c.take(1)),
  int16: (c) => c.view.getInt16(c.take(2), true),
  uint16: (c) => c.view.getUint16(c.take(2), true),
  int32: (c) => c.view.getInt32(c.take(4), true),
  uint32: (c) => c.view.getUint32(c.take(4), true),
  int64: (c) => c.view.getBigInt64(c.take(8), true),
  uint64: (c) => c.view.getBigUint64(c.take(8), true),
  float32: (c) => c.view.getFloat32(c.take(4), true),
  float64: (c) => c.view.getFloat64(c.take(8), true),
  string: (c) => c.text(),
  time: (c) => ({ sec: c.count(), nsec: c.count() }),
  duration: (c) => ({
    sec: c.view.getInt32(c.take(4), true),
    nsec: c.view.getInt32(c.take(4), true),
  }),
};

/** Lists of numbers; lists of all else are plain. */
const LISTS: Readonly<
  Record<string, (new (n: number) => NumberList) & { BYTES_PER_ELEMENT: number }>
> = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  float32: Float32Array,
  float64: Float64Array,
};

interface NumberList {
  [i: number]: unknown;
}
