/** Waypoints that are changed by hand, and names of files made of names of paths. */
import { describe, expect, it } from 'vitest';
import type { PathData } from '../../studio/engine/protocol.ts';
import { plainName } from '../../studio/model/format.ts';
import { type WaypointChange, withChange, withWaypoint } from '../../studio/model/waypoint.ts';

const path: PathData = {
  name: 'paths/free.json',
  file: 'paths/free.json',
  waypoints: [0, 1, 2].map((x) => Float64Array.of(x)),
  times: [0, 1, 2],
};
const q = Float64Array.of(7);
const values = (made: ReturnType<typeof withChange>) => [
  made?.path.waypoints.map(([x]) => x),
  made?.at,
];

describe('waypoints', () => {
  it('are recorded, set, inserted, moved and removed', () => {
    expect(withWaypoint(null, q)).toEqual({ name: 'recorded', waypoints: [q] });
    expect(values(withChange(path, { kind: 'set', i: 1, q }))).toEqual([[0, 7, 2], 1]);
    expect(values(withChange(path, { kind: 'insert', i: 0, q }))).toEqual([[0, 7, 1, 2], 1]);
    expect(values(withChange(path, { kind: 'insert', i: 2, q }))).toEqual([[0, 1, 2, 7], 3]);
    expect(values(withChange(path, { kind: 'earlier', i: 2 }))).toEqual([[0, 2, 1], 1]);
    expect(values(withChange(path, { kind: 'later', i: 0 }))).toEqual([[1, 0, 2], 1]);
    expect(values(withChange(path, { kind: 'remove', i: 2 }))).toEqual([[0, 1], 1]);
    expect(path.waypoints.map(([x]) => x)).toEqual([0, 1, 2]);
  });

  it('have no times afterwards, and are no longer those of the file', () => {
    const made = withChange(path, { kind: 'remove', i: 0 });
    expect(made?.path).toEqual({ name: 'edited', waypoints: path.waypoints.slice(1) });
  });

  it('stay as they are where nothing would change', () => {
    const one = { ...path, waypoints: [q] };
    const changes: [PathData, WaypointChange][] = [
      [path, { kind: 'set', i: 1, q: Float64Array.of(1) }],
      [path, { kind: 'insert', i: 0, q: Float64Array.of(0) }],
      [path, { kind: 'insert', i: 0, q: Float64Array.of(1) }],
      [path, { kind: 'earlier', i: 0 }],
      [path, { kind: 'later', i: 2 }],
      [one, { kind: 'remove', i: 0 }],
    ];
    for (const [given, change] of changes) expect(withChange(given, change)).toBeNull();
  });
});

describe('names of saved files', () => {
  it.each([
    ['workshop/paths/free.json', 'free'],
    ['free.json, smoothed', 'free-smoothed'],
    ['panda_v1.2', 'panda_v1.2'],
    ['../..', 'path'],
    ['<img src=x>.yaml', 'img-src-x'],
    [undefined, 'path'],
  ])('%s becomes %s', (name, plain) => {
    expect(plainName(name, 'path')).toBe(plain);
  });
});
