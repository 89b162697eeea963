/** What the examples have in common: a scene, gravity, things that do not move. */
import type { Triple } from '../../geometry/index.ts';
import { Rest } from '../motion.ts';
import type { ScheduledBody, ScheduleSettings } from '../settings.ts';
import { IMMOVABLE } from './impulse.ts';
import { placeAt } from './shapes.ts';

/** An example: settings of a schedule, and how long it is worth watching. */
export interface ExampleScene {
  readonly name: string;
  /** For people. */
  readonly about: string;
  readonly settings: ScheduleSettings;
  /** Seconds. */
  readonly until: number;
}

export const GRAVITY: Triple = [0, 0, -9.81];

/** A box that stays where it is. */
export function fixed(name: string, half: Triple, [x, y, z]: Triple): ScheduledBody {
  const start = new Rest(placeAt(x, y, z));
  return { name, pieces: [{ shape: { kind: 'box', half } }], mass: IMMOVABLE, start };
}
