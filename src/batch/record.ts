/**
 * The record of a batch, and how it is read. The name of a batch is the digest of its question, of the list of its chunks and how many edges
 * each has; so a record that says anything else is not believed, and neither is a list of chunks with another digest.
 */
import { InputError } from '../math/index.ts';
import type { Keeping } from './connect.ts';
import { batchName, type Question, questionName } from './digest.ts';

/** What the chunks of a batch are made of. */
export type Unit = 'edges' | 'segments';

/** What was asked. */
export interface BatchRecord extends Question {
  readonly format: 'surepath batch 2';
  readonly batch: string;
  /** The name of the question: version, model and settings. */
  readonly question: string;
  /** Digest of the cell's bundle, by which it travels. */
  readonly cell: string;
  readonly unit: Unit;
  /** Edges or segments of a chunk; the last may have fewer. */
  readonly perChunk: number;
  /** Digest of the list of all chunks (`ChunkList`). */
  readonly input: string;
  /** For people: the files as they were named. */
  readonly about: { readonly cell: string; readonly input: string };
  readonly keeping: Keeping;
  /** Who submits or submitted last: its pieces are meant. */
  readonly submission: string;
  /** Only when all input was read. */
  readonly sealed: {
    readonly pieces: readonly string[];
    readonly chunks: number;
    readonly items: number;
  } | null;
}

const DIGEST = /^[0-9a-f]{64}$/;

/** Throws an InputError for what is damaged, or is about another question than the batch's name says. */
export function readRecord(text: string, batch: string, where: string): BatchRecord {
  const damaged = (what: string) =>
    new InputError({
      code: 'batch/damaged',
      message: `what ${where} has about batch ${batch} is damaged: ${what}`,
      hint: 'submit the batch again: what is done is kept',
    });
  let record: BatchRecord;
  try {
    record = JSON.parse(text) as BatchRecord;
    if (/^surepath batch (?!2$)/.test(`${record?.format}`)) {
      throw new Error(`another version of surepath wrote it ("${record.format}")`);
    }
    if (!isRecord(record)) throw new Error('something is missing in it, or is of another kind');
  } catch (error) {
    throw damaged((error as Error).message);
  }
  const { question, input, perChunk } = record;
  if (questionName(record) !== question || batchName(question, input, perChunk) !== batch) {
    throw damaged('what it says was asked has another name than the batch');
  }
  return record;
}

function isRecord(value: BatchRecord): boolean {
  const { format, version, about, sealed } = value;
  const texts = [value.model, value.settings, value.question, value.input, value.cell];
  const more = [version.package, about.cell, about.input, value.submission, value.keeping];
  return (
    format === 'surepath batch 2' &&
    [...texts, ...more].every((text) => typeof text === 'string') &&
    [value.cell, value.input].every((text) => DIGEST.test(text)) &&
    Number.isInteger(value.perChunk) &&
    ['edges', 'segments'].includes(value.unit) &&
    (sealed === null ||
      ([sealed.chunks, sealed.items].every(Number.isInteger) &&
        sealed.pieces.every((piece) => DIGEST.test(piece))))
  );
}
