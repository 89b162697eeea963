/** Disks that are full and disks that are only read, as the command line meets them. Needs the right to mount. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { wallCells } from '../helpers/cli/wallCells.ts';

const { start, file, folder } = wallCells();
const edge = (i: number) => `${JSON.stringify({ from: [-1, 0.2], to: [1 - i / 1e5, -0.2] })}\n`;
file('edges.jsonl', Array.from({ length: 100 }, (_, i) => edge(i)).join(''));
const disk = join(folder, 'disk');
const view = join(folder, 'view');
const SIZE_KB = 4096;

function run(...words: string[]): boolean {
  try {
    execFileSync(words[0], words.slice(1), { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

mkdirSync(disk);
mkdirSync(view);
const isMounted = run('mount', '-t', 'tmpfs', '-o', `size=${SIZE_KB}k`, 'tmpfs', disk);
if (!isMounted) console.warn('skipped: disks that are full, which may not be mounted here');
afterAll(() => {
  for (const place of [view, disk]) run('umount', place);
});

const SUBMIT = [
  'batch',
  'submit',
  'cell.yaml',
  '--edges',
  'edges.jsonl',
  '--chunk',
  '1',
  '--workers',
  '1',
];

describe.skipIf(!isMounted)('a disk', { timeout: 240_000 }, () => {
  it('that is full is a fault with the folder and advice, wherever it is hit, and nothing is lost', () => {
    const codes: (number | null)[] = [];
    // Blobs, notes, chunks that wait, results: each takes a page.
    for (const free of [20, 60, 200, 500, 900]) {
      run('rm', '-rf', join(disk, 'st'), join(disk, 'fill'));
      writeFileSync(join(disk, 'fill'), Buffer.alloc((SIZE_KB - free) * 1024));
      for (const more of [['--no-work'], []]) {
        const { status, stderr } = start(...SUBMIT, '--store', 'disk/st', ...more);
        codes.push(status);
        expect(stderr, `${free}`).not.toMatch(/\n {4}at /);
        if (status === 0) continue;
        expect(status).toBe(2);
        expect(stderr).toMatch(/disk\/st: this folder cannot keep the batch: ENOSPC.*give it room/);
      }
    }
    expect(codes).toContain(2);
    run('rm', join(disk, 'fill'));
    const { status, stdout, stderr } = start(...SUBMIT, '--store', 'disk/st', '--json');
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ chunks: 100, dead: 0 });
  });

  it('that is only read is collected from; nothing else works there, and says so', () => {
    const { stdout } = start(...SUBMIT, '--store', 'disk/st', '--json');
    const { batch } = JSON.parse(stdout);
    run('mount', '--bind', disk, view);
    expect(run('mount', '-o', 'remount,ro,bind', view)).toBe(true);
    const at = ['--store', 'view/st'];
    const collected = start('batch', 'collect', batch, ...at, '--out', 'o.jsonl', '--workers', '1');
    expect(collected.stderr).toContain('nothing is missing');
    expect(collected.status).toBe(1);
    expect(start('batch', 'status', batch, ...at).status).toBe(0);
    for (const args of [SUBMIT, ['batch', 'work'], ['batch', 'cancel', batch, '--purge']]) {
      const { status, stderr } = start(...args, ...at);
      expect(status).toBe(2);
      expect(stderr).toMatch(/view\/st: this folder cannot keep the batch: EROFS/);
    }
  });
});
