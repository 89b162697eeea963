/** Which of the given files is what, and which of them a certificate was made from: told by what they hold. */
import { headOf } from '../src/formats/index.ts';
import { sha256 } from '../src/verifier/index.ts';

/** Files by the paths under which they were given. */
export type Files = ReadonlyMap<string, Uint8Array>;

export type FileKind = 'certificate' | 'model' | 'cell' | 'scene' | 'urdf' | 'srdf' | 'other';

/** As much of a file as is looked at. */
const HEAD = 1 << 16;

export function kindOf(path: string, bytes: Uint8Array): FileKind {
  if (/\.(stl|obj|mtl|ply|dae|glb|gltf|bin|csv)$/i.test(path)) return 'other';
  if (/\.srdf$/i.test(path)) return 'srdf';
  const text = headOf(bytes, HEAD);
  if (/^\s*</.test(text)) return /<([\w.-]+:)?robot[\s>]/.test(text) ? 'urdf' : 'other';
  // Wherever the key stands: who reads it says what is wrong with that.
  if (/^\s*\{/.test(text) && /"surepath-(delay-)?certificate"\s*:/.test(text)) return 'certificate';
  if (/^\s*\{\s*"surepath-model"/.test(text)) return 'model';
  if (/(^|\n)\s*\{?\s*["']?surepath["']?\s*:/.test(text)) return 'cell';
  const scene = /["']?(world|robot_state|robot_model_name|allowed_collision_matrix)["']?\s*:/;
  return scene.test(text) ? 'scene' : 'other';
}

/** Paths of a kind, those in higher folders first. */
export function pathsOf(files: Files, kind: FileKind): string[] {
  return [...files]
    .filter(([path, bytes]) => kindOf(path, bytes) === kind)
    .map(([path]) => path)
    .sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
}

/** A file that a certificate was made from: given as it was, given otherwise, or not given. */
export interface NeededFile {
  readonly name: string;
  readonly sha256: string;
  readonly state: 'given' | 'changed' | 'missing';
}

/** What became of the files that a certificate names. */
export function neededFiles(
  files: Files,
  named: readonly (readonly [name: string, sha256: string])[],
): NeededFile[] {
  const digests = new Set([...files.values()].map((bytes) => sha256(bytes)));
  const bases = new Set([...files.keys()].map(baseOf));
  return named.map(([name, digest]) => {
    const state = digests.has(digest) ? 'given' : bases.has(baseOf(name)) ? 'changed' : 'missing';
    return { name, sha256: digest, state };
  });
}

/**
 * The files under the names that a certificate has for them, found by their digests, and all others under the paths
 * under which they were given. What is asked for by another path is the one that shares most of its end.
 */
export function lookup(
  files: Files,
  named: readonly (readonly [name: string, sha256: string])[],
): { readonly all: Files; readonly read: (path: string) => Uint8Array | undefined } {
  const byDigest = new Map([...files.values()].map((bytes) => [sha256(bytes), bytes]));
  const all = new Map(files);
  for (const [name, digest] of named) {
    const bytes = byDigest.get(digest);
    if (bytes) all.set(name, bytes);
  }
  return { all, read: (path) => all.get(path) ?? nearest(all, path) };
}

function nearest(files: Files, path: string): Uint8Array | undefined {
  const wanted = path.split('/').reverse();
  let most = 0;
  let found: Uint8Array | undefined;
  for (const [name, bytes] of files) {
    const own = name.split('/').reverse();
    let shared = 0;
    while (shared < wanted.length && own[shared] === wanted[shared]) shared++;
    if (shared <= most) continue;
    most = shared;
    found = bytes;
  }
  return found;
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
