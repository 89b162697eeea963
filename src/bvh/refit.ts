/**
 * Fits the volumes of a tree whose slots and triangles stand: from the leaves up, so that a box costs its leaf's triangles
 * or its children and not all that is below. What a tree is follows from its links, counts and ids and from the mesh; this is
 * the one place that makes volumes of them, for whoever builds a tree and for whoever has its slots from elsewhere.
 */
import { U } from '../math/index.ts';
import { type FitVolume, fitObb, fitRss } from './fit.ts';
import { BOX, type Tree, VOLUME_SIZE } from './tree.ts';

const UNIT = U;
const HALF = BOX.half;
const BOX_SIZE = BOX.size;

/** Fills `volumes` and `sizes`. Children must stand behind their parent, and the leaves below a slot must be one run. */
export function fitVolumes(tree: Tree): void {
  if (tree.kind === 'box') fitBoxes(tree);
  else fitRuns(tree, tree.kind === 'obb' ? fitObb : fitRss);
}

/** Boxes along the axes of the body's frame: the extremes of extremes are the extremes, so that children suffice. */
function fitBoxes({ slotCount, links, counts, vertices, volumes, sizes }: Tree): void {
  const extremes = new Float64Array(6 * slotCount);
  for (let slot = slotCount - 1; slot >= 0; slot--) {
    const count = counts[slot];
    const e = 6 * slot;
    if (count > 0) leafExtremesInto(vertices, links[slot], count, extremes, e);
    else childExtremesInto(extremes, links[slot], -count, e);
    const o = BOX_SIZE * slot;
    for (let k = 0; k < 3; k++) {
      const low = extremes[e + k];
      const high = extremes[e + 3 + k];
      const centre = low + (high - low) / 2;
      volumes[o + k] = centre;
      // Each difference is off by a relative u at the most.
      volumes[o + HALF + k] = Math.max(high - centre, centre - low) * (1 + 4 * UNIT);
    }
    sizes[slot] = volumes[o + HALF] + volumes[o + HALF + 1] + volumes[o + HALF + 2];
  }
}

function leafExtremesInto(
  vertices: Float64Array,
  first: number,
  count: number,
  out: Float64Array,
  o: number,
): void {
  const end = 9 * (first + count);
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 9 * first + k; i < end; i += 3) {
      const x = vertices[i];
      if (x < low) low = x;
      if (x > high) high = x;
    }
    out[o + k] = low;
    out[o + 3 + k] = high;
  }
}

/** The children's are behind the parent's in the same array. */
function childExtremesInto(extremes: Float64Array, first: number, count: number, o: number): void {
  const end = 6 * (first + count);
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 6 * first + k; i < end; i += 6) {
      if (extremes[i] < low) low = extremes[i];
      if (extremes[i + 3] > high) high = extremes[i + 3];
    }
    extremes[o + k] = low;
    extremes[o + 3 + k] = high;
  }
}

/** Oriented volumes look at all triangles below. */
function fitRuns(tree: Tree, fitRun: FitVolume): void {
  const { kind, slotCount, links, counts, vertices, volumes, sizes } = tree;
  const stride = VOLUME_SIZE[kind];
  const starts = new Int32Array(slotCount);
  const runs = new Int32Array(slotCount);
  for (let slot = slotCount - 1; slot >= 0; slot--) {
    const first = links[slot];
    if (counts[slot] > 0) {
      starts[slot] = first;
      runs[slot] = counts[slot];
    } else {
      starts[slot] = starts[first];
      for (let child = first; child < first - counts[slot]; child++) runs[slot] += runs[child];
    }
    sizes[slot] = fitRun(vertices, starts[slot], runs[slot], volumes, slot * stride);
  }
}

/** Upper bound of |v| over the vertices that triangles have. */
export function radiusUpper(positions: Float64Array, indices: Uint32Array): number {
  let most = 0;
  for (let i = 0; i < indices.length; i++) {
    const o = 3 * indices[i];
    const x = positions[o];
    const y = positions[o + 1];
    const z = positions[o + 2];
    const squared = x * x + y * y + z * z;
    if (squared > most) most = squared;
  }
  return Math.sqrt(most) * (1 + 4 * UNIT);
}
