/** The schedule against dense sampling, pair by pair: what it misses or brackets wrongly. */
import { type HullShape, hullShape } from '../../../src/geometry/index.ts';
import { Random } from '../../../src/math/index.ts';
import {
  createSchedule,
  Flight,
  type ScheduledBody,
  type ScheduleSettings,
  type State,
} from '../../../src/schedule/index.ts';
import {
  type PlainFlight,
  type PlainPair,
  plainGap,
  plainPose,
  randomPair,
  randomPolyhedra,
} from './ballisticPairs.ts';

export interface BallisticCounts {
  pairs: number;
  impacts: number;
  /** Pairs that no impact was reported of, though they came within twice the tolerance. */
  narrow: number;
  samples: number;
  looks: number;
  /** What is wrong, a line each. */
  readonly faults: string[];
}

/** What the samples near impacts may be off by, per unit of size and place. */
const BLUR = 1e-9;

const hulls = new WeakMap<Float64Array, HullShape>();

function hullOf(corners: Float64Array): HullShape {
  const known = hulls.get(corners) ?? hullShape(corners);
  hulls.set(corners, known);
  return known;
}

export function bodyOf(name: string, flight: PlainFlight): ScheduledBody {
  const { shape, pose, velocity, angularVelocity, inertia } = flight;
  const { core } = shape;
  const made =
    core.kind === 'box'
      ? ({ kind: 'box', half: core.half } as const)
      : core.kind === 'corners'
        ? hullOf(core.corners)
        : ({ kind: 'sphere', radius: shape.round } as const);
  return {
    name,
    pieces: [{ shape: made }],
    inertia,
    start: { pose, velocity, angularVelocity },
  };
}

/** Runs so many pairs from a seed. */
export function ballisticCampaign(
  count: number,
  seed: number,
  settings: Partial<ScheduleSettings> = {},
): BallisticCounts {
  const random = new Random(seed);
  const polyhedra = randomPolyhedra(random, Math.min(count, 300));
  const counts: BallisticCounts = {
    pairs: 0,
    impacts: 0,
    narrow: 0,
    samples: 0,
    looks: 0,
    faults: [],
  };
  for (let i = 0; i < count; i++)
    tryPair(randomPair(random, polyhedra), `seed ${seed}, pair ${i}`, settings, counts);
  return counts;
}

function tryPair(
  pair: PlainPair,
  what: string,
  settings: Partial<ScheduleSettings>,
  counts: BallisticCounts,
): void {
  const { a, b, until } = pair;
  const small = Math.min(a.shape.radius, b.shape.radius);
  const tolerance = 1e-3 * small;
  const place = Math.max(...Array.from(a.pose, Math.abs), ...Array.from(b.pose, Math.abs));
  const blur = BLUR * small + 1e-14 * place;
  const bodies = [bodyOf('a', a), bodyOf('b', b)];
  // Gravity differs between the two in some pairs: each has its own motion.
  const schedule = createSchedule({
    ...settings,
    bodies: bodies.map((body, i) => ({ ...body, start: flightOf(body, [a, b][i]) })),
    tolerance,
  });
  const result = schedule.run(until);
  counts.pairs++;
  counts.looks += result.stats.looks;
  const poses = (time: number) =>
    [a, b].map((flight, i) => plainPose(flight, time, (t) => schedule.stateAt(i, t).pose));
  const gapAt = (time: number) => {
    const [p, q] = poses(time);
    counts.samples++;
    return plainGap(a, p, b, q);
  };
  const fault = (text: string) => counts.faults.push(`${what}: ${text}`);
  const [impact] = result.impacts;
  let end = until;
  if (impact) {
    counts.impacts++;
    end = impact.hit;
    if (result.verdict !== 'stopped') fault(`an impact, and ${result.sentence}`);
    if (impact.within !== tolerance) fault(`within ${impact.within}, tolerance ${tolerance}`);
    if (!(impact.free <= impact.hit)) fault(`free at ${impact.free}, hit at ${impact.hit}`);
    const hit = gapAt(impact.hit);
    if (hit.lower > tolerance + blur) fault(`${hit.lower} m apart at the hit`);
    if (hit.upper < impact.lower - blur)
      fault(`${hit.upper} m apart at the hit, said ${impact.lower}`);
    if (impact.free < impact.hit) {
      const free = gapAt(impact.free);
      if (free.upper < tolerance - blur) fault(`${free.upper} m apart when free`);
    } else if (impact.free > 0 && impact.lower < 0.5 * tolerance) fault('no bracket');
  } else if (result.verdict !== 'done') fault(`no impact, and ${result.sentence}`);
  const nearest = sample(pair, end, gapAt, 0.5 * tolerance - blur, impact === undefined);
  if (impact?.free === 0) return;
  if (nearest.upper < 0.5 * tolerance - blur) {
    fault(`${nearest.upper} m apart at ${nearest.time} s, before ${end} s`);
  }
  if (!impact && nearest.upper < 2 * tolerance) counts.narrow++;
}

function flightOf(body: ScheduledBody, flight: PlainFlight) {
  return new Flight({
    state: body.start as State,
    time: 0,
    gravity: flight.gravity,
    inertia: flight.inertia,
  });
}

/** The nearest sample from 0 to a time, the end itself only where asked for. */
function sample(
  { a, b, until }: PlainPair,
  end: number,
  gapAt: (time: number) => { readonly upper: number },
  enough: number,
  closed: boolean,
): { readonly time: number; readonly upper: number } {
  let nearest = { time: 0, upper: Number.POSITIVE_INFINITY };
  const speed =
    [a, b].reduce((sum, { velocity, gravity, angularVelocity, shape, inertia }) => {
      const turning =
        (Math.hypot(...angularVelocity) * Math.max(...inertia)) / Math.min(...inertia);
      return (
        sum + Math.hypot(...velocity) + Math.hypot(...gravity) * until + turning * shape.radius
      );
    }, 0) + 1e-9;
  const least = until / 2000;
  for (let time = 0; time < end || (closed && time === end); ) {
    const { upper } = gapAt(time);
    if (upper < nearest.upper) nearest = { time, upper };
    if (upper < enough || time === end) break;
    // Dense where they are near; what lies between samples that are far apart cannot be nearer than nothing.
    time = Math.min(
      time + Math.max(least, (0.9 * upper) / speed),
      closed ? end : Number.POSITIVE_INFINITY,
    );
  }
  return nearest;
}
