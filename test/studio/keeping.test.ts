/** Work that is kept over a reload: what is written is read again to the bit, and what is damaged is refused. */
import { expect, it } from 'vitest';
import type { Change, PathData } from '../../studio/engine/protocol.ts';
import { Session } from '../../studio/engine/session.ts';
import { keptPath, readWork, stateText } from '../../studio/model/keptWork.ts';
import { isUnsaved, markSaved } from '../../studio/model/saved.ts';
import { takeSnapshot } from '../../studio/model/snapshot.ts';
import { Store } from '../../studio/model/state.ts';
import { named, opened } from '../helpers/studio/sessions.ts';

const cell = opened(new Session(), named('two-arms/'));
const bytes = Uint8Array.of(1, 2, 250);
const edits: Change[] = [
  {
    kind: 'add',
    name: 'part',
    shape: { kind: 'mesh', file: 'part.stl', bytes, scale: 0.001 },
    pose: [1, 0, 0, 0, 1, 0, 0, 0, 1, 0.1, 0.2, 0.3],
  },
];
const configuration = Float64Array.from(cell.home, (x) => x + 1 / 3);
const path: PathData = { name: 'mine', waypoints: [configuration, Float64Array.from(cell.home)] };
const files = new Map([['cell.yaml', bytes]]);

const store = new Store();
store.update({ cell, edits, configuration, path, files, source: { kind: 'files' } });
const asked = { entry: 'cell.yaml', packages: { arm: 'arm_description' } };

it('is read again as it was', () => {
  const snapshot = takeSnapshot(store.state, null);
  const entries = { files, path: structuredClone(keptPath(path)), when: 7 };
  const kept = readWork({ ...entries, state: stateText(store.state, snapshot, asked) });
  expect(kept.request).toEqual({ ...asked, files });
  expect(kept.snapshot.edits).toEqual(edits);
  expect(kept.snapshot.path).toEqual(path);
  expect(kept.snapshot.configuration).toEqual([...configuration]);
  expect([kept.name, kept.digest, kept.source]).toEqual([
    ...[cell.name, cell.digest],
    { kind: 'files' },
  ]);
  for (const state of ['', '{}', 'null', '{"name":"a","digest":"b","source":{"kind":"files"}}']) {
    expect(() => readWork({ ...entries, state })).toThrow();
  }
});

it('keeps a long path as one array, and refuses what is none', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, i) => configuration.map((x) => x + i / 7));
  const long: PathData = {
    ...{ name: 'long', waypoints: rows(3000), times: rows(3000).map((_, i) => i) },
    velocities: rows(3000).map((row, i) => (i % 2 ? row : null)),
  };
  const packed = keptPath(long) as { waypoints: { numbers: Float64Array; count: number } };
  expect(packed.waypoints.numbers.length).toBe(3000 * configuration.length);
  const state = stateText(store.state, takeSnapshot(store.state, null), asked);
  const read = (path: unknown) => readWork({ files, state, path: structuredClone(path), when: 7 });
  const { path: found } = read(packed).snapshot;
  expect(found?.waypoints).toEqual(long.waypoints);
  expect(found?.velocities).toEqual(long.velocities);
  expect([...(found?.times ?? [])]).toEqual([...(long.times ?? [])]);
  expect(read(null).snapshot.path).toBe(null);
  for (const wrong of [
    { count: 2 ** 31 },
    { size: 0, numbers: new Float64Array(0) },
    { numbers: [1, 2] },
    { numbers: packed.waypoints.numbers.map(() => Number.NaN) },
  ]) {
    expect(() => read({ ...packed, waypoints: { ...packed.waypoints, ...wrong } })).toThrow();
  }
  expect(() => read(JSON.stringify(path))).toThrow();
});

it('is lost by leaving, unless it is in a file', () => {
  expect(isUnsaved(store.state)).toBe(true);
  markSaved(cell);
  expect(isUnsaved(store.state)).toBe(true);
  markSaved(path);
  expect(isUnsaved(store.state)).toBe(false);
  store.update({ path: { ...path, name: 'edited' } });
  expect(isUnsaved(store.state)).toBe(true);
  store.update({ path: { ...path, file: 'paths/one.json' } });
  expect(isUnsaved(store.state)).toBe(false);
});
