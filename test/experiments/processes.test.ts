/** experiments/lab/processes.ts: jobs in processes, what they find in the order of the jobs, whatever ends first. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { inProcesses } from '../../experiments/lab/processes.ts';
import { EXPERIMENTS } from '../../experiments/papers/oneExperiment.ts';

const folder = mkdtempSync(join(tmpdir(), 'surepath-'));
afterAll(() => rmSync(folder, { recursive: true }));
/** Does what a job says: waits, tells, fails or ends; and says who it was. */
const CHILD = `process.once('message', ({ name, wait = 0, how }) => {
  process.send({ say: 'progress', text: name });
  setTimeout(() => {
    if (how === 'die') process.exit(7);
    if (how === 'fail') process.send({ say: 'failed', message: name + ' failed' });
    else process.send({ say: 'done', found: { name, pid: process.pid, hole: Number.NaN } });
  }, wait);
});
`;
const path = join(folder, 'child.mjs');
writeFileSync(path, CHILD);
const file = pathToFileURL(path);

interface Job {
  readonly name: string;
  readonly wait?: number;
  readonly how?: 'die' | 'fail';
}
type Found = { readonly name: string; readonly pid: number; readonly hole: number };

async function all(jobs: readonly Job[], count: number) {
  const found: Found[] = [];
  const told: string[] = [];
  const progress = (text: string) => told.push(text);
  for await (const each of inProcesses<Job, Found>(jobs, { file, count, progress }))
    found.push(each);
  return { found, told };
}

describe('processes', () => {
  it('answer in order though the first takes longest, each in a process of its own', async () => {
    const jobs = [{ name: 'a', wait: 150 }, { name: 'b' }, { name: 'c' }];
    const { found, told } = await all(jobs, 2);
    expect(found.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(new Set(found.map(({ pid }) => pid)).size).toBe(3);
    expect(found[0].hole).toBeNaN();
    expect([...told].sort()).toEqual(['a', 'b', 'c']);
  });

  it('that fail or end are told of, after what was done before', async () => {
    await expect(all([{ name: 'a' }, { name: 'b', how: 'fail' }], 2)).rejects.toThrow('b failed');
    await expect(all([{ name: 'a', how: 'die' }], 2)).rejects.toThrow('ended with code 7');
  });

  it('end when nobody takes more', async () => {
    const jobs = [{ name: 'a' }, { name: 'b', wait: 3000 }];
    for await (const { name } of inProcesses<Job, Found>(jobs, { file, count: 2 })) {
      expect(name).toBe('a');
      break;
    }
  });

  it('find every experiment by its title', () => {
    const names = EXPERIMENTS.map(({ title }) => title);
    expect(new Set(names).size).toBe(names.length);
  });
});
