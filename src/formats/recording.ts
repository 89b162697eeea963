/**
 * Joint states as they were recorded, one message after the other, as a motion: every joint runs straight between its
 * own states, in the order of their stamps. Messages may name some of the joints only, and come from several
 * publishers; where their stamps differ, each joint is interpolated at the stamps of the others. Before its first and
 * after its last state a joint stands. Memory: two numbers per joint and state until all of them are there.
 */
import { Growing } from '../arrays/index.ts';
import { requireMagnitude } from '../kinematics/index.ts';
import { type Fault, InputError } from '../math/index.ts';
import { disorderText, gapText, heldOutsideText, jumpText, recordedText } from '../words/index.ts';
import type { PathFile } from './pathFile.ts';
import { MOST_ROWS } from './pathRows.ts';

/** A gap is this many times longer than most intervals are, and at least so many seconds. */
const GAP = { times: 10, least_s: 0.1 };
/** A jump is a step of one joint by so much, radians or metres. */
const JUMP = 0.1;

/** One joint: stamps in seconds after the recording's first, in the order in which they came. */
interface Series {
  readonly times: Growing<Float64Array<ArrayBuffer>>;
  readonly values: Growing<Float64Array<ArrayBuffer>>;
}

/** One joint in the order of its stamps. */
interface Ordered {
  readonly name: string;
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/** Whole seconds and nanoseconds, as ROS has them. */
export interface Stamp {
  readonly sec: number;
  readonly nanosec: number;
}

/** The stamp that times count from: that of the first state. */
export interface Epoch {
  first: Stamp | null;
}

/** Where a state stands: on a line of a text, or in words. */
export type StatePlace = Pick<Fault, 'line'> | { readonly words: string };

/** Collects joint states and makes a motion of them. */
export class Recording {
  private readonly series = new Map<string, Series>();
  private readonly epoch: Epoch;
  private messages = 0;
  private start = 0;
  private readonly file: string;

  /** Recordings that are to be joined share an epoch. */
  constructor(file: string, epoch: Epoch = { first: null }) {
    this.file = file;
    this.epoch = epoch;
  }

  /** Of several topics, which must have joints of their own. Throws an InputError, or gives the joint that is in two. */
  static joined(file: string, epoch: Epoch, all: readonly Recording[]): Recording | string {
    const joined = new Recording(file, epoch);
    for (const each of all) {
      for (const [name, series] of each.series) {
        if (joined.series.has(name)) return name;
        joined.series.set(name, series);
      }
      joined.messages += each.messages;
    }
    return joined;
  }

  /** Seconds after the epoch at which the motion begins, once it is finished. */
  get beginning(): number {
    return this.start;
  }

  /** Whether it has states of a joint. */
  has(joint: string): boolean {
    return this.series.has(joint);
  }

  /** How many states were taken. */
  get count(): number {
    return this.messages;
  }

  /** Takes a state, and gives its time. Throws an InputError, about this place, for one that is none. */
  add(
    stamp: Stamp,
    names: readonly string[],
    positions: ArrayLike<number>,
    place: StatePlace,
  ): number {
    this.epoch.first ??= stamp;
    const { first } = this.epoch;
    const time = (1e9 * (stamp.sec - first.sec) + (stamp.nanosec - first.nanosec)) / 1e9;
    if (positions.length === 0) return time; // A message of velocities or efforts alone says nothing of where joints are.
    if (names.length !== positions.length) {
      throw this.wrong(
        `expected ${names.length} positions, one per name; found ${positions.length}`,
        place,
      );
    }
    this.messages++;
    for (let k = 0; k < names.length; k++) {
      const value = positions[k];
      if (!Number.isFinite(value)) {
        throw this.wrong(`the position of "${names[k]}" is ${value}`, place);
      }
      requireMagnitude(names[k], value);
      let series = this.series.get(names[k]);
      if (!series) {
        series = { times: new Growing(Float64Array), values: new Growing(Float64Array) };
        this.series.set(names[k], series);
      }
      series.times.push(time);
      series.values.push(value);
    }
    return time;
  }

  /** The motion, with what it assumes. Throws an InputError where there is none. */
  finish(): PathFile {
    if (this.series.size === 0) throw this.wrong('there are no joint states with positions');
    let disorder = 0;
    const joints = [...this.series].map(([name, each]): Ordered => {
      const ordered = inOrder(each);
      disorder = Math.max(disorder, ordered.disorder);
      return { name, times: ordered.times, values: ordered.values };
    });
    const times = unionOf(joints);
    if (times.length > MOST_ROWS) {
      throw new InputError({
        code: 'path/too-long',
        message: `there are ${times.length} states; at most ${MOST_ROWS} are taken at once`,
        file: this.file,
        hint: 'take a part of the recording',
      });
    }
    [this.start] = times;
    const waypoints = rowsAt(joints, times);
    const shifted = Array.from(times, (time) => time - times[0]);
    const outside = joints.filter(
      (each) => each.times[0] > times[0] || each.times[each.times.length - 1] < times.at(-1)!,
    );
    const steps = survey(joints, shifted, waypoints);
    const told = [
      ...(disorder > 0 ? [['path/disorder', disorderText(disorder)]] : []),
      ...steps.told,
    ];
    return {
      joints: joints.map(({ name }) => name),
      waypoints,
      times: shifted,
      interpolation: 'straight',
      mayBeLeftOut: { joints: new Set(this.series.keys()), of: 'the recording' },
      assumptions: [
        recordedText({ states: waypoints.length, ...steps }),
        ...(outside.length > 0 ? [heldOutsideText(outside.map(({ name }) => name))] : []),
      ],
      notes: told.map(([code, message]): Fault => ({ code, message, file: this.file })),
    };
  }

