/** How far a job is, on one line of a terminal; silent anywhere else. */

import type { JobPhase, JobProgress } from '../jobs/index.ts';
import { tellProgress } from './out.ts';

/** Milliseconds between two lines, and before the first. */
const EVERY = 250;

/** What is counted; phases that are over in a blink are not shown. */
const COUNTED: Partial<Record<JobPhase, string>> = {
  walking: 'steps free',
  checking: 'segments',
  contact: 'segments',
  profile: 'segments',
  edges: 'edges',
  delays: 'parts',
  certifying: 'segments certified',
  dividing: 'segments for the report',
  covering: 'segments for the report',
  measuring: 'segments for the report',
};

export class Progress {
  private readonly counted: Partial<Record<JobPhase, string>>;
  private next = performance.now() + EVERY;
  private shown = false;

  /** `counted`: what is called otherwise here. */
  constructor(counted: Partial<Record<JobPhase, string>> = {}) {
    this.counted = { ...COUNTED, ...counted };
  }

  /** For `onProgress` of a job; undefined where nobody watches. */
  get listener(): ((progress: JobProgress) => void) | undefined {
    if (!process.stderr.isTTY) return undefined;
    return (progress) => {
      const text = this.textOf(progress);
      if (text !== null) this.show(text);
    };
  }

  private textOf({ phase, done, of, tests, milestones, iterations }: JobProgress): string | null {
    if (milestones !== undefined) return `${milestones} milestones, ${iterations} iterations`;
    const what = this.counted[phase];
    if (what === undefined || of === 0) return null;
    return `${done} of ${of} ${what}${tests === undefined ? '' : `, ${tests} tests`}`;
  }

  private show(text: string): void {
    if (performance.now() < this.next) return;
    this.next = performance.now() + EVERY;
    this.shown = true;
    tellProgress(text);
  }

  /** Clears the line. */
  end(): void {
    if (this.shown) tellProgress('');
    this.shown = false;
  }
}
