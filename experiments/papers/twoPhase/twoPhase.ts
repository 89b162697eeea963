/** All experiments of paper C, in its order: the broad phase, then the narrow one, then the schedule. */
import type { Experiment } from '../sampler.ts';
import { boxKindsExperiment } from './boxKinds.ts';
import { bulletExperiment } from './bullet.ts';
import { chainExperiment } from './chain.ts';
import { culledExperiment } from './figure4.ts';
import { clusteringExperiment } from './figure6.ts';
import { figure10Experiment } from './figure10.ts';
import { satelliteExperiment } from './satellite.ts';
import { tableExperiment } from './table1.ts';

export const TWO_PHASE: readonly Experiment[] = [
  chainExperiment,
  tableExperiment,
  culledExperiment,
  clusteringExperiment,
  boxKindsExperiment,
  figure10Experiment,
  satelliteExperiment,
  bulletExperiment,
];
