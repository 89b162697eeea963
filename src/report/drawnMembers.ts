/** Which obstacles of a cell with very many are drawn: those that somebody asks for, and those nearest to a robot's base. */
import type { Cell, MemberList } from '../cell/index.ts';

/** Members of a crowd that a picture has room for. */
const MOST_DRAWN = 1500;

/** Numbers of the members that are drawn; null: all of them. */
export function drawnMembers(
  { crowd, description }: Cell,
  wanted: Iterable<number>,
): ReadonlySet<number> | null {
  if (crowd === null || crowd.end - crowd.first <= MOST_DRAWN) return null;
  const { first } = crowd;
  const drawn = new Set([...wanted].filter((body) => body >= first));
  const bases = description.robots.map(({ base }) => base.slice(9, 12));
  const near: MemberList = { count: 0, ids: new Int32Array(64) };
  const distances = new Map<number, number>();
  for (const base of bases) {
    let reach = 0.25;
    do {
      reach *= 2;
      crowd.nearPointInto(base, 0, reach, near);
    } while (near.count < MOST_DRAWN && reach < 1e12);
    for (const id of near.ids.subarray(0, near.count)) {
      const distance = distanceTo(crowd.boxes, 6 * (id - crowd.first), base);
      distances.set(id, Math.min(distances.get(id) ?? distance, distance));
    }
  }
  const order = [...distances].sort(([a, x], [b, y]) => x - y || a - b);
  for (const [id] of order.slice(0, MOST_DRAWN)) drawn.add(id);
  for (let id = crowd.first; id < crowd.end; id++) if (crowd.isListed(id)) drawn.add(id);
  return drawn;
}

function distanceTo(boxes: Float64Array, o: number, point: Float64Array): number {
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const gap = Math.max(0, boxes[o + k] - point[k], point[k] - boxes[o + 3 + k]);
    squared += gap * gap;
  }
  return squared;
}
