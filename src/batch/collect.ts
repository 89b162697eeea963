/**
 * Collecting a batch: the results of all chunks in the order of the input, and a manifest that says what was asked, by which version, and
 * that nothing is missing. Nothing that the store has is believed before it is compared: the list of chunks with the name of the batch,
 * each outcome with its chunk and, where keys are trusted, with its signature, each result with its digest, and a sample of its edges
 * with what is computed here. Results of as many chunks as are rechecked at once are in memory.
 */
import { createHash } from 'node:crypto';
import { decodeUtf8, InputError } from '../math/index.ts';
import { orderly } from '../parallel/index.ts';
import type { Site } from './connect.ts';
import { isDigest } from './digest.ts';
import type { Trust } from './keys.ts';
import { type BatchRecord, type ChunkEntry, piecesOf } from './manifest.ts';
import { readOutcomes } from './outcome.ts';
import {
  type CollectedChunk,
  Rechecker,
  type RecheckOptions,
  type RecheckReport,
  sampleOf,
} from './recheck.ts';

export interface CollectOptions {
  /** Results in order: whole lines. What was written before an error must not be used. */
  readonly write: (lines: Uint8Array) => Promise<void> | void;
  /** The manifest, as JSON in parts. */
  readonly writeManifest?: ((text: string) => Promise<void> | void) | undefined;
  /** Digests of certificates that lines name, as they come; a line names at most one. */
  readonly onCertificate?: ((digest: string) => Promise<void> | void) | undefined;
  /** Outcomes that none of these keys signed are refused. Default: outcomes need no signature. */
  readonly trust?: Trust | null | undefined;
  /** Edges are computed again. Default: none are. */
  readonly recheck?: RecheckOptions | undefined;
}

export interface CollectReport {
  readonly chunks: number;
  readonly items: number;
  /** Digest of all lines. */
  readonly output: string;
  /** Lines by verdict. */
  readonly verdicts: Readonly<Record<string, number>>;
  readonly rechecked: RecheckReport;
}

/** Dead letters that are compared with chunks. */
const MOST_LETTERS = 100_000;

/** Throws an InputError where something is missing, damaged, forged, or not as it was asked: nothing is collected in part. */
export async function collect(
  site: Site,
  record: BatchRecord,
  { write, writeManifest, onCertificate, trust = null, recheck }: CollectOptions,
): Promise<CollectReport> {
  await requireComplete(site, record, trust);
  const doubtful = await doubtfulChunks(site, record);
  if (doubtful.size > 0 && !recheck) throw isInDoubt(record, doubtful);
  const rechecker = recheck && new Rechecker(site.store.blobs, record, recheck.runner);
  const hash = createHash('sha256');
  const verdicts: Record<string, number> = {};
  let chunks = 0;
  let items = 0;
  await writeManifest?.(`{"manifest":${JSON.stringify(headOf(record))},"chunks":[`);
  const sampled = withSamples(resultsOf(site, record, trust, doubtful), recheck);
  const checked = orderly(
    sampled,
    async ({ chunk, sample }) => {
      const found = await linesOf(site, chunk);
      await rechecker?.check({ ...chunk, lines: found.lines }, sample);
      return { ...chunk, bytes: found.bytes, answers: found.answers };
    },
    { ahead: recheck?.slots ?? 1 },
  );
  for await (const { entry, outcome, bytes, answers } of checked) {
    for (const { verdict, certificate } of answers) {
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
      if (certificate !== null) await onCertificate?.(certificate);
    }
    hash.update(bytes);
    await write(bytes);
    const comma = chunks === 0 ? '' : ',';
    const row = { chunk: entry.name, items: entry.items, result: outcome.result };
    await writeManifest?.(`${comma}\n${JSON.stringify(row)}`);
    chunks++;
    items += entry.items;
  }
  const sealed = record.sealed!;
  if (chunks !== sealed.chunks || items !== sealed.items) {
    throw new InputError({
      code: 'batch/damaged',
      message: `the manifest of batch ${record.batch} has ${chunks} chunks of ${items} where ${sealed.chunks} of ${sealed.items} were submitted`,
      hint: 'submit the batch again',
    });
  }
  const output = hash.digest('hex');
  const end = JSON.stringify({ chunks: { count: chunks }, items, missing: 0, output, verdicts });
  await writeManifest?.(`\n],"complete":${end}}\n`);
  const rechecked = rechecker?.report() ?? { items: 0, chunks: 0, whole: 0 };
  return { chunks, items, output, verdicts, rechecked };
}

/** What was asked, for whoever reads it later. */
export function headOf(record: BatchRecord) {
  const { format, batch, version, cell, model, settings, question } = record;
  const { unit, perChunk, input, about } = record;
  return {
    ...{ format, batch, version, cell, model },
    settings: JSON.parse(settings) as unknown,
    ...{ question, unit, perChunk, input, about },
  };
}

