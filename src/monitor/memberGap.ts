/** How far two members are apart at least, by the balls and boxes around them. */
import { U } from '../math/index.ts';
import { BALL_ROOM, BOX_ROOM, type World } from './world.ts';

const u = U;

/** out[0] = a lower bound of the distance of members i and k; less than 0 where that says nothing. */
export function gapInto({ balls, boxes }: World, i: number, k: number, out: Float64Array): void {
  const p = BALL_ROOM * i;
  const q = BALL_ROOM * k;
  const x = balls[p] - balls[q];
  const y = balls[p + 1] - balls[q + 1];
  const z = balls[p + 2] - balls[q + 2];
  const between = Math.sqrt(x * x + y * y + z * z);
  const gap = between * (1 - 8 * u) - balls[p + 3] - balls[q + 3];
  const m = BOX_ROOM * i;
  const n = BOX_ROOM * k;
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const above = boxes[m + axis] - boxes[n + 3 + axis];
    const below = boxes[n + axis] - boxes[m + 3 + axis];
    const apart = Math.max(above, below);
    if (apart > 0) squared += apart * apart;
  }
  const boxed = Math.sqrt(squared) * (1 - 8 * u);
  // Of balls without end the difference may be no number: boxes say what is so.
  out[0] = boxed;
  if (gap > boxed) out[0] = gap;
}
