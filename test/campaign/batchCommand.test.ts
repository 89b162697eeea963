/** The command line of batches: from submitting to collecting on this machine, and what it says when something is wrong. */
import { describe, expect, it } from 'vitest';
import { CAGE, cliFolder } from '../helpers/cli/runCli.ts';

const { start, file, read } = cliFolder();
const JOINTS = [1, 2, 3, 4, 5, 6].map((i) => `arm/joint_${i}`);
/** Around home, so that some are free and some are not. */
const edges = Array.from({ length: 24 }, (_, i) => ({
  from: [0, -0.7, 0.8, 0, 0.7, 0],
  to: [0.13 * i - 1.5, 0.05 * i - 1, 0.8, 0.1 * i, 0.2, 0],
}));
const lines = [{ joints: JOINTS }, ...edges].map((row) => `${JSON.stringify(row)}\n`).join('');
file('edges.jsonl', lines);
file('edges.json', { joints: JOINTS, edges });

describe('surepath batch', () => {
  const submit = (input: string, ...more: string[]) =>
    start('batch', 'submit', CAGE, '--edges', input, '--chunk', '5', '--store', 'st', ...more);

  it('does a batch on this machine: the bytes of one process, and nothing twice', () => {
    const first = submit('edges.jsonl', '--json', '--workers', '2');
    expect(first.status, first.stderr).toBe(0);
    const { batch, chunks, items, known } = JSON.parse(first.stdout);
    expect([chunks, items, known]).toEqual([5, 24, 0]);
    const status = start('batch', 'status', batch.slice(0, 8), '--store', 'st', '--json');
    expect(status.status).toBe(0);
    expect(JSON.parse(status.stdout)).toMatchObject({ state: 'done', done: 5, dead: 0 });
    const collected = start(
      ...['batch', 'collect', batch, '--store', 'st', '--out', 'b.jsonl', '--manifest', 'm.json'],
    );
    expect(collected.stderr).toContain('nothing is missing');
    const checked = start(
      ...['check', CAGE, '--edges', 'edges.jsonl', '--chunk', '5', '--out', 'c.jsonl'],
    );
    expect(collected.status).toBe(checked.status);
    expect(read('b.jsonl')).toBe(read('c.jsonl'));
    expect(JSON.parse(read('m.json')).complete).toMatchObject({ items: 24, missing: 0 });
    expect(JSON.parse(submit('edges.jsonl', '--json').stdout)).toMatchObject({ batch, known: 5 });
    // The same edges written otherwise have the same chunks.
    expect(JSON.parse(submit('edges.json', '--json').stdout).known).toBe(5);
  });

  it.each([
    [['status', '--url', 'redis://u:hunter2@127.0.0.1:1'], 'does not answer'],
    [['status', '--url', 'postgres://u:hunter2@127.0.0.1:1/x'], 'does not answer'],
    [['status', '--url', 'http://u:hunter2@x'], 'begins with redis://'],
    [['work', '--until-done', '--store', '/proc/none'], 'cannot keep the batch'],
    [['status', '--store', '/proc/none'], 'there is no such folder'],
    [['collect', 'abc', '--store', 'other'], 'there is no such folder'],
    [['collect', 'abc', '--store', 'st'], 'no batch "abc"'],
    [['work', 'abc', '--store', 'other'], 'no batch "abc"'],
    [['cancel', '--store', 'other'], 'needs the name of one batch'],
    [['frobnicate'], 'submit, work, status, collect, cancel'],
    [['submit', CAGE, '--edges', 'none.jsonl'], 'there is no such file'],
    [['submit', CAGE, '--edges', 'edges.jsonl', '--time-limit', '1'], 'not for batches'],
  ])('says what is wrong, without passwords: %j', (args, message) => {
    const { status, stdout, stderr } = start('batch', ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(stdout + stderr).not.toContain('hunter2');
  });

  it('has a text of help for every part', () => {
    for (const part of ['submit', 'work', 'status', 'collect', 'cancel']) {
      const { stdout, status } = start('batch', part, '--help');
      expect(status).toBe(0);
      expect(stdout).toMatch(new RegExp(`^usage: surepath batch ${part}`));
    }
    expect(start('batch', '--help').stdout).toContain('surepath batch collect BATCH');
  });
});
