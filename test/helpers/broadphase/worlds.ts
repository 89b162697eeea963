/**
 * Worlds of boxes for broad phases: each is a function that is called before every update and sets or removes bodies as
 * it likes. What the boxes are drawn from is a seed.
 */
import { Random } from '../../../src/math/index.ts';

/** What a world acts on: one method, or several that are compared. */
export interface Bodies {
  set(id: number, box: Float64Array, o?: number, fixed?: boolean): void;
  remove(id: number): void;
}

/** One step of a world. */
export type Step = (bodies: Bodies, turn: number) => void;

const box = new Float64Array(6);

/** Sets a body to the box around a centre. */
export function setCube(bodies: Bodies, id: number, centre: ArrayLike<number>, side: number): void {
  for (let k = 0; k < 3; k++) {
    box[k] = centre[k] - side / 2;
    box[3 + k] = centre[k] + side / 2;
  }
  bodies.set(id, box);
}

/** Bodies of very different sizes that come, go, move a little, jump, grow and are fixed, around a place. */
export function anyWorld(seed: number, count: number, place = 0, orders = 6): Step {
  const random = new Random(seed);
  const present = new Set<number>();
  const boxes = new Float64Array(6 * count);
  const fixed = new Uint8Array(count);
  const draw = (id: number) => {
    const size = 10 ** random.between(-orders + 1, 1);
    // Small bodies stand close together, so that some of them meet.
    const spread = Math.min(10, 20 * size + 0.05);
    for (let k = 0; k < 3; k++) {
      const low = place + random.between(-spread, spread);
      const flat = random.below(5) === 0;
      boxes[6 * id + k] = low;
      boxes[6 * id + 3 + k] = flat ? low : low + size * random.unit();
    }
  };
  return (bodies) => {
    for (let id = 0; id < count; id++) {
      const what = random.unit();
      if (!present.has(id)) {
        if (what > 0.2) continue;
        draw(id);
        present.add(id);
        fixed[id] = random.below(3) === 0 ? 1 : 0;
      } else if (what < 0.03) {
        bodies.remove(id);
        present.delete(id);
        // Sometimes it is back at once.
        if (random.below(4) > 0) continue;
        present.add(id);
      } else if (what < 0.06) draw(id);
      else if (what < 0.09) {
        for (let k = 3; k < 6; k++) boxes[6 * id + k] += random.unit();
      } else if (what < 0.12) fixed[id] = 1 - fixed[id];
      else if (what < 0.6) {
        const step = random.between(-0.02, 0.02);
        const axis = random.below(3);
        boxes[6 * id + axis] += step;
        boxes[6 * id + 3 + axis] = Math.max(boxes[6 * id + 3 + axis] + step, boxes[6 * id + axis]);
      } else continue;
      bodies.set(id, boxes, 6 * id, fixed[id] === 1);
    }
  };
}

/** Cubes with their borders on those of cells, moved by whole and half cells: they touch, or fail to by half of one. */
export function borderWorld(seed: number, count: number, cell: number, place = 0): Step {
  const random = new Random(seed);
  return (bodies, turn) => {
    for (let id = 0; id < count; id++) {
      if (turn > 0 && random.below(3) > 0) continue;
      for (let k = 0; k < 3; k++) {
        box[k] = place + (random.below(24) / 2 - 6) * cell;
        box[3 + k] = box[k] + (random.below(5) / 2) * cell;
      }
      bodies.set(id, box);
    }
  };
}

/** Cubes that fly straight, and bounce off the walls of a room: the coherent case. */
export function flyingWorld(seed: number, count: number, speed = 0.01, room = 5): Step {
  const random = new Random(seed);
  const state = Float64Array.from({ length: 6 * count }, (_, i) =>
    i % 6 < 3 ? random.between(-room, room) : random.between(-speed, speed),
  );
  const sides = Float64Array.from({ length: count }, () => random.between(0.2, 0.6));
  return (bodies) => {
    for (let id = 0; id < count; id++) {
      for (let k = 0; k < 3; k++) {
        state[6 * id + k] += state[6 * id + 3 + k];
        if (Math.abs(state[6 * id + k]) > room) state[6 * id + 3 + k] *= -1;
      }
      setCube(bodies, id, state.subarray(6 * id, 6 * id + 3), sides[id]);
    }
  };
}
