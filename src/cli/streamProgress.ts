/** How far a stream is: rows, how many a second, and how long it will take yet, on one line of a terminal. */

import { rateText, spanText } from '../words/index.ts';
import { tellProgress } from './out.ts';

/** Milliseconds between two lines. */
const EVERY = 250;

/** What is known of how far it is. */
export interface StreamState {
  readonly rows: number;
  /** Rows of these that were there before. */
  readonly before: number;
  /** How much of the input is done, 0 to 1; undefined where nobody knows how long it is. */
  readonly share: number | undefined;
  readonly shareBefore: number;
}

/** The line: "12000 edges, 13,000 a second, 35 % done, 80 s left". */
export function streamText(what: string, state: StreamState, milliseconds: number): string {
  const { rows, before, share, shareBefore } = state;
  const parts = [`${rows} ${what}`];
  if (rows > before && milliseconds > 0) {
    parts.push(`${rateText((1000 * (rows - before)) / milliseconds)} a second`);
    if (share !== undefined) {
      const gone = share - shareBefore;
      const left = gone > 0 ? (milliseconds * (1 - share)) / gone : undefined;
      parts.push(`${Math.floor(100 * share)} % done`);
      if (left !== undefined) parts.push(`${spanText(left / 1000)} left`);
    }
  }
  return parts.join(', ');
}

/** Shows it on a terminal; silent anywhere else. */
export class StreamProgress {
  private readonly what: string;
  private readonly begun = performance.now();
  private next = this.begun + EVERY;
  private shown = false;

  constructor(what: string) {
    this.what = what;
  }

  get milliseconds(): number {
    return performance.now() - this.begun;
  }

  tell(state: StreamState): void {
    if (!process.stderr.isTTY || performance.now() < this.next) return;
    this.next = performance.now() + EVERY;
    this.shown = true;
    tellProgress(streamText(this.what, state, this.milliseconds));
  }

  /** Clears the line. */
  end(): void {
    if (this.shown) tellProgress('');
    this.shown = false;
  }
}
