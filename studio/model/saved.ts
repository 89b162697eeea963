/** Cells and paths that somebody has as a file: nothing is lost with the page that shows them. */
import type { State } from './state.ts';

const saved = new WeakSet<object>();

export function markSaved(...things: (object | null)[]): void {
  for (const each of things) if (each) saved.add(each);
}

/** Whether leaving the page would lose something that can be saved: edits of the cell, or a path that no file holds. */
export function isUnsaved({ cell, edits, path }: Readonly<State>): boolean {
  const isChanged = edits.length > 0 && cell !== null && !saved.has(cell);
  return isChanged || (path !== null && path.file === undefined && !saved.has(path));
}
