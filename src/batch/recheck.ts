/**
 * Computing again, where results are collected, a random sample of the edges of each chunk: what a store says need not be what a worker
 * found. The content of a chunk is kept with its result and is believed only if question and content have the chunk's name. The sample
 * is checked as a chunk of its own. Where a line differs the whole chunk is computed again, because a witness may depend on the other edges
 * of its chunk; then every byte must be the same.
 *
 * A sample of n of m edges misses k wrong lines of a chunk with the probability C(m - k, n) / C(m, n), about (1 - k/m)^n.
 */
import { decodeUtf8, InputError, type Random } from '../math/index.ts';
import type { EdgeChunk } from '../parallel/index.ts';
import { decodeChunk, encodeChunk } from './content.ts';
import { chunkName } from './digest.ts';
import type { BatchRecord, ChunkEntry } from './manifest.ts';
import type { Outcome } from './outcome.ts';
import type { ChunkRunner } from './runner.ts';
import type { Blobs } from './store/store.ts';

/** How results are computed again while they are collected. */
export interface RecheckOptions {
  readonly runner: ChunkRunner;
  /** Edges or segments of each chunk; Infinity for all. */
  readonly perChunk: number;
  /** Chooses them; nobody who could change results knows what it will say. */
  readonly random: Random;
  /** Chunks at once. Default 1. */
  readonly slots?: number | undefined;
}

/** What was computed again. */
export interface RecheckReport {
  readonly items: number;
  readonly chunks: number;
  /** Chunks of which every edge was computed, because a line of the sample or a second worker differed. */
  readonly whole: number;
}

/** A chunk with the result that the store has. */
export interface CollectedChunk {
  readonly entry: ChunkEntry;
  /** Number of its first edge in the batch, from 0. */
  readonly first: number;
  readonly outcome: Outcome;
  /** The lines of the result, without their ends. */
  readonly lines: readonly string[];
  /** Every edge is to be computed: there is a doubt about it. */
  readonly isDoubtful: boolean;
}

/** Numbers of n of m edges, in order, every choice as likely as any other. */
export function sampleOf(m: number, n: number, random: Random): number[] {
  if (n >= m) return Array.from({ length: m }, (_, i) => i);
  // Floyd's: each step adds one number that is not there yet.
  const chosen = new Set<number>();
  for (let j = m - n; j < m; j++) {
    const i = Math.floor(random.unit() * (j + 1));
    chosen.add(chosen.has(i) ? j : i);
  }
  return [...chosen].sort((a, b) => a - b);
}

export class Rechecker {
  private readonly blobs: Pick<Blobs, 'get'>;
  private readonly record: BatchRecord;
  private readonly runner: ChunkRunner;
  private items = 0;
  private chunks = 0;
  private whole = 0;

  constructor(blobs: Pick<Blobs, 'get'>, record: BatchRecord, runner: ChunkRunner) {
    this.blobs = blobs;
    this.record = record;
    this.runner = runner;
  }

  report(): RecheckReport {
    const { items, chunks, whole } = this;
    return { items, chunks, whole };
  }

  /** Throws an InputError that names chunk and edge where a line is not what is computed here. */
  async check(collected: CollectedChunk, sample: readonly number[]): Promise<void> {
    const { entry, lines, isDoubtful } = collected;
    if (sample.length === 0 && !isDoubtful) return;
    const content = await this.contentOf(collected);
    const isSample = sample.length < entry.items;
    if (!isDoubtful && isSample) {
      const part = await this.linesOf(partOf(content, sample), sample.length, entry);
      if (part.every((line, i) => line === lines[sample[i]])) {
        this.count(sample.length);
        return;
      }
    }
    const all = await this.linesOf(content, entry.items, entry);
    const wrong = all.findIndex((line, i) => line !== lines[i]);
    if (wrong >= 0) throw differs(collected, wrong, all[wrong]);
    this.count(entry.items);
    if (isSample) this.whole++;
  }

  private count(items: number): void {
    this.items += items;
    this.chunks++;
  }

  private async contentOf({ entry, outcome }: CollectedChunk): Promise<Uint8Array> {
    const content = await this.blobs.get(outcome.content);
    if (chunkName(this.record.question, content) === entry.name) return content;
    throw new InputError({
      code: 'batch/damaged',
      message: `what is kept as the content of chunk ${entry.name} is the content of another`,
      hint: 'submit the batch again: the chunk is done again',
    });
  }

  private async linesOf(content: Uint8Array, count: number, { name }: ChunkEntry) {
    const { result } = await this.runner.run(this.record, content);
    const lines = decodeUtf8(result, { code: 'batch/damaged' }).split('\n').slice(0, -1);
    if (lines.length === count) return lines;
    throw new InputError({
      code: 'batch/damaged',
      message: `the content of chunk ${name} has ${lines.length} edges where ${count} are listed`,
      hint: 'submit the batch again',
    });
  }
}

/** Some edges of a chunk, by their numbers in order, as a chunk. */
export function partOf(content: Uint8Array, numbers: readonly number[]): Uint8Array {
  const { dofs, ends, vias = [] } = decodeChunk(content);
  const each = 2 * dofs;
  const part = new Float64Array(each * numbers.length);
  for (const [k, i] of numbers.entries())
    part.set(ends.subarray(i * each, (i + 1) * each), k * each);
  const arcs: { edge: number; via: readonly Float64Array[] }[] = [];
  for (const { edge, via } of vias) {
    const k = numbers.indexOf(edge);
    if (k >= 0) arcs.push({ edge: k, via });
  }
  const chunk: EdgeChunk = { ends: part, vias: arcs };
  return encodeChunk(chunk, dofs);
}

function differs({ entry, first, lines }: CollectedChunk, edge: number, here: string): InputError {
  const verdictOf = (line: string) => (JSON.parse(line) as { verdict: string }).verdict;
  const [stored, found] = [verdictOf(lines[edge]), verdictOf(here)];
  const words =
    stored === found
      ? `the stored line says "${stored}", as does the one computed here, and is another line`
      : `the stored result says "${stored}", computed here it is "${found}"`;
  return new InputError({
    code: 'batch/differs',
    message: `edge ${first + edge} of the batch (number ${edge} of chunk ${entry.name}, both from 0): ${words}`,
    hint: 'do not use results of this store: a result was forged, or the machine of a worker or this one is at fault. surepath batch cancel BATCH --purge removes them; submit again then, with --sign',
  });
}
