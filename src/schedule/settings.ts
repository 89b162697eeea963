/** What a schedule is given and what it answers: plain records. */
import type { BroadPhase } from '../broadphase/index.ts';
import type { Triple } from '../geometry/index.ts';
import type { BodyDescription, RigidBody } from './body.ts';
import type { State } from './flight.ts';
import type { BoundsUsed } from './look.ts';
import type { Motion } from './motion.ts';

/** A body and what it does at first. */
export interface ScheduledBody extends BodyDescription {
  /** A motion; or a state, in which it flies from the schedule's start on, under the schedule's gravity. */
  readonly start: Motion | State;
}

/** What a schedule is made of. Seconds, metres. */
export interface ScheduleSettings {
  readonly bodies: readonly ScheduledBody[];
  /** m/s^2, for bodies that are given by their state and for those that a response sends into flight. Default none. */
  readonly gravity?: Triple;
  /** When it begins; default 0. */
  readonly start?: number;
  /** Bodies nearer than this collide. Default 1e-4 m. */
  readonly tolerance?: number;
  /** What happens at an impact; default: the run stops there. */
  readonly response?: Response;
  /** Which pairs need not be watched; null watches all. Default: a coherent hash, or brute force for few bodies. */
  readonly broadPhase?: BroadPhase | null;
  /** Seconds that boxes of the broad phase are made for; default 1/30. */
  readonly window?: number;
  /** Which bounds of the time of impact count; default all. */
  readonly bounds?: BoundsUsed;
  /**
   * What the heap is ordered by: `bounds` (default) are proven times before which nothing happens; `estimates` are
   * guesses, which may be late: then what was done too early is undone. Impacts are the same.
   */
  readonly keys?: 'bounds' | 'estimates';
  /** Pairs of names that are never looked at. */
  readonly ignore?: readonly (readonly [string, string])[];
  /** Most impacts (default 100,000) and looks (default 10 million) of a run. */
  readonly mostImpacts?: number;
  readonly mostLooks?: number;
}

/** Two bodies that came near, bracketed by proven times. */
export interface Impact {
  /** Numbers of the bodies, the smaller first. */
  readonly a: number;
  readonly b: number;
  /**
   * At `free` the bodies are proven farther apart than `within`, at `hit` they are proven as near; at all times until
   * `hit`, that included, they are proven farther apart than half of it. Both are the same if the bodies were that near
   * when they were first looked at.
   */
  readonly free: number;
  readonly hit: number;
  /** The tolerance; less for bodies that come nearer still before they have parted. */
  readonly within: number;
  /** Bounds of the distance at `hit`; the lower one is 0 where they cannot be shown to be apart. */
  readonly lower: number;
  readonly upper: number;
  /** From a to b, in the world. */
  readonly normal: Triple;
  /** The nearest points of a and of b, in the world. */
  readonly pointA: Triple;
  readonly pointB: Triple;
}

/** A body at an impact, for a response. */
export interface BodyAtImpact {
  readonly number: number;
  readonly body: RigidBody;
  readonly motion: Motion;
  readonly state: State;
}

/** New velocities, with which the body flies from where it is; or a motion that begins there. */
export type Change = Pick<State, 'velocity' | 'angularVelocity'> | Motion;

/** What a response asks for: an end, that the two are never looked at again, or changes. */
export type Reaction = 'stop' | 'ignore' | { readonly a?: Change; readonly b?: Change };

/** What happens at an impact. A function of what it is given: with estimates it may be asked again. */
export type Response = (impact: Impact, a: BodyAtImpact, b: BodyAtImpact) => Reaction;

/** What was done. */
export interface ScheduleStats {
  /** Looks at a pair of bodies. */
  looks: number;
  /** Queries of distance of two pieces. */
  queries: number;
  /** Windows of the broad phase. */
  windows: number;
  /** The most pairs that were watched at once, and all that ever were. */
  mostWatched: number;
  watched: number;
  /** With estimates: how often time went back, and how many impacts were undone. */
  rollbacks: number;
  undone: number;
}

/** Why a run ended: all was done; a response or the default stopped it; limits; or two bodies that cannot be told apart. */
export type ScheduleVerdict = 'done' | 'stopped' | 'impact-limit' | 'look-limit' | 'stuck';

/** What a run found: why it ended, the impacts in their order, and what it cost. */
/** What a run found: why it ended, the impacts in their order, and what it cost. */
export interface ScheduleResult {
  readonly verdict: ScheduleVerdict;
  /** Seconds until which everything is known: no impact before it is missing. */
  readonly time: number;
  /** The bodies that stopped it, by number. */
  readonly pair: readonly [number, number] | null;
  /** All so far, in the order of their times. */
  readonly impacts: readonly Impact[];
  readonly stats: ScheduleStats;
  /** What the verdict means, for people. */
  readonly sentence: string;
}
