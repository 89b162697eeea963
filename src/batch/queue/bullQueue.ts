/**
 * The queue of a batch on BullMQ: a job for each chunk, whose id is the chunk's name, so that a chunk that is added twice is one
 * job. Chunks are fetched by hand, one when there is somebody free to do it, and the content travels in the job: a job that is done is
 * removed, and takes its content along. Operations on the server for a chunk: added (many at once), taken, done.
 */
import { randomBytes } from 'node:crypto';
import type { Job, Queue, Worker } from 'bullmq';
import { inTime, needed, patiently, type ServerUrl } from '../server.ts';
import { SCHEMA } from '../store/postgresStore.ts';
import {
  type ChunkQueue,
  type DeadLetter,
  LEASE_MS,
  PAUSE_MS,
  type QueueCounts,
  type QueuedChunk,
  type QueueOptions,
  type TakenChunk,
  TRIES,
} from './queue.ts';

/** Jobs of one request. */
const AT_ONCE = 64;
/** Dead letters that wait again in one request. */
const REVIVED_AT_ONCE = 1000;
/** Milliseconds for connections to be closed. */
const CLOSE_MS = 20_000;

interface ChunkData {
  /** Base64. */
  readonly content: string;
}
type ChunkJob = Job<ChunkData>;

/** Of the batch of this name. */
export async function openBullQueue(
  server: ServerUrl,
  batch: string,
  { lease_ms = LEASE_MS, pause_ms = PAUSE_MS, takes = false }: QueueOptions = {},
): Promise<ChunkQueue> {
  const bull = await needed('bullmq', () => import('bullmq'));
  const name = `surepath-${batch}`;
  const [connection, factory] =
    server.kind === 'redis'
      ? [redisConnection(server), undefined]
      : [postgresConnection(server), bull.createPostgresBackend];
  // BullMQ's types tie a connection to its backend; here one of two is chosen by the URL.
  const queue = new bull.Queue(
    name,
    { connection: connection as never },
    factory as never,
  ) as Queue;
  // What goes wrong with a connection is heard by whoever asks for something.
  queue.on('error', () => {});
  await patiently(server, () => queue.waitUntilReady());
  let worker: Worker | null = null;
  if (takes) {
    worker = new bull.Worker(
      name,
      null,
      {
        connection: connection as never,
        ...{ lockDuration: lease_ms, stalledInterval: lease_ms / 2 },
        // Fetched by hand, a job's losses are judged here.
        maxStalledCount: 1_000_000_000,
      },
      factory as never,
    ) as Worker;
    worker.on('error', () => {});
    await patiently(server, () => worker!.waitUntilReady());
    await worker.startStalledCheckTimer();
  }
  return new BullQueue({ server, queue, worker, lease_ms, pause_ms });
}

function redisConnection({ url }: ServerUrl) {
  const retryStrategy = (times: number) => Math.min(50 * times, 1000);
  return { url, maxRetriesPerRequest: null, retryStrategy };
}

function postgresConnection({ url }: ServerUrl) {
  return { connectionString: url, schema: `${SCHEMA}_queue`, migrate: true, max: 2 };
}

interface BullParts {
  readonly server: ServerUrl;
  readonly queue: Queue;
  readonly worker: Worker | null;
  readonly lease_ms: number;
  readonly pause_ms: number;
}

class BullQueue implements ChunkQueue {
  private readonly parts: BullParts;

  constructor(parts: BullParts) {
    this.parts = parts;
  }

  async add(chunks: readonly QueuedChunk[]): Promise<void> {
    const { server, queue, pause_ms } = this.parts;
    for (let i = 0; i < chunks.length; i += AT_ONCE) {
      const jobs = chunks.slice(i, i + AT_ONCE).map(({ name, content }) => ({
        name: 'chunk',
        data: { content: Buffer.from(content).toString('base64') },
        opts: {
          jobId: name,
          attempts: TRIES,
          backoff: { type: 'fixed', delay: pause_ms },
          removeOnComplete: true,
          stackTraceLimit: 1,
        },
      }));
      await patiently(server, () => queue.addBulk(jobs));
    }
  }

