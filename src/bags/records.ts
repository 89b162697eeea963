/** Messages of an MCAP file, one after the other, from pieces of it: no more than a chunk is held at a time. */
import { type Fault, InputError } from '../math/index.ts';
import type { BagLibraries } from './libraries.ts';
import { readLz4 } from './lz4.ts';
import { readZstd } from './zstd.ts';

/** Where the bytes of a bag come from. */
export interface BagSource {
  readonly file: string;
  /** The next piece; null at the end. */
  next(): Uint8Array | null;
}

/** A topic with the type of its messages. */
export interface BagChannel {
  readonly id: number;
  readonly topic: string;
  /** Of messages: cdr, ros1, json. */
  readonly encoding: string;
  /** Its schema's name, as the bag spells it, its language, and its text; empty without one. */
  readonly schema: { readonly name: string; readonly encoding: string; readonly text: string };
}

/** A message, not decoded yet. */
export interface BagMessage {
  readonly channel: BagChannel;
  /** Nanoseconds. */
  readonly logTime: bigint;
  readonly data: Uint8Array;
}

/** A chunk that claims to be larger is damaged, or made to do harm. */
const MOST_CHUNK_BYTES = 1n << 30n;

const NO_SCHEMA = { name: '', encoding: '', text: '' };

/** Calls `visit` for every message in the order of the file. Throws an InputError for what is no bag. */
export function readMessages(
  source: BagSource,
  libraries: BagLibraries,
  visit: (message: BagMessage) => void,
): readonly Fault[] {
  const { file } = source;
  const { McapStreamReader } = libraries.mcap();
  const guard = (size: bigint) => {
    if (size > MOST_CHUNK_BYTES) throw new Error(`a chunk claims to hold ${size} bytes`);
  };
  const reader = new McapStreamReader({
    decompressHandlers: {
      zstd: (bytes: Uint8Array, size: bigint) => {
        guard(size);
        return readZstd(libraries.zstd(), bytes, Number(size));
      },
      lz4: (bytes: Uint8Array, size: bigint) => {
        guard(size);
        return readLz4(bytes, Number(size));
      },
    },
  });
  const schemas = new Map<number, BagChannel['schema']>();
  const channels = new Map<number, BagChannel>();
  const decoder = new TextDecoder();
  let messages = 0;
  const take = () => {
    for (let record = reader.nextRecord(); record; record = reader.nextRecord()) {
      if (record.type === 'Schema') {
        const { id, name, encoding, data } = record;
        schemas.set(id, { name, encoding, text: decoder.decode(data) });
      } else if (record.type === 'Channel') {
        const { id, topic, messageEncoding: encoding, schemaId } = record;
        const schema = schemas.get(schemaId) ?? NO_SCHEMA;
        if (!channels.has(id)) channels.set(id, { id, topic, encoding, schema });
      } else if (record.type === 'Message') {
        messages++;
        visit({
          channel: channels.get(record.channelId)!,
          logTime: record.logTime,
          data: record.data,
        });
      }
    }
  };
  let taken = 0;
  const work = (step: () => void) =>
    damaged(step, () => ({ file, messages, byte: taken - reader.bytesRemaining() }));
  for (let piece = source.next(); piece && !reader.done(); piece = source.next()) {
    const bytes = piece;
    work(() => reader.append(bytes));
    taken += bytes.length;
    work(take);
  }
  if (reader.done()) return [];
  if (messages === 0) {
    throw new InputError({ code: 'bag/damaged', message: 'this is no MCAP file', file, byte: 0 });
  }
  const message = `the bag has no end: it was cut off, after ${messages} messages that could be read`;
  return [{ code: 'bag/cut-off', message, file, hint: '"mcap recover" repairs it' }];
}

interface Whereabouts {
  readonly file: string;
  readonly messages: number;
  readonly byte: number;
}

/** What the library says of bytes that make no sense is a fault of the file; faults of ours get their place. */
function damaged(work: () => void, where: () => Whereabouts): void {
  try {
    work();
  } catch (error) {
    const { file, messages, byte } = where();
    if (error instanceof InputError) {
      const { fault } = error;
      if (fault.code === 'bag/missing-package') throw error;
      throw new InputError({ ...fault, file: fault.file ?? file, byte: fault.byte ?? byte });
    }
    const text = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    const after = messages === 0 ? '' : ` after ${messages} messages`;
    const message = `the bag cannot be read${after}: ${text.slice(0, 200)}`;
    throw new InputError({ code: 'bag/damaged', message, file, byte });
  }
}
