/** experiments/lab/ledger.ts: parts of a run that are done are not done again, and what was cut off is. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Ledger } from '../../experiments/lab/ledger.ts';

const folder = mkdtempSync(join(tmpdir(), 'surepath-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const fresh = () => join(folder, `parts${files++}.jsonl`);

/** What was made, in order. */
function makes(ledger: Ledger, ...names: string[]): string[] {
  const made: string[] = [];
  for (const name of names) {
    const value = ledger.part(name, () => {
      made.push(name);
      return { name, list: [1, null] };
    });
    expect(value).toEqual({ name, list: [1, null] });
  }
  return made;
}

describe('a ledger', () => {
  it('makes every part once', () => {
    expect(makes(new Ledger(), 'a', 'b', 'a')).toEqual(['a', 'b']);
  });

  it('goes on where a run was stopped, with its values', () => {
    const file = fresh();
    makes(new Ledger({ file }), 'a', 'b');
    const resumed = new Ledger({ file, resume: true });
    expect(makes(resumed, 'b', 'c', 'a')).toEqual(['c']);
    expect(resumed.taken).toBe(2);
    expect(readFileSync(file, 'utf8').trim().split('\n').length).toBe(3);
  });

  it('begins anew unless it is told to go on', () => {
    const file = fresh();
    makes(new Ledger({ file }), 'a');
    expect(makes(new Ledger({ file }), 'a')).toEqual(['a']);
    expect(readFileSync(file, 'utf8').trim().split('\n').length).toBe(1);
  });

  it('takes no part of another version, and none that was cut off', () => {
    const file = fresh();
    makes(new Ledger({ file, version: '1' }), 'a');
    expect(makes(new Ledger({ file, version: '2', resume: true }), 'a')).toEqual(['a']);
    appendFileSync(file, '{"name":"b","version":"2","cpu_s":1,"val');
    expect(makes(new Ledger({ file, version: '2', resume: true }), 'a', 'b')).toEqual(['b']);
  });

  it('adds up the time that parts took before', () => {
    const file = fresh();
    appendFileSync(file, '{"name":"a","version":"1","cpu_s":7.5,"value":3}\n');
    const ledger = new Ledger({ file, version: '1', resume: true });
    expect(ledger.part('a', () => 0)).toBe(3);
    expect(ledger.takenSeconds).toBe(7.5);
  });

  it('does not let what follows a line that was cut off be lost with it', () => {
    const file = fresh();
    appendFileSync(file, '{"name":"a","ver');
    makes(new Ledger({ file, resume: true }), 'b');
    expect(makes(new Ledger({ file, resume: true }), 'b')).toEqual([]);
  });
});
