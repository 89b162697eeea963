/** Paths made by hand: recording where the joints stand. */
import type { App } from './app.ts';
import { withWaypoint } from './waypoint.ts';

/** Puts where the joints stand at the end of the path. */
export function recordWaypoint({ store, dialogs }: App): void {
  const { cell, path, configuration } = store.state;
  if (!cell) return;
  const last = path?.waypoints.at(-1);
  if (last?.every((value, i) => value === configuration[i])) {
    dialogs.say('The path already ends here: move a joint first.');
    return;
  }
  const next = withWaypoint(path, configuration);
  const timed = path?.times || path?.tracks;
  const lost = [...(timed ? ['times'] : []), ...(path?.vias ? ['arcs'] : [])];
  store.update(
    { path: next, time: Math.max(0, next.waypoints.length - 1) },
    { undoable: 'record waypoint' },
  );
  dialogs.say(
    `Waypoint ${next.waypoints.length} recorded${lost.length > 0 ? `; the path has no ${lost.join(' and ')} any more` : ''}.`,
  );
}
