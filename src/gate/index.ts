/** The gate's protocol: methods, what they are asked and what they answer, and who does them. */

export { type DeskLimits, GateDesk, type OpenVersion } from './desk.ts';
export { digestOfCell } from './digest.ts';
export {
  errorObjectOf,
  GateError,
  type GateErrorData,
  invalidParams,
  paramsFault,
  RPC,
  type RpcErrorObject,
  unknownCell,
  versionConflict,
} from './errors.ts';
export { EXAMPLES } from './examples.ts';
export type { GateContext, GateTask, Outcome } from './methods/context.ts';
export { perform } from './methods/perform.ts';
export { type OpenApiOptions, openApi, PROBLEM } from './openApi.ts';
export {
  type ConfigurationValue,
  type Contents,
  type DeskMethod,
  type Edit,
  FAULT,
  type FaultValue,
  isDeskMethod,
  isHeavy,
  isMethod,
  LIGHT_WAYPOINTS,
  LIMITS,
  METHOD_NAMES,
  METHODS,
  type MethodDescription,
  type MethodName,
  type Params,
  type Pose,
  PROGRESS,
  PROTOCOL_VERSION,
  type Result,
  type ShapeValue,
  type StateValue,
} from './protocol/index.ts';
export { readJson } from './readJson.ts';
export {
  type BookLimits,
  CellBook,
  type CellChange,
  type CellFacts,
  type CellRecord,
  editedRecord,
  laterRecord,
  nameOf,
  openedRecord,
  type RecordedEdit,
  type RecordedSource,
  type VersionName,
} from './records.ts';
export {
  answerMessage,
  answerRpc,
  type Call,
  callOf,
  JsonText,
  type Perform,
  type RpcId,
  type RpcMessage,
  type RpcOptions,
  type RpcRequest,
  readRpc,
} from './rpc.ts';
export {
  faultIn,
  type Infer,
  type JsonSchema,
  namedParts,
  type PlacedFault,
  type Schema,
} from './schema/index.ts';
