/** All experiments on planning, in the order of the papers. */

import { reliableExperiment, thresholdExperiment } from './planningA.ts';
import { plannersExperiment } from './planningB.ts';
import type { Experiment } from './sampler.ts';
import { walksExperiment } from './walks.ts';

export const PLANNING: readonly Experiment[] = [
  reliableExperiment,
  thresholdExperiment,
  plannersExperiment,
  walksExperiment,
];
