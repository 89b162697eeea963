/** A process that runs one experiment for `npm run repro -- --workers N`: a job comes as a message, and tables leave. */
import type { FromProcess } from '../lab/processes.ts';
import { type ExperimentJob, type ExperimentResult, runJob } from './oneExperiment.ts';

const say = (message: FromProcess<ExperimentResult>): void => {
  process.send?.(message);
};

process.once('message', (job: ExperimentJob) => {
  runJob(job, (text) => say({ say: 'progress', text })).then(
    (found) => say({ say: 'done', found }),
    (error: unknown) =>
      say({ say: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
});
// Nobody waits any more.
process.once('disconnect', () => process.exit());
