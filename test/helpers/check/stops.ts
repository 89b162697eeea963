/**
 * Stops, simulated: somebody asks for one at an instant of a motion that runs at some speed factor; each joint follows the motion for a
 * while, then brakes by itself until it stands.
 */
import { askAbout, type Cell, type Pair, PairProbe, pairOf } from '../../../src/cell/index.ts';
import type { BrakingResult } from '../../../src/check/index.ts';
import { Kinematics } from '../../../src/kinematics/index.ts';
import type { Random } from '../../../src/math/index.ts';
import type { Path } from '../../../src/motion/index.ts';

export interface Stop {
  /** Seconds of the motion at factor 1. */
  readonly instant: number;
  readonly factor: number;
  /** Until they brake joints keep the velocity that they had at the instant; else they follow the motion. */
  readonly keeps: boolean;
  /** Per degree of freedom: seconds until it brakes, and how hard. */
  readonly reactions: Float64Array;
  readonly decelerations: Float64Array;
}

/** A stop as lazy or as hasty as may be, joint by joint; or anything between. */
export function anyStop(
  random: Random,
  instant: number,
  factor: number,
  { deceleration, reaction }: { deceleration: Float64Array; reaction: number },
): Stop {
  const mood = random.below(4);
  const reactions = deceleration.map(() => {
    if (mood === 0) return reaction;
    return [0, reaction, random.between(0, reaction)][random.below(3)];
  });
  const decelerations = deceleration.map((a) => {
    if (mood === 0) return a;
    return a * [1, 1e9, 1 / (1 - random.between(0, 0.9))][random.below(3)];
  });
  return { instant, factor, keeps: random.below(2) === 0, reactions, decelerations };
}

/** Metres: what is farther apart is not measured. */
const FAR = 0.5;

export class StopSimulator {
  private readonly cell: Cell;
  private readonly path: Path;
  private readonly times: readonly number[];
  private readonly probe: PairProbe;
  private readonly kinematics: Kinematics;
  private readonly pairs: readonly Pair[];
  private readonly rate: Float64Array;

  /** `cell`: as it was asked about the motion: what its pairs must keep is what they must keep there. */
  constructor(asked: Cell, path: Path) {
    const cell = wide(asked, path);
    this.cell = cell;
    this.path = path;
    this.times = path.times!;
    this.kinematics = new Kinematics(cell.tree);
    this.probe = new PairProbe(cell, this.kinematics);
    // Tested wherever joints may come; tracking takes the more the farther that is.
    this.pairs = cell.tested.map((pair) => {
      const { tracking } = pairOf(asked.pairs, pair.a, pair.b);
      return { ...pair, tracking: Math.min(tracking, pair.tracking) };
    });
    this.rate = new Float64Array(cell.tree.dofs.length);
  }

  /**
   * The least of distances less what pairs must keep, from the instant on until all stand. With `astray` joints are off by their
   * tracking tolerances besides, and pairs must keep their clearance alone.
   */
  least(stop: Stop, looks: number, astray?: Random): number {
    const end = this.duration(stop);
    const { tolerances, tree } = this.cell;
    let least = Number.POSITIVE_INFINITY;
    for (let n = 0; n <= looks; n++) {
      const q = this.configurationAt(stop, (n / looks) * end);
      if (astray) {
        tree.dofs.forEach(({ unit }, d) => {
          if (unit !== 'quaternion')
            q[d] += astray.between(-1, 1) < 0 ? -tolerances[d] : tolerances[d];
        });
      }
      this.kinematics.setConfiguration(q);
      for (const pair of this.pairs) {
        const { colliding, distance } = this.probe.measure(pair, FAR);
        const kept = pair.clearance + (astray ? 0 : pair.tracking);
        least = Math.min(least, (colliding ? 0 : distance) - kept);
        if (colliding) return Math.min(least, -1e-6);
      }
    }
    return least;
  }

  /** Seconds until all stand. */
  private duration({ instant, factor, keeps, reactions, decelerations }: Stop): number {
    let most = 0;
    reactions.forEach((after, d) => {
      const begin = keeps ? instant : instant + factor * after;
      const v = Math.abs(this.rateAt(begin)[d]) * factor;
      most = Math.max(most, after + v / decelerations[d]);
    });
    return most;
  }

