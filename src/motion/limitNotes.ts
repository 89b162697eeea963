/** Limits that a motion leaves, as notes: for whoever opens a motion and asks nothing yet. */
import type { Cell } from '../cell/index.ts';
import type { Fault } from '../math/index.ts';
import { limitText } from '../words/index.ts';
import { limitsLeft } from './limits.ts';
import type { Path } from './path.ts';

export function limitNotes(cell: Cell, path: Path): Fault[] {
  return limitsLeft(cell, path).left.map((left) => ({
    code: 'path/limits',
    message: limitText(left),
  }));
}
