/** All experiments of paper E, in its order: how tight volumes are, then planning, then what tight ones are worth. */
import type { Experiment } from '../sampler.ts';
import { modelExperiment } from './model.ts';
import { outcomeExperiment } from './outcome.ts';
import { articulatedExperiment, movingObjectExperiment } from './tables34.ts';

export const VOLUMES: readonly Experiment[] = [
  movingObjectExperiment,
  articulatedExperiment,
  outcomeExperiment,
  modelExperiment,
];
