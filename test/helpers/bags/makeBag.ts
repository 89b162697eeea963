/** Bags for tests, written with the reference library: any topics, encodings and compressions. */

import { createRequire } from 'node:module';
import { parse } from '@foxglove/rosmsg';
import { MessageWriter as Ros1Writer } from '@foxglove/rosmsg-serialization';
import { MessageWriter as Ros2Writer } from '@foxglove/rosmsg2-serialization';
import { McapWriter } from '@mcap/core';
import { bagLibraries, type LoadPackage } from '../../../src/bags/index.ts';

export const LIBRARIES = bagLibraries(createRequire(import.meta.url) as LoadPackage);

export type Encoding = 'cdr' | 'ros1' | 'json';

export interface MadeTopic {
  readonly topic: string;
  readonly type: string;
  /** Fields as a .msg file has them; not for JSON. */
  readonly definition?: string;
}

export interface MadeMessage {
  readonly topic: string;
  /** Seconds. */
  readonly time: number;
  readonly message: unknown;
}

export interface MakeOptions {
  readonly encoding?: Encoding;
  readonly compress?: (bytes: Uint8Array) => { compression: string; compressedData: Uint8Array };
  readonly chunkSize?: number;
}

export async function makeBag(
  topics: readonly MadeTopic[],
  messages: Iterable<MadeMessage>,
  { encoding = 'cdr', compress, chunkSize }: MakeOptions = {},
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0n;
  const writer = new McapWriter({
    writable: {
      position: () => size,
      write: async (bytes) => {
        pieces.push(bytes.slice());
        size += BigInt(bytes.byteLength);
      },
    },
    ...(compress && { compressChunk: compress }),
    ...(chunkSize && { chunkSize }),
  });
  await writer.start({ profile: '', library: 'test' });
  const channels = new Map<string, { id: number; encode: (message: unknown) => Uint8Array }>();
  for (const { topic, type, definition = '' } of topics) {
    const name = encoding === 'ros1' ? type : type.replace('/', '/msg/');
    const language = { cdr: 'ros2msg', ros1: 'ros1msg', json: 'jsonschema' }[encoding];
    const text = encoding === 'json' ? '{"type":"object"}' : definition;
    const data = new TextEncoder().encode(text);
    const schemaId = await writer.registerSchema({ name, encoding: language, data });
    const id = await writer.registerChannel({
      ...{ schemaId, topic, messageEncoding: encoding, metadata: new Map() },
    });
    channels.set(topic, { id, encode: encoderOf(encoding, definition) });
  }
  let sequence = 0;
  for (const { topic, time, message } of messages) {
    const { id: channelId, encode } = channels.get(topic)!;
    const logTime = BigInt(Math.round(time * 1e9)) + 1_000_000_000_000n;
    const data = encode(message);
    await writer.addMessage({ channelId, sequence, logTime, publishTime: logTime, data });
    sequence++;
  }
  await writer.end();
  return Buffer.concat(pieces);
}

function encoderOf(encoding: Encoding, definition: string): (message: unknown) => Uint8Array {
  if (encoding === 'json') return (message) => new TextEncoder().encode(JSON.stringify(message));
  const definitions = parse(definition, { ros2: encoding === 'cdr' });
  const writer =
    encoding === 'cdr' ? new Ros2Writer(definitions) : new Ros1Writer([...definitions]);
  return (message) => writer.writeMessage(message as never);
}

const LINE = `${'='.repeat(80)}\n`;
/** std_msgs/Header of either generation. */
const header = (ros1: boolean) =>
  ros1
    ? `${LINE}MSG: std_msgs/Header\nuint32 seq\ntime stamp\nstring frame_id\n`
    : `${LINE}MSG: std_msgs/Header\nbuiltin_interfaces/Time stamp\nstring frame_id\n${LINE}MSG: builtin_interfaces/Time\nint32 sec\nuint32 nanosec\n`;

export function stringTopic(topic: string): MadeTopic {
  return { topic, type: 'std_msgs/String', definition: 'string data\n' };
}

export function stateTopic(topic: string, ros1 = false): MadeTopic {
  const fields =
    'std_msgs/Header header\nstring[] name\nfloat64[] position\nfloat64[] velocity\nfloat64[] effort\n';
  return { topic, type: 'sensor_msgs/JointState', definition: `${fields}${header(ros1)}` };
}

/** A joint state whose stamp is that many seconds after an hour. */
export function stateMessage(
  seconds: number,
  joints: Readonly<Record<string, number>>,
  ros1 = false,
) {
  const total = Math.round(seconds * 1e9) + 3600e9;
  const sec = Math.floor(total / 1e9);
  const rest = total - 1e9 * sec;
  const stamp = ros1 ? { sec, nsec: rest } : { sec, nanosec: rest };
  return {
    header: { ...(ros1 ? { seq: 0 } : {}), stamp, frame_id: '' },
    name: Object.keys(joints),
    position: Object.values(joints),
    velocity: [],
    effort: [],
  };
}
