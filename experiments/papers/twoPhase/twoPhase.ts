/** All experiments of paper C, in its order: the broad phase, then the narrow one. */
import type { Experiment } from '../sampler.ts';
import { figure10Experiment } from './figure10.ts';
import { satelliteExperiment } from './satellite.ts';

export const TWO_PHASE: readonly Experiment[] = [figure10Experiment, satelliteExperiment];
