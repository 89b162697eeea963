/**
 * What a bag holds of a robot and its motions, read in one pass: the robot's description, joint states, trajectories,
 * and the planning scene with its changes. Topics that nothing here needs are counted and not decoded.
 */
import { Growing } from '../arrays/index.ts';
import {
  type Epoch,
  messageValue,
  type PathFile,
  plainMessage,
  Recording,
  readMotionMessage,
  type Stamp,
} from '../formats/index.ts';
import { type Fault, InputError } from '../math/index.ts';
import { type Decode, decoderOf } from './decode.ts';
import type { BagLibraries } from './libraries.ts';
import { type BagChannel, type BagMessage, type BagSource, MessageReading } from './records.ts';
import { type BagRole, roleOf } from './roles.ts';
import { SceneHistory } from './scenes.ts';

/** A topic of a bag, and what it is good for. */
export interface BagTopic {
  readonly topic: string;
  readonly type: string;
  readonly encoding: string;
  readonly role: BagRole | null;
  count: number;
  /** Seconds after the beginning of the bag. */
  first: number;
  last: number;
}

/** The joint states of one topic. */
export interface RecordedTopic {
  readonly topic: string;
  readonly recording: Recording;
  /** When each message was logged, and what it is stamped: seconds after the bag's beginning, after the epoch. */
  readonly logged: Growing<Float64Array<ArrayBuffer>>;
  readonly stamped: Growing<Float64Array<ArrayBuffer>>;
}

/** A message with trajectories. */
export interface SentMessage {
  readonly topic: string;
  /** Of its topic, from 0. */
  readonly number: number;
  /** Seconds after the beginning of the bag. */
  readonly time: number;
  /** Or what is wrong with it. */
  readonly paths: readonly PathFile[] | InputError;
}

/** What a bag holds of a robot, its motions and its surroundings. */
export interface Bag {
  readonly file: string;
  readonly topics: readonly BagTopic[];
  /** The contents of the last message of each; null without one. */
  readonly robot: { readonly topic: string; readonly text: string } | null;
  readonly semantics: { readonly topic: string; readonly text: string } | null;
  readonly states: readonly RecordedTopic[];
  readonly sent: readonly SentMessage[];
  readonly scenes: SceneHistory;
  readonly epoch: Epoch;
  readonly notes: readonly Fault[];
}

/** Messages with trajectories that are kept: each is a motion of its own. */
const MOST_SENT = 10_000;

/** Reads a bag. Throws an InputError for what is none, and for messages that cannot be read. */
export function readBag(source: BagSource, libraries: BagLibraries): Bag {
  const reader = new BagReader(source.file, libraries);
  for (let piece = source.next(); piece && !reader.isDone; piece = source.next()) {
    reader.take(piece);
  }
  return reader.finish();
}

/** A bag from pieces, for whoever gets them one after the other. Throws as readBag() does. */
export class BagReader {
  private readonly contents: BagContents;
  private readonly messages: MessageReading;

  constructor(file: string, libraries: BagLibraries) {
    const contents = new BagContents(file, libraries);
    this.contents = contents;
    this.messages = new MessageReading(file, libraries, (message) => contents.take(message));
  }

  /** Whether the end of the bag was read: nothing more is needed. */
  get isDone(): boolean {
    return this.messages.isDone;
  }

  take(piece: Uint8Array): void {
    this.messages.take(piece);
  }

  /** The bag, of which all pieces were given. */
  finish(): Bag {
    return this.contents.finish(this.messages.finish());
  }
}

class BagContents {
  private readonly file: string;
  private readonly libraries: BagLibraries;
  private readonly topics = new Map<string, BagTopic>();
  private readonly decoders = new Map<number, Decode>();
  private readonly states = new Map<string, RecordedTopic>();
  private readonly sent: SentMessage[] = [];
  private readonly texts = new Map<BagRole, { topic: string; text: string }>();
  private readonly scenes: SceneHistory;
  private readonly epoch: Epoch = { first: null };
  private readonly notes: Fault[] = [];
  private begin: bigint | null = null;

  constructor(file: string, libraries: BagLibraries) {
    this.file = file;
    this.libraries = libraries;
    this.scenes = new SceneHistory(file);
  }

  take(message: BagMessage): void {
    const { channel, logTime } = message;
    this.begin ??= logTime;
    const time = Number(logTime - this.begin) / 1e9;
    const topic = this.topicOf(channel, time);
    topic.count++;
    topic.last = Math.max(topic.last, time);
    topic.first = Math.min(topic.first, time);
    const { role } = topic;
    if (role === null) return;
    const data = this.decode(message);
    const number = topic.count - 1;
    if (role === 'states') this.takeState(channel.topic, data, message, time);
    else if (role === 'trajectory') this.takeTrajectory(channel.topic, data, number, time);
    else if (role === 'robot' || role === 'semantics') this.takeText(role, channel.topic, data);
    else this.scenes.take(role, data, { topic: channel.topic, number, time });
  }

