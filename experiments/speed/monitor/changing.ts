/**
 * What changes cost, and what a promise of rates saves: microseconds of each change in the cell of two arms, and of steps with
 * times beside steps without. CPU time, the least of the rounds.
 */
import type { Cell, ObstacleDescription } from 'surepath/cell';
import { identityPose } from 'surepath/math';
import { createMonitor, prepareObstacle } from 'surepath/monitor';
import { cpuMicroseconds } from '../../lab/clock.ts';
import { leastInTurns } from '../../lab/rounds.ts';
import type { MonitorMotion } from './data.ts';
import { RATE } from './motions.ts';
import type { ChangeRow, TimedRow } from './results.ts';

/** Changes of each kind in a round. */
const TIMES = 500;
const LINK = 'left/spot_gun';

function box(name: string): ObstacleDescription {
  const geometry = { kind: 'box', half: [0.1, 0.2, 0.05] } as const;
  const pose = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0.9, 0.9);
  return { name, pose, parts: [{ pose: identityPose(), geometry }], solid: true };
}

/** A box and a mesh of the cell of two arms are changed again and again; the monitor has stepped before. */
export function measureChanges(cell: Cell, q: Float64Array, rounds: number): ChangeRow[] {
  const monitor = createMonitor(cell, { changing: true });
  const { changes } = monitor;
  monitor.step(q);
  const part = prepareObstacle(box('part'));
  const panel = cell.description.obstacles.find(({ name }) => name === 'panel');
  if (!panel) throw new Error('the cell of two arms has a panel');
  const shifted = panel.pose.slice();
  const tasks: [string, (n: number) => void, (() => void)?][] = [
    [
      'move a mesh',
      (n) => {
        shifted[11] = panel.pose[11] + 1e-4 * (n % 100);
        changes.move('panel', shifted);
      },
    ],
    [
      'appear and vanish, a box made beforehand',
      () => {
        changes.add(part);
        changes.remove('part');
      },
    ],
    [
      'appear and vanish, a box',
      (n) => {
        changes.add(box(`part ${n}`));
        changes.remove(`part ${n}`);
      },
    ],
    [
      'grasp and put down a mesh',
      () => {
        changes.attach('panel', LINK, { touches: ['left/*'] });
        changes.detach('panel');
      },
    ],
    [
      'move a mesh, and a step',
      (n) => {
        shifted[11] = panel.pose[11] + 1e-4 * (n % 100);
        changes.move('panel', shifted);
        monitor.step(q, 0.1);
      },
    ],
  ];
  const least = leastInTurns(
    rounds + 1,
    tasks.map(([, act]) => () => {
      const begin = cpuMicroseconds();
      for (let n = 0; n < TIMES; n++) act(n);
      const spent = (cpuMicroseconds() - begin) / TIMES;
      changes.move('panel', panel.pose);
      return spent;
    }),
  );
  return tasks.map(([name], i) => ({ name, microseconds: least[i] }));
}

/** The same steps with a promise of the joints' own velocities, and without; what is looked at, per step. */
export function measureTimed(
  cell: Cell,
  motion: MonitorMotion,
  rounds: number,
): readonly TimedRow[] {
  const rates = Float64Array.from(cell.tree.dofs, ({ velocityLimit }) => velocityLimit);
  return [Number.POSITIVE_INFINITY, 0.1].flatMap((threshold) => {
    const plain = createMonitor(cell);
    const promising = createMonitor(cell);
    // Neighbours of a wrist are always near each other.
    const between = plain.pairs.flatMap(({ a, b }, p) => (a === b ? [] : [p]));
    const timed = promising.within({ rates });
    let time = 0;
    let steps = 0;
    const walks = [
      () => {
        for (const q of motion.steps) plain.step(q, threshold, between);
      },
      () => {
        // The first configuration is far from the last: time passes.
        time += 1000;
        for (const q of motion.steps) {
          time += 1 / RATE;
          timed.step(time, q, threshold, between);
        }
      },
    ];
    const spent = leastInTurns(
      rounds + 1,
      walks.map((walk) => () => {
        const begin = cpuMicroseconds();
        walk();
        steps += motion.steps.length;
        return (cpuMicroseconds() - begin) / motion.steps.length;
      }),
    );
    return [plain.counts, timed.counts].map((counts, i) => ({
      threshold,
      promise: i === 1,
      microseconds: spent[i],
      looks: counts.boxes / (steps / 2),
      distances: counts.distances / (steps / 2),
    }));
  });
}
