/** Where things are: the checkout and its cells, the data of others, the build, and what experiments write. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Compiled files lie deeper than their sources: the checkout is looked for from here upward. */
function checkoutAbove(folder: string): string {
  if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'cells'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error('experiments are run from a checkout');
  return checkoutAbove(above);
}

export const ROOT = checkoutAbove(dirname(fileURLToPath(import.meta.url)));
/** The embedded cells. */
export const CELLS = join(ROOT, 'cells');
/** Robots, scenes and oracles of others. */
export const DATA = process.env.SUREPATH_DATA ?? join(ROOT, '../shared/data');
/** Sources that are compiled by others than TypeScript's compiler. */
export const SPEED = join(ROOT, 'experiments/speed');
/** Programs of peers, and files for them. */
export const PROGRAMS = join(ROOT, 'experiments/build/programs');
export const RESULTS = join(ROOT, 'experiments/results');

/** The build that is measured. */
export function distFolder(): string {
  return dirname(fileURLToPath(import.meta.resolve('surepath')));
}
