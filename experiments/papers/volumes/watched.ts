/** A checker that is watched: what its checks cost all together, and which steps it was asked about. */
import type { Cell } from 'surepath/cell';
import {
  addStats,
  type Checker,
  type CheckerOptions,
  type CheckRequest,
  type CheckStats,
  createChecker,
} from 'surepath/check';
import type { Segment } from 'surepath/motion';

export class Watched {
  stats: CheckStats = nothing();
  /** In the order of the questions. */
  readonly segments: Segment[] = [];
  private readonly options: CheckerOptions;

  constructor(options: CheckerOptions) {
    this.options = options;
  }

  /** What planners take in place of options. */
  readonly make = (cell: Cell): Checker => {
    const checker = createChecker(cell, this.options);
    return {
      method: checker.method,
      check: (request: CheckRequest) => {
        const result = checker.check(request);
        addStats(this.stats, result.stats);
        this.segments.push(request.segment);
        return result;
      },
    };
  };

  /** Begins anew. */
  forget(): void {
    this.stats = nothing();
    this.segments.length = 0;
  }
}

function nothing(): CheckStats {
  return { configurations: 0, tests: 0, gjkCalls: 0, nodePairs: 0, trianglePairs: 0, sweeps: 0 };
}
