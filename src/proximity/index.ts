export { findContained } from './mesh/contained.ts';
export {
  approximateDistance,
  type CollideOptions,
  collide,
  distance,
  greedyDistance,
  type QueryOptions,
  tolerance,
} from './mesh/faces.ts';
export { type ProximityRequest, ProximityResult, type ProximityVerdict } from './mesh/request.ts';
export { search } from './mesh/search.ts';
export { ProximityWorkspace } from './mesh/workspace.ts';
