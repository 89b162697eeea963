/** Paths made by hand, as data. Timing, rates and arcs of a loaded motion do not survive a change. */
import type { PathData } from '../engine/protocol.ts';

/** The path with one more waypoint at its end. */
export function withWaypoint(path: PathData | null, configuration: Float64Array): PathData {
  const waypoint = Float64Array.from(configuration);
  if (!path) return { name: 'recorded', waypoints: [waypoint] };
  return { name: path.file ? 'recorded' : path.name, waypoints: [...path.waypoints, waypoint] };
}

/** What can be done with waypoint `i`. */
export type WaypointChange =
  | { readonly kind: 'set' | 'insert'; readonly i: number; readonly q: Float64Array }
  | { readonly kind: 'remove' | 'earlier' | 'later'; readonly i: number };

/** The changed path, and the number of the waypoint to look at then; null if nothing would change. */
export function withChange(
  path: PathData,
  change: WaypointChange,
): { readonly path: PathData; readonly at: number } | null {
  const waypoints = [...path.waypoints];
  const { i, kind } = change;
  let at = i;
  switch (kind) {
    case 'set':
      if (same(waypoints[i], change.q)) return null;
      waypoints[i] = Float64Array.from(change.q);
      break;
    case 'insert':
      // Twice the same place is a segment that stands still.
      if (same(waypoints[i], change.q) || same(waypoints[i + 1], change.q)) return null;
      at = i + 1;
      waypoints.splice(at, 0, Float64Array.from(change.q));
      break;
    case 'remove':
      if (waypoints.length === 1) return null;
      waypoints.splice(i, 1);
      at = Math.min(i, waypoints.length - 1);
      break;
    default:
      at = kind === 'earlier' ? i - 1 : i + 1;
      if (at < 0 || at >= waypoints.length) return null;
      [waypoints[i], waypoints[at]] = [waypoints[at], waypoints[i]];
  }
  return { path: { name: path.file ? 'edited' : path.name, waypoints }, at };
}

function same(a: Float64Array | undefined, b: Float64Array): boolean {
  return a?.length === b.length && a.every((value, d) => value === b[d]);
}
