/** Methods that open, change, list and close cells. */
import {
  flag,
  integer,
  list,
  named,
  number,
  object,
  orNull,
  record,
  text,
  word,
} from '../schema/index.ts';
import {
  ABOUT,
  ANSWERS,
  ASSUMPTIONS,
  BUDGET,
  CONTENTS,
  DIGEST,
  FULL_NAME,
  GATE,
  NAME,
  NAMES,
  OPENED,
  PAIR,
  RUN,
  SENTENCE,
  VERSION,
} from './common.ts';
import { EDITS } from './edits.ts';
import { LIMITS } from './limits.ts';

export const open = {
  summary:
    'Opens a cell: a cell file, a URDF or xacro file, or a MoveIt planning scene with its robot.',
  params: named(
    'OpenParams',
    object(
      {
        file: text({
          least: 1,
          most: LIMITS.name,
          description:
            'The cell file, URDF or planning scene: one of `files`, or of the folder that is served.',
        }),
      },
      {
        optional: {
          files: record(CONTENTS, {
            most: LIMITS.files,
            longest: LIMITS.name,
            description:
              'Contents by path, as the cell refers to them. Files that are not here are looked for in the folder that is served; a file that nothing of the cell asks for is an error.',
          }),
          robot: FULL_NAME,
          srdf: FULL_NAME,
          packages: record(FULL_NAME, {
            most: LIMITS.files,
            description: 'Folder of each package, for package:// references.',
          }),
          xacro: record(SENTENCE, {
            most: LIMITS.files,
            description: 'Values of xacro arguments, for a robot that is written with macros.',
          }),
          joints: record(number(), {
            most: LIMITS.joints,
            description: 'Values of joints that nothing else gives a value.',
          }),
          pairs: word(
            ['suggested', 'all'],
            'Of a robot without an SRDF: links that are adjacent or always in contact are assumed harmless, which assumptions say pair by pair, or all pairs are tested. Default `suggested` for a URDF or a planning scene, else `all`.',
          ),
          visuals: flag('Links without collision geometry are tested by their visuals.'),
          clearance: number({ least: 0, most: 100 }),
          selfClearance: number({ least: 0, most: 100 }),
          recheckNever: flag('Pairs that the SRDF disables as "Never" are tested.'),
          allowNothing: flag('A verdict may be given though no pair is tested.'),
          ...RUN,
          ...BUDGET,
        },
      },
    ),
  ),
  result: named('Opened', object({ ...OPENED, file: SENTENCE })),
};

export const edit = {
  summary:
    'Changes a cell: obstacles, attached objects, allowed pairs, clearances. All edits, or none.',
  params: named(
    'EditParams',
    object({ edits: EDITS }, { optional: { ...ABOUT, ...BUDGET } }),
    '`version`, if given, is the one that is expected to be current.',
  ),
  result: named('Edited', object(OPENED)),
};

export const close = {
  summary: 'Closes a cell.',
  params: named('CloseParams', object({ cell: ABOUT.cell }, { optional: RUN })),
  result: named('Closed', object({ gate: GATE, closed: NAME })),
};

export const cells = {
  summary: 'The cells that are open.',
  params: named('CellsParams', object({}, { optional: RUN })),
  result: named(
    'Cells',
    object({
      gate: GATE,
      cells: list(object({ cell: NAME, version: VERSION, digest: DIGEST, file: SENTENCE }), {
        most: 1_000_000,
      }),
    }),
  ),
};

const COUNT = integer({ least: 0 });
const ROBOT = object({
  name: SENTENCE,
  model: SENTENCE,
  links: COUNT,
  joints: COUNT,
  visualOnly: list(object({ link: SENTENCE, tested: flag() }), { most: LIMITS.bodies }),
  groups: NAMES,
  states: NAMES,
});
const DEGREE = object({
  name: SENTENCE,
  unit: word(['rad', 'm', 'quaternion']),
  lower: orNull(number()),
  upper: orNull(number()),
  continuous: flag(),
});

export const info = {
  summary: 'What a cell consists of: robots, joints with limits, bodies, pairs with reasons.',
  params: named('InfoParams', object({}, { optional: { ...ABOUT, ...BUDGET } })),
  result: named(
    'Info',
    object(
      {
        ...ANSWERS,
        file: SENTENCE,
        robots: list(ROBOT, { most: LIMITS.bodies }),
        degreesOfFreedom: list(DEGREE, { most: LIMITS.joints }),
        bodies: list(
          object({
            name: SENTENCE,
            kind: NAME,
            frame: SENTENCE,
            triangles: COUNT,
            primitives: NAMES,
            solids: COUNT,
            cavities: COUNT,
            surfaces: COUNT,
            padding: number(),
          }),
          { most: LIMITS.bodies },
        ),
        pairs: list(
          object(
            { pair: PAIR, tested: flag(), clearance: number() },
            {
              optional: {
                reason: SENTENCE,
                assumed: flag(),
                detail: SENTENCE,
                tracking: number(),
              },
            },
          ),
          { most: 10_000_000 },
        ),
        counts: record(COUNT, { most: 1000, description: 'Pairs by why they are not tested.' }),
        state: record(number(), {
          most: LIMITS.joints,
          description: 'Where joints stand that nobody mentions, by name.',
        }),
        attached: list(object({ name: SENTENCE, link: SENTENCE, touching: NAMES }), {
          most: LIMITS.bodies,
        }),
        clearance: number(),
        assumptions: ASSUMPTIONS,
        model: text({ most: 64, description: 'SHA-256 of the model, as certificates name it.' }),
      },
      { optional: { morePairs: COUNT } },
    ),
  ),
};
