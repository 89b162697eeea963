/** The gate behind ROS: services with the names and layouts of MoveIt, over the rosbridge protocol. */

export { type SceneFollowed, SceneMirror } from '../formats/index.ts';
export {
  type Bridge,
  type BridgeAnswer,
  type BridgeEvent,
  type BridgeOptions,
  startBridge,
} from './bridge.ts';
export { MOVEIT, type RosVersion, typeNames } from './names.ts';
export type { Placed } from './robotState.ts';
export { cellWithScene } from './sceneCell.ts';
export { ANSWERED, type ValidityResponse, validityOf } from './validity.ts';
