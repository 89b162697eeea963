/**
 * Commands of random programs. They name cells, versions and bodies by numbers that are taken modulo what is there when they
 * run, so that a program without some of its commands still makes sense.
 */
import fc from 'fast-check';
import type { Edit } from '../../../../src/gate/index.ts';
import type { CampaignCell } from './campaignCell.ts';
import {
  CELL_FILE,
  CELL_VARIANTS,
  configuration,
  editMesh,
  PART_FILE,
  PART_VARIANTS,
  partBytes,
  placeOn,
} from './cellFiles.ts';
import { bodies, LINKS, type PoseText, scoped } from './cellModel.ts';
import type { Question } from './question.ts';
import type { OpenSpec, Session } from './session.ts';

/** What a program may do besides asking and editing. */
export interface Abilities {
  /** Files on the disk are replaced, and opened from. */
  readonly disk: boolean;
  /** Brought files are spelled otherwise than the cell file does. */
  readonly spellings: boolean;
  /** Pairs are allowed and forbidden. */
  readonly allow: boolean;
  /** Questions and edits name a version. */
  readonly pins: boolean;
  readonly kills: boolean;
  readonly restarts: boolean;
}

export const ALL_ABILITIES: Abilities = {
  ...{ disk: true, spellings: true, allow: true, pins: true, kills: true, restarts: true },
};

/** Numbers that an edit is made of. */
interface Intent {
  readonly kind: Edit['kind'];
  readonly which: number;
  readonly other: number;
  readonly place: PoseText;
  readonly q: readonly number[];
  readonly amount: number;
}

/** Cells are taken from the newest; versions are counted back from the last that is known. */
type Pin = number | null;

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

class Open extends Command {
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
type AskedQuestion =
  | Question
  | { readonly method: 'verify'; readonly proof: number; readonly asks: boolean };

class Ask extends Command {
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
class AskLate extends Command {
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

class MakeEdits extends Command {
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

class Replace extends Command {
  declare readonly what: { readonly file: string; readonly variant: number | null };

  override check(): boolean {
    return true;
  }

  async perform(session: Session): Promise<void> {
    session.write(this.what.file, this.what.variant);
  }
}

class Kill extends Command {
  declare readonly what: number;

  async perform(session: Session): Promise<void> {
    await session.kill(this.what);
  }
}

class Close extends Command {
  declare readonly what: { readonly client: number; readonly cell: number };

