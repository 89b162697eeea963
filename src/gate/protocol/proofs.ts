/** Methods that plan, prove and verify; and the one that stops another. */
import {
  either,
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
  FULL_NAME,
  LEFT_LIMITS,
  NAME,
  NAMES,
  NOTES,
  PAIR,
  SENTENCE,
  STATE,
} from './common.ts';
import { LIMITS } from './limits.ts';
import { CHECKED, MOTION_FIELDS, ONE_MOTION, STATS, TAKEN } from './questions.ts';

const COUNT = integer({ least: 0 });
const ROW = list(number(), { most: LIMITS.joints });
const PLACE = number({ least: -LIMITS.coordinate, most: LIMITS.coordinate });

const POSE_GOAL = named(
  'PoseGoal',
  object(
    { link: FULL_NAME, xyz: list(PLACE, { least: 3, most: 3 }) },
    { optional: { rpy: list(number(), { least: 3, most: 3 }) } },
  ),
  'Where a link shall be, in the world: metres, and radians about fixed axes; without rpy it may be turned as it likes.',
);

const LENGTH = number({ above: 0, most: 1e9 });
const WHOLE = integer({ least: 0, most: 1e9 });

const PLANNER_SETTINGS = named(
  'PlannerSettings',
  object(
    {},
    {
      optional: {
        mode: word(['certified', 'clearance', 'fixed'], 'Of rrt-connect. fixed proves nothing.'),
        step: LENGTH,
        halvings: WHOLE,
        dynamicDomain: flag(),
        checker: word(['ladder', 'adaptive', 'refined']),
        edgeBudget: integer({ least: 1, most: 1e9 }),
        reach: LENGTH,
        delta: number({ least: 0, most: 1e9 }),
        order: word(['uncovered', 'length']),
        keep: flag(),
        lazy: flag(),
        transfer: flag(),
        density: flag(),
        smallest: LENGTH,
        patience: WHOLE,
        bounded: flag(),
        merged: flag(),
        neighbours: integer({ least: 1, most: 1e9 }),
        resolution: number({ above: 0, most: 1000 }),
      },
    },
  ),
  'Settings of the planner. One that belongs to another planner is refused.',
);

/** How far and how long a planner looks. */
const SEARCH = {
  planner: word(
    ['rrt-connect', 'a-sbl', 'ladder-sbl', 'sbl', 'bls', 'prm', 'lazy-prm'],
    'sbl proves nothing.',
  ),
  seed: integer({ least: 0, most: Number.MAX_SAFE_INTEGER }),
  iterations: integer({ least: 1, most: 1e9 }),
  timeLimit_ms: number({ least: 0, most: LIMITS.budget_ms }),
  smooth: either([
    flag(),
    object({}, { optional: { iterations: integer({ least: 1, most: 1e9 }) } }),
  ]),
  weights: record(number({ above: 0 }), { most: LIMITS.joints }),
  resolution: number({ above: 0, most: 1000 }),
  settings: PLANNER_SETTINGS,
};

export const plan = {
  summary: 'A path from one state to another, proven free.',
  params: named(
    'PlanParams',
    object(
      {},
      {
        optional: {
          from: STATE,
          to: list(STATE, { least: 1, most: LIMITS.goals, description: 'Any of these will do.' }),
          toPose: list(POSE_GOAL, { least: 1, most: LIMITS.goals }),
          request: CONTENTS,
          ...SEARCH,
          certificate: flag('With the proof that the path is free.'),
          ...ABOUT,
          ...BUDGET,
        },
      },
    ),
    'Goals are `to` and `toPose`; or start and goals are those of a MoveIt motion plan request.',
  ),
  result: named(
    'PlanAnswer',
    object(
      {
        ...ANSWERS,
        verdict: word([
          'free',
          'no path found',
          'no collision found',
          'undecided',
          'colliding',
          'too-close',
        ]),
        waypoints: orNull(list(ROW, { most: 10_000_000 })),
        joints: NAMES,
        length: orNull(number()),
        milliseconds: number(),
        planner: NAME,
        seed: COUNT,
        from: ROW,
        clearance: number(),
        assumptions: ASSUMPTIONS,
        limits: LEFT_LIMITS,
        phases: record(number(), { most: 100 }),
        stats: object(
          {
            iterations: COUNT,
            samples: COUNT,
            configurations: COUNT,
            milestones: COUNT,
            edges: COUNT,
            freeEdges: COUNT,
            milliseconds: number(),
            samplingMilliseconds: number(),
            checkingMilliseconds: number(),
          },
          { optional: { shortcutsTried: COUNT, shortcutsTaken: COUNT, check: STATS } },
        ),
      },
      {
        optional: {
          lengthBefore: number(),
          goal: COUNT,
          goalName: SENTENCE,
          standing: NAMES,
          near: list(
            object({
              end: SENTENCE,
              pairs: list(object({ pair: PAIR, lower: number(), distance: number() }), {
                most: LIMITS.bodies,
              }),
            }),
            { most: LIMITS.goals + 1 },
          ),
          notes: NOTES,
          certificate: text({ most: LIMITS.file }),
          noCertificate: SENTENCE,
        },
      },
    ),
  ),
};

