/** What a job tells, in the words of the page. */
import type { JobContext, JobPhase } from '../../src/jobs/index.ts';
import type { Progress } from './protocol.ts';

export type Report = (progress: Progress) => void;

const WORDS: Readonly<Record<JobPhase, string>> = {
  reading: 'reading files',
  preparing: 'preparing bodies',
  checking: 'checking segments',
  contact: 'looking for the first contact',
  profile: 'measuring clearances',
  edges: 'checking edges',
  delays: 'checking delays',
  keeping: 'looking what is still proven',
  certifying: 'writing the proof',
  dividing: 'segments divided',
  covering: 'segments covered',
  measuring: 'segments measured',
  planning: 'planning',
  walking: 'walking',
  smoothing: 'smoothing',
  timing: 'timing',
};

/** The context of a job whose progress goes to the page; `said`: what is said otherwise here. */
export function reportingTo(
  report: Report,
  said: Partial<Record<JobPhase, string>> = {},
): JobContext {
  return {
    onProgress: ({ phase, done, of, milestones, iterations, tree, notes, left }) => {
      // What answers say as well is told before a search only.
      if (notes && (phase !== 'planning' || notes.length === 0)) return;
      report({
        ...{ what: said[phase] ?? WORDS[phase], done, of },
        ...(milestones === undefined ? {} : { milestones }),
        ...(iterations === undefined ? {} : { iterations }),
        ...(tree && { tree }),
        ...(left && { left }),
        ...(notes && { notes: notes.map(({ message }) => message) }),
      });
    },
  };
}
