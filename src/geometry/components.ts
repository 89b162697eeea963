/**
 * Connected components of a welded mesh and what each of them bounds. Triangles that share a
 * vertex are connected. A component is a solid when it is closed and consistently oriented:
 * every edge is run through as often in one direction as in the other. Then its winding number
 * is an integer everywhere off the surface, and "inside" means "winding number not zero".
 * Everything else is a surface.
 */

/** One connected component of a mesh. */
export interface Component {
  /** Its triangles, as numbers of the mesh's triangles, ascending. */
  readonly triangles: Uint32Array;
  readonly vertexCount: number;
  /** Closed and consistently oriented, and not overridden. */
  readonly solid: boolean;
  /** Edges that no triangle runs through in the opposite direction. */
  readonly openEdges: number;
  /** Edges with as many triangles as closedness asks, but running the same way. */
  readonly flippedEdges: number;
  /** Edges where more than two triangles meet; harmless by itself. */
  readonly nonManifoldEdges: number;
  /** Signed volume, approximate; negative for a component that is inside out. */
  readonly approxVolume: number;
  /** Two corners: lowest x, y, z, highest x, y, z. */
  readonly bounds: Float64Array;
}

/** Component number of each triangle, and how many components there are. */
export function labelComponents(
  vertexCount: number,
  indices: Uint32Array,
): { labels: Uint32Array; count: number } {
  const parent = new Uint32Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) parent[v] = v;
  const find = (v: number): number => {
    let root = v;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]];
      root = parent[root];
    }
    return root;
  };
  for (let i = 0; i < indices.length; i += 3) {
    const a = find(indices[i]);
    const b = find(indices[i + 1]);
    if (a !== b) parent[b] = a;
    const c = find(indices[i + 2]);
    if (a !== c) parent[c] = a;
  }
  const labels = new Uint32Array(indices.length / 3);
  const labelOfRoot = new Int32Array(vertexCount).fill(-1);
  let count = 0;
  for (let t = 0; t < labels.length; t++) {
    const root = find(indices[3 * t]);
    if (labelOfRoot[root] < 0) labelOfRoot[root] = count++;
    labels[t] = labelOfRoot[root];
  }
  return { labels, count };
}

/** Splits a welded mesh into its components. `solids: false` makes each of them a surface. */
export function findComponents(
  positions: Float64Array,
  indices: Uint32Array,
  solids: boolean,
): Component[] {
  const { labels, count } = labelComponents(positions.length / 3, indices);
  const sizes = new Uint32Array(count);
  for (const label of labels) sizes[label]++;
  const members = Array.from(sizes, (size) => new Uint32Array(size));
  sizes.fill(0);
  for (let t = 0; t < labels.length; t++) members[labels[t]][sizes[labels[t]]++] = t;
  return members.map((triangles) => describe(positions, indices, triangles, solids));
}

function describe(
  positions: Float64Array,
  indices: Uint32Array,
  triangles: Uint32Array,
  solids: boolean,
): Component {
  const edges = countEdges(indices, triangles, positions.length / 3);
  const bounds = new Float64Array([
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]);
  const seen = new Set<number>();
  for (const t of triangles) {
    for (let k = 0; k < 3; k++) {
      const v = indices[3 * t + k];
      if (seen.has(v)) continue;
      seen.add(v);
      for (let axis = 0; axis < 3; axis++) {
        const x = positions[3 * v + axis];
        if (x < bounds[axis]) bounds[axis] = x;
        if (x > bounds[3 + axis]) bounds[3 + axis] = x;
      }
    }
  }
  return {
    triangles,
    vertexCount: seen.size,
    solid: solids && edges.open === 0 && edges.flipped === 0,
    openEdges: edges.open,
    flippedEdges: edges.flipped,
    nonManifoldEdges: edges.nonManifold,
    approxVolume: signedVolume(positions, indices, triangles, bounds),
    bounds,
  };
}

function countEdges(
  indices: Uint32Array,
  triangles: Uint32Array,
  vertexCount: number,
): { open: number; flipped: number; nonManifold: number } {
  const uses = new Map<number, number>();
  const balance = new Map<number, number>();
  for (const t of triangles) {
    for (let k = 0; k < 3; k++) {
      const u = indices[3 * t + k];
      const v = indices[3 * t + ((k + 1) % 3)];
      if (u === v) continue;
      const key = u < v ? u * vertexCount + v : v * vertexCount + u;
      uses.set(key, (uses.get(key) ?? 0) + 1);
      balance.set(key, (balance.get(key) ?? 0) + (u < v ? 1 : -1));
    }
  }
  let open = 0;
  let flipped = 0;
  let nonManifold = 0;
  for (const [key, n] of uses) {
    if (n > 2) nonManifold++;
    if (balance.get(key) === 0) continue;
    if (n % 2 === 1) open++;
    else flipped++;
  }
  return { open, flipped, nonManifold };
}

function signedVolume(
  positions: Float64Array,
  indices: Uint32Array,
  triangles: Uint32Array,
  bounds: Float64Array,
): number {
  // Relative to a corner of the bounds, so that a body far from the origin keeps its digits.
  const [ox, oy, oz] = bounds;
  let six = 0;
  for (const t of triangles) {
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
    six += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return six / 6;
}
