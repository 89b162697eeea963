/** One experiment from its beginning to its tables: here, or in a process that does nothing else. */
import { cpuMilliseconds } from '../lab/clock.ts';
import { Ledger } from '../lab/ledger.ts';
import { version } from '../lab/machine.ts';
import type { Table } from '../lab/table.ts';
import { CHECKING } from './checking.ts';
import { ON_LINE } from './onLine/onLine.ts';
import { PLANNING } from './planning.ts';
import { type Experiment, Sampler } from './sampler.ts';
import { TWO_PHASE } from './twoPhase/twoPhase.ts';
import { VOLUMES } from './volumes/volumes.ts';

/** What says which experiment, and how: plain data. */
export interface ExperimentJob {
  /** Its title: papers have tables of the same name. */
  readonly title: string;
  readonly quick: boolean;
  readonly runs: number | undefined;
  /** Where parts are kept; what it has of before is taken. */
  readonly ledger: string | undefined;
}

/** What came of it. */
export interface ExperimentResult {
  readonly tables: readonly Table[];
  /** CPU seconds, of parts that were done before as well. */
  readonly seconds: number;
  /** Parts that were done before. */
  readonly taken: number;
}

/** All of them. */
export const EXPERIMENTS: readonly Experiment[] = [
  ...CHECKING,
  ...PLANNING,
  ...TWO_PHASE,
  ...ON_LINE,
  ...VOLUMES,
];

/** Prepares a sampler that experiments of one process share, with its ledger. */
export function samplerFor(
  { quick, runs, ledger: file }: Omit<ExperimentJob, 'title'>,
  resume: boolean,
  progress: (text: string) => void,
): { readonly sampler: Sampler; readonly ledger: Ledger } {
  const ledger = new Ledger({
    ...(file === undefined ? {} : { file }),
    ...{ resume, version: version() },
  });
  const sampler = new Sampler({
    count: (full, few) => (quick ? few : full),
    ...(runs === undefined ? {} : { runs }),
    ...{ ledger, progress },
  });
  return { sampler, ledger };
}

/** Runs an experiment in this process. */
export async function runExperiment(
  experiment: Experiment,
  { sampler, ledger }: { readonly sampler: Sampler; readonly ledger: Ledger },
): Promise<ExperimentResult> {
  await experiment.prepare?.();
  const [before, takenBefore, partsBefore] = [cpuMilliseconds(), ledger.takenSeconds, ledger.taken];
  const tables = experiment.run(sampler);
  const seconds = (cpuMilliseconds() - before) / 1000 + ledger.takenSeconds - takenBefore;
  return { tables, seconds, taken: ledger.taken - partsBefore };
}

/** The same for a job by its name. */
export async function runJob(
  job: ExperimentJob,
  progress: (text: string) => void,
): Promise<ExperimentResult> {
  const experiment = EXPERIMENTS.find(({ title }) => title === job.title);
  if (!experiment) throw new Error(`there is no experiment "${job.title}"`);
  return runExperiment(experiment, samplerFor(job, true, progress));
}
