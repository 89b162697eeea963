/** The methods behind the interface of the broad phase, each as it is and in the settings that change what it does. */
import {
  type BroadPhase,
  CoherentHash,
  SpatialHash,
  SweepAndPrune,
} from '../../../src/broadphase/index.ts';

export const METHODS: Record<string, () => BroadPhase> = {
  'spatial hash': () => new SpatialHash(),
  'spatial hash, alpha 0.3, beta 2, no shift': () =>
    new SpatialHash({ alpha: 0.3, beta: 2, shift: 0 }),
  'coherent hash': () => new CoherentHash(),
  'coherent hash, alpha 0.3, beta 2, no shift': () =>
    new CoherentHash({ alpha: 0.3, beta: 2, shift: 0 }),
  'coherent hash, one resolution to begin with': () => new CoherentHash({ resolutions: [0.7] }),
  'sweep and prune': () => new SweepAndPrune(),
  'sweep and prune that never sorts anew': () => new SweepAndPrune({ patience: Infinity }),
  'sweep and prune that always sorts anew': () => new SweepAndPrune({ patience: 0 }),
};
