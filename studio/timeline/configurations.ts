/** Configurations in words: which named states they are. */
import type { NamedConfiguration, OpenedCell } from '../engine/protocol.ts';

/** A configuration with what a state says of it. */
export function withState(base: ArrayLike<number>, state: NamedConfiguration): Float64Array {
  const q = Float64Array.from(base);
  for (const d of state.dofs) q[d] = state.values[d];
  return q;
}

/** "left: home, right: ready"; or what else can be said. */
export function describeConfiguration(cell: OpenedCell, q: ArrayLike<number>): string {
  const left = new Set(cell.dofs.keys());
  const names: string[] = [];
  for (const { name, dofs, values } of cell.states) {
    if (dofs.length === 0 || !dofs.every((d) => left.has(d) && q[d] === values[d])) continue;
    names.push(name);
    for (const d of dofs) left.delete(d);
  }
  const isHome = [...left].every((d) => q[d] === cell.home[d]);
  if (names.length === 0) return isHome ? 'where the cell has all joints' : 'set by hand';
  return names.join(', ') + (isHome ? '' : ', others set by hand');
}

/** Whether two configurations are the same, number by number. */
export function sameConfiguration(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let d = 0; d < a.length; d++) if (a[d] !== b[d]) return false;
  return true;
}
