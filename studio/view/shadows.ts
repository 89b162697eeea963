/** Who casts shadows. */
import { type Box3, type Object3D, Vector3 } from 'three';

/**
 * Meshes take part in shadows. What encloses the robots, such as halls and cages, casts none: it would put all of them in the
 * dark.
 */
export function shadowed(group: Object3D, casts: boolean): void {
  group.traverse((object) => {
    object.castShadow = casts;
    object.receiveShadow = true;
  });
}

/** Whether one box stands around the other, from above: not a thing in the middle of several robots. */
export function encloses(outer: Box3, inner: Box3): boolean {
  if (outer.isEmpty() || inner.isEmpty()) return false;
  const size = inner.getSize(new Vector3());
  const covers = (axis: 'x' | 'y') =>
    Math.min(outer.max[axis], inner.max[axis]) - Math.max(outer.min[axis], inner.min[axis]) >=
    0.7 * size[axis];
  return outer.max.z > 0.5 * (inner.min.z + inner.max.z) && covers('x') && covers('y');
}
