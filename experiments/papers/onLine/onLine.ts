/** All experiments of paper D: its approaches side by side, then what its own is made of. */
import type { Experiment } from '../sampler.ts';
import { figure5Experiment } from './figure5.ts';
import {
  criteriaExperiment,
  descentsExperiment,
  primitivesExperiment,
  stepsExperiment,
} from './parts.ts';
import { structuresExperiment } from './structures.ts';

export const ON_LINE: readonly Experiment[] = [
  figure5Experiment,
  structuresExperiment,
  criteriaExperiment,
  descentsExperiment,
  primitivesExperiment,
  stepsExperiment,
];
