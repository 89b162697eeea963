/** Which of the given files is what, told by what they hold; and which files a certificate says that it was made from. */
import { headOf } from '../src/math/index.ts';
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
  if (!/\.(ya?ml|json|scene)$/i.test(path)) return 'other';
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

/** What became of the files that a certificate names: for people who look for them, no answer rests on it. */
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

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
