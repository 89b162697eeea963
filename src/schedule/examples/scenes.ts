/**
 * The examples, by name: a bullet and a thin wall, and the four of the paper's table 1 (coins, a bowling alley, a
 * rattleback, a part feeder). Each makes settings anew, so that a schedule can be run as often as one likes; whoever
 * runs it may add a broad phase, a window or a tolerance of their own.
 */
import { bowlingScene } from './bowling.ts';
import { bulletScene } from './bullet.ts';
import { coinsScene } from './coins.ts';
import { feederScene } from './feeder.ts';
import { rattlebackScene } from './rattleback.ts';
import type { ExampleScene } from './scene.ts';

/** All examples: by name, made when they are asked for. */
export const EXAMPLE_SCENES: ReadonlyMap<string, () => ExampleScene> = new Map([
  ['bullet', () => bulletScene()],
  ['coins', () => coinsScene()],
  ['bowling', () => bowlingScene()],
  ['rattleback', () => rattlebackScene()],
  ['feeder', () => feederScene()],
]);
