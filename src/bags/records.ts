/** Messages of an MCAP file, one after the other, from pieces of it: no more than a chunk is held at a time. */
import { bytesText, type Fault, InputError } from '../math/index.ts';
import type { BagLibraries, Mcap } from './libraries.ts';
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

/** What every MCAP file begins with. */
const MAGIC_BYTES = 8;

const NO_SCHEMA = { name: '', encoding: '', text: '' };

/** Messages from pieces of a file, in its order. Throws an InputError for what is no bag. */
export class MessageReading {
  private readonly file: string;
  private readonly reader: InstanceType<Mcap['McapStreamReader']>;
  private readonly visit: (message: BagMessage) => void;
  private readonly schemas = new Map<number, BagChannel['schema']>();
  private readonly channels = new Map<number, BagChannel>();
  private messages = 0;
  private taken = 0;

  /** `visit` is called for every message. */
  constructor(file: string, libraries: BagLibraries, visit: (message: BagMessage) => void) {
    this.file = file;
    this.visit = visit;
    this.reader = new (libraries.mcap().McapStreamReader)({
      decompressHandlers: {
        zstd: (bytes: Uint8Array, size: bigint) =>
          readZstd(libraries.zstd(), bytes, withinReason(size)),
        lz4: (bytes: Uint8Array, size: bigint) => readLz4(bytes, withinReason(size)),
      },
    });
  }

  /** Whether the end of the bag was read. */
  get isDone(): boolean {
    return this.reader.done();
  }

  /** The next piece of the file; nobody keeps it. */
  take(bytes: Uint8Array): void {
    if (this.isDone) return;
    this.work(() => this.reader.append(bytes));
    this.taken += bytes.length;
    this.work(() => this.read());
  }

  /** What is to be said of the file, all of which was given. */
  finish(): readonly Fault[] {
    const { file, messages, taken } = this;
    if (this.isDone) return [];
    if (messages === 0) throw taken < MAGIC_BYTES ? noBag(file) : noMessage(file, taken);
    const message = `the bag has no end: it was cut off, after ${messages} messages that could be read`;
    return [{ code: 'bag/cut-off', message, file, hint: '"mcap recover" repairs it' }];
  }

  private read(): void {
    const { reader, schemas, channels } = this;
    for (let record = reader.nextRecord(); record; record = reader.nextRecord()) {
      if (record.type === 'Schema') {
        const { id, name, encoding, data } = record;
        schemas.set(id, { name, encoding, text: bytesText(data) });
      } else if (record.type === 'Channel') {
        const { id, topic, messageEncoding: encoding, schemaId } = record;
        const schema = schemas.get(schemaId) ?? NO_SCHEMA;
        if (!channels.has(id)) channels.set(id, { id, topic, encoding, schema });
      } else if (record.type === 'Message') {
        this.messages++;
        const { channelId, logTime, data } = record;
        this.visit({ channel: channels.get(channelId)!, logTime, data });
      }
    }
  }

  private work(step: () => void): void {
    damaged(step, () => ({
      file: this.file,
      messages: this.messages,
      byte: this.taken - this.reader.bytesRemaining(),
    }));
  }
}

/** The size of a chunk. */
function withinReason(size: bigint): number {
  if (size > MOST_CHUNK_BYTES) throw new Error(`a chunk claims to hold ${size} bytes`);
  return Number(size);
}

function noBag(file: string): InputError {
  const message = 'this is no MCAP file';
  return new InputError({ code: 'bag/damaged', message, file, byte: 0, hint: CONVERT });
}

/** It began as one, or it would have been refused. */
function noMessage(file: string, byte: number): InputError {
  const message = 'the bag was cut off before its first message';
  const hint = 'nothing of it can be read: copy it again from where it was recorded';
  return new InputError({ code: 'bag/damaged', message, file, byte, hint });
}

/** For bags of other formats. */
const CONVERT = '"mcap convert" makes .mcap files of .bag and .db3 files';

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
    const hint = messages === 0 ? CONVERT : '"mcap recover" saves what can be read';
    throw new InputError({ code: 'bag/damaged', message, file, byte, hint });
  }
}
