/**
 * What files are forged from: a path that collides, with honest slabs of the pair wherever and whenever it is
 * free, so that nothing but the collision itself is left to the forger.
 */
import type { Random } from '../../../src/math/index.ts';
import { randomDirection } from '../oracles/robots.ts';
import { directionsFor } from './directions.ts';
import { edgeOf } from './forgePaths.ts';
import type { Stage } from './forgeStage.ts';
import { honestSlabs } from './honest.ts';
import type { Parts } from './slabForger.ts';

export interface Scene {
  readonly stage: Stage;
  readonly random: Random;
  /** The segment and moment of the contact, and the time around it without honest slabs. */
  readonly segment: number;
  readonly t: number;
  readonly from: number;
  readonly until: number;
  /** Honest slabs of each segment; of the one with the contact those outside of it. */
  readonly rows: readonly (readonly number[])[];
  /** Slabs of parts that are free during the contact. */
  readonly beside: readonly number[];
  /** Parts that collide, and directions for them. */
  readonly parts: Parts;
  readonly directions: readonly Float64Array[];
}

export const TRIES = 24;
/** Where one is inside the other, all surfaces can be shown apart: that takes more. */
const TRIES_INSIDE = 300;
/** How much of the time beside a contact is left to the forger, at the least. */
const BESIDE = 1 / 32;

/** Makes honest slabs around the contact. */
export function sceneOf(stage: Stage, parts: Parts, contained: boolean): Scene {
  const { random, forged } = stage;
  const { contact, path } = forged;
  const { independent } = stage.bench.forge.of;
  const edge = (toward: 0 | 1): number => {
    const beside = contact.t + (toward === 0 ? -BESIDE : BESIDE);
    if (contact.strayed) return beside;
    const found = edgeOf(independent, stage.pair, stage.motion, contact.t, toward);
    return found ? found.unsure + BESIDE * (toward - found.unsure) : toward;
  };
  const [from, until] = [Math.max(0, edge(0)), Math.min(1, edge(1))];
  const tries = contained ? TRIES_INSIDE : TRIES;
  const around = [
    ...(from > 0 ? honestSlabs(stage, 0, from, TRIES).rows : []),
    ...(until < 1 ? honestSlabs(stage, until, 1, TRIES).rows : []),
  ];
  const beside = honestSlabs(stage, from, until, tries).rows;
  stage.place(contact.t);
  const directions = directionsFor(stage, parts, 3);
  if (directions.length === 0) directions.push(Float64Array.from(randomDirection(random)));
  const rows = path.segments.map((_, s) => {
    if (s === contact.segment) return around;
    stage.turnTo(s);
    return honestSlabs(stage, 0, 1, tries).rows;
  });
  stage.turnTo(contact.segment);
  const where = { segment: contact.segment, t: contact.t, from, until };
  return { stage, random, ...where, rows, beside, parts, directions };
}
