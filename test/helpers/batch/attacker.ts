/** An attacker who can write whatever is kept about a batch, and knows how notes are bound; but has no key of a worker. */
import { type BatchRecord, type Outcome, piecesOf, type Site } from '../../../src/batch/index.ts';
import { outcomesOf, putOutcome, type Signing } from '../../../src/batch/outcome.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const keyOf = (chunk: string) => `outcomes/${chunk}`;

export class Attacker {
  readonly site: Site;

  constructor(site: Site) {
    this.site = site;
  }

  async note(chunk: string): Promise<string> {
    return (await this.site.store.notes.get([keyOf(chunk)]))[0]!;
  }

  /** As it is, whatever it says. */
  async setNote(chunk: string, text: string): Promise<void> {
    await this.site.store.notes.put(keyOf(chunk), text);
  }

  async swapNotes(a: string, b: string): Promise<void> {
    const [first, second] = [await this.note(a), await this.note(b)];
    await this.setNote(a, second);
    await this.setNote(b, first);
  }

  async outcome({ question }: BatchRecord, chunk: string): Promise<Outcome> {
    return (await outcomesOf(this.site.store.notes, question, [chunk]))[0]!;
  }

  /** A note that is bound as a worker binds it, of a changed outcome. */
  async forge(
    record: BatchRecord,
    chunk: string,
    change: Partial<Outcome>,
    signing: Signing = {},
  ): Promise<void> {
    const outcome = { ...(await this.outcome(record, chunk)), ...change };
    await this.site.store.notes.remove([keyOf(chunk)]);
    await putOutcome(this.site.store.notes, record, chunk, outcome, signing);
  }

  /** The lines of a result. */
  async lines(digest: string): Promise<string[]> {
    const text = new TextDecoder().decode(await this.site.store.blobs.get(digest));
    return text.split('\n').slice(0, -1);
  }

  putLines(lines: readonly string[]): Promise<string> {
    return this.site.store.blobs.put(bytes(lines.map((line) => `${line}\n`).join('')));
  }

  /** The chunk's result with edges of these numbers free; returns the digest. */
  async freed(record: BatchRecord, chunk: string, edges: readonly number[]): Promise<string> {
    const lines = await this.lines((await this.outcome(record, chunk)).result);
    return this.putLines(lines.map((line, i) => (edges.includes(i) ? FREE : line)));
  }

  /** The list of chunks in lines, as it is kept. */
  async list(record: BatchRecord): Promise<string[]> {
    const lines: string[] = [];
    for await (const piece of piecesOf(this.site.store, record)) {
      for (const { name, items } of piece) lines.push(`${name} ${items}`);
    }
    return lines;
  }

  /** Another list, counted and digested as a submission does it, under the name of the batch. */
  async setList(record: BatchRecord, lines: readonly string[]): Promise<void> {
    const piece = await this.putLines(lines);
    const items = lines.reduce((sum, line) => sum + Number(line.split(' ')[1]), 0);
    const sealed = { pieces: [piece], chunks: lines.length, items };
    await this.setRecord({ ...record, sealed });
  }

  async setRecord(record: BatchRecord): Promise<void> {
    await this.site.store.notes.put(`batches/${record.batch}`, JSON.stringify(record));
  }
}

export const FREE = JSON.stringify({ verdict: 'free', limits: [] });