  async take(): Promise<TakenChunk | null> {
    const { server, worker } = this.parts;
    if (!worker) throw new Error('this queue was not opened to take chunks');
    const token = randomBytes(12).toString('hex');
    const job = await patiently(server, () => worker.getNextJob(token, { block: false }));
    return job ? new TakenJob(job as ChunkJob, token, this.parts) : null;
  }

  async counts(): Promise<QueueCounts> {
    const { server, queue } = this.parts;
    const counts = await patiently(server, () => queue.getJobCounts());
    const { waiting, delayed, paused = 0, prioritized, active, failed } = counts;
    return { waiting: waiting + delayed + paused + prioritized, active, dead: failed };
  }

  async deadLetters(most: number): Promise<DeadLetter[]> {
    const { server, queue } = this.parts;
    if (most <= 0) return [];
    const jobs = await patiently(server, () => queue.getFailed(0, most - 1));
    return jobs.map((job) => ({
      name: job.id ?? '',
      reason: job.failedReason ?? 'no reason is known',
      tries: job.attemptsMade,
    }));
  }

  async revive(): Promise<number> {
    const { server, queue } = this.parts;
    for (let count = 0; ; ) {
      const jobs = await patiently(server, () => queue.getFailed(0, REVIVED_AT_ONCE - 1));
      if (jobs.length === 0) return count;
      for (const job of jobs) {
        // As new: tries and losses of before do not count.
        await patiently(server, () => job.remove());
        await this.add([{ name: job.id!, content: contentOf(job as ChunkJob) }]);
        count++;
      }
    }
  }

  async clear(): Promise<void> {
    const { server, queue } = this.parts;
    // Takes as long as there are jobs.
    await patiently(server, () => queue.obliterate({ force: true }), { answer_ms: Infinity });
  }

  async close(): Promise<void> {
    const { queue, worker } = this.parts;
    // Nobody asks it any more; connections that do not end in time are left to the end of the process.
    await inTime(Promise.all([worker?.close(true), queue.close()]), CLOSE_MS);
  }
}

class TakenJob implements TakenChunk {
  readonly name: string;
  readonly content: Uint8Array;
  readonly losses: number;
  private readonly job: ChunkJob;
  private readonly token: string;
  private readonly parts: BullParts;

  constructor(job: ChunkJob, token: string, parts: BullParts) {
    this.name = job.id!;
    this.content = contentOf(job);
    this.losses = job.stalledCounter;
    this.job = job;
    this.token = token;
    this.parts = parts;
  }

  async renew(): Promise<boolean> {
    let isHeld = false;
    await this.holding(async () => {
      isHeld = (await this.job.extendLock(this.token, this.parts.lease_ms)) === 1;
    });
    return isHeld;
  }

  done(): Promise<boolean> {
    return this.holding(() => this.job.moveToCompleted('', this.token, false));
  }

  async fail(reason: string, isFinal = false): Promise<void> {
    const { UnrecoverableError } = await import('bullmq');
    const error = isFinal ? new UnrecoverableError(reason) : new Error(reason);
    error.stack = '';
    await this.holding(() => this.job.moveToFailed(error, this.token, false));
  }

  async giveBack(): Promise<void> {
    await this.holding(() => this.job.moveToWait(this.token));
  }

  /** False where the lease ended, and with it all that may be said about the chunk. */
  private async holding(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await patiently(this.parts.server, act);
      return true;
    } catch (error) {
      if (isLeaseOver(error as Error)) return false;
      throw error;
    }
  }
}

/** BullMQ's words for a lock that is gone, or somebody else's, or a job that is no longer there. */
function isLeaseOver({ message }: Error): boolean {
  return /^Missing (lock|key) for job|^Lock mismatch|is not in the active state/.test(message);
}

function contentOf(job: ChunkJob): Uint8Array {
  return Buffer.from(job.data.content, 'base64');
}
