/** All experiments of paper C, in its order: the broad phase, then the narrow one. */
import type { Experiment } from '../sampler.ts';

export const TWO_PHASE: readonly Experiment[] = [];
