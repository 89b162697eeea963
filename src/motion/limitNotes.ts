/** What to say of a path that leaves the limits of its joints: it is judged all the same. */
import type { Cell } from '../cell/index.ts';
import type { Fault } from '../math/index.ts';
import type { Path } from './path.ts';

/** What a proven range may be wider than the motion, as a part of the limit. */
const RANGE_SLACK = 1e-9;

/** Joints beyond their limits: at waypoints, and where curves go farther between them. */
export function limitNotes({ tree }: Cell, path: Path): Fault[] {
  const notes: Fault[] = [];
  const count = tree.dofs.length;
  const curved = path.segments.flatMap((segment, i) => {
    if (segment.kind === 'straight') return [];
    const [low, high] = [new Float64Array(count), new Float64Array(count)];
    segment.rangeInto(low, high);
    return [{ low, high, i }];
  });
  tree.dofs.forEach(({ name, lower, upper, unit }, d) => {
    if (unit === 'quaternion') return;
    const limits = `beyond its limits ${lower} to ${upper}`;
    const beyond = path.waypoints
      .map((q, i) => ({ value: q[d], i }))
      .filter(({ value }) => value < lower || value > upper);
    if (beyond.length > 0) {
      const [{ value, i }] = beyond;
      const more = beyond.length > 1 ? ` and at ${beyond.length - 1} more` : '';
      const where = path.labels ? `${path.times?.[i]} s` : `waypoint ${i}`;
      const message = `${name} is ${value} at ${where}${more}, ${limits}`;
      notes.push({ code: 'path/limits', message });
      return;
    }
    const room = RANGE_SLACK * Math.max(1, Math.abs(lower), Math.abs(upper));
    const first = curved.find(({ low, high }) => low[d] < lower - room || high[d] > upper + room);
    if (!first) return;
    const { low, high, i } = first;
    const value = Number((low[d] < lower - room ? low : high)[d].toFixed(6));
    const where = path.labels ? ` (${path.labels[i]})` : ', between waypoints';
    const message = `${name} reaches ${value} on segment ${i}${where}, ${limits}`;
    notes.push({ code: 'path/limits', message });
  });
  return notes;
}
