/**
 * Points of a timed motion as trajectories have them: positions and velocities at times that are whole
 * nanoseconds, because ROS has no others. What is in the points is what a controller executes, a cubic
 * between each two (motion/timed.ts); so they are measured and proven as such, not as what was meant.
 */
import type { KinematicTree } from '../../kinematics/index.ts';
import { type TimedPoints, timedPath } from '../../motion/index.ts';
import { type JointLimits, usedShare } from './jointLimits.ts';

const PER_SECOND = 1e9;

/** Nanoseconds: shorter pieces are lost in the rounding of times. */
export const SHORTEST = 1000;

/** Seconds, as who reads seconds and nanoseconds gets them. */
export function secondsOf(nanoseconds: number): number {
  const whole = Math.floor(nanoseconds / PER_SECOND);
  return whole + (nanoseconds - whole * PER_SECOND) / PER_SECOND;
}

/** Whole nanoseconds that are not less. */
export function nanosecondsOf(seconds: number): number {
  return Math.ceil(seconds * PER_SECOND);
}

export class Knots {
  readonly nanoseconds: number[] = [];
  readonly waypoints: Float64Array[] = [];
  readonly velocities: Float64Array[] = [];
  /** Per piece between two knots: k for the blend at waypoint k, k + 0.5 for the way on from there. */
  readonly places: number[] = [];

  add(nanoseconds: number, q: Float64Array, velocity: Float64Array, place: number): void {
    this.nanoseconds.push(nanoseconds);
    this.waypoints.push(q);
    this.velocities.push(velocity);
    this.places.push(place);
  }

  /** Drops all knots from this one on. */
  cut(count: number): void {
    for (const list of [this.nanoseconds, this.waypoints, this.velocities, this.places]) {
      list.length = count;
    }
  }

  get last(): number {
    return this.nanoseconds[this.nanoseconds.length - 1];
  }

  pointsFrom(first: number): TimedPoints & { readonly velocities: readonly Float64Array[] } {
    return {
      waypoints: this.waypoints.slice(first),
      times: this.nanoseconds.slice(first).map(secondsOf),
      velocities: this.velocities.slice(first),
    };
  }

  /** How much of the limits the motion takes from a knot on. */
  usedFrom(tree: KinematicTree, first: number, limits: JointLimits) {
    return usedShare(timedPath(tree, this.pointsFrom(first)), limits);
  }
}
