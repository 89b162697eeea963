/** What npm would publish: the product with its cells and schema, and nothing that only a checkout needs. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../helpers/importGraph.ts';

const ROOT = projectRoot();

/** Paths in the package, from what is built; scripts that would build it again are not run. */
function packed(): string[] {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const text = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' });
  const [{ files }] = JSON.parse(text) as [{ files: { path: string }[] }];
  return files.map(({ path }) => path);
}

describe('the package', () => {
  const files = packed();

  it('has what it promises', () => {
    for (const file of ['dist/index.js', 'dist/cli/main.js', 'schema/cell.schema.json']) {
      expect(files).toContain(file);
    }
    expect(files).toContain('clients/python/surepath_client.py');
    expect(files).toContain('verifier/python/surepath_verify.py');
    expect(files.some((file) => file.startsWith('cells/cage/'))).toBe(true);
    expect(files).toContain('docs/check.md');
  });

  it('has no experiments, tests or scripts', () => {
    const allowed =
      /^(dist|docs|schema|cells|clients\/python\/examples)\/|^clients\/python\/(README\.md|surepath_client\.py)$|^verifier\/python\/(README\.md|surepath_(cell|verify)\.py)$|^(package\.json|README\.md|CHANGELOG\.md|LICENSE)$/;
    expect(files.filter((file) => !allowed.test(file))).toEqual([]);
    const code = files.filter((file) => !file.startsWith('docs/'));
    expect(code.filter((file) => /experiments|\bbench\b|repro/.test(file))).toEqual([]);
    const commandLine = readFileSync(join(ROOT, 'dist/cli/main.js'), 'utf8');
    expect(commandLine).not.toMatch(/import .*repro/);
  });
});
