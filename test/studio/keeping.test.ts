/** Work that is kept over a reload: what is written is read again to the bit, and what is damaged is refused. */
import { expect, it } from 'vitest';
import type { Change, PathData } from '../../studio/engine/protocol.ts';
import { Session } from '../../studio/engine/session.ts';
import { readWork, stateText } from '../../studio/model/keptWork.ts';
import { isUnsaved, markSaved } from '../../studio/model/saved.ts';
import { snapshotText, takeSnapshot } from '../../studio/model/snapshot.ts';
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
  const entries = { files, path: snapshotText(path), when: 7 };
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
