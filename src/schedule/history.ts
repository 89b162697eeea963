/** Which motion each body had when, and which pairs were watched: the state at any time, also one that is past. */
import { POSE_SIZE } from '../math/index.ts';
import type { State } from './flight.ts';
import type { Motion } from './motion.ts';
import { WatchedPairs } from './watched.ts';

interface Phase {
  readonly from: number;
  readonly motion: Motion;
}

/** Two bodies, by their numbers. */
export interface WatchedPair {
  readonly a: number;
  readonly b: number;
}

interface WatchEvent extends WatchedPair {
  readonly time: number;
  readonly begins: boolean;
}

export class History {
  private readonly phases: Phase[][];
  private events: WatchEvent[] = [];

  constructor(motions: readonly Motion[], start: number) {
    this.phases = motions.map((motion) => [{ from: start, motion }]);
  }

  /** The motion that a body has now. */
  current(body: number): Motion {
    return this.phases[body][this.phases[body].length - 1].motion;
  }

  /** From a time on a body has another motion. */
  change(body: number, from: number, motion: Motion): void {
    this.phases[body].push({ from, motion });
  }

  /** Takes the last change of a body back. */
  undo(body: number): void {
    this.phases[body].pop();
  }

  /** The motion of a body at a time: of two that meet there, the later one. */
  motionAt(body: number, time: number): Motion {
    const phases = this.phases[body];
    let low = 0;
    let high = phases.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (phases[middle].from <= time) low = middle;
      else high = middle;
    }
    return phases[low].motion;
  }

  /** The state of a body at a time, as computed. */
  stateAt(body: number, time: number): State {
    const motion = this.motionAt(body, time);
    const pose = new Float64Array(POSE_SIZE);
    const twist = new Float64Array(6);
    motion.poseInto(time, pose, 0);
    motion.velocityInto(time, twist, 0);
    const [vx, vy, vz, wx, wy, wz] = twist;
    return { pose, velocity: [vx, vy, vz], angularVelocity: [wx, wy, wz] };
  }

  /** Notes that a pair is watched from a time on, or no longer. */
  note(time: number, a: number, b: number, begins: boolean): void {
    this.events.push({ time, a, b, begins });
  }

  /** Which pairs were watched at a time. */
  watchedAt(time: number): WatchedPair[] {
    return [...this.watchedMap(time).values()];
  }

  /** After going back to a time: what was noted later is forgotten, and `now` is what is watched from there on. */
  goBack(time: number, now: readonly WatchedPair[]): void {
    const was = this.watchedMap(time);
    this.events = this.events.filter((event) => event.time <= time);
    const is = new Map(now.map((pair) => [WatchedPairs.key(pair.a, pair.b), pair]));
    for (const [key, { a, b }] of was) if (!is.has(key)) this.note(time, a, b, false);
    for (const [key, { a, b }] of is) if (!was.has(key)) this.note(time, a, b, true);
  }

  private watchedMap(time: number): Map<number, WatchedPair> {
    const pairs = new Map<number, WatchedPair>();
    for (const { time: at, a, b, begins } of this.events) {
      if (at > time) break;
      if (begins) pairs.set(WatchedPairs.key(a, b), { a, b });
      else pairs.delete(WatchedPairs.key(a, b));
    }
    return pairs;
  }
}
