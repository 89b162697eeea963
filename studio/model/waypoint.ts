/** Paths made by hand, as data. */
import type { PathData } from '../engine/protocol.ts';

/** The path with one more waypoint. Timing and rates of a loaded motion do not survive it. */
export function withWaypoint(path: PathData | null, configuration: Float64Array): PathData {
  const waypoint = Float64Array.from(configuration);
  if (!path) return { name: 'recorded', waypoints: [waypoint] };
  return { name: path.file ? 'recorded' : path.name, waypoints: [...path.waypoints, waypoint] };
}
