/**
 * A program under way: clients, the cells that they know, what was asked and what came of it. Answers are judged when the
 * program is over and it is known which edit made which version.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edit } from '../../../../src/gate/index.ts';
import { CampaignCell, type FreshCells } from './campaignCell.ts';
import { baseState, CELL_FILE, cellBytes, PART_FILE, partBytes } from './cellFiles.ts';
import { DigestLaws } from './digestLaws.ts';
import { judgeEdit, judgeError, judgeQuestion, WRONG_FREE } from './judge.ts';
import { paramsOf, type Question } from './question.ts';
import type { Reply, TestedClient, TestedGate } from './testedGate.ts';

/** Which files are brought, in which variant; null: read from the disk. */
export interface OpenSpec {
  readonly cell: number | null;
  readonly part: number | null;
  /** What the part is called among the files that are brought. */
  readonly spelling: string;
}

/** A request about a cell, and its answer. */
export interface Asked {
  readonly cell: CampaignCell;
  readonly question: Question | null;
  readonly edits: readonly Edit[] | null;
  readonly version: number | undefined;
  /** The run of the gate that it was sent to. */
  readonly run: number;
  /** Whether the request names the run that the cell is of. */
  readonly isNamed: boolean;
  /** The cell was closed before it was sent. */
  readonly isLate: boolean;
  /** Versions that may have been the current one between request and answer. */
  readonly from: number;
  to: number;
  reply: Reply | null;
}

/** A proof that a gate gave. */
export interface GivenProof {
  readonly text: string;
  readonly waypoints: readonly (readonly number[])[];
}

export type StartGate = () => TestedGate | Promise<TestedGate>;

export interface SessionOptions {
  /** Is served; what is in it is replaced. */
  readonly folder: string;
  readonly clients: number;
  /** Whether the folder that is served has a cell file and its mesh, and not only the robot. */
  readonly disk: boolean;
  readonly turn: () => Promise<void>;
  /** Whether requests travel over connections. */
  readonly isLive: boolean;
}

/** Spellings of a file's name that mean the same file. */
const SAME_FILE = [PART_FILE, `./${PART_FILE}`, `sub/../${PART_FILE}`];

export class Session {
  readonly cells: CampaignCell[] = [];
  readonly proofs: GivenProof[] = [];
  /** Names that edits gave: no name comes twice but on purpose. */
  names = 0;
  /** Resolves when the next command may begin: messages of earlier ones may still be under way. */
  readonly turn: () => Promise<void>;
  /** Answers so far. */
  answers = 0;
  readonly counts = new Map<string, number>();
  private readonly folder: string;
  private readonly isLive: boolean;
  private readonly disk = new Map<string, number | null>();
  private readonly start: StartGate;
  private readonly clients: number;
  private readonly fresh: FreshCells = new Map();
  private readonly asked: Asked[] = [];
  private waiting: Promise<void>[] = [];
  private doors: TestedClient[] = [];
  private gate: TestedGate | null = null;
  private run = 0;

  constructor(start: StartGate, { folder, clients, disk, turn, isLive }: SessionOptions) {
    this.isLive = isLive;
    this.folder = folder;
    this.start = start;
    this.clients = clients;
    this.turn = turn;
    for (const file of [CELL_FILE, PART_FILE]) this.write(file, disk ? 0 : null);
  }

  get known(): readonly CampaignCell[] {
    return this.cells.filter(({ run, isClosed }) => run === this.run && !isClosed);
  }

  async begin(): Promise<void> {
    this.run++;
    this.gate = await this.start();
    this.doors = Array.from({ length: this.clients }, (_, i) =>
      this.gate!.client(i % 2 === 0 ? 'calls' : 'messages'),
    );
  }

  /** Puts a variant of a file on the disk; null takes it away. */
  write(file: string, variant: number | null): void {
    this.disk.set(file, variant);
    const path = join(this.folder, file);
    if (variant === null) rmSync(path, { force: true });
    else writeFileSync(path, file === PART_FILE ? partBytes(variant) : cellBytes(variant));
  }

  async open(client: number, { cell, part, spelling }: OpenSpec): Promise<void> {
    const text = (bytes: Uint8Array) => ({ base64: Buffer.from(bytes).toString('base64') });
    const files = {
      ...(cell === null ? {} : { [CELL_FILE]: text(cellBytes(cell)) }),
      ...(part === null ? {} : { [spelling]: text(partBytes(part)) }),
    };
    const reply = await this.send(client, 'open', { file: CELL_FILE, files });
    const isUnused = part !== null && !SAME_FILE.includes(spelling);
    const cellVariant = cell ?? this.disk.get(CELL_FILE)!;
    const partVariant = part ?? this.disk.get(PART_FILE)!;
    const isOpen = cellVariant !== null && partVariant !== null && !isUnused;
    this.count(`open ${isOpen ? 'answered' : 'refused'}`);
    if (reply.error) {
      if (!isOpen && reply.error.code === -32000) return;
      if (this.known.length >= 64 && reply.error.code === -32005) return;
      throw new Error(`open: ${JSON.stringify(reply.error)}`);
    }
    if (!isOpen)
      throw new Error(`open: files that are not there, or not used, were taken: ${spelling}`);
    const { cell: id, gate } = reply.result as { cell: string; gate?: string };
    if (this.known.some((each) => each.id === id)) throw new Error(`${id} was opened twice`);
    const opened = { state: baseState(cellVariant), mesh: partBytes(partVariant) };
    this.cells.push(new CampaignCell({ id, run: this.run, gate }, opened, this.fresh));
  }

