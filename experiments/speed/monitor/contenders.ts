/** Engines that step through motions in turns: ours in this process, FCL in its own. */
import { cpuMicroseconds } from '../../lab/clock.ts';
import { type Contender, leastSample } from '../../lab/rounds.ts';
import { leastBy, quantile } from '../../lab/statistics.ts';
import { type Running, timedBy } from '../fcl/program.ts';
import type { MonitorMotion } from './data.ts';
import type { EngineRow, StepTimes } from './results.ts';
import type { Watch } from './watch.ts';

/** Our name among the engines. */
export const OURS = 'surepath';
/** How FCL may take boxes. */
export const VARIANTS = ['primitive', 'mesh'];
/**
 * FCL's distance of a cylinder and a mesh is an iteration that ends within 1e-6 of the truth, of itself; more than this is
 * unlike.
 */
const ALIKE_M = 1e-5;

/** One engine on the motions of one kind with one threshold. */
export interface StepContender extends Contender {
  readonly engine: string;
  readonly variant: string;
  /** Per step and pair of classes, of the last run. */
  answers(): Promise<ArrayLike<number>>;
  /** Per step the least microseconds. */
  leastTimes(): Promise<ArrayLike<number>>;
}

/** What is asked of all. */
export interface StepQuestion {
  readonly motions: readonly MonitorMotion[];
  /** In metres; infinite for none. */
  readonly threshold: number;
  readonly classPairs: number;
}

export function ownSteps(
  { motions, threshold, classPairs }: StepQuestion,
  watches: readonly Watch[],
): StepContender {
  const asked = motions.reduce((sum, { steps }) => sum + steps.length, 0);
  const answers = new Float64Array(asked * classPairs);
  const least = new Float64Array(asked).fill(Number.POSITIVE_INFINITY);
  const run = async (repeats: number) => {
    const begin = cpuMicroseconds();
    for (let r = 0; r < repeats; r++) {
      let at = 0;
      for (const { scene, steps } of motions) {
        at = stepThrough(watches[scene], steps, threshold, { answers, least, at, classPairs });
      }
    }
    return (cpuMicroseconds() - begin) / (repeats * asked);
  };
  return {
    ...{ engine: OURS, variant: '', group: OURS, asked, run, samples: [] },
    answers: async () => answers,
    leastTimes: async () => least,
  };
}

interface Stepped {
  readonly answers: Float64Array;
  readonly least: Float64Array;
  readonly at: number;
  readonly classPairs: number;
}

function stepThrough(
  watch: Watch,
  steps: readonly Float64Array[],
  threshold: number,
  { answers, least, at, classPairs }: Stepped,
): number {
  for (let i = 0; i < steps.length; i++) {
    const before = performance.now();
    watch.step(steps[i], threshold, answers, (at + i) * classPairs);
    const took = 1000 * (performance.now() - before);
    if (took < least[at + i]) least[at + i] = took;
  }
  return at + steps.length;
}

/** FCL on what its program was told to select; every way to take boxes. */
export function peerSteps(
  { motions, threshold }: StepQuestion,
  engine: string,
  running: Running,
): StepContender[] {
  const asked = motions.reduce((sum, { steps }) => sum + steps.length, 0);
  const limit = threshold < Number.POSITIVE_INFINITY ? threshold : 0;
  return VARIANTS.map((variant) => ({
    ...{ engine, variant, group: engine, asked, samples: [] },
    run: (repeats) => timedBy(engine, running, `run ${variant} ${limit} ${repeats}`),
    answers: async () => {
      await running.ask(`run ${variant} ${limit} 1`);
      return running.ask<number[]>('answers');
    },
    leastTimes: () => running.ask<number[]>(`times ${variant} ${limit}`),
  }));
}

/** One row per engine: the fastest of the variants that answer like us, or of all. */
export async function rowsOf(contenders: readonly StepContender[]): Promise<EngineRow[]> {
  const ours = await contenders[0].answers();
  const all: { contender: StepContender; row: EngineRow }[] = [];
  for (const contender of contenders) {
    const { engine, variant } = contender;
    const times = await timesOf(contender);
    const compared = compare(ours, await contender.answers());
    all.push({ contender, row: { engine, variant, times, ...compared } });
  }
  return [...new Set(contenders.map(({ engine }) => engine))].map((engine) => {
    const own = all.filter(({ contender }) => contender.engine === engine);
    const fewest = Math.min(...own.map(({ row }) => row.unlike));
    const sound = own.filter(({ row }) => row.unlike === fewest);
    return leastBy(sound, ({ row }) => row.times.mean).row;
  });
}

async function timesOf(contender: StepContender): Promise<StepTimes> {
  const least = Array.from(await contender.leastTimes());
  return { mean: leastSample(contender), median: quantile(least, 0.5), p99: quantile(least, 0.99) };
}

/** Distances of 0 or less: classes meet. */
export function compare(
  ours: ArrayLike<number>,
  theirs: ArrayLike<number>,
): Pick<EngineRow, 'difference' | 'unlike'> {
  if (ours.length !== theirs.length) throw new Error('engines answered different questions');
  let difference = 0;
  let unlike = 0;
  for (let i = 0; i < ours.length; i++) {
    const apart = Math.abs(Math.max(0, ours[i]) - Math.max(0, theirs[i]));
    if (!(apart <= ALIKE_M)) unlike++;
    else if (ours[i] > 0 && theirs[i] > 0) difference = Math.max(difference, apart);
  }
  return { difference, unlike };
}
