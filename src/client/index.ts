/** Talks to a gate: typed by its protocol, over HTTP or a WebSocket. */

export type {
  ConfigurationValue,
  Contents,
  Edit,
  FaultValue,
  MethodName,
  Params,
  Pose,
  Result,
  ShapeValue,
  StateValue,
} from '../gate/index.ts';
export {
  type Call,
  type CallOptions,
  type ConnectOptions,
  connect,
  type GateClient,
  type GateMethods,
  type Outcome,
  type Progress,
} from './client.ts';
export { CODES, GateCallError } from './errors.ts';
