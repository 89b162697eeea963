/** What is known of batches that were submitted from a folder to a server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Submitted } from '../../src/cli/submitted.ts';

let cache: string;
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'surepath-submitted-'));
  vi.stubEnv('SUREPATH_CACHE', cache);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(cache, { recursive: true, force: true });
});

it('tells batches that a server lost, of this folder and this server', () => {
  const here = new Submitted('redis://host', '/here');
  expect(here.lost([])).toEqual([]);
  here.add('aa01');
  here.add('aa02');
  here.add('bb01');
  here.add('aa01');
  expect(here.lost(['aa02', 'cc'])).toEqual(['aa01', 'bb01']);
  expect([here.find('b'), here.find('aa'), here.find(''), here.find('cc')]).toEqual([
    'bb01',
    null,
    null,
    null,
  ]);
  for (const other of [
    new Submitted('redis://host', '/there'),
    new Submitted('redis://other', '/here'),
  ]) {
    expect(other.lost([])).toEqual([]);
  }
  const again = new Submitted('redis://host', '/here');
  again.forget('aa01');
  again.forget('never');
  expect(here.lost([])).toEqual(['aa02', 'bb01']);
  expect(here.lostFault('bb01').fault).toMatchObject({
    code: 'batch/lost',
    message: expect.stringContaining('redis://host has no batch bb01, which was submitted from'),
  });
});

it('knows nothing where it may keep nothing, and that is no error', () => {
  for (const place of ['off', join(cache, 'file', 'below')]) {
    writeFileSync(join(cache, 'file'), '');
    vi.stubEnv('SUREPATH_CACHE', place);
    const nothing = new Submitted('redis://host', '/here');
    nothing.add('aa01');
    nothing.forget('aa02');
    expect(nothing.lost([])).toEqual([]);
    expect(nothing.find('aa')).toBeNull();
  }
});
