/** Random programs: which commands there are, how often, and with which numbers. */
import fc from 'fast-check';
import type { Edit } from '../../../../src/gate/index.ts';
import {
  CELL_FILE,
  CELL_VARIANTS,
  configuration,
  PART_FILE,
  PART_VARIANTS,
  placeOn,
} from './cellFiles.ts';
import {
  Ask,
  type AskedQuestion,
  AskLate,
  Close,
  Kill,
  MakeEdits,
  Open,
  type Pin,
  Replace,
  Restart,
} from './commands.ts';
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
