/**
 * The motions of a bag: what was executed, from joint states, and what was sent, from trajectories. Where the planning
 * scene changes while joints move, the recording is cut there into parts, each for the scene that stood meanwhile;
 * states around a change are part of both.
 */
import { type PathFile, Recording } from '../formats/index.ts';
import { type Fault, InputError } from '../math/index.ts';
import { NOTHING_BEFORE } from '../words/index.ts';
import type { Bag, RecordedTopic, SentMessage } from './bag.ts';

/** Which motion of a bag is meant. */
export interface BagChoice {
  /** Topics of joint states, or one of trajectories. Default: all joint states, or the only topic of trajectories. */
  readonly topics?: readonly string[] | undefined;
  /** One of several messages with trajectories, from 0. */
  readonly message?: number | undefined;
  /** One of several trajectories of that message, from 0. */
  readonly trajectory?: number | undefined;
  /** One of several versions of the scene, from 0: of joint states the part meanwhile. */
  readonly scene?: number | undefined;
}

/** A motion of a bag. */
export interface BagMotion {
  /** What it is, for people: the topic, the message, the part. */
  readonly name: string;
  /** The choice that means this motion alone. */
  readonly choice: BagChoice;
  readonly path: PathFile;
  /** The number of the scene that stood meanwhile; -1 where none was recorded. */
  readonly scene: number;
  /** Where other joints were when it was sent: by name. */
  readonly standing: ReadonlyMap<string, number>;
  readonly notes: readonly Fault[];
}

/** The motions that are meant. Throws an InputError where there is none, or it is not clear which. */
export function motionsOf(bag: Bag, choice: BagChoice = {}): BagMotion[] {
  const { topics } = choice;
  const known = [...bag.states, ...bag.sent].map(({ topic }) => topic);
  for (const topic of topics ?? []) if (!known.includes(topic)) throw noTopic(bag, topic);
  const states = bag.states.filter(({ topic }) => !topics || topics.includes(topic));
  const sent = bag.sent.filter(({ topic }) => !topics || topics.includes(topic));
  const names = [...new Set(sent.map(({ topic }) => topic))];
  if (topics && states.length > 0 && sent.length > 0) {
    throw choose(bag, 'joint states and trajectories are motions of their own');
  }
  if (states.length > 0) return ofStates(bag, states, choice, names);
  if (sent.length === 0) throw noTopic(bag, null);
  if (names.length > 1) throw choose(bag, `${names.length} topics have trajectories`);
  return ofSent(bag, sent, choice);
}

/** A motion that a bag has, to be chosen from; or what is wrong with it. */
export interface ListedMotion {
  /** As motionsOf() names it. */
  readonly name: string;
  readonly choice: BagChoice;
  readonly kind: 'executed' | 'sent';
  /** When it was sent, or its first state is: seconds after the beginning of the bag, or of the recording. */
  readonly time: number;
  readonly motion: BagMotion | InputError;
}

/** All motions of a bag: what was executed, then what was sent, in the order of the bag. Throws an InputError where there is none. */
export function listMotions(bag: Bag): ListedMotion[] {
  if (bag.states.length + bag.sent.length === 0) throw noTopic(bag, null);
  return [...listedStates(bag), ...listedSent(bag)];
}

function listedStates(bag: Bag): ListedMotion[] {
  if (bag.states.length === 0) return [];
  const list = (choice: BagChoice) =>
    motionsOf(bag, choice).map((motion): ListedMotion => {
      const { name, choice: own, path } = motion;
      return { name, choice: own, kind: 'executed', time: path.times?.[0] ?? 0, motion };
    });
  // A joint that is in several topics belongs to one motion for each.
  if (wholeOf(bag)) return list({});
  return bag.states.flatMap(({ topic }) => list({ topics: [topic] }));
}

