// @ts-check
// Declarations of dist for compilers before 5.7, which know typed arrays without the parameter that says what holds
// their bytes. Without it they say the same to newer ones, only less of it.
//   node scripts/plainTypes.mjs

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));

for (const name of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue;
  const file = join(DIST, name);
  const text = readFileSync(file, 'utf8');
  const plain = text.replace(
    /\b((?:Float|Int|Uint|BigInt|BigUint)\d+(?:Clamped)?Array)<[A-Za-z]*ArrayBuffer[A-Za-z]*>/g,
    '$1',
  );
  if (plain !== text) writeFileSync(file, plain);
}
