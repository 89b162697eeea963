/**
 * The one tree representation. A tree is a single ArrayBuffer, so it can be sent to a worker
 * or written to a file as it is; a Tree object is only a set of views into it.
 *
 * The unit is the slot: a bounding volume and what it bounds. Slot 0 is the root. The children
 * of a slot are consecutive slots (up to 4 in box trees, 2 in OBB and RSS trees). A leaf bounds
 * a run of triangles, whose vertices are stored in tree order so that a leaf reads memory in
 * one piece. All coordinates are in the body's own frame.
 *
 * Per slot:
 *   volumes   BOX or ORIENTED, below
 *   sizes     how large the volume is, to choose which side to open
 *   links     first child slot or first triangle
 *   counts    > 0: a leaf with so many triangles; < 0: minus the number of children
 */
import { layout } from '../arrays/index.ts';
import { InputError } from '../math/index.ts';

export type VolumeKind = 'box' | 'obb' | 'rss';

/** All kinds of bounding volumes. */
export const VOLUME_KINDS: readonly VolumeKind[] = ['box', 'obb', 'rss'];

/** The doubles of a box along the axes of the body's frame. */
export const BOX = layout(['centre', 3], ['half', 3]);

/** Those of an oriented volume: axes are rows. */
export const ORIENTED = layout(
  /** Of an OBB, or of the rectangle of an RSS, whose third axis is its normal. */
  ['centre', 3],
  ['axes', 9],
  /** OBB: half extents. RSS: two half lengths and the radius. */
  ['extents', 3],
);

/** Doubles per volume. */
export const VOLUME_SIZE: Readonly<Record<VolumeKind, number>> = {
  box: BOX.size,
  obb: ORIENTED.size,
  rss: ORIENTED.size,
};

/** Most triangles that a leaf may hold: scratch space of the queries is sized by it. */
export const MAX_LEAF = 8;

/** Most children of a slot. */
export const MAX_WIDTH = 4;

/** Deepest tree that is accepted; the builder stays far below it. */
export const MAX_DEPTH = 128;

const MAGIC = 0x56425053; // "SPBV"
const VERSION = 1;
/** A buffer begins with these words of 32 bits; then comes the radius, a double, and room for more. */
const HEADER = layout('magic', 'version', 'kind', 'slotCount', 'triangleCount', 'depth', [
  'unused',
  2,
]);
const RADIUS_AT = 4 * HEADER.size;
const HEADER_BYTES = 64;

export interface Tree {
  readonly buffer: ArrayBuffer;
  readonly kind: VolumeKind;
  readonly slotCount: number;
  readonly triangleCount: number;
  /** Levels below the root. */
  readonly depth: number;
  /** Upper bound of |v| over all vertices: what the rounding slack is measured in. */
  readonly radiusUpper: number;
  readonly volumes: Float64Array;
  readonly sizes: Float64Array;
  /** Nine coordinates per triangle, in tree order. */
  readonly vertices: Float64Array;
  readonly links: Int32Array;
  readonly counts: Int32Array;
  /** Number in the mesh of each triangle in tree order. */
  readonly ids: Uint32Array;
}

export interface TreeShape {
  readonly kind: VolumeKind;
  readonly slotCount: number;
  readonly triangleCount: number;
}

/** An empty tree of the given shape; its arrays are to be filled by the builder. */
export function allocateTree(shape: TreeShape, depth: number, radiusUpper: number): Tree {
  const buffer = new ArrayBuffer(byteLength(shape));
  const words = new Uint32Array(buffer, 0, HEADER.size);
  words[HEADER.magic] = MAGIC;
  words[HEADER.version] = VERSION;
  words[HEADER.kind] = VOLUME_KINDS.indexOf(shape.kind);
  words[HEADER.slotCount] = shape.slotCount;
  words[HEADER.triangleCount] = shape.triangleCount;
  words[HEADER.depth] = depth;
  new Float64Array(buffer, RADIUS_AT, 1)[0] = radiusUpper;
  return viewTree(buffer);
}

function byteLength({ kind, slotCount, triangleCount }: TreeShape): number {
  const doubles = slotCount * (VOLUME_SIZE[kind] + 1) + triangleCount * 9;
  return HEADER_BYTES + 8 * doubles + 4 * (2 * slotCount + triangleCount);
}

/** The tree in a buffer. Checks that the buffer is one and is whole, not that it is valid. */
export function viewTree(buffer: ArrayBuffer): Tree {
  const fail = (code: string, message: string, hint?: string) =>
    new InputError({ code: `tree/${code}`, message, hint });
  if (buffer.byteLength < HEADER_BYTES) {
    throw fail(
      'truncated',
      `a tree has a header of ${HEADER_BYTES} bytes, found ${buffer.byteLength}`,
    );
  }
  const words = new Uint32Array(buffer, 0, HEADER.size);
  if (words[HEADER.magic] !== MAGIC)
    throw fail('not-a-tree', 'the buffer does not begin like a tree');
  if (words[HEADER.version] !== VERSION) {
    throw fail(
      'version',
      `the tree has version ${words[HEADER.version]}, this program reads version ${VERSION}`,
      'build the tree anew from its mesh',
    );
  }
  const kind = VOLUME_KINDS[words[HEADER.kind]];
  if (kind === undefined) throw fail('volume', `unknown kind of volume ${words[HEADER.kind]}`);
  const slotCount = words[HEADER.slotCount];
  const triangleCount = words[HEADER.triangleCount];
  if (words[HEADER.depth] > MAX_DEPTH)
    throw fail('depth', `a tree has at most ${MAX_DEPTH} levels`);
  const expected = byteLength({ kind, slotCount, triangleCount });
  if (slotCount === 0 || triangleCount === 0 || expected !== buffer.byteLength) {
    throw fail('length', `the header asks for ${expected} bytes, found ${buffer.byteLength}`);
  }
  let at = HEADER_BYTES;
  const doubles = (n: number) => {
    const view = new Float64Array(buffer, at, n);
    at += 8 * n;
    return view;
  };
  const integers = (n: number) => {
    const view = new Int32Array(buffer, at, n);
    at += 4 * n;
    return view;
  };
  return {
    buffer,
    kind,
    slotCount,
    triangleCount,
    depth: words[HEADER.depth],
    radiusUpper: new Float64Array(buffer, RADIUS_AT, 1)[0],
    volumes: doubles(slotCount * VOLUME_SIZE[kind]),
    sizes: doubles(slotCount),
    vertices: doubles(triangleCount * 9),
    links: integers(slotCount),
    counts: integers(slotCount),
    ids: new Uint32Array(buffer, at, triangleCount),
  };
}
