/** Bags of ROS (MCAP): robots, motions and planning scenes in, results out. */

export {
  type Bag,
  BagReader,
  type BagTopic,
  type RecordedTopic,
  readBag,
  type SentMessage,
} from './bag.ts';
export {
  type BagCell,
  type BagCellChoice,
  bagCell,
  bagName,
  type GivenFile,
  hasSceneOf,
  motionInCell,
  NO_ROBOT,
  sceneFile,
} from './inCell.ts';
export { type BagLibraries, bagLibraries, type LoadPackage } from './libraries.ts';
export {
  type BagChoice,
  type BagMotion,
  type ListedMotion,
  listMotions,
  motionsOf,
} from './motions.ts';
export type { BagSource } from './records.ts';
export { type ResultsRequest, resultsBag, TOPICS } from './results.ts';
export { type BagRole, ROLE_TEXT } from './roles.ts';
export { SceneHistory, type SceneVersion } from './scenes.ts';
