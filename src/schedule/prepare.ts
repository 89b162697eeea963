/** Settings of a schedule, compiled, with everything that was left out. */
import { type BroadPhase, BruteForce, CoherentHash } from '../broadphase/index.ts';
import type { Triple } from '../geometry/index.ts';
import { InputError } from '../math/index.ts';
import { type RigidBody, rigidBody } from './body.ts';
import { Flight } from './flight.ts';
import type { BoundsUsed } from './look.ts';
import { assertFinite, type Motion, NOTHING } from './motion.ts';
import type { Response, ScheduledBody, ScheduleSettings } from './settings.ts';
import { WatchedPairs } from './watched.ts';

/** What a schedule works with. */
export interface Prepared {
  readonly bodies: readonly RigidBody[];
  readonly motions: readonly Motion[];
  readonly gravity: Triple;
  readonly start: number;
  readonly tolerance: number;
  readonly response: Response;
  /** Whether boxes are told; if not, all of them are the same. */
  readonly culls: boolean;
  readonly broadPhase: BroadPhase;
  readonly window: number;
  readonly bounds: BoundsUsed;
  readonly keys: 'bounds' | 'estimates';
  /** Keys of pairs that are not looked at. */
  readonly ignored: Set<number>;
  readonly mostImpacts: number;
  readonly mostLooks: number;
}

/** Throws an InputError for what is wrong, with the body's name. */
export function prepare(settings: ScheduleSettings): Prepared {
  const { gravity = NOTHING, start = 0, tolerance = 1e-4, window = 1 / 30 } = settings;
  assertFinite(gravity, 'gravity');
  assertFinite([start], 'the start of a schedule');
  requirePositive(tolerance, 'the tolerance');
  requirePositive(window, 'the window of the broad phase');
  const numbers = new Map<string, number>();
  settings.bodies.forEach(({ name }, i) => {
    if (numbers.has(name)) {
      throw new InputError({ code: 'schedule/name', message: `two bodies are called "${name}"` });
    }
    numbers.set(name, i);
  });
  const bodies = settings.bodies.map(rigidBody);
  const motions = settings.bodies.map((body, i) => motionOf(body, bodies[i], start, gravity));
  const ignored = (settings.ignore ?? []).map((names) => {
    const [a, b] = names.map((name) => {
      const number = numbers.get(name);
      if (number !== undefined) return number;
      throw new InputError({ code: 'schedule/name', message: `no body is called "${name}"` });
    });
    return WatchedPairs.key(a, b);
  });
  return {
    bodies,
    motions,
    gravity,
    start,
    tolerance,
    response: settings.response ?? (() => 'stop'),
    culls: settings.broadPhase !== null,
    broadPhase: settings.broadPhase ?? ownBroadPhase(settings),
    window,
    bounds: settings.bounds ?? 'all',
    keys: settings.keys ?? 'bounds',
    ignored: new Set(ignored),
    mostImpacts: settings.mostImpacts ?? 100_000,
    mostLooks: settings.mostLooks ?? 10_000_000,
  };
}

/** Few bodies are compared each with each sooner than hashed. */
function ownBroadPhase({ bodies, broadPhase }: ScheduleSettings): BroadPhase {
  return broadPhase === null || bodies.length < 24 ? new BruteForce() : new CoherentHash();
}

function motionOf(
  { name, start: given }: ScheduledBody,
  body: RigidBody,
  time: number,
  gravity: Triple,
): Motion {
  const motion =
    'kind' in given
      ? given
      : named(name, () => new Flight({ state: given, time, gravity, inertia: body.inertia }));
  requireFits(body, motion);
  if (motion.begin <= time) return motion;
  throw new InputError({
    code: 'schedule/times',
    message: `the motion of body "${name}" begins at ${motion.begin} s, after the start at ${time} s`,
  });
}

/** Throws unless the bounds of a motion hold for a body. */
export function requireFits(body: RigidBody, motion: Motion): void {
  if (body.radius === Number.POSITIVE_INFINITY && motion.kind !== 'rest') {
    throw new InputError({
      code: 'schedule/unbounded',
      message: `body "${body.name}" has no end and moves: a half-space must be at rest`,
      hint: 'make it of boxes',
    });
  }
  if (body.radius <= motion.radius) return;
  throw new InputError({
    code: 'schedule/radius',
    message: `body "${body.name}" reaches ${body.radius} m from its origin; its motion has bounds for ${motion.radius} m`,
  });
}

/** What is wrong is said of the body. */
export function named<T>(name: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError({ ...error.fault, message: `body "${name}": ${error.fault.message}` });
  }
}

function requirePositive(value: number, what: string): void {
  if (value > 0 && value < Number.POSITIVE_INFINITY) return;
  throw new InputError({
    code: 'schedule/settings',
    message: `${what} is ${value}: expected a positive number`,
  });
}
