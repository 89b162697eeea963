/** The four simulations of table 1: the product's examples of these names, recorded as streams of boxes. */
import {
  bowlingScene,
  coinsScene,
  createSchedule,
  type ExampleScene,
  feederScene,
  rattlebackScene,
  type Schedule,
} from 'surepath/schedule';
import type { TABLE_1 } from './publishedC.ts';
import { recorded } from './recorded.ts';
import type { BoxStream } from './streams.ts';

/** Seconds: the interval that boxes are swept over. */
export const STEP = 1 / 120;

export interface SceneStream {
  readonly name: keyof typeof TABLE_1;
  /** The boxes for steps of this length, of the first part of the simulation. */
  record(step: number, part: number): BoxStream;
}

function scene(name: SceneStream['name'], make: () => ExampleScene): SceneStream {
  /** Simulations that were run, by how long: whatever the steps, they are the same. */
  const run = new Map<number, Schedule>();
  return {
    name,
    record(step, part) {
      const { settings, until } = make();
      const seconds = part * until;
      const schedule = run.get(seconds) ?? createSchedule(settings);
      run.set(seconds, schedule);
      return recorded(schedule, { name, seconds, step });
    },
  };
}

export const SCENES: readonly SceneStream[] = [
  scene('coins', coinsScene),
  scene('bowling', bowlingScene),
  scene('rattleback top', rattlebackScene),
  scene('part feeder', feederScene),
];
