/** Where a new thing can stand. Boxes with sides along the axes, metres. */
import { Box3, Vector3 } from 'three';
import { nearest } from '../../src/words/index.ts';

/**
 * The middle of a cube of this size beside the robots, on the height that they stand on, that overlaps neither them nor what
 * is taken: the first free place around them, nearest first, in front first. Far away where all is full.
 */
export function freePlace(
  robots: Box3,
  taken: readonly Box3[],
  size: number,
): [number, number, number] {
  const around = robots.isEmpty() ? new Box3(new Vector3(), new Vector3()) : robots;
  const middle = around.getCenter(new Vector3());
  const half = around.getSize(new Vector3()).multiplyScalar(0.5);
  const z = (robots.isEmpty() ? 0 : around.min.z) + size / 2;
  const cube = new Box3();
  const sides = new Vector3(size, size, size).multiplyScalar(0.98);
  // What lies at the height of the feet is stood on.
  const inTheWay = taken.filter(({ max }) => max.z > z - 0.45 * size);
  for (let ring = 0; ring < 20; ring++) {
    for (const [x, y] of WAYS) {
      const gap = (0.75 + ring) * size;
      const at = new Vector3(middle.x + x * (half.x + gap), middle.y + y * (half.y + gap), z);
      cube.setFromCenterAndSize(at, sides);
      if (!inTheWay.some((box) => box.intersectsBox(cube)))
        return [tidy(at.x), tidy(at.y), tidy(at.z)];
    }
  }
  return [tidy(middle.x + half.x + 25 * size), tidy(middle.y), tidy(z)];
}

/** Front, sides, corners, back. */
const WAYS = [
  [1, 0],
  [0, -1],
  [0, 1],
  [1, -1],
  [1, 1],
  [-1, 0],
  [-1, -1],
  [-1, 1],
] as const;

/** To whole millimetres: people read these numbers. */
function tidy(metres: number): number {
  return Number(nearest(metres, 3));
}
