/**
 * Data of other people that the project does not carry: robots, scenes and answers of other
 * libraries. Found through SUREPATH_DATA, by default ../shared/data beside the project.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const DATA_FOLDER =
  process.env.SUREPATH_DATA ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url));

/** Whether a file of that folder is there; says so plainly when it is not. */
export function haveData(path: string): boolean {
  if (existsSync(`${DATA_FOLDER}/${path}`)) return true;
  console.warn(`skipped: ${DATA_FOLDER}/${path} is missing (set SUREPATH_DATA to the data folder)`);
  return false;
}

export function readData(path: string): Uint8Array {
  return readFileSync(`${DATA_FOLDER}/${path}`);
}

export function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(`${DATA_FOLDER}/${path}`, 'utf8')) as T;
}
