/** Methods that ask about configurations and motions. */
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
import {
  ABOUT,
  ANSWERS,
  ASSUMPTIONS,
  BUDGET,
  CONFIGURATION,
  CONTENTS,
  FULL_NAME,
  LEFT_LIMITS,
  NAME,
  NAMES,
  NOTES,
  PAIR,
  POINT,
  POINTS,
  SENTENCE,
} from './common.ts';
import { LIMITS } from './limits.ts';

const COUNT = integer({ least: 0 });

export const state = {
  summary: 'Is a configuration free, and which two bodies are closest?',
  params: named('StateParams', object({ q: CONFIGURATION }, { optional: { ...ABOUT, ...BUDGET } })),
  result: named(
    'StateAnswer',
    object(
      {
        ...ANSWERS,
        verdict: word(['free', 'too-close', 'colliding', 'undecided']),
        limits: LEFT_LIMITS,
        assumptions: ASSUMPTIONS,
      },
      {
        optional: {
          pair: PAIR,
          distance: number(),
          lower: number({ description: 'Proven: the pair is no nearer than this.' }),
          contained: flag(),
          points: POINTS,
          tooClose: object({ pair: PAIR, distance: number(), clearance: number() }),
          notes: NOTES,
        },
      },
    ),
    'Of the pair that collides, or the closest one. Nothing is said of the way between two configurations: ask `motion`.',
  ),
};

const CLASS = object({
  name: FULL_NAME,
  bodies: list(text({ least: 1, most: LIMITS.name }), { least: 1, most: LIMITS.bodies }),
});

export const vector = {
  summary: 'Collision vectors between classes of bodies: how near, which way, proven from below.',
  params: named(
    'VectorParams',
    object(
      { q: CONFIGURATION },
      {
        optional: {
          threshold: number({
            above: 0,
            description: 'Metres: what is farther is only told to be.',
          }),
          classes: list(CLASS, {
            most: LIMITS.classes,
            description:
              'Names of bodies, `*` for any characters. Default: each robot, and all obstacles.',
          }),
          pairs: list(list(FULL_NAME, { least: 2, most: 2 }), {
            most: LIMITS.classes,
            description: 'Pairs of classes that are asked about. Default: all with tested bodies.',
          }),
          ...ABOUT,
          ...BUDGET,
        },
      },
    ),
  ),
  result: named(
    'VectorAnswer',
    object(
      {
        ...ANSWERS,
        vectors: list(
          object(
            {
              classes: list(SENTENCE, { least: 2, most: 2 }),
              status: word(['apart', 'colliding', 'too-near-to-tell', 'beyond', 'undecided']),
              lower: orNull(number()),
              distance: orNull(number()),
            },
            {
              optional: {
                pair: PAIR,
                r: POINT,
                s: POINT,
                vector: POINT,
                depth: number({
                  description:
                    'Of bodies that collide: metres along `direction` by which the first is moved until they are apart, or touch; an upper bound of their depth.',
                }),
                direction: POINT,
              },
            },
          ),
          { most: LIMITS.bodies },
        ),
        nearest: orNull(COUNT),
        leftOut: integer({
          least: 0,
          description: 'Tested pairs of bodies that no pair of classes covers.',
        }),
        assumptions: ASSUMPTIONS,
      },
      { optional: { notes: NOTES } },
    ),
    'Vectors from s to r, points of the nearest bodies of two classes; lower is proven. `nearest` is the number of the shortest. Nothing is said of the way between two configurations: ask `motion`.',
  ),
};

const ROW = list(number(), { most: LIMITS.joints });
const RATES = list(orNull(ROW), { most: LIMITS.waypoints });

