/**
 * Long random sequences of questions to what is kept between questions, each answer compared with one that is made anew. A seed is
 * one small cell with one desk of each sort, so that runs of different seeds add up.
 */
import { Random } from '../../../src/math/index.ts';
import { randomCell, SORTS } from '../certificate/cells.ts';
import { MonitorDesk } from './monitors.ts';
import { OpenCellDesk } from './openCells.ts';
import { RecheckDesk, VerifierDesk } from './proofs.ts';
import { JointMapDesk, MeshDesk } from './shapes.ts';
import { StudioDesk } from './studio.ts';
import type { Tally } from './tally.ts';

const SORT_NAMES = Object.keys(SORTS);

/** How many questions each desk is asked of a seed. */
export const STEPS = {
  openCells: 24,
  verifiers: 12,
  rechecks: 5,
  monitors: 12,
  jointMaps: 5,
  meshes: 8,
  studio: 8,
} as const;

export type DeskName = keyof typeof STEPS;

/** All questions of a seed, or those of some desks. */
export async function runSeed(
  seed: number,
  tally: Tally,
  desks: readonly DeskName[] = Object.keys(STEPS) as DeskName[],
): Promise<void> {
  tally.seed = seed;
  const random = new Random(seed);
  const description = randomCell(random, SORTS[SORT_NAMES[seed % SORT_NAMES.length]]);
  for (const name of desks) {
    const own = new Random(random.below(2 ** 31));
    const made = { openCells: OpenCellDesk, verifiers: VerifierDesk, rechecks: RecheckDesk };
    const more = { monitors: MonitorDesk, jointMaps: JointMapDesk };
    const Desk = { ...made, ...more }[name as keyof typeof made];
    if (Desk) {
      const desk = new Desk(description, tally, own);
      for (let k = 0; k < STEPS[name]; k++) desk.step();
    } else if (name === 'meshes') {
      const desk = new MeshDesk(tally, own);
      for (let k = 0; k < STEPS[name]; k++) desk.step();
    } else if (seed % STUDIO_EVERY === 0) await runStudio(tally, own);
  }
}

/** The studio has a cell of its own; it is asked for every fourth seed. */
const STUDIO_EVERY = 4;

async function runStudio(tally: Tally, random: Random): Promise<void> {
  const desk = new StudioDesk(tally, random);
  await desk.begin();
  for (let k = 0; k < 4 * STEPS.studio; k++) await desk.step();
  desk.close();
}