  /** Sends a question; the answer is kept to be judged. */
  ask(client: number, cell: CampaignCell, question: Question, version?: number): Promise<void> {
    const asked = this.note(cell, { question, edits: null, version, isNamed: true });
    return this.perform(client, asked, question.method, paramsOf(question));
  }

  /**
   * Asks as a client that does not know that the cell was closed, or the gate started again; `isNamed`: whether it names the
   * run that it knows.
   */
  askLate(
    client: number,
    cell: CampaignCell,
    { question, version, isNamed }: Pick<Asked, 'version' | 'isNamed'> & { question: Question },
  ): Promise<void> {
    // A request that names no run is about the cell that has the name now.
    const now = isNamed ? undefined : this.known.find(({ id }) => id === cell.id);
    const asked = this.note(now ?? cell, { question, edits: null, version, isNamed });
    return this.perform(client, asked, question.method, paramsOf(question));
  }

  edit(
    client: number,
    cell: CampaignCell,
    edits: readonly Edit[],
    version?: number,
  ): Promise<void> {
    const asked = this.note(cell, { question: null, edits, version, isNamed: true });
    cell.predict(edits);
    cell.unanswered++;
    return this.perform(client, asked, 'edit', { edits });
  }

  async close(client: number, cell: CampaignCell): Promise<void> {
    cell.isClosed = true;
    const reply = await this.send(client, 'close', this.named(cell));
    if (reply.error) throw new Error(`close of ${cell.id}: ${JSON.stringify(reply.error)}`);
  }

  async kill(worker: number): Promise<void> {
    await this.gate!.kill(worker);
  }

  /** Every answer that is under way has come. */
  async settle(): Promise<void> {
    while (this.waiting.length > 0) await Promise.all(this.waiting.splice(0));
  }

  async restart(): Promise<void> {
    // Behind connections, requests may be under way that the gate has not accepted.
    if (this.isLive) await this.settle();
    await this.gate!.close();
    await this.settle();
    await this.begin();
  }

  async end(): Promise<void> {
    await this.gate?.close();
  }

  /**
   * Compares every answer with that of the version, opened anew. Throws where there are contradictions: the first one, or the
   * first that says free where it is not.
   */
  judge(): void {
    const digests = new DigestLaws();
    const found: string[] = [];
    for (const asked of this.asked) {
      try {
        this.judgeOne(asked, digests);
        this.count(labelOf(asked, asked.reply!));
      } catch (error) {
        found.push(`${describe(asked)}: ${(error as Error).message}`);
      }
    }
    if (found.length === 0) return;
    const worst = found.find((each) => each.includes(WRONG_FREE)) ?? found[0];
    throw new Error(`${worst} (${found.length} of ${this.asked.length} answers are wrong)`);
  }

  private judgeOne(asked: Asked, digests: DigestLaws): void {
    const { reply } = asked;
    if (!reply) throw new Error('no answer came');
    if (reply.error) judgeError(asked, reply.error);
    else {
      if (asked.edits) judgeEdit(asked, reply.result);
      else judgeQuestion(asked, reply.result);
      digests.judge(asked.cell, reply.result);
    }
  }

  private note(
    cell: CampaignCell,
    what: Pick<Asked, 'question' | 'edits' | 'version' | 'isNamed'>,
  ): Asked {
    const { answered: from, isClosed: isLate } = cell;
    const asked: Asked = { cell, ...what, run: this.run, from, to: from, isLate, reply: null };
    this.asked.push(asked);
    return asked;
  }

  private perform(
    client: number,
    asked: Asked,
    method: string,
    params: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const { cell, version, edits, isNamed } = asked;
    const name = isNamed ? this.named(cell) : { cell: cell.id };
    const about = { ...name, ...(version === undefined ? {} : { version }) };
    const done = this.send(client, method, { ...params, ...about }).then((reply) => {
      asked.reply = reply;
      if (edits) {
        cell.unanswered--;
        if (reply.result) cell.made(reply.result.version as number, edits);
      }
      asked.to = cell.answered + cell.unanswered;
      const { text, certificate = text, waypoints = params.waypoints } = reply.result ?? {};
      if (typeof certificate === 'string') {
        this.proofs.push({ text: certificate, waypoints: waypoints as GivenProof['waypoints'] });
      }
    });
    // What is thrown here is told by `settle`.
    this.waiting.push(done);
    void done.catch(() => {});
    return done;
  }

  private named({ id, gate }: CampaignCell): Readonly<Record<string, unknown>> {
    return { cell: id, ...(gate === undefined ? {} : { gate }) };
  }

  private async send(
    client: number,
    method: string,
    params: Readonly<Record<string, unknown>>,
  ): Promise<Reply> {
    const reply = await this.doors[client % this.doors.length].call(method, params);
    this.answers++;
    return reply;
  }

  private count(label: string): void {
    this.counts.set(label, (this.counts.get(label) ?? 0) + 1);
  }
}

function labelOf({ question }: Asked, { error, result }: Reply): string {
  const method = question?.method ?? 'edit';
  if (error) return `${method} refused`;
  const told =
    result.verdict ?? (result.verified === undefined ? 'answered' : `verified ${result.verified}`);
  return `${method} ${told}`;
}

/** For people: what was asked. */
function describe({ cell, question, edits, version }: Asked): string {
  const what = edits ? `edit ${JSON.stringify(edits)}` : JSON.stringify(question);
  const pin = version === undefined ? '' : ` pinned to ${version}`;
  return `${cell.id} of run ${cell.run}${pin}, ${what.length > 300 ? `${what.slice(0, 300)}...` : what}`;
}
