/**
 * A monitor whose steps carry a time, under a promise of how fast joints and obstacles move: what cannot have come near since
 * it was looked at is not looked at. Answers are those of the monitor, exact where they are asked for; `lower` may be less
 * than what a look would have proven.
 *
 *   const timed = monitor.within({ rates: 2 })
 *   const { vectors, isKept } = timed.step(0.001, q, 0.1)
 */
import { InputError } from '../math/index.ts';
import type { MonitorAnswer } from './answer.ts';
import type { PairSchedule } from './pairSchedule.ts';
import type { SearchCounts, VectorSearch } from './search.ts';

/** What a timed monitor answers. */
export interface TimedAnswer extends MonitorAnswer {
  /** Whether the step kept the promise. If not, everything was looked at: the answer is as good as any. */
  isKept: boolean;
}

/** What a timed monitor needs of the one that it was made by. */
interface Answering {
  readonly world: { placeLazily(q: Float64Array, o: number): void };
  readonly changes: { unlisten(schedule: PairSchedule): void };
  ask(threshold: number, pairs: readonly number[] | null): void;
  answerBy(search: VectorSearch, threshold: number): MonitorAnswer;
}

/** A monitor with a promise about motions: `monitor.within(promise)`. */
export class TimedMonitor {
  private readonly monitor: Answering;
  private readonly schedule: PairSchedule;
  private readonly answer: { -readonly [K in keyof TimedAnswer]: TimedAnswer[K] };
  private time = Number.NEGATIVE_INFINITY;

  constructor(monitor: Answering, schedule: PairSchedule) {
    this.monitor = monitor;
    this.schedule = schedule;
    this.answer = { vectors: [], nearest: null, isKept: true };
  }

  /** What was looked at since it was made. */
  get counts(): Readonly<SearchCounts> {
    return this.schedule.counts;
  }

  /**
   * The vectors at a configuration, at a time in seconds; times never decrease. Otherwise as `Monitor.step`: the same records
   * at every step.
   */
  step(
    time: number,
    q: Float64Array,
    threshold = Number.POSITIVE_INFINITY,
    pairs: readonly number[] | null = null,
  ): TimedAnswer {
    const { monitor, answer } = this;
    if (!(Number.isFinite(time) && time >= this.time)) throw badTime(time, this.time);
    monitor.ask(threshold, pairs);
    monitor.world.placeLazily(q, 0);
    this.time = time;
    answer.isKept = this.schedule.begin(time, q);
    const { vectors, nearest } = monitor.answerBy(this.schedule, threshold);
    answer.vectors = vectors;
    answer.nearest = nearest;
    return answer;
  }

  /** It will not be asked again: changes need not be told to it any more. */
  end(): void {
    this.monitor.changes.unlisten(this.schedule);
  }
}

function badTime(found: number, last: number): InputError {
  return new InputError({
    code: 'monitor/time',
    message: Number.isFinite(found)
      ? `the time of a step is ${found}, before that of the last one, ${last}`
      : `the time of a step is ${found}`,
    hint: 'times are seconds, and never decrease',
  });
}
