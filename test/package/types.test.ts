/** The declarations of the package, as old compilers read them. `.ci/smoke` compiles a program against them with TypeScript 5.4. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

it('typed arrays have no parameter, which compilers before 5.7 do not know', () => {
  const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.d.ts'),
  );
  expect(files.length).toBeGreaterThan(500);
  const texts = files.map((name) => [name, readFileSync(join(DIST, name), 'utf8')] as const);
  expect(texts.filter(([, text]) => /\d(Clamped)?Array</.test(text)).map(([name]) => name)).toEqual(
    [],
  );
  // That there are any is what the step of the build is for.
  expect(texts.some(([, text]) => /\bFloat64Array\b/.test(text))).toBe(true);
});
