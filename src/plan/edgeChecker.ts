/**
 * A checker for the edges of a planner. A planner asks about one edge after the other, and values of joints without
 * limits run on, turn after turn: so each edge is a question of its own. Nearly all are about the cell as it is; for
 * one that leads out of the cell's box, a checker for the new question takes over.
 */
import { askAbout, type Cell } from '../cell/index.ts';
import {
  type Checker,
  type CheckerOptions,
  type CheckRequest,
  type CheckResult,
  createChecker,
  type Method,
} from '../check/index.ts';

/** Options of a method, or what prepares a checker for a cell: one of its own, or one that is watched. */
export type CheckerChoice = CheckerOptions | ((cell: Cell) => Checker);

export class EdgeChecker implements Checker {
  readonly method: Method;
  private readonly make: (cell: Cell) => Checker;
  private cell: Cell;
  private checker: Checker;

  /** Default: the ladder. */
  constructor(cell: Cell, make: CheckerChoice = {}) {
    this.make = typeof make === 'function' ? make : (asked) => createChecker(asked, make);
    this.cell = cell;
    this.checker = this.make(cell);
    this.method = this.checker.method;
  }

  check(request: CheckRequest): CheckResult {
    const { cell } = askAbout(this.cell, [request.segment]);
    if (cell !== this.cell) {
      this.cell = cell;
      this.checker = this.make(cell);
    }
    return this.checker.check(request);
  }
}
