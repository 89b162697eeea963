/** The four simulations of table 1, as streams of boxes. */
import type { BoxStream } from './streams.ts';
import { tossed } from './tossed.ts';

export const STEP = 1 / 120;

export interface SceneStream {
  readonly name: 'coins' | 'bowling' | 'rattleback top' | 'part feeder';
  record(step: number, part: number): BoxStream;
}

const scene = (name: SceneStream['name'], count: number, half: number): SceneStream => ({
  name,
  record: (step, part) => ({
    ...tossed({
      count,
      seed: 1,
      radii: [0.01, 0.02],
      half,
      height: 0.5,
      steps: Math.ceil((2 * part) / step),
      step,
    }),
    name,
  }),
});

export const SCENES: readonly SceneStream[] = [
  scene('coins', 8, 0.2),
  scene('bowling', 11, 0.5),
  scene('rattleback top', 1, 0.2),
  scene('part feeder', 30, 0.2),
];
