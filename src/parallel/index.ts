/** Work for several workers at once, in Node and in browsers, with answers that do not depend on how many there are. */
export {
  type CertifiedChunkAnswer,
  type CertifiedChunkRequest,
  certifyChunk,
} from './certifiedChunk.ts';
export {
  type ChunkAnswer,
  type ChunkRequest,
  type ChunkSettings,
  checkChunk,
  DEFAULT_CHUNK,
  type EdgeChunk,
  edgesOf,
  MOST_CHUNK,
} from './chunk.ts';
export { Crew, type CrewOptions, type RunOptions } from './crew.ts';
export type { CrewTask } from './errand.ts';
export { CrewError } from './errors.ts';
export {
  KINDS,
  type Kind,
  type KindContext,
  type KindInput,
  type KindName,
  type KindOutput,
  type KindTable,
} from './kinds.ts';
export { type OrderOptions, orderly } from './orderly.ts';
export { type CellParcel, PackedStore, type PackOptions, packCell, unpackCell } from './parcel.ts';
export { pathOnCrew } from './paths.ts';
export { type CrewAt, type CrewContext, planOnCrew, planWith } from './planning.ts';
export type { SpawnWorker, WorkerPort, WorkerSide } from './port.ts';
export type { SegmentsAnswer, SegmentsGoods, SegmentsRequest } from './segments.ts';
export { smoothOnCrew, smoothWith } from './smoothing.ts';
export { checkStreamed, readStreamed, type StreamedRequest } from './streamed.ts';
export { spawnWebWorkers, type WebWorkerLike } from './webWorkers.ts';
export { serveCrew } from './workerMain.ts';
