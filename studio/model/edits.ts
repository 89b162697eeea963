/** Lists of changes to a cell. */
import type { Change } from '../engine/protocol.ts';

/** Of moves of one obstacle in a row the last one counts. */
export function shortened(edits: readonly Change[]): Change[] {
  const kept: Change[] = [];
  for (const edit of edits) {
    const before = kept.at(-1);
    if (edit.kind === 'move' && before?.kind === 'move' && before.obstacle === edit.obstacle) {
      kept.pop();
    }
    kept.push(edit);
  }
  return kept;
}