/** A motion: in one of three ways. */
export const MOTION_FIELDS = {
  waypoints: list(CONFIGURATION, {
    least: 1,
    most: LIMITS.waypoints,
    description: 'Joints run straight from one to the next.',
  }),
  trajectory: named(
    'Trajectory',
    object(
      {
        waypoints: list(CONFIGURATION, { least: 1, most: LIMITS.waypoints }),
        times: list(number(), { least: 1, most: LIMITS.waypoints }),
      },
      { optional: { velocities: RATES, accelerations: RATES } },
    ),
    'With times, in seconds, and rates in the order of the cell’s joints: executed as a ROS controller does.',
  ),
  file: named(
    'MotionFile',
    object({ contents: CONTENTS }, { optional: { name: FULL_NAME } }),
    'A path, trajectory or tracks in any format that the command line reads.',
  ),
};
export const ONE_MOTION = [['waypoints', 'trajectory', 'file']] as const;

/** How a motion is taken. */
export const TAKEN = {
  wrap: word(
    ['literal', 'short'],
    'Joints without limits turn as the numbers say, or the short way.',
  ),
  interpolation: word(['straight', 'controller'], 'Whatever the motion says.'),
};

/** How a motion is checked. */
/** The nearest pair of a kind. */
const NEAREST = object({
  pair: PAIR,
  lower: number({ description: 'Proven: never nearer.' }),
  apart: flag(),
  upper: orNull(number({ description: 'The smallest distance that was seen.' })),
});

export const CHECKED = {
  ...TAKEN,
  method: word(['ladder', 'adaptive', 'refined', 'fixed'], 'Default ladder; fixed proves nothing.'),
  resolution: number({
    least: 0,
    most: 1000,
    description: 'For fixed: radians between samples; 0 bisects until something is found.',
  }),
  distance: word(['greedy', 'threshold', 'relative', 'exact'], 'For adaptive. Default threshold.'),
  relativeError: number({ least: 0, most: 0.999, description: 'For the distance relative.' }),
  bounds: integer({
    least: 1,
    most: 2,
    description: 'For adaptive and refined: motion bounded for all joint values, or for those met.',
  }),
  covering: word(
    ['midpoint', 'both-circles', 'circles', 'middle'],
    'For adaptive: where to look in what is not covered. Default midpoint.',
  ),
  order: word(['uncovered', 'length'], 'For adaptive: what comes first. Default uncovered.'),
  hulls: flag('For adaptive and refined: hulls before trees of volumes. Default true.'),
  turns: word(
    ['uncovered', 'budgets'],
    'Which of several segments is gone on with. The ladder has budgets alone.',
  ),
  delta: number({
    above: 0,
    most: 100,
    description: 'Metres beyond the clearance that need not be told apart.',
  }),
  budget: integer({ least: 1, most: 1e12, description: 'Tests after which to stop undecided.' }),
  clearance: number({
    least: 0,
    most: 100,
    description: 'Another clearance to the surroundings than the cell has.',
  }),
  selfClearance: number({
    least: 0,
    most: 100,
    description: 'Another clearance within a robot than the cell has.',
  }),
  tracking: number({
    least: 0,
    most: 100,
    description: 'Another tolerance of joints than the cell has.',
  }),
};

const RATE = either([number({ above: 0 }), record(number({ above: 0 }), { most: LIMITS.joints })]);
export const BRAKING = named(
  'Braking',
  object(
    { deceleration: RATE },
    {
      optional: {
        reaction_s: number({
          least: 0,
          most: 1000,
          description: 'Before braking begins. Default 0.',
        }),
        limit: number({
          above: 0,
          most: 1000,
          description: 'The largest factor of interest. Default 1.',
        }),
        velocity: RATE,
      },
    },
  ),
  'Asks for the largest speed factor for which braking, at any instant, stays inside of the clearance. Deceleration of all joints, or by name, in rad/s^2 or m/s^2. Velocity: of a motion without times, what factor 1 means; default: the limits of joints.',
);

const PIECE = { segment: COUNT, from: number(), to: number() };
const WITNESS = {
  t: number(),
  pair: PAIR,
  configuration: ROW,
  distance: number(),
};
const WITNESS_MORE = { violated: flag(), contained: flag(), points: POINTS, time: number() };
export const STATS = named(
  'CheckStats',
  object(
    {
      pairs: COUNT,
      configurations: COUNT,
      tests: COUNT,
      gjkCalls: COUNT,
      nodePairs: COUNT,
      trianglePairs: COUNT,
      milliseconds: number(),
    },
    { optional: { segments: COUNT, preparationMilliseconds: number() } },
  ),
);

