/** Who is asked at every step: our monitor; and the plain way to the same answers, every tested pair one after the other. */
import { type Cell, PairProbe } from 'surepath/cell';
import { createMonitor, type MonitorSettings } from 'surepath/monitor';
import type { ClassedCell } from '../fcl/monitorEngine.ts';

/** Answers for every pair of classes, step by step. */
export interface Watch extends ClassedCell {
  /** Answers for q: to out[o ...] the distance of each pair of classes, the threshold where nothing is nearer. */
  step(q: Float64Array, threshold: number, out: Float64Array, o: number): void;
}

/** A monitor of the default classes, asked about every two of them, but not about one with itself. */
export function monitorWatch(cell: Cell, approach: MonitorSettings['approach'] = {}): Watch {
  const { classes, pairs: all } = createMonitor(cell);
  const names = all
    .filter(({ a, b }) => a !== b)
    .map(({ a, b }) => [classes[a].name, classes[b].name] as const);
  const monitor = createMonitor(cell, { pairs: names, approach });
  return {
    cell,
    classes: classes.map(({ bodies }) => bodies),
    pairs: monitor.pairs,
    step: (q, threshold, out, o) => {
      const { vectors } = monitor.step(q, threshold);
      for (let i = 0; i < vectors.length; i++) {
        out[o + i] = Math.min(vectors[i].distance, threshold);
      }
    },
  };
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
    cell,
    classes,
    pairs,
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
  };
}
