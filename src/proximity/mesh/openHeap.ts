/**
 * The open pairs of a priority search as a binary heap in the workspace's arrays, smallest
 * bound on top. The bound of a new pair is read from `ws.bounds[i]`; a popped pair is left just
 * behind the end of the heap.
 */
import type { ProximityWorkspace } from './workspace.ts';

export function pushNearest(ws: ProximityWorkspace, slotA: number, slotB: number, i: number): void {
  ws.reserve(ws.openCount + 2);
  const slots = ws.openSlots;
  const bounds = ws.openBounds;
  const bound = ws.bounds[i];
  let hole = ws.openCount++;
  while (hole > 0) {
    const parent = (hole - 1) >> 1;
    if (bounds[parent] <= bound) break;
    bounds[hole] = bounds[parent];
    slots[2 * hole] = slots[2 * parent];
    slots[2 * hole + 1] = slots[2 * parent + 1];
    hole = parent;
  }
  bounds[hole] = bound;
  slots[2 * hole] = slotA;
  slots[2 * hole + 1] = slotB;
}

export function popNearest(ws: ProximityWorkspace): void {
  const slots = ws.openSlots;
  const bounds = ws.openBounds;
  const last = --ws.openCount;
  const topBound = bounds[0];
  const topA = slots[0];
  const topB = slots[1];
  const bound = bounds[last];
  const slotA = slots[2 * last];
  const slotB = slots[2 * last + 1];
  let hole = 0;
  for (;;) {
    let child = 2 * hole + 1;
    if (child >= last) break;
    if (child + 1 < last && bounds[child + 1] < bounds[child]) child++;
    if (bounds[child] >= bound) break;
    bounds[hole] = bounds[child];
    slots[2 * hole] = slots[2 * child];
    slots[2 * hole + 1] = slots[2 * child + 1];
    hole = child;
  }
  bounds[hole] = bound;
  slots[2 * hole] = slotA;
  slots[2 * hole + 1] = slotB;
  bounds[last] = topBound;
  slots[2 * last] = topA;
  slots[2 * last + 1] = topB;
}
