/** Readers and writers: URDF, SRDF, cell files, MoveIt scenes and requests, paths, trajectories, meshes. */

export { withClearances } from '../cell/index.ts';
export { type BoxesFile, type ReadBoxesOptions, readBoxes } from './boxesFile.ts';
export {
  type CellFromUrdfOptions,
  cellFromUrdf,
  type ReadCellOptions,
  readCell,
} from './cellFile.ts';
export { referredPackages } from './cellNames.ts';
export { readCollada } from './collada.ts';
export { readDocument } from './document.ts';
export { type Edge, type EdgeFile, readEdges } from './edges.ts';
export { readGltf } from './gltf.ts';
export type { ReadReference } from './gltfFile.ts';
export { aboutFile, located } from './located.ts';
export { type ReadMeshOptions, readMesh } from './mesh.ts';
export type { MeshFile, MeshFormat, MeshGroup } from './meshFile.ts';
export {
  flagAt,
  listAt,
  type Message,
  messageAt,
  messageValue,
  numberAt,
  plainMessage,
  textAt,
  wrong,
} from './message.ts';
export { cellFromMjcf, type ReadMjcfOptions } from './mjcf/mjcf.ts';
export { looksLikeMjcf } from './mjcf/modelFiles.ts';
export { type MotionData, type MotionPathOptions, motionPath, wholeMotion } from './motionPath.ts';
export {
  type OrientationConstraint,
  type PositionConstraint,
  type Region,
  satisfiesOrientation,
  satisfiesPosition,
} from './moveitConstraints.ts';
export { withJointLimits } from './moveitLimits.ts';
export {
  type JointGoal,
  type PlanRequest,
  type RequestGoal,
  type RequestScales,
  readRequest,
} from './moveitRequest.ts';
export { type ReadSceneOptions, readScene } from './moveitScene.ts';
export { readObj } from './obj.ts';
export { knownJoints, ownJoints, placeOfJoint } from './ownJoints.ts';
export type { FileInterpolation, PathFile } from './pathFile.ts';
export {
  type ConfigurationFile,
  interpolationOf,
  type ReadPathOptions,
  readConfigurations,
  readPath,
} from './paths.ts';
export { writePathJson, writeTrajectoryYaml } from './pathWrite.ts';
export { readPly } from './ply.ts';
export type { PlyEncoding } from './plyHeader.ts';
export { type Epoch, Recording, type Stamp } from './recording.ts';
export {
  type FileSource,
  normalPath,
  type PackageSearch,
  packageName,
  type ReadFile,
  type Resolver,
  resolve as resolveReference,
} from './resolver.ts';
export {
  type RobotXml,
  type RobotXmlOptions,
  readRobotXml,
  type XacroUse,
} from './robotXml.ts';
export { readMotionMessage, standing } from './rosMotion.ts';
export {
  bytesPerRow,
  type PieceRows,
  readDoubles,
  readLines,
  readStreamHead,
  requireWholeRows,
  type StreamedRows,
  type StreamPiece,
} from './rowStreams.ts';
export {
  checkJoints,
  type RowOptions,
  type Rows,
  rowsOf,
  type StandingJoint,
  type TrackRows,
  trackRowsOf,
} from './rows.ts';
export { cellFromScene, type SceneCellOptions } from './sceneCell.ts';
export {
  type BesideScene,
  besideScene,
  isSceneDifference,
  type JoinSceneOptions,
  joinScene,
} from './sceneJoin.ts';
export { jointsOf, type SceneFollowed, SceneMirror } from './sceneMirror.ts';
export { type ReadSrdfOptions, readSrdf, type SrdfFile } from './srdf.ts';
export { type GroupMembers, groupJoints } from './srdfGroups.ts';
export { suggestSemantics } from './srdfSuggest.ts';
export { writeSrdf } from './srdfWrite.ts';
export { readStl } from './stl.ts';
export { type ReadMotionOptions, readMotion, type TrackFile, type TracksFile } from './tracks.ts';
export { type ReadUrdfOptions, readUrdf, type UrdfFile } from './urdf.ts';
export { type Entry, Mapping, Value } from './value.ts';
export { aboutArcs } from './waypoints.ts';
export { type ReadCloudOptions, readCloud } from './worlds/cloud.ts';
export { type HeightOptions, readHeights } from './worlds/heights.ts';
export {
  type OctomapMessage,
  type ReadOctomapOptions,
  readOctomap,
  readOctomapMessage,
  type WorldFile,
} from './worlds/octomap.ts';
export {
  kindOfWorld,
  looksLikeWorld,
  type ReadWorldOptions,
  readWorld,
  type WorldKind,
  worldName,
} from './worlds/worldFile.ts';
export { writeObj, writePly, writeStl } from './write.ts';
export { writeGlb } from './writeGlb.ts';
export type { XacroArgument } from './xacro/index.ts';
