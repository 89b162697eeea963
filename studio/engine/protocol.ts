/**
 * What the page and its workers say to each other: the jobs, what they are asked and what they answer.
 * All of it is plain data that survives a structured clone. Bodies and pairs are numbers into the opened
 * cell's lists. Metres, radians, seconds; poses are 12 numbers, a rotation by rows and a position.
 */
import type { Fault } from '../../src/math/index.ts';
import type {
  ReadBagAnswer,
  ReadBagCellAnswer,
  ReadBagCellRequest,
  ReadBagMotionRequest,
  ReadBagRequest,
  ReadBagSceneAnswer,
} from './protocol/bags.ts';
import type {
  CertificateAnswer,
  CheckAnswer,
  ContactAnswer,
  CoverAnswer,
  CoverRequest,
  LeftTimes,
  PathRequest,
  ProfileAnswer,
  ProfileRequestData,
  RecheckAnswer,
  RecheckRequest,
  SampledAnswer,
  SampledRequest,
  VerifyAnswer,
  VerifyRequest,
} from './protocol/checking.ts';
import type { ColouringAnswer, ColouringRequest } from './protocol/colouring.ts';
import type { EditRequest, ReportRequest, SaveCellAnswer } from './protocol/editing.ts';
import type { FlightAnswer, FlightRequest } from './protocol/flying.ts';
import type {
  ReadPathAnswer,
  ReadPathRequest,
  ReadRequestAnswer,
  ReadRequestRequest,
  SavePathRequest,
} from './protocol/motion.ts';
import type {
  OpenAnswer,
  OpenedCell,
  OpenRequest,
  VisualsAnswer,
  VisualsRequest,
} from './protocol/opening.ts';
import type {
  PlanAnswer,
  PlanRequestData,
  SmoothAnswer,
  SmoothRequest,
  TimeAnswer,
  TimeRequest,
  TreeEdges,
} from './protocol/planning.ts';
import type { InverseAnswer, InverseRequest, PoseAnswer, PoseRequest } from './protocol/pose.ts';
import type { VectorsAnswer, VectorsRequest } from './protocol/vectors.ts';

export * from './protocol/bags.ts';
export * from './protocol/bodyNames.ts';
export * from './protocol/checking.ts';
export * from './protocol/colouring.ts';
export * from './protocol/editing.ts';
export * from './protocol/files.ts';
export * from './protocol/flying.ts';
export * from './protocol/motion.ts';
export * from './protocol/opening.ts';
export * from './protocol/planning.ts';
export * from './protocol/pose.ts';
export * from './protocol/vectors.ts';
export type { Fault };

/** Of everything that takes longer than a blink. */
export interface Progress {
  /** What is being done: `reading meshes`, `checking segments`. */
  readonly what: string;
  readonly done: number;
  /** 0 if nobody knows. */
  readonly of: number;
  /** While planning. */
  readonly tree?: TreeEdges;
  readonly milestones?: number;
  readonly iterations?: number;
  /** Once, before the search: which pairs nearly touch at the start and the goals. */
  readonly notes?: readonly string[];
  /** Of a recheck, once: what the old evidence leaves open. */
  readonly left?: LeftTimes;
}

/** What every job takes and gives. */
export interface Jobs {
  open: { request: OpenRequest; answer: OpenAnswer };
  visuals: { request: VisualsRequest; answer: VisualsAnswer };
  edit: { request: EditRequest; answer: OpenedCell };
  pose: { request: PoseRequest; answer: PoseAnswer };
  vectors: { request: VectorsRequest; answer: VectorsAnswer };
  inverse: { request: InverseRequest; answer: InverseAnswer };
  readPath: { request: ReadPathRequest; answer: ReadPathAnswer };
  readRequest: { request: ReadRequestRequest; answer: ReadRequestAnswer };
  readBag: { request: ReadBagRequest; answer: ReadBagAnswer };
  readBagCell: { request: ReadBagCellRequest; answer: ReadBagCellAnswer };
  readBagScene: { request: ReadBagCellRequest; answer: ReadBagSceneAnswer };
  readBagMotion: { request: ReadBagMotionRequest; answer: ReadPathAnswer };
  savePath: { request: SavePathRequest; answer: string };
  check: { request: PathRequest; answer: CheckAnswer };
  contact: { request: PathRequest; answer: ContactAnswer };
  cover: { request: CoverRequest; answer: CoverAnswer | null };
  profile: { request: ProfileRequestData; answer: ProfileAnswer };
  certificate: { request: PathRequest; answer: CertificateAnswer };
  recheck: { request: RecheckRequest; answer: RecheckAnswer };
  verify: { request: VerifyRequest; answer: VerifyAnswer };
  sampled: { request: SampledRequest; answer: SampledAnswer };
  plan: { request: PlanRequestData; answer: PlanAnswer };
  smooth: { request: SmoothRequest; answer: SmoothAnswer };
  time: { request: TimeRequest; answer: TimeAnswer };
  saveCell: { request: Record<string, never>; answer: SaveCellAnswer };
  report: { request: ReportRequest; answer: string };
  colouring: { request: ColouringRequest; answer: ColouringAnswer };
  flight: { request: FlightRequest; answer: FlightAnswer };
}

export type Job = keyof Jobs;
export type Request<K extends Job> = Jobs[K]['request'];
export type Answer<K extends Job> = Jobs[K]['answer'];

/** Jobs that need no cell. */
export const CELL_FREE_JOBS: readonly Job[] = ['flight'];

/** Jobs that are about the open cell where there is one. */
export const CELL_OR_NONE_JOBS: readonly Job[] = ['readBag', 'readBagCell', 'readBagScene'];

/** Jobs that the live worker does; the latest request of a kind wins. */
export const LIVE_JOBS: readonly Job[] = ['pose', 'vectors', 'inverse'];

// ---------------------------------------------------------------------------- between page and worker

export interface ToWorker {
  readonly call: number;
  /** `sync` brings a worker to a state that the page remembers: host.ts. */
  readonly kind: Job | 'sync';
  readonly request: unknown;
}

export type FromWorker =
  /** It has begun to listen. */
  | { readonly call: 0; readonly ready: true }
  | { readonly call: number; readonly progress: Progress }
  | { readonly call: number; readonly answer: unknown }
  | { readonly call: number; readonly fault: Fault; readonly bug: boolean };
