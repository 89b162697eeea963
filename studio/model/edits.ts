/** Lists of changes to a cell. */
import type { Change } from '../engine/protocol.ts';
import { supersedes } from '../engine/supersedes.ts';

/** Of moves of one obstacle in a row, and of its sizes, the last one counts. */
export function shortened(edits: readonly Change[]): Change[] {
  const kept: Change[] = [];
  for (const edit of edits) {
    if (supersedes(edit, kept.at(-1))) kept.pop();
    kept.push(edit);
  }
  return kept;
}
