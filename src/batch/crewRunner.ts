/**
 * Chunks on the threads of this process: a crew of its own for everything, cells fetched by their digest when first
 * needed, and the last few kept. The thread that asks stays free to renew leases.
 */
import type { CompiledStore } from '../cell/index.ts';
import { InputError } from '../math/index.ts';
import { type ChunkSettings, Crew, PackedStore, packCell } from '../parallel/index.ts';
import { crewThreads } from '../serve/index.ts';
import { modelName, openBundle } from './cellBundle.ts';
import { decodeChunk } from './content.ts';
import { questionName } from './digest.ts';
import type { BatchRecord } from './manifest.ts';
import type { ChunkAnswer, ChunkRunner } from './runner.ts';
import type { Blobs } from './store/store.ts';

/** What is asked of every chunk of a batch, as its record has it. */
export interface BatchSettings extends ChunkSettings {
  /** Certificates of all edges that are free: by which program, for the record. */
  readonly certificates?: string | undefined;
}

export interface CrewRunnerOptions {
  readonly blobs: Pick<Blobs, 'get'>;
  readonly threads: number;
  /** Where what was decided about meshes is kept. */
  readonly store?: CompiledStore | undefined;
}

/** Cells that are kept at once. */
const KEPT = 4;

/** Chunks on so many threads. */
export class CrewRunner implements ChunkRunner {
  private readonly options: CrewRunnerOptions;
  private readonly crew: Crew;
  /** By question: its cell as the crew calls it. The one that was used longest ago comes first. */
  private readonly cells = new Map<string, Promise<string>>();

  constructor(options: CrewRunnerOptions) {
    this.options = options;
    this.crew = new Crew({ size: options.threads, spawn: crewThreads(), apart: true });
  }

  async run(record: BatchRecord, content: Uint8Array): Promise<ChunkAnswer> {
    const { certificates, ...settings } = JSON.parse(record.settings) as BatchSettings;
    const cell = await this.cellOf(record, certificates !== undefined);
    const { dofs: _, ...chunk } = decodeChunk(content);
    if (certificates !== undefined) {
      const input = { chunk, settings, program: certificates };
      const { bytes, certificates: texts } = await this.crew.run({
        kind: 'certifiedChunk',
        cell,
        input,
      });
      return { result: bytes, certificates: texts };
    }
    const { bytes } = await this.crew.run({ kind: 'chunk', cell, input: { chunk, settings } });
    return { result: bytes, certificates: [] };
  }

  async close(): Promise<void> {
    await this.crew.close();
  }

  private cellOf(record: BatchRecord, withFiles: boolean): Promise<string> {
    const { question } = record;
    const known = this.cells.get(question);
    this.cells.delete(question);
    const cell = known ?? this.fetchCell(record, withFiles);
    this.cells.set(question, cell);
    // What cannot be fetched now may be there later.
    if (!known) cell.catch(() => this.cells.delete(question));
    this.forgetOldest();
    return cell;
  }

  private async fetchCell(record: BatchRecord, withFiles: boolean): Promise<string> {
    const { version, settings, batch } = record;
    const bundle = await this.options.blobs.get(record.cell);
    // Threads get along with the cell what was decided about its meshes here.
    const store = new PackedStore(this.options.store);
    const open = openBundle(bundle, { store });
    const model = modelName(open, withFiles);
    if (questionName({ version, model, settings }) !== record.question) {
      throw new InputError({
        code: 'batch/damaged',
        message: `the cell of batch ${batch} is not the one that was asked about`,
        hint: 'submit the batch again',
      });
    }
    return this.crew.bring(packCell(open, { files: withFiles, compiled: store.entries }));
  }

  private forgetOldest(): void {
    if (this.cells.size <= KEPT) return;
    const [[question, cell]] = this.cells;
    this.cells.delete(question);
    void cell.then(
      (key) => this.crew.forget(key),
      () => {},
    );
  }
}
