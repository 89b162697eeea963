/** Who is asked at every step, and the plain way to the same answers: every tested pair, one after the other. */
import { type Cell, PairProbe } from 'surepath/cell';
import type { ClassedCell } from '../fcl/monitorEngine.ts';

/** Answers for every pair of classes, step by step. */
export interface Watch {
  /** Answers for q: to out[o ...] the distance of each pair of classes, the threshold where nothing is nearer. */
  step(q: Float64Array, threshold: number, out: Float64Array, o: number): void;
  /** Forgets the steps before. */
  forget(): void;
}

/** A class for every robot with all that it carries, one for the obstacles; all pairs of them, but not one with itself. */
export function classesOf(cell: Cell): ClassedCell {
  const { robots } = cell.description;
  const numbers = cell.bodies.map((_, i) => i);
  const robotOf = (body: number) => {
    const { frame, name } = cell.bodies[body];
    if (body >= cell.obstacles || frame === 0) return robots.length;
    return robots.length === 1 ? 0 : robots.findIndex((robot) => name.startsWith(`${robot.name}/`));
  };
  const classes = [...robots, null].map((_, c) => numbers.filter((body) => robotOf(body) === c));
  const pairs = classes.flatMap((_, a) =>
    classes.slice(a + 1).map((_, k) => ({ a, b: a + 1 + k })),
  );
  return { cell, classes, pairs };
}

/** Measures all tested pairs of bodies of two classes, up to the nearest so far. */
export function plainWatch({ cell, classes, pairs }: ClassedCell): Watch {
  const probe = new PairProbe(cell);
  const classOf = cell.bodies.map((_, i) => classes.findIndex((bodies) => bodies.includes(i)));
  const between = pairs.map(({ a, b }) =>
    cell.tested.filter((pair) => {
      const [p, q] = [classOf[pair.a], classOf[pair.b]];
      return (p === a && q === b) || (p === b && q === a);
    }),
  );
  return {
    step: (q, threshold, out, o) => {
      probe.kinematics.setConfiguration(q);
      between.forEach((tested, i) => {
        let nearest = threshold;
        for (const pair of tested) {
          if (nearest <= 0) break;
          nearest = Math.min(nearest, probe.measure(pair, nearest).distance);
        }
        out[o + i] = nearest;
      });
    },
    forget: () => {},
  };
}
