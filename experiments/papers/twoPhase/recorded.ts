/**
 * A simulation by the product's schedule as a stream of boxes: for every step the box of each body over it, as the
 * schedule itself would sweep it. Where a body meets something within a step, the box holds it before and after.
 */
import { type Schedule, sweptBodyBoxInto } from 'surepath/schedule';
import type { BoxStream } from './streams.ts';

export interface Recording {
  readonly name: string;
  /** Seconds: how long, and how long a step is. */
  readonly seconds: number;
  readonly step: number;
}

/** Runs the schedule until then. Bodies that rest at the beginning, and ever after, are fixed. */
export function recorded(schedule: Schedule, { name, seconds, step }: Recording): BoxStream {
  const { verdict, sentence, impacts } = schedule.run(seconds);
  if (verdict !== 'done') throw new Error(`${name}: ${sentence}`);
  const count = schedule.bodies.length;
  const steps = Math.max(1, Math.floor(seconds / step));
  const boxes = new Float64Array(6 * count * steps);
  const box = new Float64Array(6);
  const changes = schedule.bodies.map((_, i) =>
    impacts.filter(({ a, b }) => a === i || b === i).map(({ hit }) => hit),
  );
  const fixed = changes.map((times, i) =>
    [0, ...times].every((time) => schedule.motionAt(i, time).kind === 'rest'),
  );
  for (let body = 0; body < count; body++) {
    for (let s = 0; s < steps; s++) {
      const o = 6 * (count * s + body);
      const [from, to] = [s * step, (s + 1) * step];
      const cuts = [from, ...changes[body].filter((time) => time > from && time < to), to];
      for (let k = 0; k + 1 < cuts.length; k++) {
        const mover = { body: schedule.bodies[body], motion: schedule.motionAt(body, cuts[k]) };
        sweptBodyBoxInto(mover, [cuts[k], cuts[k + 1]], 0, box, 0);
        for (let i = 0; i < 3; i++) {
          boxes[o + i] = k === 0 ? box[i] : Math.min(boxes[o + i], box[i]);
          boxes[o + 3 + i] = k === 0 ? box[3 + i] : Math.max(boxes[o + 3 + i], box[3 + i]);
        }
      }
    }
  }
  const radii = schedule.bodies.map(({ radius }) => radius);
  return { name, count, fixed, radii, steps, boxes };
}
