/** The embedded cells, and files from disk. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CellDescription } from 'surepath/cell';
import { readCell } from 'surepath/formats';
import { CELLS } from './places.ts';

export type Files = (file: string) => Uint8Array | undefined;

/** A file's content, or undefined where there is no such file. */
export function fromDisk(file: string): Uint8Array | undefined {
  return existsSync(file) ? readFileSync(file) : undefined;
}

/** The cell file in a folder below cells/. */
export function embeddedFile(folder: string): string {
  return join(CELLS, folder, 'cell.yaml');
}

/** What it says, without what is only looked at. */
export function readEmbedded(folder: string): CellDescription {
  const file = embeddedFile(folder);
  return readCell(readFileSync(file), { file, resolver: { files: fromDisk }, visuals: false });
}