  finish(notes: readonly Fault[]): Bag {
    return {
      ...{ file: this.file, topics: [...this.topics.values()], sent: this.sent },
      ...{ scenes: this.scenes, epoch: this.epoch, states: [...this.states.values()] },
      robot: this.texts.get('robot') ?? null,
      semantics: this.texts.get('semantics') ?? null,
      notes: [...notes, ...this.notes],
    };
  }

  private topicOf(channel: BagChannel, time: number): BagTopic {
    const { topic, encoding, schema } = channel;
    const key = JSON.stringify([topic, schema.name, encoding]);
    let found = this.topics.get(key);
    if (!found) {
      const role = roleOf(channel);
      found = { topic, type: schema.name, encoding, role, count: 0, first: time, last: time };
      this.topics.set(key, found);
    }
    return found;
  }

  private decode({ channel, data }: BagMessage): unknown {
    let decode = this.decoders.get(channel.id);
    if (!decode) {
      decode = decoderOf(channel, this.libraries, this.file);
      this.decoders.set(channel.id, decode);
    }
    return decode(data);
  }

  private takeState(topic: string, data: unknown, { logTime }: BagMessage, time: number): void {
    let states = this.states.get(topic);
    if (!states) {
      const recording = new Recording(this.file, this.epoch);
      const times = () => new Growing<Float64Array<ArrayBuffer>>(Float64Array);
      states = { topic, recording, logged: times(), stamped: times() };
      this.states.set(topic, states);
    }
    const place = `${topic}, message ${states.logged.length}`;
    const { name, position } = stateOf(data, place, this.file);
    const stamp = stampOf(data) ?? {
      sec: Number(logTime / 1_000_000_000n),
      nanosec: Number(logTime % 1_000_000_000n),
    };
    states.stamped.push(states.recording.add(stamp, name, position, { words: place }));
    states.logged.push(time);
  }

  private takeTrajectory(topic: string, data: unknown, number: number, time: number): void {
    if (this.sent.length >= MOST_SENT) {
      throw new InputError({
        code: 'bag/too-many',
        message: `${topic}: there are more than ${MOST_SENT} messages with trajectories`,
        file: this.file,
        hint: 'take a part of the bag, or the topics that matter ("mcap filter")',
      });
    }
    const value = messageValue(plainMessage(data), `${this.file} (${topic}, message ${number})`);
    try {
      const paths = readMotionMessage(value);
      if (paths) this.sent.push({ topic, number, time, paths });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.sent.push({ topic, number, time, paths: error });
    }
  }

  private takeText(role: 'robot' | 'semantics', topic: string, data: unknown): void {
    const text = (data as { data?: unknown } | null)?.data;
    if (typeof text !== 'string' || text === '') return;
    const before = this.texts.get(role);
    if (before && before.text !== text && !this.notes.some(({ code }) => code === `bag/${role}`)) {
      const message = `${topic} has several descriptions: the last one is taken`;
      this.notes.push({ code: `bag/${role}`, message, file: this.file });
    }
    this.texts.set(role, { topic, text });
  }
}

/** Names and positions of a sensor_msgs/JointState. */
function stateOf(data: unknown, place: string, file: string) {
  const { name, position = [] } = (data ?? {}) as { name?: unknown; position?: unknown };
  const isNumbers = Array.isArray(position)
    ? position.every((x) => typeof x === 'number')
    : ArrayBuffer.isView(position) && !(position instanceof DataView);
  if (Array.isArray(name) && name.every((each) => typeof each === 'string') && isNumbers) {
    if (new Set(name).size === name.length) {
      return { name: name as string[], position: position as ArrayLike<number> };
    }
  }
  const message = `${place}: expected names of joints, each once, and their positions`;
  throw new InputError({ code: 'path/joint-state', message, file });
}

/** The stamp of its header; null where it was not set. */
function stampOf(data: unknown): Stamp | null {
  const stamp = (data as { header?: { stamp?: Record<string, unknown> } } | null)?.header?.stamp;
  const sec = stamp?.sec;
  const nanosec = stamp?.nanosec ?? stamp?.nsec;
  if (!Number.isInteger(sec) || !Number.isInteger(nanosec)) return null;
  return sec === 0 && nanosec === 0 ? null : { sec: sec as number, nanosec: nanosec as number };
}
