/**
 * Connected components of a welded mesh and what each of them bounds. Triangles that share a
 * vertex are connected. A component is a solid when it is closed: shells.ts says what that means
 * and where its inside is. Shells that run inward inside a solid are holes of it (cavities.ts).
 * Everything else is a surface.
 */
import { Unions } from '../arrays/unions.ts';
import type { Shell } from './shell.ts';
import { enclosureOf } from './shells.ts';
import type { Triangles } from './triangles.ts';

/** One connected component of a mesh. */
export interface Component {
  /** Its triangles, as numbers of the mesh's triangles, ascending. */
  readonly triangles: Uint32Array;
  readonly vertexCount: number;
  /** Closed, not overridden, and no hole in another one. */
  readonly solid: boolean;
  /** A point is inside if it is inside of one of these; none for a surface or a cavity. */
  readonly shells: readonly Shell[];
  /** The number of the component in which it is a hole. */
  readonly cavityOf: number | null;
  /** Closed and run through consistently, as given. */
  readonly consistent: boolean;
  /** Triangles that count as turned round, so that all run the same way. */
  readonly turned: number;
  /** Triangles of a solid that bound nothing: they count when touched. */
  readonly flaps: number;
  /** Edges where an odd number of different triangles meets; of a solid 0. */
  readonly openEdges: number;
  /** The ends of these edges, two vertices each. */
  readonly boundary: Uint32Array;
  /** Open, and it ends somewhere: not only edges where three triangles meet. */
  readonly frayed: boolean;
  /** Edges with an even number of triangles, but not as many one way as the other. */
  readonly flippedEdges: number;
  /** Edges where more than two triangles meet; harmless by itself. */
  readonly nonManifoldEdges: number;
  /** Signed volume, approximate; negative for a component that is inside out; NaN if it has no sides. */
  readonly approxVolume: number;
  /** Two corners: lowest x, y, z, highest x, y, z. */
  readonly bounds: Float64Array;
}

/** Component number of each triangle, and how many components there are. */
export function labelComponents(
  vertexCount: number,
  indices: Uint32Array,
): { labels: Uint32Array; count: number } {
  const connected = new Unions(vertexCount);
  for (let i = 0; i < indices.length; i += 3) {
    connected.join(indices[i], indices[i + 1]);
    connected.join(indices[i], indices[i + 2]);
  }
  const labels = new Uint32Array(indices.length / 3);
  const labelOfRoot = new Int32Array(vertexCount).fill(-1);
  let count = 0;
  for (let t = 0; t < labels.length; t++) {
    const root = connected.find(indices[3 * t]);
    if (labelOfRoot[root] < 0) labelOfRoot[root] = count++;
    labels[t] = labelOfRoot[root];
  }
  return { labels, count };
}

export interface ComponentOptions {
  /** `false` makes each of them a surface. */
  readonly solids: boolean;
  /** Triangles from this number on close what others leave open. Default: none. */
  readonly caps?: number;
}

/** Splits a welded mesh into its components, each looked at by itself. */
export function findComponents(
  positions: Float64Array,
  indices: Uint32Array,
  options: ComponentOptions,
): Component[] {
  const { labels, count } = labelComponents(positions.length / 3, indices);
  const sizes = new Uint32Array(count);
  for (const label of labels) sizes[label]++;
  const members = Array.from(sizes, (size) => new Uint32Array(size));
  sizes.fill(0);
  for (let t = 0; t < labels.length; t++) members[labels[t]][sizes[labels[t]]++] = t;
  // No vertex is in two components.
  const seen = new Uint8Array(positions.length / 3);
  return members.map((triangles) => describe({ positions, indices }, triangles, options, seen));
}

/** `seen` is marked for its vertices. */
function describe(
  { positions, indices }: Triangles,
  triangles: Uint32Array,
  { solids, caps = Number.POSITIVE_INFINITY }: ComponentOptions,
  seen: Uint8Array,
): Component {
  const found = enclosureOf(indices, triangles, caps);
  // Caps run as they may: what they close has no orientation of its own.
  const consistent = found.consistent && triangles[triangles.length - 1] < caps;
  const shells = solids ? found.shells : [];
  const bounds = new Float64Array([
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]);
  let vertexCount = 0;
  for (const t of triangles) {
    for (let k = 0; k < 3; k++) {
      const v = indices[3 * t + k];
      if (seen[v] === 1) continue;
      seen[v] = 1;
      vertexCount++;
      for (let axis = 0; axis < 3; axis++) {
        const x = positions[3 * v + axis];
        if (x < bounds[axis]) bounds[axis] = x;
        if (x > bounds[3 + axis]) bounds[3 + axis] = x;
      }
    }
  }
  const volumeOf = (shell: Shell) => signedVolume(positions, indices, shell, bounds);
  let approxVolume = volumeOf({ triangles, turned: null, odd: false });
  if (!consistent && shells.length > 0) {
    const sizes = shells.map((shell) => (shell.odd ? Number.NaN : Math.abs(volumeOf(shell))));
    approxVolume = sizes.reduce((sum, size) => sum + size, 0);
  }
  return {
    ...found,
    triangles,
    vertexCount,
    solid: shells.length > 0,
    shells,
    cavityOf: null,
    consistent,
    approxVolume,
    bounds,
  };
}

function signedVolume(
  positions: Float64Array,
  indices: Uint32Array,
  { triangles, turned }: Shell,
  bounds: Float64Array,
): number {
  // Relative to a corner of the bounds, so that a body far from the origin keeps its digits.
  const [ox, oy, oz] = bounds;
  let six = 0;
  for (let i = 0; i < triangles.length; i++) {
    const t = triangles[i];
    const a = 3 * indices[3 * t];
    const b = 3 * indices[3 * t + 1];
    const c = 3 * indices[3 * t + 2];
    const ax = positions[a] - ox;
    const ay = positions[a + 1] - oy;
    const az = positions[a + 2] - oz;
    const bx = positions[b] - ox;
    const by = positions[b + 1] - oy;
    const bz = positions[b + 2] - oz;
    const cx = positions[c] - ox;
    const cy = positions[c + 1] - oy;
    const cz = positions[c + 2] - oz;
    const own = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    six += turned?.[i] === 1 ? -own : own;
  }
  return six / 6;
}
