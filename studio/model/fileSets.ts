/** Sets of files. */
import type { Files, MissingFile } from '../engine/protocol.ts';

/**
 * Files that arrive later. A corrected one replaces the one with its name, wherever that was, if
 * there is only one such.
 */
export function joined(before: Files, added: Files): Map<string, Uint8Array> {
  const all = new Map(before);
  for (const [path, bytes] of added) {
    const same = [...before.keys()].filter((each) => each === path || each.endsWith(`/${path}`));
    all.set(same.length === 1 ? same[0] : path, bytes);
  }
  return all;
}

/**
 * Whether some of the files are among those that are missing, by their names. A folder with a robot
 * or a cell of its own is not meant for the one that is open.
 */
export function includesMissing(missing: readonly MissingFile[], files: Files): boolean {
  for (const path of files.keys()) if (/\.(urdf|srdf|xml|ya?ml|json)$/i.test(path)) return false;
  const names = new Set([...files.keys()].map(baseName));
  return missing.some(({ reference }) => names.has(baseName(reference)));
}

function baseName(path: string): string {
  return path.replace(/^.*[/\\]/, '');
}
