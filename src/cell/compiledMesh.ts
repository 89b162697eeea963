/**
 * Meshes compiled for queries, each once: what has the same triangles shares its tree, its hull and its ball, whichever
 * file it came from, as long as it is remembered; and a store that outlives the process can keep what was decided.
 */
import type { Tree } from '../bvh/index.ts';
import {
  buildSupportTable,
  convexHull,
  enclosingSphereInto,
  type Hull,
  type HullShape,
  type Mesh,
} from '../geometry/index.ts';
import { ContentHash } from './contentHash.ts';
import { readKeptMesh, writeKeptMesh } from './keptMesh.ts';
import { RememberedMeshes } from './remembered.ts';

/** What a mesh is compiled to, in the frame of its vertices. */
export interface CompiledMesh {
  readonly tree: Tree;
  /** Contains the mesh: what queries look at first. */
  readonly convex: HullShape;
  /** Centre and radius of a ball around it. */
  readonly ball: Float64Array;
}

/**
 * Keeps entries of compiled meshes under names of letters and digits: in a folder, a map, a database. It may forget, and
 * what it gives need not be what it got: entries are looked at before they are used. What fails in it is its own affair: it
 * throws nothing.
 */
export interface CompiledStore {
  /** The entry of this name, or null. */
  get(key: string): Uint8Array | null;
  put(key: string, entry: Uint8Array): void;
}

/** How trees are made. */
export interface TreeMaker {
  /** Names the rule and its options: what another rule made is not taken. */
  readonly rule: string;
  make(mesh: Mesh): Tree;
}

/** Smaller meshes are compiled sooner than an entry is fetched. */
const LEAST_KEPT = 200;

/** By mesh, with the rule of its tree: bodies that have one in common in the model have what it is compiled to in common, too. */
const compiled = new WeakMap<Mesh, { readonly rule: string; readonly made: CompiledMesh }>();
const remembered = new RememberedMeshes<CompiledMesh>();

/** Compiles a mesh, unless one with the same triangles is remembered or the store has it. */
export function compileMesh(mesh: Mesh, trees: TreeMaker, store?: CompiledStore): CompiledMesh {
  const known = compiled.get(mesh);
  if (known?.rule === trees.rule) return known.made;
  const key = new ContentHash().addText(trees.rule).add(mesh.positions).add(mesh.indices);
  const name = key.hex();
  let made = remembered.find(name, mesh);
  if (!made) {
    const worthwhile = mesh.indices.length >= 3 * LEAST_KEPT;
    made = finish(store && worthwhile ? fetch(mesh, trees, store, key) : decide(mesh, trees));
    remembered.add(name, mesh, made);
  }
  compiled.set(mesh, { rule: trees.rule, made });
  return made;
}

/** From the store, or for the store. */
function fetch(mesh: Mesh, trees: TreeMaker, store: CompiledStore, key: ContentHash): Decided {
  const entry = store.get(key.hex());
  const known = entry && readKeptMesh(entry, mesh, key.words());
  if (known) return { tree: known.tree, hull: known.hull ?? convexHull(mesh.positions) };
  const made = decide(mesh, trees);
  store.put(key.hex(), writeKeptMesh(mesh, key.words(), made));
  return made;
}

interface Decided {
  readonly tree: Tree;
  readonly hull: Hull;
}

function decide(mesh: Mesh, trees: TreeMaker): Decided {
  return { tree: trees.make(mesh), hull: convexHull(mesh.positions) };
}

function finish({ tree, hull }: Decided): CompiledMesh {
  const ball = new Float64Array(4);
  enclosingSphereInto(hull.positions, ball);
  return { tree, convex: { kind: 'hull', hull, table: buildSupportTable(hull) }, ball };
}
