/** How far a long check is, on one line of a terminal; silent anywhere else. */
import type { PathProgress } from '../check/index.ts';
import type { PlanProgress } from '../plan/index.ts';

/** Milliseconds between two lines, and before the first. */
const EVERY = 250;

export class Progress {
  private readonly what: string;
  private next = performance.now() + EVERY;
  private shown = false;

  /** `what` is counted: "segments". */
  constructor(what: string) {
    this.what = what;
  }

  /** For `onProgress`; undefined where nobody watches. */
  get listener(): ((progress: PathProgress) => void) | undefined {
    if (!process.stderr.isTTY) return undefined;
    return ({ settled, segments, tests }) => {
      this.show(`${settled} of ${segments} ${this.what}, ${tests} tests`);
    };
  }

  /** Likewise for planners: what is counted are milestones. */
  get planListener(): ((progress: PlanProgress) => void) | undefined {
    if (!process.stderr.isTTY) return undefined;
    return ({ iterations, milestones }) => {
      this.show(`${milestones} ${this.what}, ${iterations} iterations`);
    };
  }

  private show(text: string): void {
    if (performance.now() < this.next) return;
    this.next = performance.now() + EVERY;
    this.shown = true;
    process.stderr.write(`\r\x1b[K${text}`);
  }

  /** Clears the line. */
  end(): void {
    if (this.shown) process.stderr.write('\r\x1b[K');
  }
}
