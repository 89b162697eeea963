/**
 * The order in which triangles are painted over each other, for pictures that have no depth buffer: what a depth
 * buffer sees in front at a dot is painted later there. Where triangles pass through each other there is no such order;
 * then the farther middle goes first.
 */
import type { Triangles } from '../../geometry/index.ts';
import { type DepthBuffer, eachDot } from './depthBuffer.ts';

/** The triangles that own at least a dot, those behind first. */
export function paintOrder(
  buffer: DepthBuffer,
  places: Float64Array,
  indices: Triangles['indices'],
): number[] {
  const seen = [...new Set(buffer.owner)].filter((t) => t >= 0);
  const middle = (t: number) =>
    [0, 1, 2].reduce((sum, c) => sum + places[3 * indices[3 * t + c] + 2], 0);
  const byDepth = seen.sort((s, t) => middle(s) - middle(t) || s - t);
  return afterWhatIsBehind(byDepth, behindOf(buffer, byDepth, places, indices));
}

/** For each triangle those that it covers at some dot, each seen somewhere else. */
function behindOf(
  buffer: DepthBuffer,
  triangles: readonly number[],
  places: Float64Array,
  indices: Triangles['indices'],
): Map<number, Set<number>> {
  const behind = new Map<number, Set<number>>();
  let reach = 0;
  for (const near of buffer.near)
    if (Number.isFinite(near)) reach = Math.max(reach, Math.abs(near));
  const slack = 1e-9 * reach;
  for (const t of triangles) {
    eachDot(buffer, places, indices, t, (dot, near) => {
      const front = buffer.owner[dot];
      if (front === t || !(buffer.near[dot] > near + slack)) return;
      const set = behind.get(front);
      if (set) set.add(t);
      else behind.set(front, new Set([t]));
    });
  }
  return behind;
}

/** Depth first, so that whatever is behind comes before; a circle is cut where it closes. */
function afterWhatIsBehind(
  triangles: readonly number[],
  behind: ReadonlyMap<number, ReadonlySet<number>>,
): number[] {
  const order: number[] = [];
  const begun = new Set<number>();
  const none: readonly number[] = [];
  for (const first of triangles) {
    if (begun.has(first)) continue;
    begun.add(first);
    const path = [{ t: first, rest: (behind.get(first) ?? none)[Symbol.iterator]() }];
    while (path.length > 0) {
      const { t, rest } = path[path.length - 1];
      const next = rest.next();
      if (next.done) {
        order.push(t);
        path.pop();
      } else if (!begun.has(next.value)) {
        begun.add(next.value);
        path.push({ t: next.value, rest: (behind.get(next.value) ?? none)[Symbol.iterator]() });
      }
    }
  }
  return order;
}
