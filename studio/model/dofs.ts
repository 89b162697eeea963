/** Values of degrees of freedom. */
import type { DofInfo } from '../engine/protocol.ts';
import type { Store } from './state.ts';

/** Joints to where the cell has them; can be undone. */
export function goHome(store: Store): void {
  const { cell } = store.state;
  if (!cell) return;
  store.update({ configuration: Float64Array.from(cell.home) }, { undoable: 'go home' });
}

/** One value changed; the four of a quaternion keep their length. */
export function withValue(
  configuration: Float64Array,
  dofs: readonly DofInfo[],
  index: number,
  value: number,
): Float64Array {
  const next = Float64Array.from(configuration);
  next[index] = value;
  if (dofs[index]?.unit !== 'quaternion') return next;
  // Several floating bodies in a row: groups of four from the first of the run.
  let run = index;
  while (run > 0 && dofs[run - 1].unit === 'quaternion') run--;
  const first = run + 4 * Math.floor((index - run) / 4);
  const fixed = Math.max(-1, Math.min(1, value));
  let rest = 0;
  for (let i = first; i < first + 4; i++) if (i !== index) rest += next[i] ** 2;
  const wanted = 1 - fixed * fixed;
  for (let i = first; i < first + 4; i++) {
    if (i !== index)
      next[i] = rest > 0 ? next[i] * Math.sqrt(wanted / rest) : Math.sqrt(wanted / 3);
  }
  next[index] = fixed;
  return next;
}
