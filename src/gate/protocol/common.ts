/** What many methods are asked and answer. Metres, radians, seconds; `_ms` counts milliseconds. */
import {
  either,
  flag,
  type Infer,
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
import { LIMITS } from './limits.ts';

export const NAME = text({ most: LIMITS.name });
export const FULL_NAME = text({ least: 1, most: LIMITS.name });
export const SENTENCE = text({ most: 100_000 });
export const VERSION = integer({
  least: 1,
  description: 'Of a cell: 1 when it is opened, and one more with every edit.',
});

/** The run of the gate, as requests name it. */
export const RUN = {
  gate: text({
    least: 1,
    most: LIMITS.name,
    description:
      'The run of the gate, as every answer names it. A request that names another one is refused with -32007: after a restart, cells, versions and edits are gone. Needed with `version`.',
  }),
};

/** What every request about a cell may say. */
export const ABOUT = {
  ...RUN,
  cell: text({
    most: LIMITS.name,
    description: 'The cell, as `open` named it. May be left out if the gate was started with one.',
  }),
  version: integer({
    least: 1,
    description:
      'The version that the answer must be about; `gate` must be given with it. Default: the one that is current.',
  }),
};

/** What every request may say. */
export const BUDGET = {
  budget_ms: number({
    least: 0,
    most: LIMITS.budget_ms,
    description:
      'Milliseconds from when the request was accepted, waiting included. What is not decided then is undecided, never free.',
  }),
  supersede: text({
    least: 1,
    most: LIMITS.name,
    description:
      'A word of the caller’s own. An earlier request of the same connection with the same word that is not answered yet is dropped with the error -32004: for live states, of which only the newest matters.',
  }),
};

/** The id that one run of a gate has, other than every other run. */
export const GATE = text({ least: 1, most: LIMITS.name, description: 'The run of the gate.' });

/** SHA-256 of a version of a cell. */
export const DIGEST = text({
  least: 64,
  most: 64,
  description:
    'SHA-256 of the cell as it is in this version: two versions of a run with one digest are the same cell.',
});

/** What every answer about a cell says: the run of the gate, the cell, its version and its digest. */
export const ANSWERS = { gate: GATE, cell: NAME, version: VERSION, digest: DIGEST };

export const POINT = list(number(), { least: 3, most: 3, description: 'x, y, z in metres.' });
const COORDINATE = number({ least: -LIMITS.coordinate, most: LIMITS.coordinate });

/** Where something is put, as cell files say it. */
export const POSE = named(
  'Pose',
  object(
    {},
    {
      optional: {
        xyz: list(COORDINATE, { least: 3, most: 3 }),
        rpy: list(number(), { least: 3, most: 3 }),
        quaternion: list(number(), { least: 4, most: 4 }),
      },
    },
  ),
  'A placement: xyz in metres; rpy in radians about the fixed axes x, y and z, or a quaternion x, y, z, w. What is left out is zero.',
);
/** A placement as requests say it. */
export type Pose = Infer<typeof POSE>;

/** Values of all joints in the order of `joints`, or of some by name. */
export const CONFIGURATION = named(
  'Configuration',
  either([
    list(number(), { most: LIMITS.joints }),
    record(number(), { most: LIMITS.joints, longest: LIMITS.name }),
  ]),
  'Values of all degrees of freedom in the order of the cell’s `joints`, or values by joint name; joints that are left out stand where the cell has them. Radians and metres.',
);
/** A configuration as requests say it. */
export type ConfigurationValue = Infer<typeof CONFIGURATION>;

/** A configuration, or the words of the command line for one. */
export const STATE = named(
  'State',
  either([
    list(number(), { most: LIMITS.joints }),
    record(number(), { most: LIMITS.joints, longest: LIMITS.name }),
    text({ least: 1, most: LIMITS.sentence }),
  ]),
  'A configuration; or text: a named state of the SRDF (`home`, `GROUP/STATE`), `ROBOT=STATE`, `JOINT=VALUE`, several with commas between them.',
);
/** A state as requests say it. */
export type StateValue = Infer<typeof STATE>;

/** Contents of a file: text, or bytes as base64. */
export const CONTENTS = named(
  'Contents',
  either([text({ most: LIMITS.file }), object({ base64: text({ most: LIMITS.file }) })]),
  'Contents of a file: text, or {"base64": bytes}.',
);
/** Contents of a file as requests say them. */
export type Contents = Infer<typeof CONTENTS>;

/** Fields of a fault. */
export const FAULT_FIELDS = {
  code: NAME,
  message: SENTENCE,
  place: text({ most: 1 << 20, description: 'JSON pointer into the request.' }),
  file: SENTENCE,
  line: integer(),
  column: integer(),
  byte: integer(),
  hint: SENTENCE,
};
const { code, message, ...more } = FAULT_FIELDS;

/** What is wrong, or worth knowing, as answers say it. */
export const FAULT = named(
  'Fault',
  object({ code, message }, { optional: more }),
  'What is wrong, or worth knowing: a stable code, a sentence, where, and what to do about it.',
);
/** A fault as answers say it. */
export type FaultValue = Infer<typeof FAULT>;

export const NOTES = list(FAULT, { most: 1_000_000 });
export const NAMES = list(SENTENCE, { most: LIMITS.bodies });
export const ASSUMPTIONS = list(SENTENCE, {
  most: 10_000_000,
  description: 'What the answer rests on and nobody has shown.',
});
/** Names of two bodies. */
export const PAIR = list(SENTENCE, { least: 2, most: 2, description: 'Names of two bodies.' });
export const POINTS = list(POINT, {
  least: 2,
  most: 2,
  description: 'A point of each body, in the world: the closest ones that were found.',
});

/** A limit of a joint that is left; no part of a verdict. */
export const LEFT_LIMIT = named(
  'LeftLimit',
  object(
    {
      joint: SENTENCE,
      kind: word(['position', 'velocity', 'acceleration']),
      value: orNull(number()),
      limit: number(),
      by: orNull(number()),
      unit: NAME,
    },
    {
      optional: {
        jump: number(),
        held: flag(),
        segment: integer(),
        t: number(),
        time: number(),
        segments: integer(),
      },
    },
  ),
  'A limit of a joint that is left, where and by how much. Verdicts are about collisions only.',
);
export const LEFT_LIMITS = list(LEFT_LIMIT, { most: 1_000_000 });

/** What opening and editing answer. */
export const OPENED = {
  ...ANSWERS,
  joints: NAMES,
  bodies: NAMES,
  testedPairs: integer({ least: 0 }),
  clearance: number(),
  assumptions: ASSUMPTIONS,
  notes: NOTES,
};
