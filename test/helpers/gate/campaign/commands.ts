/**
 * Commands of random programs. They name cells, versions and bodies by numbers that are taken modulo what is there when they
 * run, so that a program without some of its commands still makes sense.
 */
import type fc from 'fast-check';
import type { Edit } from '../../../../src/gate/index.ts';
import type { CampaignCell } from './campaignCell.ts';
import { editMesh, partBytes } from './cellFiles.ts';
import { bodies, LINKS, type PoseText, scoped } from './cellModel.ts';
import type { Question } from './question.ts';
import type { OpenSpec, Session } from './session.ts';

/** Numbers that an edit is made of. */
export interface Intent {
  readonly kind: Edit['kind'];
  readonly which: number;
  readonly other: number;
  readonly place: PoseText;
  readonly q: readonly number[];
  readonly amount: number;
}

/** Cells are taken from the newest; versions are counted back from the last that is known. */
export type Pin = number | null;

abstract class Command implements fc.AsyncCommand<Session, Session> {
  readonly what: unknown;

  constructor(what: unknown) {
    this.what = what;
  }

  check(session: Readonly<Session>): boolean {
    return session.known.length > 0;
  }

  async run(session: Session): Promise<void> {
    await session.turn();
    // Others may have closed the last one meanwhile.
    if (this.check(session)) await this.perform(session);
  }

  abstract perform(session: Session): Promise<void>;

  toString(): string {
    return `${this.constructor.name}(${JSON.stringify(this.what)})`;
  }
}

interface OpenWhat {
  readonly client: number;
  readonly count: number;
  readonly spec: OpenSpec;
}

export class Open extends Command {
  declare readonly what: OpenWhat;

  override check(): boolean {
    return true;
  }

  async perform(session: Session): Promise<void> {
    const { client, count, spec } = this.what;
    for (let i = 0; i < count; i++) await session.open(client, spec);
  }
}

interface AskWhat {
  readonly client: number;
  readonly cell: number;
  readonly pin: Pin;
  readonly questions: readonly AskedQuestion[];
  /** Whether the client waits for the answers before the program goes on. */
  readonly waits: boolean;
}

/** A question, or a proof by its number. */
export type AskedQuestion =
  | Question
  | { readonly method: 'verify'; readonly proof: number; readonly asks: boolean };

export class Ask extends Command {
  declare readonly what: AskWhat;

  async perform(session: Session): Promise<void> {
    const { client, cell: number, pin, questions, waits } = this.what;
    const cell = pick(session, number);
    const version = pinned(cell, pin);
    const all = questions.flatMap((question) => {
      const asked = 'proof' in question ? withProof(session, question) : question;
      return asked ? [session.ask(client, cell, asked, version)] : [];
    });
    if (waits) await Promise.all(all);
  }
}

interface EditWhat {
  readonly client: number;
  readonly cell: number;
  readonly pin: Pin;
  readonly intents: readonly Intent[];
  readonly waits: boolean;
}

interface LateWhat {
  readonly client: number;
  readonly cell: number;
  readonly pin: Pin;
  readonly isNamed: boolean;
  readonly question: Question;
}

/** Of a client that did not notice that a cell was closed, or the gate started again. */
export class AskLate extends Command {
  declare readonly what: LateWhat;

  override check({ cells, known }: Readonly<Session>): boolean {
    return cells.length > known.length;
  }

  async perform(session: Session): Promise<void> {
    const { client, cell: number, pin, isNamed, question } = this.what;
    const gone = session.cells.filter((cell) => !session.known.includes(cell));
    const cell = gone[gone.length - 1 - (number % gone.length)];
    const version = pinned(cell, pin);
    await session.askLate(client, cell, { question, version, isNamed });
  }
}

export class MakeEdits extends Command {
  declare readonly what: EditWhat;

  async perform(session: Session): Promise<void> {
    const { client, cell: number, pin, intents, waits } = this.what;
    const cell = pick(session, number);
    // One at a time, so that each names bodies that are there.
    const edits = intents.slice(0, 1).map((intent) => editOf(session, cell, intent));
    for (const { amount } of intents.slice(1)) edits.push({ kind: 'clearance', distance: amount });
    const answer = session.edit(client, cell, edits, pinned(cell, pin));
    if (waits) await answer;
  }
}

export class Replace extends Command {
  declare readonly what: { readonly file: string; readonly variant: number | null };

