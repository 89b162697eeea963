/**
 * The chunks of one batch that are not done yet, with their contents. Whoever takes a chunk has it on a lease; a lease that is not
 * renewed ends, and somebody else gets the chunk. So a chunk is handed out at least once, and done once in effect: its
 * result has a name (digest.ts). Behind it stand BullMQ, on Redis or PostgreSQL, and a folder for one machine.
 */

/** Tries of a chunk that fails, until it is among the dead letters. */
export const TRIES = 3;
/** Workers that may vanish over a chunk, until it is among the dead letters: machines that are taken away are no fault of it. */
export const LOSSES = 10;

/** A chunk on its way. */
export interface QueuedChunk {
  /** Digest of question and content. */
  readonly name: string;
  readonly content: Uint8Array;
}

/** A chunk on a lease. */
export interface TakenChunk extends QueuedChunk {
  /** Workers that vanished over it. */
  readonly losses: number;
  /** Has the lease for its whole length again; false if it has ended. */
  renew(): Promise<boolean>;
  /** Its result is stored: it leaves the queue. False if the lease had ended, and somebody else has it or had. */
  done(): Promise<boolean>;
  /** It failed: another try, or the dead letters after the last, or at once if trying again is of no use. */
  fail(reason: string, isFinal?: boolean): Promise<void>;
  /** Back to the queue as if nobody had taken it. */
  giveBack(): Promise<void>;
}

/** How much there is. */
export interface QueueCounts {
  /** Nobody has them. */
  readonly waiting: number;
  /** On a lease. */
  readonly active: number;
  readonly dead: number;
}

/** A chunk that nobody tries any more. */
export interface DeadLetter {
  readonly name: string;
  readonly reason: string;
  readonly tries: number;
}

/** The queue of one batch. */
export interface ChunkQueue {
  /** What is there already, waiting, taken or dead, is not added again. */
  add(chunks: readonly QueuedChunk[]): Promise<void>;
  /** The next chunk, or null if nobody waits to be taken. Does not wait. */
  take(): Promise<TakenChunk | null>;
  counts(): Promise<QueueCounts>;
  /** The first so many. */
  deadLetters(most: number): Promise<DeadLetter[]>;
  /** Dead letters wait again, with all their tries; how many. */
  revive(): Promise<number>;
  /** Removes all of it. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** How a queue is opened. */
export interface QueueOptions {
  /** Milliseconds that a lease lasts. Default 30,000. */
  readonly lease_ms?: number | undefined;
  /** Milliseconds before a chunk that failed is tried again. Default 1,000. */
  readonly pause_ms?: number | undefined;
  /** Looks for leases that ended. For those who take chunks. Default false. */
  readonly takes?: boolean | undefined;
}

/** Milliseconds that a lease lasts where nobody says otherwise. */
export const LEASE_MS = 30_000;
/** Milliseconds before another try where nobody says otherwise. */
export const PAUSE_MS = 1000;
