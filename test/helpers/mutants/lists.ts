/**
 * All lists of planted faults: every file of this folder that exports `..._MUTANTS` is one, and its name is its area.
 * Nothing names them a second time.
 */
import { readdirSync } from 'node:fs';
import type { Mutant } from './mutant.ts';

/** A fault with the area it belongs to, and its place in that area's list, from 1. */
export interface ListedMutant extends Mutant {
  readonly area: string;
  readonly number: number;
}

/** All faults, areas in the order of the alphabet, each as its list has them. */
export async function listedMutants(): Promise<ListedMutant[]> {
  const folder = new URL('.', import.meta.url);
  const all: ListedMutant[] = [];
  // Compiled files end in .js.
  const files = readdirSync(folder).filter((file) => /^\w+\.[tj]s$/.test(file));
  for (const file of files.sort()) {
    const module: Record<string, unknown> = await import(new URL(file, folder).href);
    const area = file.replace(/\.[tj]s$/, '');
    for (const [name, list] of Object.entries(module)) {
      if (!name.endsWith('_MUTANTS')) continue;
      (list as readonly Mutant[]).forEach((mutant, i) => {
        all.push({ ...mutant, area, number: i + 1 });
      });
    }
  }
  return all;
}
