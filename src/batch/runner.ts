/** Who computes chunks. */
import type { BatchRecord } from './manifest.ts';

/** What came of a chunk. The same bytes for the same question and content, whoever computes them. */
export interface ChunkAnswer {
  /** A line of JSON for each edge or segment. */
  readonly result: Uint8Array;
  /** Certificates that the lines name by their digests. */
  readonly certificates: readonly Uint8Array[];
}

/** Computes chunks, some at once. */
export interface ChunkRunner {
  /** Throws for a chunk that cannot be computed. */
  run(record: BatchRecord, content: Uint8Array): Promise<ChunkAnswer>;
  close(): Promise<void>;
}
