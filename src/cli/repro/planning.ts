/** All experiments on planning, in the order of the papers. */
import type { Experiment } from './lab.ts';
import { reliableExperiment, thresholdExperiment } from './planningA.ts';
import { articulatedExperiment, movingObjectExperiment } from './planningE.ts';
import { walksExperiment } from './walks.ts';

export const PLANNING: readonly Experiment[] = [
  reliableExperiment,
  thresholdExperiment,
  walksExperiment,
  movingObjectExperiment,
  articulatedExperiment,
];
