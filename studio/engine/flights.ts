/** Examples of bodies that fly, computed by the schedule and recorded for the page. */
import { InputError, identityPose } from '../../src/math/index.ts';
import {
  createSchedule,
  EXAMPLE_SCENES,
  type ExampleScene,
  type Impact,
  Look,
  runFixedIntervals,
  type ScheduleSettings,
} from '../../src/schedule/index.ts';
import { knotsOf, type Span, watchOf } from './flightKnots.ts';
import type { Report } from './progress.ts';
import type { FixedSteps, FlightAnswer, FlightRequest } from './protocol.ts';

/** Seconds of the steps that games and films take. */
const STEP = 1 / 30;
/** Steps that are told. */
const MOST_STEPS = 40;

/** What flies, and until when. */
export type FlightScene = Pick<ExampleScene, 'settings' | 'until'>;

/** Runs an example. Throws an InputError for one that there is not. */
export function flown({ example, broadPhase }: FlightRequest, report: Report): FlightAnswer {
  const make = EXAMPLE_SCENES.get(example);
  if (!make) {
    throw new InputError({
      code: 'flight/unknown',
      message: `there is no example "${example}"`,
      hint: `there are ${[...EXAMPLE_SCENES.keys()].join(', ')}`,
    });
  }
  return { example, ...recorded(make(), broadPhase, report) };
}

/** A run of any scene, with the broad phase or without. */
export function recorded(
  { settings, until }: FlightScene,
  broadPhase: boolean,
  report: Report,
): Omit<FlightAnswer, 'example'> {
  const { response, start: begin = 0 } = settings;
  // Impacts tell how far it is; to run it piece by piece would take more looks.
  const told: ScheduleSettings['response'] =
    response &&
    ((impact, a, b) => {
      tell(report, 'computing impacts', (impact.hit - begin) / (until - begin));
      return response(impact, a, b);
    });
  tell(report, 'computing impacts', 0);
  const schedule = createSchedule({
    ...settings,
    ...(told && { response: told }),
    ...(broadPhase ? {} : { broadPhase: null }),
  });
  const { impacts, stats, time, sentence } = schedule.run(until);
  const { looks, queries, mostWatched } = stats;
  const span: Span = { begin, end: Math.max(time, begin) };
  const tolerance = Math.max(0, ...impacts.slice(0, 1000).map(({ within }) => within));
  tell(report, 'recording', 1);
  return {
    broadPhase,
    ...span,
    tolerance,
    bodies: settings.bodies.map(({ name, pieces }, i) => {
      const knots = knotsOf(schedule, i, span);
      return {
        name,
        pieces: pieces.map(({ shape, pose = identityPose() }) => ({ geometry: shape, pose })),
        moves: schedule.motionAt(i, begin).kind !== 'rest' || knots.times.length > 2,
        knots,
      };
    }),
    watch: watchOf(schedule, span, tolerance),
    impacts: impacts.map(({ a, b, free, hit, pointA, pointB }) => ({
      ...{ a, b, free, hit },
      points: [pointA, pointB],
    })),
    work: { looks, queries, mostWatched },
    fixed: impacts.length > 0 ? fixedSteps({ settings, until }, impacts[0]) : null,
    sentence,
  };
}

/** What looking at every pair each 1/30 s sees, at least once after the first impact. */
function fixedSteps({ settings, until }: FlightScene, { a, b, hit }: Impact): FixedSteps {
  const { start = 0 } = settings;
  const least = start + Math.ceil((hit - start) / STEP + 1e-9) * STEP;
  const end = Math.max(until, least);
  const { impacts, looks, history } = runFixedIntervals(settings, { interval: STEP, until: end });
  const count = Math.min(MOST_STEPS, Math.floor((end - start) / STEP + 1e-9) + 1);
  const times = Float64Array.from({ length: count }, (_, i) => start + i * STEP);
  const schedule = createSchedule(settings);
  const mover = history.motionAt(a, start).kind === 'flight' ? a : b;
  const poses = new Float64Array(12 * count);
  const look = new Look();
  const distances = times.map((time, i) => {
    const [first, second] = [a, b].map((body) => ({
      body: schedule.bodies[body],
      motion: history.motionAt(body, time),
    }));
    history.motionAt(mover, time).poseInto(time, poses, 12 * i);
    look.at(time, first, second);
    return Math.max(0, look.lower);
  });
  return { step: STEP, looks, impacts: impacts.length, a, b, mover, times, distances, poses };
}

function tell(report: Report, what: string, part: number): void {
  report({ what, done: Math.round(100 * Math.min(1, Math.max(0, part))), of: 100 });
}