  override check(): boolean {
    return true;
  }

  async perform(session: Session): Promise<void> {
    session.write(this.what.file, this.what.variant);
  }
}

export class Kill extends Command {
  declare readonly what: number;

  async perform(session: Session): Promise<void> {
    await session.kill(this.what);
  }
}

export class Close extends Command {
  declare readonly what: { readonly client: number; readonly cell: number };

  async perform(session: Session): Promise<void> {
    await session.close(this.what.client, pick(session, this.what.cell));
  }
}

export class Restart extends Command {
  declare readonly what: { readonly client: number; readonly spec: OpenSpec };

  async perform(session: Session): Promise<void> {
    await session.restart();
    await session.open(this.what.client, this.what.spec);
  }
}

function pick({ known }: Session, number: number): CampaignCell {
  return known[known.length - 1 - (number % known.length)];
}

function pinned({ answered }: CampaignCell, pin: Pin): number | undefined {
  return pin === null ? undefined : Math.max(1, answered - pin);
}

function withProof(
  { proofs }: Session,
  { proof, asks }: { readonly proof: number; readonly asks: boolean },
): Question | null {
  if (proofs.length === 0) return null;
  const { text, waypoints } = proofs[proofs.length - 1 - (proof % proofs.length)];
  return { method: 'verify', certificate: text, ...(asks ? { waypoints } : {}) };
}

/** An edit that mostly can be made in what the cell will be by then. */
function editOf(session: Session, cell: CampaignCell, intent: Intent): Edit {
  const { kind, which, other, place, q, amount } = intent;
  const { predicted } = cell;
  const { obstacles, attached } = predicted;
  const obstacle = obstacles[which % Math.max(1, obstacles.length)]?.name;
  const names = bodies(predicted);
  // Of links those that move; a pair of bodies that stand is no pair.
  const a = obstacle ?? 'nothing';
  const b = names.slice(1).filter((name) => name !== a)[other % Math.max(1, names.length - 2)];
  switch (kind) {
    case 'move-obstacle':
      if (obstacle) return { kind, obstacle, pose: copied(place) };
      break;
    case 'remove-obstacle':
      if (obstacle) return { kind, obstacle };
      break;
    case 'attach': {
      if (!obstacle || attached.some(({ name }) => name === obstacle)) break;
      const link = scoped(LINKS[1 + (other % 2)]);
      const at =
        other % 3 === 0
          ? { pose: { xyz: [0.2 + amount, 0.1 * (other % 2), 0], rpy: [0, 0, amount] } }
          : { q: [...q] };
      const touching = other % 4 < 2 ? [scoped(LINKS[2 - (other % 2)])] : [];
      return { kind, obstacle, link, ...at, touching };
    }
    case 'detach':
    case 'remove-attached': {
      const carried = attached[which % Math.max(1, attached.length)]?.name;
      if (carried === undefined) break;
      const object = other % 2 === 0 ? carried : scoped(carried);
      if (kind === 'remove-attached') return { kind, object };
      return { kind, object, ...(other % 3 === 0 ? { pose: copied(place) } : { q: [...q] }) };
    }
    case 'allow':
    case 'forbid':
      return { kind, a, b };
    case 'pair-clearance':
      return { kind, a, b, distance: other % 3 === 0 ? null : amount };
    case 'clearance':
      return { kind, distance: other % 2 === 0 ? 0 : amount };
    case 'tracking':
      return { kind, tolerance: other % 2 === 0 ? 0 : amount };
  }
  // Now and then by a name that is there.
  const name = which % 13 === 0 && obstacle ? obstacle : `n${session.names++}`;
  return { kind: 'add-obstacle', name, pose: copied(place), shape: shapeOf(other, amount) };
}

function shapeOf(which: number, amount: number) {
  switch (which % 3) {
    case 0: {
      const base64 = Buffer.from(partBytes(which)).toString('base64');
      return { kind: 'mesh', file: editMesh(which), base64 } as const;
    }
    case 1:
      return { kind: 'box', size: [0.05 + amount, 0.06, 0.1] } as const;
    default:
      return { kind: 'sphere', radius: 0.04 + amount } as const;
  }
}

/** The same as edits write it: lists may be changed there. */
function copied({ xyz, rpy }: PoseText) {
  return { xyz: [...xyz], ...(rpy ? { rpy: [...rpy] } : {}) };
}
