/** Streams through the real program: threads, Ctrl-C, small memory, and a path of many segments. */
import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { Random } from '../../src/math/index.ts';
import { wallCells } from '../helpers/cli/wallCells.ts';

vi.setConfig({ testTimeout: 300_000 });

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const { start, file, read, folder } = wallCells();
const CELL = ['check', 'cell.yaml'];

/** Random edges as doubles. */
function doubles(seed: number, edges: number): Uint8Array {
  const random = new Random(seed);
  return new Uint8Array(
    Float64Array.from({ length: 4 * edges }, () => 3 * random.unit() - 1.5).buffer,
  );
}
file('some.f64', doubles(1, 2000));
file('many.f64', doubles(2, 150_000));

function withoutTimes(text: string): string {
  return text.replace(
    /"(milliseconds|preparationMilliseconds|microsecondsPer\w+|perSecond)":[\d.e-]+/g,
    '',
  );
}

describe('the program', () => {
  it('writes the same bytes with one, two and three workers', () => {
    const outs = ['1', '2', '3'].map((workers) => {
      const ran = start(...CELL, '--edges', 'some.f64', '--chunk', '100', '--workers', workers);
      expect(ran.status).toBe(1);
      return ran.stdout;
    });
    expect(outs[1]).toBe(outs[0]);
    expect(outs[2]).toBe(outs[0]);
    expect(outs[0].trimEnd().split('\n')).toHaveLength(2000);
  });

  it('answers documents and paths the same with one worker and two', () => {
    const random = new Random(3);
    const row = () => [0.6 + 0.5 * random.unit(), 0.2 * random.unit()];
    const joints = ['joint1', 'joint2'];
    file('path.json', { joints, waypoints: Array.from({ length: 3000 }, row) });
    file('edges.json', {
      joints,
      edges: Array.from({ length: 2500 }, () => ({ from: row(), to: row() })),
    });
    file('rows.json', { joints, configurations: Array.from({ length: 2500 }, row) });
    for (const asked of [
      ['path.json'],
      ['path.json', '--all'],
      ['--edges', 'edges.json'],
      ['--configurations', 'rows.json'],
    ]) {
      const [one, two] = ['1', '2'].map((n) => start(...CELL, ...asked, '--json', '--workers', n));
      expect(two.stderr).toBe(one.stderr);
      expect(two.status).toBe(one.status);
      expect(withoutTimes(two.stdout)).toBe(withoutTimes(one.stdout));
    }
  });

  it('needs no more memory for many edges than it is given', async () => {
    const args = [MAIN, ...CELL, '--edges', 'many.f64', '--workers', '2', '--out', 'many.jsonl'];
    // 5 MB of doubles in, 10 MB and more of lines out, in a heap of 48 MB that has cell and code to hold.
    const child = spawn(process.execPath, ['--max-old-space-size=48', ...args], { cwd: folder });
    let text = '';
    child.stdout.on('data', (part) => {
      text += part;
    });
    child.stderr.on('data', (part) => {
      text += part;
    });
    const status = await new Promise((resolve) => child.once('exit', resolve));
    expect(text).toMatch(/150000 edges/);
    expect(status).toBe(1);
    expect(read('many.jsonl').trimEnd().split('\n')).toHaveLength(150_000);
  });

  it('ends with Ctrl-C, says how far it came, and goes on there', async () => {
    const args = [
      ...CELL,
      '--edges',
      'many.f64',
      '--workers',
      '2',
      '--chunk',
      '500',
      '--out',
      'cut.jsonl',
    ];
    const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder });
    let told = '';
    child.stderr.on('data', (part) => {
      told += part;
    });
    const out = join(folder, 'cut.jsonl');
    const timer = setInterval(() => {
      if (!existsSync(out) || statSync(out).size === 0) return;
      clearInterval(timer);
      child.kill('SIGINT');
    }, 5);
    const status = await new Promise((resolve) => child.once('exit', resolve));
    clearInterval(timer);
    expect(status).toBe(130);
    expect(told).toMatch(
      /interrupted: the results of \d+ edges are written to cut\.jsonl; with --resume/,
    );
    const before = read('cut.jsonl').trimEnd().split('\n').length;
    expect(before).toBeLessThan(150_000);
    expect(start(...args, '--resume').status).toBe(1);
    expect(read('cut.jsonl')).toBe(read('many.jsonl'));
  });
});
