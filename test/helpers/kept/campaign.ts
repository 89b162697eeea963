/**
 * Long random sequences of questions to what is kept between questions, each answer compared with one that is made anew. A seed is
 * one small cell and a desk for each sort of state, so that runs of different seeds add up.
 */
import { Random } from '../../../src/math/index.ts';
import { randomCell, SORTS } from '../certificate/cells.ts';
import { MonitorDesk } from './monitors.ts';
import { OpenCellDesk } from './openCells.ts';
import { RecheckDesk, VerifierDesk } from './proofs.ts';
import { JointMapDesk, MeshDesk } from './shapes.ts';
import { StreamDesk } from './streams.ts';
import { StudioDesk } from './studio.ts';
import type { Tally } from './tally.ts';

const SORT_NAMES = Object.keys(SORTS);

interface Desk {
  begin?(): Promise<void>;
  step(): void | Promise<void>;
  close?(): void;
}

type Cell = ReturnType<typeof randomCell>;

interface Sort {
  readonly make: (cell: Cell, tally: Tally, random: Random) => Desk;
  /** Questions of a seed, and every how many seeds they are asked. */
  readonly steps: number;
  readonly every: number;
}

const DESKS = {
  openCells: { make: (...given) => new OpenCellDesk(...given), steps: 12, every: 1 },
  verifiers: { make: (...given) => new VerifierDesk(...given), steps: 12, every: 1 },
  rechecks: { make: (...given) => new RecheckDesk(...given), steps: 5, every: 1 },
  monitors: { make: (...given) => new MonitorDesk(...given), steps: 12, every: 1 },
  jointMaps: { make: (_, ...given) => new JointMapDesk(...given), steps: 10, every: 1 },
  meshes: { make: (_, ...given) => new MeshDesk(...given), steps: 8, every: 1 },
  studio: { make: (_, ...given) => new StudioDesk(...given), steps: 32, every: 4 },
  streams: { make: (_, ...given) => new StreamDesk(...given), steps: 16, every: 4 },
} satisfies Record<string, Sort>;

export type DeskName = keyof typeof DESKS;
export const DESK_NAMES = Object.keys(DESKS) as DeskName[];

/** All questions of a seed, or those of some desks. */
export async function runSeed(
  seed: number,
  tally: Tally,
  names: readonly DeskName[] = DESK_NAMES,
): Promise<void> {
  tally.seed = seed;
  const random = new Random(seed);
  const cell = randomCell(random, SORTS[SORT_NAMES[seed % SORT_NAMES.length]]);
  for (const name of DESK_NAMES) {
    const own = new Random(random.below(2 ** 31));
    const { make, steps, every }: Sort = DESKS[name];
    if (!names.includes(name) || seed % every !== 0) continue;
    try {
      const desk = make(cell, tally, own);
      await desk.begin?.();
      for (let k = 0; k < steps; k++) await desk.step();
      desk.close?.();
    } catch (error) {
      // A random cell may have nothing that is tested: that is refused.
      if (!/no pair of bodies is tested/.test((error as Error).message)) throw error;
    }
  }
}
