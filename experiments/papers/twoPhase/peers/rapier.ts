/**
 * rapier's broad phase, as far as it can be asked: a collider without a body for every box, a step of the world, which
 * brings its tree of boxes up to date (colliders without bodies are no pairs for what comes after), and a question for
 * every box that moves, which colliders' boxes it meets. There is no call that reports pairs alone. Boxes are floats.
 */
import type { MakeFinder } from '../streams.ts';

/** Undefined where the package is not installed. */
export async function rapierFinder(): Promise<MakeFinder | undefined> {
  const found = await import('@dimforge/rapier3d-compat').catch(() => undefined);
  if (!found) return undefined;
  const engine = found.default;
  const { warn } = console;
  // Its own loader warns about its own arguments.
  console.warn = () => {};
  await engine.init();
  console.warn = warn;
  return ({ count, fixed }) => {
    const world = new engine.World({ x: 0, y: 0, z: 0 });
    const colliders = Array.from({ length: count }, () =>
      world.createCollider(engine.ColliderDesc.cuboid(1, 1, 1)),
    );
    const numbers = new Map(colliders.map(({ handle }, i) => [handle, i]));
    const centre = { x: 0, y: 0, z: 0 };
    const half = { x: 0, y: 0, z: 0 };
    let begun = false;
    const read = (boxes: Float64Array, b: number) => {
      centre.x = (boxes[b] + boxes[b + 3]) / 2;
      centre.y = (boxes[b + 1] + boxes[b + 4]) / 2;
      centre.z = (boxes[b + 2] + boxes[b + 5]) / 2;
      half.x = (boxes[b + 3] - boxes[b]) / 2;
      half.y = (boxes[b + 4] - boxes[b + 1]) / 2;
      half.z = (boxes[b + 5] - boxes[b + 2]) / 2;
    };
    return {
      step(boxes, o) {
        for (let i = 0; i < count; i++) {
          if (fixed[i] && begun) continue;
          read(boxes, o + 6 * i);
          colliders[i].setHalfExtents(half);
          colliders[i].setTranslation(centre);
        }
        begun = true;
        world.step();
        let pairs = 0;
        for (let i = 0; i < count; i++) {
          if (fixed[i]) continue;
          read(boxes, o + 6 * i);
          world.collidersWithAabbIntersectingAabb(centre, half, ({ handle }) => {
            const other = numbers.get(handle) ?? i;
            // Of two that both move each finds the other.
            if (other !== i && (other > i || fixed[other])) pairs++;
            return true;
          });
        }
        return pairs;
      },
    };
  };
}
