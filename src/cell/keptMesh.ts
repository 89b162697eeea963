/**
 * A compiled mesh as bytes, for whoever keeps it: only what was decided, not what follows from it. Of the tree its outline,
 * of the hull its vertices' numbers, its facets and why every vertex is in it; volumes, tables and balls are made anew from
 * the mesh. Little endian, words of 32 bits:
 *
 *   magic, version, four words that tell the contents, slots, triangles, vertices, hull vertices, facets (0: no hull)
 *   links, counts, ids; sources, facets' corners, holders
 *   four words that tell all words before
 *
 * What is read is believed in nothing: bytes that are no entry, or one of another version, of another mesh or with a
 * wrong number in it give null. docs/proofs/free.md, "Compiled meshes that were kept".
 */
import { layout } from '../arrays/index.ts';
import { type Tree, treeFromOutline } from '../bvh/index.ts';
import { type Hull, holdersOf, hullFromHolders, type Mesh } from '../geometry/index.ts';
import { ContentHash } from './contentHash.ts';

const MAGIC = 0x4d435053; // "SPCM"
/** To be raised with the layout below. */
export const KEPT_VERSION = 1;
const CHECK_WORDS = 4;
const {
  magic: AT_MAGIC,
  version: AT_VERSION,
  contents: AT_CONTENTS,
  slots: AT_SLOTS,
  triangles: AT_TRIANGLES,
  vertices: AT_VERTICES,
  hullVertices: AT_HULL_VERTICES,
  facets: AT_FACETS,
  size: HEAD,
} = layout(
  ...(['magic', 'version', ['contents', 4], 'slots', 'triangles', 'vertices'] as const),
  ...(['hullVertices', 'facets'] as const),
);

/** What was decided about a mesh. */
export interface KeptMesh {
  readonly tree: Tree;
  /** Null where it is flat, which is soon made again. */
  readonly hull: Hull | null;
}

/** The entry of a mesh whose contents are told by `key`. */
export function writeKeptMesh(mesh: Mesh, key: Uint32Array, { tree, hull }: KeptMesh): Uint8Array {
  const holders = hull && holdersOf(mesh.positions, hull);
  const parts: (Uint32Array | Int32Array)[] = [tree.links, tree.counts, tree.ids];
  if (hull && holders) parts.push(hull.sources, hull.indices, holders);
  const words = new Uint32Array(parts.reduce((n, part) => n + part.length, HEAD + CHECK_WORDS));
  words[AT_MAGIC] = MAGIC;
  words[AT_VERSION] = KEPT_VERSION;
  words.set(key, AT_CONTENTS);
  words[AT_SLOTS] = tree.slotCount;
  words[AT_TRIANGLES] = tree.triangleCount;
  words[AT_VERTICES] = mesh.positions.length / 3;
  words[AT_HULL_VERTICES] = hull && holders ? hull.sources.length : 0;
  words[AT_FACETS] = hull && holders ? hull.indices.length / 3 : 0;
  let at = HEAD;
  for (const part of parts) {
    words.set(part, at);
    at += part.length;
  }
  words.set(checkOf(words), at);
  return new Uint8Array(words.buffer);
}

/** What an entry says of a mesh whose contents are told by `key`; null if it is none of this mesh. */
export function readKeptMesh(bytes: Uint8Array, mesh: Mesh, key: Uint32Array): KeptMesh | null {
  if (bytes.length % 4 !== 0 || bytes.length < 4 * (HEAD + CHECK_WORDS)) return null;
  // Aligned, and nobody else's; slice() of a Buffer is no copy.
  const words = new Uint32Array(new Uint8Array(bytes).buffer);
  if (words[AT_MAGIC] !== MAGIC || words[AT_VERSION] !== KEPT_VERSION) return null;
  if (!key.every((word, i) => words[AT_CONTENTS + i] === word)) return null;
  const [slots, triangles, vertices] = [words[AT_SLOTS], words[AT_TRIANGLES], words[AT_VERTICES]];
  const [hullVertices, facets] = [words[AT_HULL_VERTICES], words[AT_FACETS]];
  if (3 * triangles !== mesh.indices.length || 3 * vertices !== mesh.positions.length) return null;
  const ofHull = facets > 0 ? hullVertices + 3 * facets + vertices : 0;
  if (words.length !== HEAD + 2 * slots + triangles + ofHull + CHECK_WORDS) return null;
  const check = checkOf(words);
  if (!check.every((word, i) => words[words.length - CHECK_WORDS + i] === word)) return null;
  let at = HEAD;
  const take = (n: number) => {
    at += n;
    return words.subarray(at - n, at);
  };
  const [links, counts] = [slots, slots].map((n) => new Int32Array(take(n)));
  const tree = treeFromOutline(mesh, { links, counts, ids: take(triangles) });
  if (!tree) return null;
  if (facets === 0) return { tree, hull: null };
  // Copies: the entry is not kept for them.
  const facts = { sources: take(hullVertices).slice(), indices: take(3 * facets).slice() };
  const hull = hullFromHolders(mesh.positions, facts, take(vertices));
  return hull && { tree, hull };
}

function checkOf(words: Uint32Array): Uint32Array {
  return new ContentHash().add(words.subarray(0, words.length - CHECK_WORDS)).words();
}