function listedSent(bag: Bag): ListedMotion[] {
  const counts = new Map<string, number>();
  for (const { topic } of bag.sent) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  return bag.sent.flatMap((each): ListedMotion[] => {
    const { topic, number, time } = each;
    const kind = 'sent';
    const hasOthers = counts.get(topic)! > 1;
    if (each.paths instanceof InputError) {
      const name = `${topic}${hasOthers ? `, message ${number}` : ''}`;
      const choice = { topics: [topic], message: number };
      return [{ name, choice, kind, time, motion: each.paths }];
    }
    return ofMessage(bag, each, [topic], hasOthers).map((motion) => {
      const { name, choice } = motion;
      return { name, choice, kind, time, motion };
    });
  });
}

// ------------------------------------------------------------------------------------------ executed

function ofStates(
  bag: Bag,
  states: readonly RecordedTopic[],
  { topics, scene, message }: BagChoice,
  others: readonly string[],
): BagMotion[] {
  if (message !== undefined) {
    throw new InputError({
      code: 'bag/message',
      message: 'joint states are one motion together: a single message is none',
      file: bag.file,
    });
  }
  const joined = joinedOf(bag, states);
  if (typeof joined === 'string') {
    throw choose(bag, `the joint "${joined}" is in several topics of joint states`);
  }
  const whole = joined.finish();
  const name = states.map(({ topic }) => topic).join(' and ');
  const notes: Fault[] = [];
  if (others.length > 0) {
    const text = `${others.join(' and ')}: trajectories that were sent are motions of their own`;
    notes.push({
      code: 'bag/others',
      message: text,
      file: bag.file,
      hint: 'name one with --topic',
    });
  }
  const { versions } = bag.scenes;
  const choice = topics ? { topics } : {};
  const numbers = versions.length === 0 ? [-1] : [...versions.keys()];
  const parts = numbers.flatMap((k) => {
    const [from, to] = span(bag, states, k, whole, joined.beginning);
    if (from > to) return [];
    const { waypoints, times } = whole;
    const part = { waypoints: waypoints.slice(from, to + 1), times: times!.slice(from, to + 1) };
    return [{ k, path: { ...whole, ...part } }];
  });
  return parts
    .filter(({ k }) => scene === undefined || scene === k)
    .map(({ k, path }) => ({
      name: parts.length > 1 ? `${name}, while scene ${k} stood` : name,
      choice: parts.length > 1 ? { ...choice, scene: k } : choice,
      path: { ...path, assumptions: [...(path.assumptions ?? []), ...assumed(bag)] },
      ...{ scene: k, standing: new Map(), notes },
    }));
}

function joinedOf({ file, epoch }: Bag, states: readonly RecordedTopic[]): Recording | string {
  return Recording.joined(
    file,
    epoch,
    states.map(({ recording }) => recording),
  );
}

/** The first and the last state for which a version of the scene counts, with one on either side of its changes. */
function span(
  { scenes: { versions } }: Bag,
  states: readonly RecordedTopic[],
  k: number,
  { times = [] }: PathFile,
  beginning: number,
): [number, number] {
  const last = times.length - 1;
  if (k < 0) return [0, last];
  const next = versions[k + 1]?.from;
  // The latest stamp that was logged before this version, and the earliest that was logged after it.
  let [before, after] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const { logged, stamped } of states) {
    for (let i = 0; i < logged.length; i++) {
      const time = stamped.at(i) - beginning;
      if (logged.at(i) < versions[k].from && time > before) before = time;
      if (next !== undefined && logged.at(i) >= next && time < after) after = time;
    }
  }
  const from =
    k === 0
      ? 0
      : Math.max(
          0,
          times.findLastIndex((time) => time <= before),
        );
  const end = times.findIndex((time) => time >= after);
  return [from, next === undefined || end < 0 ? last : end];
}

// ---------------------------------------------------------------------------------------------- sent

