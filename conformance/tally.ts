/** Counts answers that were judged, and keeps what was wrong. */
import type { Finding } from '../src/qualify/index.ts';

export class Tally {
  private cases = 0;
  private readonly faults: string[] = [];

  /** `what` says what is wrong, if it is. */
  judge(isRight: boolean, what: () => string): void {
    this.cases++;
    if (!isRight) this.faults.push(what());
  }

  finding(note?: string): Finding {
    const { cases, faults } = this;
    return { cases, faults, ...(note === undefined ? {} : { note }) };
  }
}
