/** All experiments on checking, in the order of the papers. */
import { collidingExperiment } from './colliding.ts';
import { distancesExperiment } from './distances.ts';
import { freeExperiment, freeExperimentB } from './freeSegments.ts';
import { grazingExperiments } from './grazing.ts';
import { hierarchyExperiment } from './hierarchy.ts';
import { boundsExperiment, planarExperiment, referenceExperiment } from './lengths.ts';
import { memoryExperiment } from './memory.ts';
import { orderExperiment } from './order.ts';
import { refinedExperiment } from './refinedTable.ts';
import type { Experiment } from './sampler.ts';
import { tipExperiment } from './tip.ts';

export const CHECKING: readonly Experiment[] = [
  distancesExperiment,
  boundsExperiment,
  planarExperiment,
  referenceExperiment,
  collidingExperiment,
  freeExperiment,
  freeExperimentB,
  tipExperiment,
  ...grazingExperiments,
  refinedExperiment,
  orderExperiment,
  memoryExperiment,
  hierarchyExperiment,
];