const BRAKING_ANSWER = object({
  limit: number(),
  reaction_s: number(),
  complete: flag('Whether clearances were measured as closely as was asked for.'),
  clearance: orNull(number({ description: 'Metres: proven along all of the motion.' })),
  limiting: orNull(
    object(
      {
        pair: list(SENTENCE, { least: 1, most: 2 }),
        ...PIECE,
        lower: orNull(number()),
        kept: number(),
        joints: list(
          object({ joint: SENTENCE, unit: word(['rad', 'm']), rate: number(), stray: number() }),
          { most: LIMITS.joints },
        ),
      },
      {
        optional: { time: list(number(), { least: 2, most: 2 }) },
        description: 'Where a larger factor is not proven.',
      },
    ),
  ),
});

export const motion = {
  summary: 'Is a motion free, all of it? A proof, or where it collides.',
  params: named(
    'MotionParams',
    object(
      {},
      {
        optional: {
          ...MOTION_FIELDS,
          ...CHECKED,
          all: flag('Every pair that is not free on every segment.'),
          firstContact: flag('Where contact begins, and which pieces are proven free.'),
          clearances: flag('How close every pair comes: proven at least, and seen.'),
          braking: BRAKING,
          ...ABOUT,
          ...BUDGET,
        },
        exactlyOne: ONE_MOTION,
      },
    ),
  ),
  result: named(
    'MotionAnswer',
    object(
      {
        ...ANSWERS,
        verdict: word(['free', 'colliding', 'too-close', 'undecided', 'no collision found']),
        joints: NAMES,
        assumptions: ASSUMPTIONS,
        limits: LEFT_LIMITS,
        clearance: number(),
        delta: number(),
        method: NAME,
        wrap: NAME,
        interpolation: NAME,
        stats: STATS,
      },
      {
        optional: {
          selfClearance: number({ description: 'Within a robot, where that is another.' }),
          segment: COUNT,
          t: number(),
          pair: PAIR,
          configuration: ROW,
          distance: number(),
          ...WITNESS_MORE,
          bracket: list(orNull(number()), { least: 2, most: 2 }),
          safe: list(object(PIECE), { most: 10_000_000 }),
          unsafe: list(object({ ...PIECE, pairs: list(PAIR, { most: 10_000_000 }) }), {
            most: 10_000_000,
          }),
          violations: list(
            object(
              { verdict: word(['colliding', 'too-close']), segment: COUNT, ...WITNESS },
              { optional: WITNESS_MORE },
            ),
            { most: 10_000_000 },
          ),
          open: list(object({ ...PIECE, pair: PAIR }), { most: 10_000_000 }),
          clearances: list(
            object(
              {
                pair: PAIR,
                lower: number({ description: 'Proven: never nearer.' }),
                apart: flag(),
                upper: orNull(number({ description: 'The smallest distance that was seen.' })),
              },
              { optional: { segment: COUNT, t: number(), tracking: number() } },
            ),
            { most: 10_000_000 },
          ),
          otherClearance: number(),
          nearest: object(
            { surroundings: orNull(NEAREST), self: orNull(NEAREST) },
            {
              description: 'With clearances: how near it comes to the surroundings, and to itself.',
            },
          ),
          certifiedClearance: orNull(
            number({
              description: 'With clearances: proven for all pairs along all of the motion.',
            }),
          ),
          speedFactor: number({
            description:
              'With braking: the largest factor that is proven; 0 where none is, or the motion is not proven free.',
          }),
          braking: BRAKING_ANSWER,
          notes: NOTES,
        },
      },
    ),
    'Only `free` claims something of every configuration. Segments are numbered from 0, t runs from 0 to 1 on each.',
  ),
};
export type MotionFields = Infer<typeof motion.params>;
