/**
 * `surepath qualify` on the built package: all requirements hold; and on copies of it in which one thing is wrong, it says which
 * requirement does not.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { QualificationRecord } from '../../src/qualify/index.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'surepath-qualify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000);

/** Runs the program of a package; it must end with this exit code. */
function qualify(root: string, code: number, ...args: string[]): QualificationRecord {
  let text = '';
  let status = 0;
  try {
    text = execFileSync(
      process.execPath,
      [join(root, 'dist/cli/main.js'), 'qualify', '--json', ...args],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
        maxBuffer: 1e8,
      },
    );
  } catch (error) {
    ({ stdout: text, status } = error as { stdout: string; status: number });
  }
  expect(status, text.slice(-2000)).toBe(code);
  return JSON.parse(text);
}

/** A copy of the package with a text of a file replaced. */
function withFault(name: string, file: string, text: string | RegExp, fault: string): string {
  const root = join(folder, name);
  cpSync(join(ROOT, 'dist'), join(root, 'dist'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(root, 'package.json'));
  for (const link of ['cells', 'node_modules']) symlinkSync(join(ROOT, link), join(root, link));
  const path = join(root, 'dist', file);
  const before = readFileSync(path, 'utf8');
  const after = before.replace(text, fault);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
  return root;
}

describe('surepath qualify', () => {
  it('finds that all requirements hold, and writes what it ran on', () => {
    const out = join(folder, 'record.json');
    const record = qualify(ROOT, 0, '--out', out);
    expect(record).toMatchObject({ passed: true, partial: false, 'surepath-qualification': 1 });
    expect(record.requirements.length).toBeGreaterThanOrEqual(13);
    for (const { checks } of record.requirements) {
      for (const { cases, faultCount } of checks) {
        expect(cases).toBeGreaterThan(0);
        expect(faultCount).toBe(0);
      }
    }
    expect([record.program, record.suite].every((digest) => /^[0-9a-f]{64}$/.test(digest))).toBe(
      true,
    );
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(record);
    // A record that is there is kept.
    expect(qualify(ROOT, 2, '--out', out, '--only', 'R10')).toMatchObject({
      error: { code: 'file/unwritable' },
    });
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(record);
  });

  it.each([
    ['a cosine', 'R4', 'math/sincos.js', 'const C8 = 1 / 40320', 'const C8 = 1 / 40321'],
    ['a verifier that believes', 'R9', 'verifier/verify.js', 'verified: false', 'verified: true'],
    [
      'a checker that forgets how joints stray',
      'R1',
      'cell/pairs.js',
      'if (!this.strays)',
      'if (true)',
    ],
    ['a digest', 'R10', 'verifier/sha256.js', '0x6a09e667', '0x6a09e668'],
    [
      'a bound of distances',
      'R5',
      'geometry/triangleDistanceLower.js',
      'out[o] = w[BEST]',
      'out[o] = 1.0001 * w[BEST]',
    ],
  ])('notices %s that is wrong: %s fails', (name, id, file, text, fault) => {
    const root = withFault(name, file, text, fault);
    const record = qualify(root, 1, '--only', `${id},R13`);
    expect(record).toMatchObject({ passed: false, partial: true });
    const failed = record.requirements.filter(({ passed }) => !passed).map((each) => each.id);
    expect(failed).toEqual([id]);
  });
});
