/** The embedded cells, built as anybody builds them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildCell, type Cell } from '../../../src/cell/index.ts';
import { readCell } from '../../../src/formats/index.ts';

export const CELLS = fileURLToPath(new URL('../../../cells', import.meta.url));

/** The cell of `cells/NAME`. */
export function embedded(name: string): Cell {
  const file = join(CELLS, name, 'cell.yaml');
  const files = (path: string) => readFileSync(path);
  return buildCell(readCell(readFileSync(file), { file, resolver: { files }, visuals: false }));
}
