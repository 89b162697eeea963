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

export function encloses(outer: Box3, inner: Box3): boolean {
  if (outer.isEmpty() || inner.isEmpty()) return false;
  const middle = inner.getCenter(new Vector3());
  return (
    outer.max.z > middle.z &&
    outer.min.x < middle.x &&
    outer.max.x > middle.x &&
    outer.min.y < middle.y &&
    outer.max.y > middle.y
  );
}
