import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readMesh } from '../../src/formats/index.ts';
import { expectValid } from '../helpers/formats/helpers.ts';

const folder =
  process.env.SUREPATH_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));

test('every mesh in the data folder can be read', ({ skip }) => {
  if (!existsSync(folder)) {
    const reason = `skipped: there is no folder ${folder}; set SUREPATH_DATA to one with meshes`;
    console.warn(reason);
    skip(reason);
  }
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(stl|obj|ply)$/i.test(name),
  );
  expect(files.length).toBeGreaterThan(0);
  for (const name of files) {
    const bytes = readFileSync(join(folder, name));
    const mesh = readMesh(bytes, { file: name });
    expectValid(mesh);
    expect(readMesh(bytes).format).toBe(mesh.format);
  }
});