  configurationAt(stop: Stop, at: number): Float64Array {
    const { instant, factor, keeps, reactions, decelerations } = stop;
    const { dofs } = this.cell.tree;
    const q = new Float64Array(dofs.length);
    for (let d = 0; d < dofs.length; d++) {
      const after = Math.min(at, reactions[d]);
      const begin = keeps ? instant : instant + factor * after;
      const own = this.configuration(begin);
      /** How far it gets at a speed: on as before, and while it brakes. */
      const far = (speed: number) =>
        (keeps ? speed * after : 0) + way(speed, at - after, decelerations[d]);
      if (dofs[d].unit === 'quaternion') {
        // All of the rotation at once: it goes on about the same axis.
        const rate = this.rateAt(begin).slice(d, d + 3);
        const angle = far(factor * Math.hypot(...rate));
        turned(own.subarray(d, d + 4), rate, angle).forEach((x, k) => {
          q[d + k] = x;
        });
        d += 3;
        continue;
      }
      const v = factor * this.rateAt(begin)[d];
      q[d] = own[d] + Math.sign(v) * far(Math.abs(v));
    }
    return q;
  }

  private place(time: number): { segment: number; t: number } {
    const { times } = this;
    let segment = 0;
    while (segment + 2 < times.length && time >= times[segment + 1]) segment++;
    const duration = times[segment + 1] - times[segment];
    // What takes no time stands still.
    const t = duration > 0 ? (time - times[segment]) / duration : 1;
    return { segment, t: Math.min(Math.max(t, 0), 1) };
  }

  private configuration(time: number): Float64Array {
    const { segment, t } = this.place(time);
    const q = new Float64Array(this.rate.length);
    this.path.segments[segment].configurationInto(t, q, 0);
    return q;
  }

  private rateAt(time: number): Float64Array {
    const { segment, t } = this.place(time);
    const { rate, times } = this;
    this.path.segments[segment].rateInto(t, rate, 0);
    const duration = times[segment + 1] - times[segment];
    for (let d = 0; d < rate.length; d++) rate[d] = duration > 0 ? rate[d] / duration : 0;
    return rate;
  }
}

/** How far something gets that brakes. */
function way(speed: number, seconds: number, deceleration: number): number {
  const t = Math.min(Math.max(seconds, 0), speed / deceleration);
  return speed * t - 0.5 * deceleration * t * t;
}

/** The same cell, with a box that covers wherever joints may come while they stop. */
function wide(cell: Cell, path: Path): Cell {
  const corner = (by: number) =>
    path.waypoints.map((q) =>
      q.map((x, d) => (cell.tree.dofs[d].unit === 'quaternion' ? x : x + by)),
    );
  return askAbout(cell, [...corner(-20), ...corner(20)]).cell;
}

/** Anywhere; every other time where the factor is limited. */
export function instantOf({ limiting }: BrakingResult, { times = [] }: Path, random: Random) {
  const [begin, end] = [times[0], times[times.length - 1]];
  if (limiting === null || random.below(2) === 0) return random.between(begin, end);
  const { segment, from, to } = limiting;
  const t = random.between(from, to);
  return times[segment] + t * (times[segment + 1] - times[segment]);
}

/** A quaternion turned about an axis of its own frame. */
function turned(q: ArrayLike<number>, axis: ArrayLike<number>, angle: number): number[] {
  const length = Math.hypot(axis[0], axis[1], axis[2]);
  if (length === 0) return [q[0], q[1], q[2], q[3]];
  const s = Math.sin(angle / 2) / length;
  const [x, y, z, w] = [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
  return [
    q[3] * x + q[0] * w + q[1] * z - q[2] * y,
    q[3] * y - q[0] * z + q[1] * w + q[2] * x,
    q[3] * z + q[0] * y - q[1] * x + q[2] * w,
    q[3] * w - q[0] * x - q[1] * y - q[2] * z,
  ];
}