  async perform(session: Session): Promise<void> {
    await session.close(this.what.client, pick(session, this.what.cell));
  }
}

class Restart extends Command {
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

// ---------------------------------------------------------------------------------------- at random

const number = fc.nat({ max: 999 });
const place = fc.tuple(number, number).map(([angle, ring]) => placeOn(angle, ring));
/** Mostly one of a few, so that questions come again: about other versions, and of other workers. */
const somewhere = fc
  .oneof(
    { weight: 3, arbitrary: fc.tuple(fc.constantFrom(0, 2, 4, 6, 8), fc.constantFrom(1, 3)) },
    { weight: 1, arbitrary: fc.tuple(number, number) },
  )
  .map(([first, second]) => configuration(first, second));
/** From one configuration to one nearby. */
const waypoints = fc
  .tuple(somewhere, fc.constantFrom([0.2, 0.1], [-0.1, 0.2]))
  .map(([from, by]) => [from, from.map((angle, joint) => angle + by[joint])]);
const amount = fc.constantFrom(0, 0.005, 0.02, 0.05);
const client = fc.nat({ max: 7 });
/** Mostly one of the newest. */
const cell = fc.oneof(
  { weight: 4, arbitrary: fc.nat({ max: 2 }) },
  { weight: 1, arbitrary: number },
);

function pins(may: boolean): fc.Arbitrary<Pin> {
  if (!may) return fc.constant(null);
  return fc.oneof(
    { weight: 7, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: fc.nat({ max: 3 }) },
    { weight: 1, arbitrary: fc.integer({ min: -2, max: 12 }) },
  );
}

function weighted<T>(...of: readonly (readonly [number, fc.Arbitrary<T>])[]): fc.Arbitrary<T> {
  return fc.oneof(...of.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

const aQuestion: fc.Arbitrary<AskedQuestion> = weighted<AskedQuestion>(
  [15, fc.record({ method: fc.constantFrom('state', 'live', 'vector'), q: somewhere })],
  [20, fc.record({ method: fc.constant('motion'), waypoints })],
  [2, fc.record({ method: fc.constant('motion'), waypoints, clearances: fc.constant(true) })],
  [1, fc.record({ method: fc.constant('motion'), waypoints, clearance: amount })],
  [1, fc.record({ method: fc.constant('motion'), waypoints, tracking: amount })],
  [2, fc.record({ method: fc.constant('motion'), waypoints, all: fc.constant(true) })],
  [2, fc.record({ method: fc.constant('motion'), waypoints, firstContact: fc.constant(true) })],
  [2, fc.record({ method: fc.constant('certificate'), waypoints })],
  [2, fc.record({ method: fc.constant('verify'), proof: number, asks: fc.boolean() })],
  [2, fc.constant({ method: 'info' })],
  [
    1,
    fc.record({
      ...{ method: fc.constant('plan'), from: somewhere, to: somewhere },
      ...{ seed: fc.integer({ min: 1, max: 2 }), certificate: fc.boolean() },
    }),
  ],
);

/** How cells are opened in programs with these abilities. */
export function specsOf({
  disk,
  spellings,
}: Pick<Abilities, 'disk' | 'spellings'>): fc.Arbitrary<OpenSpec> {
  const variant = (count: number) => fc.nat({ max: count - 1 });
  const brought = (count: number) =>
    disk ? fc.oneof(fc.constant(null), variant(count), variant(count)) : variant(count);
  const spelling = spellings
    ? weighted(
        [5, fc.constant(PART_FILE)],
        [1, fc.constantFrom(`./${PART_FILE}`, `sub/../${PART_FILE}`, PART_FILE.toUpperCase())],
      )
    : fc.constant(PART_FILE);
  return fc.record({ cell: brought(CELL_VARIANTS), part: brought(PART_VARIANTS), spelling });
}

/** Commands of programs with these abilities. */
export function commandsOf({
  disk,
  spellings,
  allow,
  pins: mayPin,
  kills,
  restarts,
}: Abilities): fc.Arbitrary<fc.AsyncCommand<Session, Session>>[] {
  const spec = specsOf({ disk, spellings });
  const kind = weighted<Edit['kind']>(
    [3, fc.constant('add-obstacle')],
    [3, fc.constant('move-obstacle')],
    [1, fc.constant('remove-obstacle')],
    [4, fc.constantFrom('attach', 'detach')],
    [1, fc.constantFrom('remove-attached', 'clearance', 'tracking', 'pair-clearance')],
    ...(allow ? [[2, fc.constantFrom<Edit['kind'][]>('allow', 'forbid')] as const] : []),
  );
  const intent = fc.record({ kind, which: number, other: number, place, q: somewhere, amount });
  const count = weighted([40, fc.constant(1)], [1, fc.constant(18)]);
  const pin = pins(mayPin);
  const questions = fc.array(aQuestion, { minLength: 1, maxLength: 20, size: 'max' });
  const waits = fc.boolean();
  const intents = fc.array(intent, { minLength: 1, maxLength: 2, size: 'max' });
  const ask = fc.record({ client, cell, pin, questions, waits });
  // Fewer pins: most edits do not expect a version.
  const edit = fc.record({
    client,
    cell,
    pin: weighted([5, fc.constant(null)], [1, pin]),
    intents,
    waits,
  });
  const question = fc.record({ method: fc.constant('motion' as const), waypoints });
  const restart = fc.record({ client, spec });
  const late = fc.record({ client, cell, pin, isNamed: fc.boolean(), question });
  const file = fc.constantFrom(CELL_FILE, PART_FILE);
  const replaced = fc.record({ file, variant: fc.nat({ max: CELL_VARIANTS - 1 }) });
  return [
    fc.record({ client, count, spec }).map((what) => new Open(what)),
    ...repeated(
      7,
      ask.map((what) => new Ask(what)),
    ),
    ...repeated(
      4,
      edit.map((what) => new MakeEdits(what)),
    ),
    ...(disk ? [replaced.map((what) => new Replace(what))] : []),
    ...(kills ? [fc.nat({ max: 3 }).map((what) => new Kill(what))] : []),
    ...(restarts
      ? [restart.map((what) => new Restart(what)), late.map((what) => new AskLate(what))]
      : []),
    fc.record({ client, cell }).map((what) => new Close(what)),
  ];
}

/** Commands are chosen evenly among arbitraries: one that is there more often is chosen more often. */
function repeated<T>(times: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T>[] {
  return Array.from({ length: times }, () => arbitrary);
}
