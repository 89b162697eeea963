/** Of changes in a row that say the same of one thing the last one counts. */
import type { Change } from './protocol.ts';

/** Whether `change` says all that `before` said: where an obstacle is, or how large a part of it. */
export function supersedes(change: Change, before: Change | undefined): boolean {
  if (change.kind === 'move') {
    return before?.kind === 'move' && before.obstacle === change.obstacle;
  }
  if (change.kind !== 'shape' || before?.kind !== 'shape') return false;
  return before.obstacle === change.obstacle && before.part === change.part;
}
