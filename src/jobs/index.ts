/** The jobs that the command line, the studio and services do: requests and answers are plain data, dispatched by name. */

export { withTracking } from '../cell/index.ts';
export type { StandingJoint } from '../formats/index.ts';
export {
  type BrakingAnswer,
  type BrakingJobRequest,
  type BrakingJointAnswer,
  type BrakingLimit,
  type BrakingSettings,
  type ByJoint,
  braking,
} from './braking.ts';
export {
  type CellKind,
  type CellSource,
  describeSource,
  kindOfCell,
  kindOfText,
  type PairChoice,
  type WorldSource,
} from './cellSource.ts';
export {
  type CertifyAnswer,
  type CertifyRequest,
  type CoverRequest,
  certificateOf,
  certify,
  notFree,
} from './certify.ts';
export {
  assumedBy,
  type CheckAnswer,
  type CheckRequest,
  type ClearancesAnswer,
  type ContactAnswer,
  type ContactFindings,
  check,
  clearances,
  contact,
  type GivenCheck,
  type MotionFacts,
  type PathOpen,
  type PlacedWitness,
  type ProfileAnswer,
  type ProfileJobRequest,
  type ProfileSettings,
  profile,
  type SearchSettings,
} from './check.ts';
export { contentsDigest } from './contents.ts';
export type {
  JobContext,
  JobPhase,
  JobProgress,
  LimitSettings,
  TreeEdges,
} from './context.ts';
export {
  checkDelays,
  type DelayedTracks,
  type DelaysAnswer,
  type DelaysRequest,
  trackNames,
} from './delays.ts';
export {
  type AsideChange,
  type CarriedProof,
  type DifferenceAnswer,
  type DifferenceRequest,
  difference,
  type FileChange,
  type GivenProof,
  type ProofAnswer,
} from './difference.ts';
export {
  type ConfigurationAnswer,
  type ConfigurationsAnswer,
  type ConfigurationsRequest,
  checkConfigurations,
  checkEdges,
  checkEdgesOneByOne,
  type EdgeAnswer,
  type EdgesAnswer,
  type EdgesRequest,
  type EdgesSum,
} from './edges.ts';
export {
  type AttachedPlace,
  attachedPlace,
  type GraspRequest,
  type LinkPlace,
  linkPlace,
  type OwnFrame,
  type OwnFrames,
  ownFrame,
  withGrasped,
  withoutAttached,
  withPutDown,
} from './edit/attached.ts';
export { bodyNames, editFault, newName, requireAmount, requireBodies } from './edit/bodies.ts';
export {
  withAllowed,
  withClearance,
  withForbidden,
  withoutAllowedClearances,
  withPairClearance,
} from './edit/declared.ts';
export {
  obstacleAt,
  obstacleNumber,
  withNewObstacle,
  withObstacle,
  withoutObstacle,
  withRenamed,
  withSolid,
} from './edit/obstacles.ts';
export {
  type PoseText,
  poseOf,
  sameBits,
  statedPose,
  textFor,
} from './edit/poseText.ts';
export { type CellFacts, cellFacts } from './facts.ts';
export { type FinishAnswer, type FinishRequest, finish } from './finish.ts';
export { joinEdges } from './growth.ts';
export { type Moving, stillDofs } from './held.ts';
export {
  Desk,
  type JobAnswer,
  type JobName,
  type JobRequest,
  type JobTable,
  jobs,
  runJob,
} from './jobs.ts';
export { addBraking } from './json/braking.ts';
export { edgeJson } from './json/edges.ts';
export { bodyJson, pairsJson, robotsJson } from './json/info.ts';
export {
  addFacts,
  addFound,
  configurationJson,
  configurationLine,
  type JsonObject,
  type MotionJsonSettings,
  pairNotes,
} from './json/motion.ts';
export { nearJson } from './json/near.ts';
export {
  clearanceJson,
  firstOfKind,
  jointNames,
  limitsJson,
  openJson,
  type Place,
  pairNames,
  statsJson,
  witnessJson,
} from './json/places.ts';
export {
  checkerOf,
  METHODS_OF,
  type MethodSettings,
  type MethodWord,
  misplacedWord,
} from './methodSettings.ts';
export { type Motion, pathOfMotion, type TrackMotion, timeAt } from './motion.ts';
export { type MotionReading, readingOf, type TrackReading } from './motionReading.ts';
export {
  type MotionFormat,
  type MotionText,
  type MotionTextRequest,
  motionText,
  needsTimes,
  noTimes,
  type TextFile,
} from './motionText.ts';
export { type MeasuredPair, type NearestPairs, nearestPairs } from './nearest.ts';
export {
  type CellAdjustments,
  type GivenJoints,
  type MonitorChoice,
  type MotionSettings,
  OpenCell,
  type OpenCellAnswer,
  type OpenCellRequest,
  openCell,
  openCompiled,
  openDescription,
  pauseFor,
  type Question,
} from './openCell.ts';
export {
  type EdgeData,
  type OpenConfigurationsAnswer,
  type OpenEdgesAnswer,
  type OpenMotionAnswer,
  type OpenMotionRequest,
  openConfigurations,
  openEdges,
  openMotion,
  type RowsSource,
} from './openMotion.ts';
export {
  checkPenetration,
  type PenetrationAnswer,
  type PenetrationJobRequest,
} from './penetration.ts';
export { beginPlan, type OpenPlan, plan } from './plan.ts';
export {
  DEFAULT_PLAN_MS,
  DEFAULT_SEED,
  type PlanAnswer,
  type PlanRequest,
  type PortfolioAnswer,
  provesPlan,
  type RoadmapSource,
  type ShortcutSettings,
  THOROUGH,
} from './planning.ts';
export {
  type ProofDone,
  type ProveAnswer,
  type ProveRequest,
  prove,
} from './prove.ts';
export {
  beginRace,
  type OpenRace,
  planRace,
  type RaceLane,
  type RacePart,
  type RacePartAnswer,
  racePart,
  sharedLine,
} from './race.ts';
export {
  certifiedMotion,
  type OldCertificate,
  type OldMotion,
  type RecheckAnswer,
  type RecheckRequest,
  recheck,
} from './recheck.ts';
export { type ReportAnswer, type ReportRequest, report } from './report.ts';
export {
  DEFAULT_RETRACT_MS,
  type RetractAnswer,
  type RetractJobRequest,
  retract,
} from './retract.ts';
export { type RoadmapEdgesRequest, roadmapEdges } from './roadmapEdges.ts';
export {
  type FolderFiles,
  type RobotFolder,
  readRobotFolder,
  SETUP_ASSISTANT,
} from './robotFolder.ts';
export { type Room, roomAtEnds, roomOnPath, USUAL_ROOM } from './room.ts';
export {
  beginSmoothing,
  type OpenSmoothing,
  type SmoothAnswer,
  type SmoothPart,
  type SmoothRequest,
  smooth,
  smoothPart,
} from './smooth.ts';
export { type PoseGoal, type PoseGoals, poseGoals } from './task/poses.ts';
export { type GoalValues, readTaskRequest, type TaskRequest } from './task/request.ts';
export {
  isState,
  type StatePlace,
  stateFault,
  stateFromList,
  stateFromText,
} from './task/states.ts';
export { type PlanTask, planTask, startOf, type TaskQuestion } from './task/task.ts';
export { type RateLimit, type TimeAnswer, type TimeRequest, time } from './time.ts';
export { type VectorAnswer, type VectorsAnswer, type VectorsRequest, vectors } from './vectors.ts';
export {
  readCertificate,
  type VerifyAnswer,
  type VerifyRequest,
  verify,
} from './verify.ts';