function ofSent(
  bag: Bag,
  sent: readonly SentMessage[],
  { message, topics, scene, trajectory }: BagChoice,
): BagMotion[] {
  const chosen = message === undefined ? sent : sent.filter(({ number }) => number === message);
  if (chosen.length === 0) {
    throw new InputError({
      code: 'bag/message',
      message: `${sent[0].topic} has no message ${message}; it has ${sent.length}, numbered from 0`,
      file: bag.file,
    });
  }
  const found = chosen.flatMap((each) =>
    ofMessage(bag, each, topics ?? [each.topic], sent.length > 1),
  );
  return found.filter(
    (each) =>
      (scene === undefined || each.scene === scene) &&
      (trajectory === undefined || each.choice.trajectory === trajectory),
  );
}

/** The motions of one message; `hasOthers`: its topic has others. Throws what is wrong with it. */
function ofMessage(
  bag: Bag,
  sent: SentMessage,
  topics: readonly string[],
  hasOthers: boolean,
): BagMotion[] {
  const { paths, topic, number } = sent;
  if (paths instanceof InputError) throw paths;
  const one = { topics, message: number };
  const name = `${topic}${hasOthers ? `, message ${number}` : ''}`;
  const scene = sceneAt(bag, sent.time);
  return paths.map(
    (path, i): BagMotion => ({
      name: paths.length > 1 ? `${name}, trajectory ${i}` : name,
      choice: paths.length > 1 ? { ...one, trajectory: i } : one,
      path: { ...path, assumptions: [...(path.assumptions ?? []), ...assumed(bag)] },
      ...{ scene, notes: [] },
      // Of thousands of messages few are asked for this.
      get standing() {
        return standingAt(bag, sent);
      },
    }),
  );
}

/** The scene that stood at a time of the bag: the first also before it was recorded. */
function sceneAt({ scenes: { versions } }: Bag, time: number): number {
  if (versions.length === 0) return -1;
  return Math.max(
    0,
    versions.findLastIndex(({ from }) => from <= time),
  );
}

/** Where joints were that have states, when a message was logged. */
function standingAt(bag: Bag, { time }: SentMessage): ReadonlyMap<string, number> {
  if (bag.states.length === 0) return new Map();
  const found = wholeOf(bag);
  if (!found) return new Map();
  const { joined } = found;
  const { joints, waypoints, times } = found.whole;
  let latest = Number.NEGATIVE_INFINITY;
  for (const { logged, stamped } of bag.states) {
    for (let i = 0; i < logged.length; i++) {
      if (logged.at(i) <= time) latest = Math.max(latest, stamped.at(i) - joined.beginning);
    }
  }
  const row =
    waypoints[
      Math.max(
        0,
        times!.findLastIndex((each) => each <= latest),
      )
    ];
  return new Map(joints.map((name, k) => [name, row[k]]));
}

/** All joint states together, made once; null where a joint is in several topics. */
const wholes = new WeakMap<Bag, { joined: Recording; whole: PathFile } | null>();

function wholeOf(bag: Bag) {
  let found = wholes.get(bag);
  if (found === undefined) {
    const joined = joinedOf(bag, bag.states);
    found = typeof joined === 'string' ? null : { joined, whole: joined.finish() };
    wholes.set(bag, found);
  }
  return found;
}

/** What is assumed of the scene. */
function assumed({ scenes }: Bag): readonly string[] {
  return scenes.beginsWithChanges ? [NOTHING_BEFORE] : [];
}

// -------------------------------------------------------------------------------------------- faults

function choose(bag: Bag, why: string): InputError {
  return new InputError({
    code: 'bag/topic',
    message: `it is not clear which motion is meant: ${why}`,
    file: bag.file,
    hint: `name one with --topic: ${motionTopics(bag).join(', ')}`,
  });
}

function noTopic(bag: Bag, topic: string | null): InputError {
  const known = motionTopics(bag);
  return new InputError({
    code: 'bag/topic',
    message:
      topic === null
        ? 'the bag has neither joint states nor trajectories'
        : `the bag has no motion on the topic "${topic}"`,
    file: bag.file,
    hint: known.length > 0 ? `there are ${known.join(', ')}` : 'surepath info lists its topics',
  });
}

function motionTopics({ states, sent }: Bag): string[] {
  return [...new Set([...states, ...sent].map(({ topic }) => topic))];
}
