/** Trees of bounding volumes over meshes, each in one buffer that can be posted to a worker. */

export { type BuildOptions, buildTree } from './build.ts';
export { type DivisionName, SPLIT_NAMES, type SplitName } from './divisions.ts';
export { insertChild } from './order.ts';
export { type TreeOutline, treeFromOutline } from './outline.ts';
export {
  type RuleName,
  SPLIT_RULES,
  type SplitInput,
  type SplitRule,
  splitMean,
  splitMedian,
  splitSah,
} from './split.ts';
export {
  BOX,
  MAX_DEPTH,
  MAX_LEAF,
  MAX_WIDTH,
  ORIENTED,
  type Tree,
  VOLUME_KINDS,
  VOLUME_SIZE,
  type VolumeKind,
  viewTree,
} from './tree.ts';
export { validateTree } from './validate.ts';
