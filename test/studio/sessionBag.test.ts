/** `surepath studio [CELL] BAG`: the page is told of the bag, gets it when it asks, and nothing else of it. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { sessionBag, sessionCell, sessionJson } from '../../src/cli/studio/session.ts';
import { runInside } from '../helpers/cli/runInside.ts';

const CELL = fileURLToPath(new URL('../../cells/c-shape/cell.yaml', import.meta.url));
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'surepath-bag-')));
afterAll(() => rmSync(folder, { recursive: true }));
const bag = join(folder, 'run 1.mcap');
writeFileSync(bag, 'mcap');

it('is listed beside the files of the cell, to be fetched later', () => {
  const { entry, bag: named, files, open } = sessionCell(CELL, {}, [], bag);
  expect(entry).toMatch(/c-shape\/cell\.yaml$/);
  expect([named, open]).toEqual(['run 1.mcap', []]);
  const [own] = files.filter((file) => file.bag);
  expect(own).toEqual({ path: 'run 1.mcap', real: bag, size: 4, bag: true });
  expect(files.length).toBe(sessionCell(CELL, {}, []).files.length + 1);
});

it('stands alone without a cell', () => {
  const { cell } = JSON.parse(sessionJson(sessionBag(bag)));
  expect(cell).toEqual({
    ...{ name: 'run 1.mcap', open: [], bag: 'run 1.mcap' },
    files: [{ path: 'run 1.mcap', size: 4, url: './files/run%201.mcap', bag: true }],
  });
});

it('says what is wrong with the arguments', () => {
  const studio = (...args: string[]) => runInside(folder, 'studio', ...args, '--no-open').stderr;
  expect(studio('none.mcap')).toContain('none.mcap: there is no such bag');
  expect(studio(`${bag}#/goal`)).toContain('name the file alone');
  expect(studio(bag, CELL)).toContain(`name the cell first: surepath studio ${CELL} ${bag}`);
  expect(studio(bag, bag)).toContain('one bag at a time');
  expect(studio(CELL, 'path.json', bag)).toContain('name one of them');
  expect(studio(bag, '--robot', 'r.urdf')).toContain('--robot needs a CELL');
});
