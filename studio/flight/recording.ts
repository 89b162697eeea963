/** A recording at any time: where its bodies are, and which pairs are watched there. Allocates nothing per picture. */
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { FlightAnswer, FlightKnots } from '../engine/protocol.ts';
import { poseToMatrix } from '../view/poses.ts';

const POSE = 12;

const matrix = new Matrix4();
const before = new Quaternion();
const after = new Quaternion();
const place = new Vector3();
const ONES = new Vector3(1, 1, 1);

/** The last of rising numbers that is not larger than x; the first if all are. */
export function lastUpTo(numbers: ArrayLike<number>, x: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (numbers[middle] <= x) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The pose of a body at a time: twelve numbers to out[o]. Before its first knot and after its last it stands. */
export function poseAtInto(knots: FlightKnots, time: number, out: Float64Array, o: number): void {
  const { times, poses, velocities } = knots;
  const k = lastUpTo(times, time);
  const next = Math.min(k + 1, times.length - 1);
  const span = times[next] - times[k];
  if (!(span > 0) || time <= times[k]) {
    for (let i = 0; i < POSE; i++) out[o + i] = poses[POSE * k + i];
    return;
  }
  const s = Math.min(1, (time - times[k]) / span);
  turnInto(poses, k, next, s, out, o);
  // The cubic with both places and both velocities.
  const [s2, s3] = [s * s, s * s * s];
  const toNext = 3 * s2 - 2 * s3;
  for (let i = 0; i < 3; i++) {
    out[o + 9 + i] =
      (1 - toNext) * poses[POSE * k + 9 + i] +
      toNext * poses[POSE * next + 9 + i] +
      span * (s3 - 2 * s2 + s) * velocities[3 * k + i] +
      span * (s3 - s2) * velocities[3 * next + i];
  }
}

function turnInto(
  poses: Float64Array,
  k: number,
  next: number,
  s: number,
  out: Float64Array,
  o: number,
): void {
  before.setFromRotationMatrix(poseToMatrix(poses, POSE * k, matrix));
  after.setFromRotationMatrix(poseToMatrix(poses, POSE * next, matrix));
  const { elements: e } = matrix.compose(place, before.slerp(after, s), ONES);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) out[o + 3 * row + column] = e[4 * column + row];
  }
}

/** What is shown of one time. */
export interface Moment {
  /** Twelve numbers per body. */
  readonly poses: Float64Array;
  /** Watched pairs: numbers from `first` to `end` in the recording's watch. */
  first: number;
  end: number;
  /** The time that these pairs were looked at. */
  watchTime: number;
}

export class Recording {
  readonly answer: FlightAnswer;
  readonly moment: Moment;
  /** Times of the impacts, in order. */
  readonly hits: Float64Array;

  constructor(answer: FlightAnswer) {
    this.answer = answer;
    const poses = new Float64Array(POSE * answer.bodies.length);
    this.moment = { poses, first: 0, end: 0, watchTime: answer.begin };
    this.hits = Float64Array.from(answer.impacts, ({ hit }) => hit);
    this.goTo(answer.begin);
  }

  /** The time within the recording. */
  within(time: number): number {
    return Math.min(this.answer.end, Math.max(this.answer.begin, time));
  }

  /** Fills `moment`. */
  goTo(time: number): Moment {
    const { moment, answer } = this;
    answer.bodies.forEach(({ knots }, i) => {
      poseAtInto(knots, time, moment.poses, POSE * i);
    });
    const { times, starts } = answer.watch;
    if (times.length > 0) {
      const instant = lastUpTo(times, time);
      moment.first = starts[instant];
      moment.end = starts[instant + 1];
      moment.watchTime = times[instant];
    }
    return moment;
  }

  /** Watched pairs per instant. */
  watchedCounts(): ArrayLike<number> {
    const { starts, times } = this.answer.watch;
    return Uint32Array.from(times, (_, f) => starts[f + 1] - starts[f]);
  }

  /** The time of the next impact after a time, or of the last before it; infinitely far away if there is none. */
  hitBeside(time: number, way: 1 | -1): number {
    const { hits } = this;
    let at = (this.impactAt(time) ?? -1) + (way === 1 ? 1 : 0);
    while (way === -1 && at >= 0 && hits[at] >= time) at--;
    return hits[at] ?? way * Number.POSITIVE_INFINITY;
  }

  /** The latest impact up to a time; null: none yet. */
  impactAt(time: number): number | null {
    const { hits } = this;
    if (hits.length === 0 || hits[0] > time) return null;
    return lastUpTo(hits, time);
  }
}
