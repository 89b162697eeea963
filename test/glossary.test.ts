/** The glossary names files where words live: they must be there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

it('every file of the glossary is there', () => {
  const text = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  const named = rows.flatMap((row) =>
    [...(row.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, file]) => file),
  );
  expect(named.length).toBeGreaterThan(50);
  for (const file of named) expect(existsSync(join(ROOT, 'src', file)), file).toBe(true);
});
