/** Submitting where the work is done as well: one half that fails ends the other, and nothing waits for ever. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/index.ts';
import { wallCells } from '../helpers/cli/wallCells.ts';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const { folder, later, file } = wallCells();
const random = new Random(5);
const edge = () => {
  const value = () => 3 * random.unit() - 1.5;
  return `${JSON.stringify({ from: [value(), value()], to: [value(), value()] })}\n`;
};
const edges = Array.from({ length: 60 }, edge);
file('edges.jsonl', edges.join(''));
file('bad.jsonl', edges.with(41, '{"from": [0], "to": [0, 0]}\n').join(''));
file('many.jsonl', Array.from({ length: 40_000 }, edge).join(''));

const SUBMIT = ['batch', 'submit', 'cell.yaml', '--workers', '1', '--chunk', '10'];

describe('surepath batch submit, on this machine', { timeout: 60_000 }, () => {
  it('ends where a row of the input is none, and goes on when that is mended', async () => {
    const broken = await later(...SUBMIT, '--edges', 'bad.jsonl', '--store', 'st');
    expect(broken.stderr).toMatch(/bad\.jsonl:42:\d+: from: expected 2 values/);
    expect(broken.status).toBe(2);
    const { status, stdout } = await later(...SUBMIT, '--edges', 'edges.jsonl', '--store', 'st');
    expect(status).toBe(0);
    expect(stdout).toContain('60 edges in 6 chunks');
  });

  it('ends where results cannot be stored, though chunks wait for workers', async () => {
    const asked = [...SUBMIT, '--edges', 'edges.jsonl', '--store', 'full'];
    expect((await later(...asked, '--no-work')).status).toBe(0);
    // What is put there already stays; nothing else finds room.
    const blobs = join(folder, 'full/blobs');
    const there = readdirSync(blobs);
    for (let i = 0; i < 256; i++) {
      const name = i.toString(16).padStart(2, '0');
      if (!there.includes(name)) writeFileSync(join(blobs, name), '');
    }
    const { status, stderr } = await later(...asked, '--ahead', '1');
    expect(status).toBe(2);
    expect(stderr).toMatch(/full: this folder cannot keep the batch: E/);
  });

  it('ends with Ctrl-C, says so, and goes on', async () => {
    mkdirSync(join(folder, 'cut'));
    const asked = [...SUBMIT, '--edges', 'many.jsonl', '--store', 'cut', '--ahead', '2'];
    const child = spawn(process.execPath, [MAIN, ...asked], { cwd: folder });
    let told = '';
    child.stderr.on('data', (part) => {
      const isFirst = !told.includes('working on batch');
      told += part;
      if (isFirst && told.includes('working on batch')) child.kill('SIGINT');
    });
    const status = await new Promise((resolve) => child.once('exit', resolve));
    expect(told).toMatch(/surepath: interrupted: the same command goes on/);
    expect(told).not.toMatch(/ at /);
    expect(status).toBe(130);
  });
});
