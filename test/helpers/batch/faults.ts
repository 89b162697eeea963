/** A batch of small chunks with a small cell, what one process says of it, and workers as processes that may be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type BatchVersion,
  type ChunkRunner,
  canonicalJson,
  chunkName,
  collect,
  cutEdges,
  decodeChunk,
  digestOf,
  type InputChunk,
  modelName,
  needRecord,
  openRecorded,
  questionName,
  type Site,
  type SubmitOptions,
  submitBatch,
  type WorkReport,
} from '../../../src/batch/index.ts';
import type { OpenCell } from '../../../src/jobs/index.ts';
import { Random } from '../../../src/math/index.ts';
import { checkChunk } from '../../../src/parallel/index.ts';
import { OPEN } from '../jobs/bench.ts';

export const VERSION: BatchVersion = { package: 'test', method: 1 };
const SETTINGS = canonicalJson({ delta: 1e-4, method: 'ladder' });

/** A batch that can be submitted again and again, and the bytes that one process makes of it. */
export interface TestBatch {
  readonly chunks: readonly InputChunk[];
  /** Of every chunk in order; some are alike. */
  readonly names: readonly string[];
  readonly expected: Uint8Array;
  /** Digest of the expected result of each chunk. */
  readonly results: ReadonlyMap<string, string>;
  /** Computes chunks in this thread. */
  readonly runner: CountingRunner;
  submit(site: Site, more?: Partial<SubmitOptions>): ReturnType<typeof submitBatch>;
}

/** A runner that counts the edges of each chunk that it is asked. */
export interface CountingRunner extends ChunkRunner {
  readonly asked: number[];
}

function runnerOf(open: OpenCell): CountingRunner {
  const asked: number[] = [];
  return {
    asked,
    run: async (record, content) => {
      const { dofs: _, ...chunk } = decodeChunk(content);
      const { bytes, edges } = checkChunk(open, { chunk, settings: JSON.parse(record.settings) });
      asked.push(edges);
      return { result: bytes, certificates: [] };
    },
    close: async () => {},
  };
}

/** Random edges of an arm before a post; every tenth chunk is like the one before it. */
export async function testBatch(seed: number, count: number, perChunk = 5): Promise<TestBatch> {
  const { open, bundle } = openRecorded(OPEN, {});
  const random = new Random(seed);
  const dofs = open.cell.tree.dofs.length;
  const place = () => Float64Array.from({ length: dofs }, () => 1.6 * random.unit() - 0.8);
  const edges = Array.from({ length: count * perChunk }, () => ({ from: place(), to: place() }));
  const chunks: InputChunk[] = [];
  for await (const chunk of cutEdges(edges, dofs, perChunk)) {
    chunks.push(chunks.length % 10 === 9 ? chunks[chunks.length - 1] : chunk);
  }
  const model = modelName(open, false);
  const question = questionName({ version: VERSION, model, settings: SETTINGS });
  const names = chunks.map(({ content }) => chunkName(question, content));
  const parts = chunks.map(({ content }) => {
    const { dofs: _, ...chunk } = decodeChunk(content);
    return checkChunk(open, { chunk, settings: JSON.parse(SETTINGS) }).bytes;
  });
  return {
    chunks,
    names,
    expected: Buffer.concat(parts),
    results: new Map(names.map((name, i) => [name, digestOf(parts[i])])),
    runner: runnerOf(open),
    submit: (site, more) =>
      submitBatch(site, {
        ...{
          version: VERSION,
          model,
          settings: SETTINGS,
          cell: bundle,
          unit: 'edges',
          perChunk,
          chunks: () => chunks,
        },
        about: { cell: 'cell.yaml', input: 'edges' },
        ...more,
      }),
  };
}

/** All lines of a batch. */
export async function collected(site: Site, batch: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  await collect(site, await needRecord(site.store, batch), {
    write: (lines) => {
      parts.push(lines);
    },
  });
  return Buffer.concat(parts);
}

/** Which result each chunk has, of all that are noted. */
export async function outcomes(site: Site): Promise<Map<string, string>> {
  const keys = await site.store.notes.list('outcomes/');
  const texts = await site.store.notes.get(keys);
  return new Map(keys.map((key, i) => [key.slice('outcomes/'.length), texts[i]!.split(' ')[0]]));
}

const FILE = fileURLToPath(new URL('./faultyWorker.mjs', import.meta.url));

export interface WorkerSettings {
  readonly url?: string;
  readonly store?: string;
  readonly batch?: string;
  readonly version?: BatchVersion;
  readonly lease_ms: number;
  readonly delay_ms?: number;
  readonly poison?: string;
  /** Once: nothing moves until somebody else has begun the chunk, whose name goes to the file, or so long. */
  readonly stalls?: { readonly file: string; readonly most_ms: number };
  readonly forEver?: boolean;
}

export interface StartedWorker {
  readonly process: ChildProcess;
  readonly ended: Promise<{
    readonly code: number | null;
    readonly report: WorkReport | null;
    readonly stderr: string;
  }>;
}

/** Workers of one test, which write to one log. */
export class Workers {
  private readonly log: string;
  private readonly started: StartedWorker[] = [];

  constructor(folder: string) {
    this.log = join(folder, 'begun.txt');
  }

  start(settings: WorkerSettings): StartedWorker {
    const text = JSON.stringify({ version: VERSION, log: this.log, ...settings });
    const child = spawn(process.execPath, [FILE, text], { stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (part) => {
      stdout += part;
    });
    child.stderr.on('data', (part) => {
      stderr += part;
    });
    const ended = new Promise<Awaited<StartedWorker['ended']>>((resolve) => {
      child.once('close', (code) => {
        resolve({ code, stderr, report: stdout === '' ? null : JSON.parse(stdout) });
      });
    });
    const worker = { process: child, ended };
    this.started.push(worker);
    return worker;
  }

  /** Names of the chunks that were begun, as often as they were. */
  begun(): string[] {
    try {
      return readFileSync(this.log, 'utf8').split('\n').slice(0, -1);
    } catch {
      return [];
    }
  }

  async end(): Promise<void> {
    for (const { process: child, ended } of this.started) {
      child.kill('SIGKILL');
      await ended;
    }
  }
}
