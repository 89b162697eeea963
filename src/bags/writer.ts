/** Writes MCAP files: ROS 2 messages as CDR, and JSON with its schema. Messages may come in any order; they are written in order of time. */
import { encodeUtf8 } from '../math/index.ts';
import type { BagLibraries } from './libraries.ts';

/** How messages of a topic are written. */
export type TopicKind =
  | { readonly type: string; readonly definition: string }
  | { readonly type: string; readonly schema: object };

interface Written {
  readonly topic: string;
  /** Nanoseconds. */
  readonly time: bigint;
  readonly message: unknown;
}

/** Messages, until all of them are there. */
export class BagWriter {
  private readonly libraries: BagLibraries;
  private readonly topics = new Map<string, TopicKind>();
  private readonly messages: Written[] = [];

  constructor(libraries: BagLibraries) {
    this.libraries = libraries;
  }

  topic(name: string, kind: TopicKind): void {
    this.topics.set(name, kind);
  }

  add(topic: string, time: bigint, message: unknown): void {
    this.messages.push({ topic, time, message });
  }

  /** The file. `library` names who wrote it. */
  async finish(library: string): Promise<Uint8Array> {
    const { McapWriter } = this.libraries.mcap();
    const pieces: Uint8Array[] = [];
    let size = 0n;
    const writer = new McapWriter({
      writable: {
        position: () => size,
        write: async (bytes: Uint8Array) => {
          // The writer uses its buffer again.
          pieces.push(bytes.slice());
          size += BigInt(bytes.byteLength);
        },
      },
    });
    await writer.start({ profile: '', library });
    const channels = new Map<string, { id: number; encode: (message: unknown) => Uint8Array }>();
    for (const [topic, kind] of this.topics) {
      const schemaId = await writer.registerSchema(schemaOf(kind));
      const messageEncoding = 'definition' in kind ? 'cdr' : 'json';
      const id = await writer.registerChannel({
        ...{ schemaId, topic, messageEncoding, metadata: new Map() },
      });
      channels.set(topic, { id, encode: this.encoderOf(kind) });
    }
    const order = this.messages
      .map((each, i) => ({ ...each, i }))
      .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : a.i - b.i));
    for (const [sequence, { topic, time, message }] of order.entries()) {
      const { id: channelId, encode } = channels.get(topic)!;
      const data = encode(message);
      await writer.addMessage({ channelId, sequence, logTime: time, publishTime: time, data });
    }
    await writer.end();
    return joined(pieces, Number(size));
  }

  private encoderOf(kind: TopicKind): (message: unknown) => Uint8Array {
    if (!('definition' in kind)) {
      return (message) => encodeUtf8(JSON.stringify(message));
    }
    const definitions = this.libraries.messages().parse(kind.definition, { ros2: true });
    const writer = new (this.libraries.ros2().MessageWriter)(definitions);
    return (message) => writer.writeMessage(message);
  }
}

function schemaOf(kind: TopicKind) {
  const isRos = 'definition' in kind;
  const text = isRos ? kind.definition : JSON.stringify(kind.schema);
  const encoding = isRos ? 'ros2msg' : 'jsonschema';
  return { name: kind.type, encoding, data: encodeUtf8(text) };
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
