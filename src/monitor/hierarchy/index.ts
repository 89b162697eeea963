/** [D 3.2] Hierarchies of compositions: trees by nearest neighbours, structures that change with the configuration, descents. */

export { criterionNumber } from './boxes.ts';
export { ClassHierarchy, type HierarchySettings } from './classHierarchy.ts';
export { HierarchySearch, type HierarchySearchSettings } from './hierarchySearch.ts';
export { NearestNeighbours } from './nearestNeighbours.ts';
export type { DescentOrder } from './orders.ts';
export { type ClassPlan, type HierarchyPlan, type PlanSettings, planHierarchies } from './plan.ts';
export {
  type JointSamples,
  jointSamples,
  type Places,
  placesOf,
  type SamplingSettings,
  sampleStructures,
} from './sampling.ts';
export { Selection } from './selection.ts';
export { depthOf, nameOf, type Structure } from './structure.ts';
export { type CountedStructure, type CutOff, cutOff, type StructureReport } from './structures.ts';
