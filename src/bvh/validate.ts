/**
 * Checks every invariant of a tree: each triangle in exactly one leaf, links in range and
 * without cycles, and each volume around all triangles below it. Containment is computed in
 * floating point, so it is granted 64 u times the magnitude of the numbers involved; the volumes
 * themselves were fitted with that much to spare. For buffers that come from elsewhere, and for
 * tests.
 */
import { type Fault, U } from '../math/index.ts';
import { exponential } from '../words/index.ts';
import { BOX, MAX_LEAF, MAX_WIDTH, ORIENTED, type Tree, VOLUME_SIZE } from './tree.ts';

/** What is wrong with the tree; empty if nothing is. At most `limit` faults are returned. */
export function validateTree(tree: Tree, limit = 10): Fault[] {
  const faults: Fault[] = [];
  const report = (code: string, message: string) => {
    if (faults.length < limit) faults.push({ code: `tree/${code}`, message });
  };
  const seenTriangles = new Uint8Array(tree.triangleCount);
  const seenSlots = new Uint8Array(tree.slotCount);
  const stride = VOLUME_SIZE[tree.kind];

  /** The run of triangles below a slot, or null if something there is wrong. */
  const visit = (slot: number, depth: number): [start: number, end: number] | null => {
    if (!(slot >= 0 && slot < tree.slotCount)) {
      report('slot-range', `a link leads to slot ${slot} of ${tree.slotCount}`);
      return null;
    }
    if (seenSlots[slot]) {
      report('slot-shared', `slot ${slot} is reached twice`);
      return null;
    }
    seenSlots[slot] = 1;
    if (depth > tree.depth) {
      report('depth', `slot ${slot} lies deeper than ${tree.depth} levels`);
      return null;
    }
    const run = tree.counts[slot] > 0 ? visitLeaf(slot) : visitChildren(slot, depth);
    if (run) checkContainment(slot, run);
    return run;
  };

  const visitLeaf = (slot: number): [number, number] | null => {
    const start = tree.links[slot];
    const end = start + tree.counts[slot];
    if (!(start >= 0 && end <= tree.triangleCount) || tree.counts[slot] > MAX_LEAF) {
      report('leaf-range', `the leaf in slot ${slot} holds triangles ${start} to ${end - 1}`);
      return null;
    }
    for (let t = start; t < end; t++) {
      if (seenTriangles[t]) report('triangle-twice', `triangle ${t} is in two leaves`);
      seenTriangles[t] = 1;
    }
    return [start, end];
  };

  const visitChildren = (slot: number, depth: number): [number, number] | null => {
    const count = -tree.counts[slot];
    if (count < 2 || count > MAX_WIDTH) {
      report('width', `slot ${slot} has ${count} children`);
      return null;
    }
    let start = tree.triangleCount;
    let end = 0;
    for (let i = 0; i < count; i++) {
      const run = visit(tree.links[slot] + i, depth + 1);
      if (!run) return null;
      start = Math.min(start, run[0]);
      end = Math.max(end, run[1]);
    }
    return [start, end];
  };

  const checkContainment = (slot: number, [start, end]: [number, number]) => {
    for (let i = 9 * start; i < 9 * end; i += 3) {
      const excess = excessOf(tree, slot * stride, i);
      if (excess <= 0) continue;
      report(
        'not-contained',
        `slot ${slot} misses a vertex of triangle ${Math.floor(i / 9)} by ${exponential(excess)}`,
      );
      return;
    }
  };

  visit(0, 0);
  const lost = seenTriangles.indexOf(0);
  if (faults.length === 0 && lost >= 0) report('triangle-lost', `triangle ${lost} is in no leaf`);
  const unused = seenSlots.indexOf(0);
  if (faults.length === 0 && unused >= 0) report('slot-unused', `slot ${unused} is not reached`);
  const ids = new Uint8Array(tree.triangleCount);
  for (const id of tree.ids) {
    if (id < ids.length && !ids[id]) ids[id] = 1;
    else report('ids', `triangle number ${id} is out of range or used twice`);
  }
  for (let i = 0; i < tree.vertices.length; i += 3) {
    const r = Math.hypot(tree.vertices[i], tree.vertices[i + 1], tree.vertices[i + 2]);
    if (r <= tree.radiusUpper * (1 + 4 * U)) continue;
    report('radius', `a vertex lies ${r} from the origin, beyond ${tree.radiusUpper}`);
    break;
  }
  return faults;
}

/** How far the vertex at tree.vertices[i] lies outside the volume at o, beyond the slack. */
function excessOf(tree: Tree, o: number, i: number): number {
  const v = tree.volumes;
  const x = tree.vertices[i] - v[o];
  const y = tree.vertices[i + 1] - v[o + 1];
  const z = tree.vertices[i + 2] - v[o + 2];
  const slack = 64 * U * (Math.abs(x) + Math.abs(y) + Math.abs(z) + tree.radiusUpper);
  if (tree.kind === 'box') {
    const h = o + BOX.half;
    return Math.max(Math.abs(x) - v[h], Math.abs(y) - v[h + 1], Math.abs(z) - v[h + 2]) - slack;
  }
  const r = o + ORIENTED.axes;
  const a = v[r] * x + v[r + 1] * y + v[r + 2] * z;
  const b = v[r + 3] * x + v[r + 4] * y + v[r + 5] * z;
  const c = v[r + 6] * x + v[r + 7] * y + v[r + 8] * z;
  const e = o + ORIENTED.extents;
  if (tree.kind === 'obb') {
    return Math.max(Math.abs(a) - v[e], Math.abs(b) - v[e + 1], Math.abs(c) - v[e + 2]) - slack;
  }
  const dx = Math.max(0, Math.abs(a) - v[e]);
  const dy = Math.max(0, Math.abs(b) - v[e + 1]);
  return Math.hypot(dx, dy, c) - v[e + 2] - slack;
}
