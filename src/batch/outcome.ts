/**
 * Which result a chunk has: a note of its own, shared by all batches that have the chunk; the first that counts stands. A note
 * states question, chunk, content, result and the batch for which a worker computed it. The digest of that statement is part of the
 * note, so that a note that was moved or edited does not count; a worker with a key signs the same statement. Without
 * trusted keys a signature is not looked at. A note that does not count is as good as none: the chunk is done again.
 */
import { digestOf, framed, isDigest } from './digest.ts';
import { isSigned, type Signature, type Signer, type Trust } from './keys.ts';
import type { BatchRecord } from './record.ts';
import type { Notes, Store } from './store/store.ts';

/** The result of a chunk, and when and in which time it was computed. */
export interface Outcome {
  /** Digest of the result. */
  readonly result: string;
  /** Digest of the chunk's content, which is kept so that edges can be computed again. */
  readonly content: string;
  /** The batch for which it was computed. */
  readonly batch: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly milliseconds: number;
}

/** What a note says: an outcome that counts, or why it does not count; neither where there is no note. */
export interface OutcomeReading {
  readonly outcome: Outcome | null;
  readonly refusal: string | null;
}

/** What an outcome is about: a chunk of a question. */
interface Asked {
  readonly question: string;
  readonly chunk: string;
}

/** The text that is digested and signed. */
function statementOf({ question, chunk }: Asked, outcome: Outcome): string {
  const { result, content, batch, at, milliseconds } = outcome;
  const parts = [question, chunk, batch, content, result, `${at}`, `${milliseconds}`];
  return framed(['surepath outcome 1', ...parts]);
}

function writeOutcome(asked: Asked, outcome: Outcome, signer: Signer | undefined): string {
  const { result, content, batch, at, milliseconds } = outcome;
  const statement = statementOf(asked, outcome);
  const parts = [result, content, batch, `${at}`, `${milliseconds}`, digestOf(statement)];
  if (signer) parts.push(signer.key, signer.sign(statement));
  return parts.join(' ');
}

const NOTE =
  /^([0-9a-f]{64}) ([0-9a-f]{64}) ([0-9a-f]+) (\d{1,15}) (\d{1,15}) ([0-9a-f]{64})(?: ([0-9a-f]{16}) ([A-Za-z0-9+/]{86}==))?$/;

/** Reads a note. With `trust` it counts only if one of these keys signed it. */
export function readOutcome(text: string, asked: Asked, trust: Trust | null): OutcomeReading {
  const parts = NOTE.exec(text);
  if (!parts) return refused('its note is damaged, or of another version of surepath');
  const [, result, content, batch, at, milliseconds, binding, key, value] = parts;
  const outcome = { result, content, batch, at: Number(at), milliseconds: Number(milliseconds) };
  const statement = statementOf(asked, outcome);
  if (digestOf(statement) !== binding) {
    return refused('its note belongs to another chunk, question or result: it was moved or edited');
  }
  if (!trust) return { outcome, refusal: null };
  if (key === undefined) return refused('its note is not signed');
  const signature: Signature = { key, value };
  if (!trust.has(key)) return refused(`its note is signed by key ${key}, which is not trusted`);
  if (!isSigned(trust, statement, signature)) {
    return refused(`its note has a signature that key ${key} did not make`);
  }
  return { outcome, refusal: null };
}

function refused(refusal: string): OutcomeReading {
  return { outcome: null, refusal };
}

const NONE: OutcomeReading = { outcome: null, refusal: null };

function outcomeKey(chunk: string): string {
  return `outcomes/${chunk}`;
}

/** What is noted about chunks of a question, in their order. */
export async function readOutcomes(
  notes: Notes,
  question: string,
  chunks: readonly string[],
  trust: Trust | null = null,
): Promise<OutcomeReading[]> {
  const texts = await notes.get(chunks.map(outcomeKey));
  return texts.map((text, i) =>
    text === null ? NONE : readOutcome(text, { question, chunk: chunks[i] }, trust),
  );
}

/** The same without reasons: null where no outcome counts. */
export async function outcomesOf(
  notes: Notes,
  question: string,
  chunks: readonly string[],
  trust: Trust | null = null,
): Promise<(Outcome | null)[]> {
  return (await readOutcomes(notes, question, chunks, trust)).map(({ outcome }) => outcome);
}

/** Whether result and content are there and whole. */
export async function isKept({ blobs }: Pick<Store, 'blobs'>, outcome: Outcome): Promise<boolean> {
  return (await blobs.holds(outcome.result)) && (await blobs.holds(outcome.content));
}

/** Who signs, and whose signatures count; both may be left out. With `trust` there must be a signer that is part of it. */
export interface Signing {
  readonly signer?: Signer | undefined;
  readonly trust?: Trust | null | undefined;
}

/** A note that does not count may come back as often as this while another is put in its place. */
const MOST_TRIES = 20;

/** Keeps an outcome of a chunk; returns the one that stands: the first that counts, for all. */
export async function putOutcome(
  notes: Notes,
  { question }: Pick<BatchRecord, 'question'>,
  chunk: string,
  outcome: Outcome,
  { signer, trust = null }: Signing = {},
): Promise<Outcome> {
  const asked = { question, chunk };
  const rounded = { ...outcome, at: whole(outcome.at), milliseconds: whole(outcome.milliseconds) };
  const text = writeOutcome(asked, rounded, signer);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const found = await notes.putFirst(outcomeKey(chunk), text);
    const { outcome: stands } = readOutcome(found, asked, trust);
    if (stands) return stands;
    // A note that does not count keeps no other from its place.
    await notes.removeIf(outcomeKey(chunk), found);
  }
  throw new Error('a note that does not count comes back whenever it is replaced');
}

function whole(x: number): number {
  return Math.max(0, Math.round(x));
}

/** As if they had never been done. */
export async function removeOutcomes(notes: Notes, chunks: readonly string[]): Promise<void> {
  await notes.remove(chunks.filter(isDigest).map(outcomeKey));
}
