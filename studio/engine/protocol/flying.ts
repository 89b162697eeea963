/**
 * Bodies that fly, as a recording: where each body is at any time, which pairs are watched when, and the
 * impacts. Seconds and metres, in the world; bodies are numbers into the recording's list.
 */
import type { PlainShape } from '../../../src/geometry/index.ts';

export interface FlightRequest {
  /** Name of an example: model/flights.ts lists them. */
  readonly example: string;
  /** `false`: every pair is watched all the time. */
  readonly broadPhase: boolean;
}

/** A convex shape at its place in a body's frame. */
export interface FlightPiece {
  readonly geometry: PlainShape;
  readonly pose: Float64Array;
}

/**
 * Where a body is at certain times, which never go back. Between two of them its centre is on the cubic that has these
 * places and velocities, which a parabola is exactly; it turns evenly, by less than half a turn. Two knots of one time
 * are an impact: before it, and after it.
 */
export interface FlightKnots {
  readonly times: Float64Array;
  /** Twelve numbers per knot. */
  readonly poses: Float64Array;
  /** Three per knot, m/s. */
  readonly velocities: Float64Array;
}

export interface FlightBody {
  readonly name: string;
  readonly pieces: readonly FlightPiece[];
  /** Whether it ever moves. */
  readonly moves: boolean;
  readonly knots: FlightKnots;
}

/**
 * The pairs that are watched, as seen at certain instants: instant i has those from starts[i] to starts[i + 1]. They are looked
 * at anew for the picture: these looks do not count among those of the schedule.
 */
export interface FlightWatch {
  readonly times: Float64Array;
  readonly starts: Uint32Array;
  /** Two bodies per pair. */
  readonly pairs: Uint16Array;
  /** Six numbers per pair: the nearest point of each body, in that body's frame. */
  readonly points: Float32Array;
  /** Per pair: seconds from the instant on within which the two surely do not meet. */
  readonly apartFor: Float64Array;
}

/** Two bodies that came near. Proven: apart at `free`, within the tolerance at `hit`. */
export interface FlightImpact {
  readonly a: number;
  readonly b: number;
  readonly free: number;
  readonly hit: number;
  /** The nearest points of the two, in the world. */
  readonly points: readonly [readonly number[], readonly number[]];
}

/** What was done to find the impacts. */
export interface FlightWork {
  /** Looks at a pair of bodies. */
  readonly looks: number;
  /** Distances of two pieces that were computed for them. */
  readonly queries: number;
  /** The most pairs that were watched at once. */
  readonly mostWatched: number;
}

/** What looking at every pair once in a while sees, in place of the schedule: nothing of it is proven. */
export interface FixedSteps {
  /** Seconds from one look to the next. */
  readonly step: number;
  readonly looks: number;
  /** Impacts that it sees. */
  readonly impacts: number;
  /** The bodies of the first impact that there is, and which of them flies. */
  readonly a: number;
  readonly b: number;
  readonly mover: number;
  /** Times of the looks, as many as there is use for. */
  readonly times: Float64Array;
  /** How far apart the two are there at least, as steps let them move; 0 where they are not seen apart. */
  readonly distances: Float64Array;
  /** Of the body that flies: twelve numbers per time. */
  readonly poses: Float64Array;
}

export interface FlightAnswer {
  readonly example: string;
  readonly broadPhase: boolean;
  readonly begin: number;
  readonly end: number;
  /** Metres: nearer than this is an impact. */
  readonly tolerance: number;
  readonly bodies: readonly FlightBody[];
  readonly watch: FlightWatch;
  readonly impacts: readonly FlightImpact[];
  readonly work: FlightWork;
  /** Null where nothing meets. */
  readonly fixed: FixedSteps | null;
  /** How the run ended, for people. */
  readonly sentence: string;
}