  private wrong(message: string, place?: StatePlace): InputError {
    const fault = { code: 'path/joint-state', file: this.file };
    if (place && 'words' in place) {
      return new InputError({ ...fault, message: `${place.words}: ${message}` });
    }
    return new InputError({ ...fault, message, ...place });
  }
}

/** By stamp; of equal stamps as they came. What was sent twice is there once. */
function inOrder(series: Series): Omit<Ordered, 'name'> & { disorder: number } {
  const times = series.times.finish();
  const values = series.values.finish();
  let disorder = 0;
  let latest = Number.NEGATIVE_INFINITY;
  let isTwice = false;
  for (let i = 0; i < times.length; i++) {
    if (times[i] < latest) disorder++;
    if (times[i] === latest) isTwice = true;
    latest = Math.max(latest, times[i]);
  }
  if (disorder === 0 && !isTwice) return { times, values, disorder };
  const order = Array.from(times, (_, i) => i).sort((a, b) => times[a] - times[b] || a - b);
  const kept = order.filter(
    (i, k) => k === 0 || times[i] !== times[order[k - 1]] || values[i] !== values[order[k - 1]],
  );
  return {
    times: Float64Array.from(kept, (i) => times[i]),
    values: Float64Array.from(kept, (i) => values[i]),
    disorder,
  };
}

/** All stamps, in order. A stamp at which a joint has two values is there twice. */
function unionOf(joints: readonly Ordered[]): Float64Array {
  const [{ times: first }] = joints;
  const isSame = ({ times }: Ordered) =>
    times.length === first.length && times.every((time, i) => time === first[i]);
  if (joints.every(isSame)) return first;
  const most = new Map<number, number>();
  for (const { times } of joints) {
    for (let i = 0, run = 0; i < times.length; i++) {
      run = i > 0 && times[i] === times[i - 1] ? run + 1 : 1;
      if (run > (most.get(times[i]) ?? 0)) most.set(times[i], run);
    }
  }
  const all = [...most].flatMap(([time, n]) => Array<number>(n).fill(time));
  return Float64Array.from(all).sort();
}

/** A row of all joints for every stamp. */
function rowsAt(joints: readonly Ordered[], all: Float64Array): Float64Array[] {
  const rows = Array.from(all, () => new Float64Array(joints.length));
  joints.forEach(({ times, values }, k) => {
    const last = times.length - 1;
    let next = 0;
    for (let i = 0; i < all.length; i++) {
      const time = all[i];
      // The first state that is not before this stamp, and of several at this stamp the next one.
      while (next <= last && times[next] < time) next++;
      if (next <= last && times[next] === time) {
        rows[i][k] = values[next];
        const isLastHere = all[i + 1] !== time || times[next + 1] !== time;
        if (!isLastHere) next++;
        continue;
      }
      if (next === 0) rows[i][k] = values[0];
      else if (next > last) rows[i][k] = values[last];
      else {
        const share = (time - times[next - 1]) / (times[next] - times[next - 1]);
        rows[i][k] = values[next - 1] + share * (values[next] - values[next - 1]);
      }
    }
  });
  return rows;
}

/** The longest interval, the largest step, and what there is to say of gaps and jumps. */
function survey(
  joints: readonly Ordered[],
  times: readonly number[],
  rows: readonly Float64Array[],
): { longest: number; largest: number; joint: string; told: string[][] } {
  const lengths = Float64Array.from(times.slice(1), (time, i) => time - times[i]).sort();
  const usual = lengths[lengths.length >> 1] ?? 0;
  const limit = Math.max(GAP.least_s, GAP.times * usual);
  const [gap, jump] = [
    { count: 0, most: 0, at: 0 },
    { count: 0, most: 0, at: 0, joint: joints[0].name },
  ];
  for (let i = 0; i + 1 < rows.length; i++) {
    const length = times[i + 1] - times[i];
    if (length > limit) gap.count++;
    if (length > gap.most) Object.assign(gap, { most: length, at: times[i] });
    let largest = 0;
    for (let k = 0; k < joints.length; k++) {
      const step = Math.abs(rows[i + 1][k] - rows[i][k]);
      if (step > largest) largest = step;
      if (step > jump.most)
        Object.assign(jump, { most: step, at: times[i], joint: joints[k].name });
    }
    if (largest > JUMP) jump.count++;
  }
  const told: string[][] = [];
  if (gap.count > 0) told.push(['path/gap', gapText(gap.count, gap.most, gap.at)]);
  if (jump.count > 0) {
    told.push(['path/jump', jumpText(jump.count, jump.joint, jump.most, jump.at)]);
  }
  return { longest: gap.most, largest: jump.most, joint: jump.joint, told };
}
