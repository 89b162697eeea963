/** All experiments of paper E, in its order: how tight volumes are, then planning, then what tight ones are worth. */
import type { Experiment } from '../sampler.ts';
import { figure11Experiment } from './figure11.ts';
import { modelExperiment } from './model.ts';
import { outcomeExperiment } from './outcome.ts';
import { volumesExperiment } from './table1.ts';
import { movementExperiment } from './table2.ts';
import { articulatedExperiment, movingObjectExperiment } from './tables34.ts';

export const VOLUMES: readonly Experiment[] = [
  volumesExperiment,
  movementExperiment,
  movingObjectExperiment,
  articulatedExperiment,
  figure11Experiment,
  outcomeExperiment,
  modelExperiment,
];