export const certificate = {
  summary: 'The proof that a motion is free, as text that `verify` and anybody else can check.',
  params: named(
    'CertificateParams',
    object(
      {},
      {
        optional: { ...MOTION_FIELDS, ...CHECKED, ...ABOUT, ...BUDGET },
        exactlyOne: ONE_MOTION,
      },
    ),
  ),
  result: named(
    'CertificateAnswer',
    object(
      {
        ...ANSWERS,
        verdict: word(['free', 'colliding', 'too-close', 'undecided', 'no collision found']),
        written: flag(),
      },
      {
        optional: {
          reason: SENTENCE,
          text: text({ most: LIMITS.file }),
          bytes: COUNT,
          slabs: COUNT,
          glances: COUNT,
          sweeps: COUNT,
          certificateDigest: text({ most: 64, description: 'SHA-256 of the text.' }),
        },
      },
    ),
    'It names the version of the cell by the digest of its model: it is a proof in no other.',
  ),
};

const INTERPOLATED = {
  interpolation: word(['straight', 'arcs', 'controller', 'blend']),
  blend: number({ description: 'Seconds of one blend.' }),
};

const READING = named(
  'MotionReading',
  object(
    {
      name: SENTENCE,
      wrap: word(['literal', 'short']),
      standing: list(object({ joint: NAME, value: number(), source: SENTENCE }), {
        most: LIMITS.joints,
        description: 'Joints that the motion does not name, and where they stand.',
      }),
    },
    {
      optional: {
        ...INTERPOLATED,
        tracks: list(
          object({ name: SENTENCE, offset: number(), delay: number() }, { optional: INTERPOLATED }),
          { most: 1000, description: 'Robots with their own timing, in seconds.' },
        ),
      },
    },
  ),
  'The rules by which the motion of the request became a path.',
);

export const verify = {
  summary: 'Is a certificate a proof that its motion is free in this version of a cell?',
  params: named(
    'VerifyParams',
    object(
      { certificate: CONTENTS },
      {
        optional: {
          ...MOTION_FIELDS,
          ...TAKEN,
          clearance: CHECKED.clearance,
          selfClearance: CHECKED.selfClearance,
          tracking: CHECKED.tracking,
          delays: list(number({ least: 0 }), { most: 1000 }),
          ...ABOUT,
          ...BUDGET,
        },
      },
    ),
    'With a motion, the certificate must be of this one, read by the rules of this request: literally by default, whatever the certificate says. The cell asks for the least: clearances and tolerances here only ask for more. Verifying goes on to its end whatever the budget.',
  ),
  result: named(
    'VerifyAnswer',
    object(
      {
        ...ANSWERS,
        verified: flag(),
        slabs: COUNT,
        glances: COUNT,
        pairs: COUNT,
        segments: COUNT,
        sweeps: COUNT,
        assumptions: ASSUMPTIONS,
        milliseconds: number(),
      },
      {
        optional: {
          reason: object(
            { code: NAME, message: SENTENCE },
            { optional: { pair: PAIR, segment: COUNT, slab: COUNT } },
          ),
          shows: object(
            { clearance: number(), tracking: flag('Wherever joints stray to.') },
            {
              optional: {
                self: number({ description: 'Within a robot, where that is another.' }),
                exceptions: flag('Some pairs keep a smaller clearance of their own.'),
              },
              description: 'What the certificate shows: what is asked, or more.',
            },
          ),
          path: READING,
          delays: list(object({ name: SENTENCE, delay: number() }), {
            most: 1000,
            description:
              'Of a certificate of delays: how late each of its tracks may begin, in seconds.',
          }),
          notes: NOTES,
        },
      },
    ),
  ),
};

export const cancel = {
  summary: 'Stops a request of the same connection: it answers early, with what it knows by then.',
  params: named(
    'CancelParams',
    object({ id: either([text({ most: LIMITS.name }), number()]) }),
    '`id` is that of the request to be stopped.',
  ),
  result: named('Cancelled', object({ cancelled: flag('Whether there was such a request.') })),
};

/** What is told while a request runs. */
export const PROGRESS = named(
  'Progress',
  object(
    { phase: NAME, done: COUNT, of: COUNT },
    { optional: { tests: COUNT, iterations: COUNT, milestones: COUNT, notes: NOTES } },
  ),
  'How far a request is: segments, edges or parts that are settled, of how many; 0 of 0 where nobody knows.',
);
