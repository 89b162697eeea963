/**
 * Containment: two bodies whose surfaces do not touch can still overlap, when a component of one
 * lies inside a solid component of the other. One vertex per component decides, because the
 * component is connected and does not cross the surface. Exact for the vertex as it is after
 * rounding to doubles in the other frame; call it only where the surfaces are proven apart.
 */
import { Growing } from '../../arrays/index.ts';
import { BoxIndex, type Mesh, pointInSolid } from '../../geometry/index.ts';
import { invertPoseInto, transformPointInto, U } from '../../math/index.ts';

/** `b` if a component of B lies inside a solid of A, `a` for the converse, else null. */
export function findContained(a: Mesh, b: Mesh, bInA: Float64Array, offset = 0): 'a' | 'b' | null {
  invertPoseInto(bInA, offset, aInB, 0);
  if (anyInside(b, a, bInA, offset, aInB, 0)) return 'b';
  return anyInside(a, b, aInB, 0, bInA, offset) ? 'a' : null;
}

/**
 * The same, and a point of the component that lies inside, in A's frame, at out[0 ... 2]: where something is contained
 * that is one which both bodies share.
 */
export function containedPointInto(
  a: Mesh,
  b: Mesh,
  bInA: Float64Array,
  offset: number,
  out: Float64Array,
): 'a' | 'b' | null {
  const found = findContained(a, b, bInA, offset);
  if (found === 'b') for (let k = 0; k < 3; k++) out[k] = point[k];
  else if (found === 'a') transformPointInto(bInA, offset, point, 0, out, 0);
  return found;
}

/** Where the components of a mesh are: one vertex of each, and the boxes of its solids. */
interface Places {
  readonly vertices: BoxIndex;
  /** Offsets of these vertices. */
  readonly vertexOf: Uint32Array;
  readonly solids: BoxIndex;
  readonly solidOf: Uint32Array;
}

const placesOf = new WeakMap<Mesh, Places>();

function placesIn(mesh: Mesh): Places {
  return placesOf.get(mesh) ?? makePlaces(mesh);
}

function makePlaces(mesh: Mesh): Places {
  const { components, positions, indices } = mesh;
  const vertexOf = Uint32Array.from(components, ({ triangles }) => 3 * indices[3 * triangles[0]]);
  const boxes = new Float64Array(6 * vertexOf.length);
  vertexOf.forEach((v, i) => {
    for (let k = 0; k < 6; k++) boxes[6 * i + k] = positions[v + (k % 3)];
  });
  const solidOf = Uint32Array.from(components.flatMap(({ solid }, i) => (solid ? [i] : [])));
  const bounds = new Float64Array(6 * solidOf.length);
  solidOf.forEach((c, i) => {
    bounds.set(components[c].bounds, 6 * i);
  });
  const places = {
    vertices: new BoxIndex(boxes),
    vertexOf,
    solids: new BoxIndex(bounds),
    solidOf,
  };
  placesOf.set(mesh, places);
  return places;
}

const aInB = new Float64Array(12);
const point = new Float64Array(3);
const region = new Float64Array(6);
const stab = new Float64Array(6);
const nearVertices = new Growing<Int32Array<ArrayBuffer>>(Int32Array);
const nearSolids = new Growing<Int32Array<ArrayBuffer>>(Int32Array);

/**
 * Whether a component of `inner`, placed in the frame of `outer` by the pose, lies inside one of its
 * solids. `back` places `outer` in `inner`.
 */
function anyInside(
  inner: Mesh,
  outer: Mesh,
  pose: Float64Array,
  offset: number,
  back: Float64Array,
  backOffset: number,
): boolean {
  const places = placesIn(inner);
  const { solids, solidOf } = placesIn(outer);
  if (solidOf.length === 0) return false;
  boxInto(solids.bounds, back, backOffset, region);
  nearVertices.clear();
  places.vertices.overlapsInto(region, 0, nearVertices);
  for (let n = 0; n < nearVertices.length; n++) {
    const v = places.vertexOf[nearVertices.at(n)];
    transformPointInto(pose, offset, inner.positions, v, point, 0);
    for (let k = 0; k < 6; k++) stab[k] = point[k % 3];
    nearSolids.clear();
    solids.overlapsInto(stab, 0, nearSolids);
    for (let m = 0; m < nearSolids.length; m++) {
      const solid = outer.components[solidOf[nearSolids.at(m)]];
      if (pointInSolid(outer, solid, point, 0) !== 'outside') return true;
    }
  }
  return false;
}

/** A box around a placed box; more than what rounding could cut off. */
function boxInto(box: Float64Array, pose: Float64Array, o: number, out: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    let centre = pose[o + 9 + k];
    let half = 0;
    let size = Math.abs(centre);
    for (let j = 0; j < 3; j++) {
      const r = pose[o + 3 * k + j];
      centre += 0.5 * r * (box[j] + box[3 + j]);
      half += 0.5 * Math.abs(r) * (box[3 + j] - box[j]);
      size += Math.abs(box[j]) + Math.abs(box[3 + j]);
    }
    const slack = 1024 * U * size;
    out[k] = centre - half - slack;
    out[3 + k] = centre + half + slack;
  }
}
