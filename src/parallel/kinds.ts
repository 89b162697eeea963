/**
 * What workers can be asked, by name: each kind is a function of an open cell, an input and a context. Inputs and outputs
 * are plain data that survive a structured clone. What a kind answers depends on cell and input alone: not on the worker,
 * nor on what it did before.
 */
import {
  checkConfigurations,
  checkEdges,
  type JobAnswer,
  type JobContext,
  type JobRequest,
  type OpenCell,
  type ProveAnswer,
  type ProveRequest,
  prove,
  type RacePart,
  type RacePartAnswer,
  type RoadmapEdgesRequest,
  racePart,
  roadmapEdges,
  type SmoothPart,
  smoothPart,
} from '../jobs/index.ts';
import type { EdgeVerdicts, SmoothAttempt } from '../plan/index.ts';

import {
  type CertifiedChunkAnswer,
  type CertifiedChunkRequest,
  certifyChunk,
} from './certifiedChunk.ts';
import { type ChunkAnswer, type ChunkRequest, checkChunk } from './chunk.ts';

import { askSegments, type SegmentsAnswer, type SegmentsRequest } from './segments.ts';
import { checkStreamed, type StreamedRequest } from './streamed.ts';

/** What a task may ask about its circumstances. */
export interface KindContext extends JobContext {
  readonly signal: { readonly aborted: boolean };
  readonly onProgress?: ((progress: unknown) => void) | undefined;
  /** What the task is about besides: the same object in all tasks of a worker. */
  readonly goods?: unknown;
}

/** Jobs that are tasks as they are, by their own names (jobs/jobs.ts). */
type JobKinds = {
  [K in 'checkEdges' | 'checkConfigurations']: { input: JobRequest<K>; output: JobAnswer<K> };
};

/** What every kind takes and gives. A new kind is a row here and one in `KINDS`. */
export interface KindTable extends JobKinds {
  chunk: { input: ChunkRequest; output: ChunkAnswer };
  /** Segments of the path that is its goods. */
  segments: { input: SegmentsRequest; output: SegmentsAnswer };
  streamed: { input: StreamedRequest; output: ChunkAnswer };
  certifiedChunk: { input: CertifiedChunkRequest; output: CertifiedChunkAnswer };
  /** Some members of a portfolio: who wins depends on none but the request, how far losers came on the others. */
  race: { input: RacePart; output: RacePartAnswer };
  roadmapEdges: { input: RoadmapEdgesRequest; output: EdgeVerdicts };
  smooth: { input: SmoothPart; output: SmoothAttempt };
  /** The proof of a whole motion. */
  prove: { input: ProveRequest; output: ProveAnswer };
}

/** Names of kinds. */
export type KindName = keyof KindTable;
/** What a kind takes. */
export type KindInput<K extends KindName> = KindTable[K]['input'];
/** What a kind gives. */
export type KindOutput<K extends KindName> = KindTable[K]['output'];

/** One kind of task. */
export interface Kind<Input, Output> {
  run(open: OpenCell, input: Input, context: KindContext): Output;
  /** Buffers of the output that nobody here needs any more: they are handed over instead of copied. */
  moved?(output: Output): readonly ArrayBuffer[];
}

function bytesOf({ bytes }: ChunkAnswer): readonly ArrayBuffer[] {
  return bytes.length === 0 ? [] : [bytes.buffer as ArrayBuffer];
}

/** All kinds by name. */
export const KINDS: { readonly [K in KindName]: Kind<KindInput<K>, KindOutput<K>> } = {
  checkEdges: { run: checkEdges },
  checkConfigurations: { run: checkConfigurations },
  chunk: { run: checkChunk, moved: bytesOf },
  segments: { run: askSegments },
  streamed: { run: checkStreamed, moved: bytesOf },
  certifiedChunk: { run: certifyChunk },
  race: { run: racePart },
  roadmapEdges: { run: roadmapEdges },
  smooth: { run: smoothPart },
  prove: { run: prove },
};

/** The kind of a name that came in a message. */
export function kindOf(name: string): Kind<unknown, unknown> {
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name as KindName] : undefined;
  if (!kind) throw new Error(`there is no task "${name}"`);
  return kind as Kind<unknown, unknown>;
}