async function requireComplete(
  site: Site,
  record: BatchRecord,
  trust: Trust | null,
): Promise<void> {
  if (!record.sealed) {
    throw new InputError({
      code: 'batch/incomplete',
      message: `batch ${record.batch} is still being submitted, or its submission was interrupted`,
      hint: 'submit it again to go on: what is done is kept',
    });
  }
  let missing = 0;
  let refused = 0;
  let first: string | null = null;
  for await (const piece of piecesOf(site.store, record)) {
    const readings = await readOutcomes(
      site.store.notes,
      record.question,
      piece.map(({ name }) => name),
      trust,
    );
    for (const [i, { outcome, refusal }] of readings.entries()) {
      if (outcome) continue;
      missing++;
      if (refusal === null) continue;
      refused++;
      first ??= `chunk ${piece[i].name}: ${refusal}`;
    }
  }
  if (missing === 0) return;
  const lacks = `batch ${record.batch} lacks ${missing} of ${record.sealed.chunks} chunks`;
  if (first !== null) {
    throw new InputError({
      code: trust ? 'batch/untrusted' : 'batch/incomplete',
      message: `${lacks}; ${refused} of them have a note that does not count, the first is ${first}`,
      hint: trust
        ? 'submit it again with the same --trust, and work with --sign: these chunks are done again'
        : 'submit it again: these chunks are done again',
    });
  }
  const { dead, first: letter } = await lettersOf(site, record.batch);
  const letters = dead === 0 ? '' : `; ${dead} of them are dead letters, the first: ${letter}`;
  throw new InputError({
    code: dead > 0 ? 'batch/dead-letters' : 'batch/incomplete',
    message: `${lacks}${letters}`,
    hint:
      dead > 0
        ? 'surepath batch status shows them; mend what is wrong and submit the batch again: they get three more tries'
        : 'surepath batch status shows how far it is',
  });
}

async function lettersOf(site: Site, batch: string) {
  const queue = await site.openQueue(batch);
  try {
    const { dead } = await queue.counts();
    const letters = dead === 0 ? [] : await queue.deadLetters(MOST_LETTERS);
    return { dead, first: letters[0]?.reason, names: letters.map(({ name }) => name) };
  } finally {
    await queue.close();
  }
}

/** Chunks that were given up and have a result: two workers may have found different ones. */
async function doubtfulChunks(site: Site, { batch }: BatchRecord): Promise<ReadonlySet<string>> {
  return new Set((await lettersOf(site, batch)).names);
}

function isInDoubt({ batch }: BatchRecord, doubtful: ReadonlySet<string>): InputError {
  const [first] = doubtful;
  return new InputError({
    code: 'batch/in-doubt',
    message: `${doubtful.size} chunks of batch ${batch} are dead letters and have results, the first is ${first}: workers may have found different ones`,
    hint: 'collect with a recheck: these chunks are computed again as a whole',
  });
}

type FoundChunk = Omit<CollectedChunk, 'lines'>;

/** Chunks in order with their outcomes. */
async function* resultsOf(
  { store }: Site,
  record: BatchRecord,
  trust: Trust | null,
  doubtful: ReadonlySet<string>,
): AsyncGenerator<FoundChunk, void, undefined> {
  let first = 0;
  for await (const piece of piecesOf(store, record)) {
    const names = piece.map(({ name }) => name);
    const readings = await readOutcomes(store.notes, record.question, names, trust);
    for (const [i, entry] of piece.entries()) {
      const { outcome } = readings[i];
      if (outcome) yield { entry, first, outcome, isDoubtful: doubtful.has(entry.name) };
      first += entry.items;
    }
  }
}

/** With the edges of each that are computed again: chosen in the order of the chunks, so that a seed repeats them. */
async function* withSamples(
  chunks: AsyncIterable<FoundChunk>,
  recheck: RecheckOptions | undefined,
) {
  for await (const chunk of chunks) {
    const { items } = chunk.entry;
    yield { chunk, sample: recheck ? sampleOf(items, recheck.perChunk, recheck.random) : [] };
  }
}

async function linesOf({ store }: Site, { entry, outcome }: FoundChunk) {
  const bytes = await store.blobs.get(outcome.result);
  const lines = decodeUtf8(bytes, { code: 'batch/damaged' }).split('\n');
  if (lines.pop() !== '' || lines.length !== entry.items) throw wrongCount(entry, lines.length);
  return { bytes, lines, answers: lines.map((line, i) => readLine(line, entry, i)) };
}

const VERDICTS = ['free', 'colliding', 'too-close', 'undecided', 'no collision found'];

function readLine(line: string, { name }: ChunkEntry, i: number) {
  try {
    const { verdict, certificate = null } = JSON.parse(line) as Record<string, unknown>;
    const isNamed = certificate === null || isDigest(`${certificate}`);
    if (VERDICTS.includes(`${verdict}`) && isNamed) {
      return { verdict: `${verdict}`, certificate: certificate as string | null };
    }
  } catch {
    // Said below.
  }
  throw new InputError({
    code: 'batch/damaged',
    message: `line ${i + 1} of the result of chunk ${name} is no answer about an edge`,
    hint: 'surepath batch cancel BATCH --purge removes it; submit the batch again then',
  });
}

function wrongCount({ name, items }: ChunkEntry, found: number): InputError {
  return new InputError({
    code: 'batch/damaged',
    message: `the result of chunk ${name} has ${found} lines where ${items} were asked for`,
    hint: 'surepath batch cancel BATCH --purge removes it; submit the batch again then',
  });
}
