/** Batches over many machines: chunks of edges in a queue, results by digest, and a manifest that says that nothing is missing. */
export { type CancelReport, cancelBatch } from './cancel.ts';
export { modelName, openBundle, openRecorded } from './cellBundle.ts';
export { type CollectOptions, type CollectReport, collect } from './collect.ts';
export { DEFAULT_FOLDER, type Keeping, openSite, type Site, type SiteOptions } from './connect.ts';
export { decodeChunk, encodeChunk } from './content.ts';
export { type BatchSettings, CrewRunner, type CrewRunnerOptions } from './crewRunner.ts';
export { cutEdges, packChunk } from './cut.ts';
export {
  type BatchVersion,
  batchName,
  canonicalJson,
  chunkName,
  digestOf,
  isDigest,
  isSameVersion,
  METHOD_VERSION,
  NAME,
  type Question,
  questionName,
  versionText,
} from './digest.ts';
export {
  readSigner,
  readTrust,
  type Signature,
  type Signer,
  type Trust,
  trusting,
} from './keys.ts';
export {
  type BatchRecord,
  batchesOf,
  type ChunkEntry,
  findRecord,
  needRecord,
  piecesOf,
  requireVersion,
  type Unit,
} from './manifest.ts';
export type { Outcome } from './outcome.ts';
export {
  type ChunkQueue,
  type DeadLetter,
  LEASE_MS,
  LOSSES,
  PAUSE_MS,
  type QueueCounts,
  type QueuedChunk,
  type QueueOptions,
  type TakenChunk,
  TRIES,
} from './queue/queue.ts';
export type { RecheckOptions, RecheckReport } from './recheck.ts';
export type { ChunkAnswer, ChunkRunner } from './runner.ts';
export { PATIENCE_MS, parseServer, type ServerUrl, withoutSecrets } from './server.ts';
export { type BatchStatus, statusOf } from './status.ts';
export type { Blobs, Notes, Store } from './store/store.ts';
export {
  AHEAD,
  type InputChunk,
  type SubmitOptions,
  type SubmitProgress,
  type SubmitReport,
  submitBatch,
} from './submit.ts';
export {
  requireKeeping,
  type WorkEvent,
  type WorkOptions,
  type WorkReport,
  work,
} from './worker.ts';
