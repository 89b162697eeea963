/** Which of many bodies are close: one interface for boxes that appear, move and vanish, and methods behind it. */

export { BoxIndex } from '../geometry/index.ts';
export { BOUNDED, ballisticBoxInto, boundedBoxInto, FLIGHT } from './ballisticBox.ts';
export { assertBox, boxesOverlap, MAX_PLACE } from './bodyBoxes.ts';
export type { BroadPhase, BroadPhaseStats } from './broadPhase.ts';
export { BruteForce } from './bruteForce.ts';
export { CoherentHash } from './coherentHash.ts';
export { MAX_BODIES, PairChanges, PairList } from './pairList.ts';
export {
  chooseResolutions,
  type HashSettings,
  LEAST_SIZE,
  Resolutions,
  resolutionsFromRadii,
  sizeInto,
} from './resolutions.ts';
export { SpatialHash } from './spatialHash.ts';
export { SweepAndPrune, type SweepSettings } from './sweepAndPrune.ts';
