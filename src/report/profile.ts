/** How close bodies come along the path, as a report has it: steps that are proven, and distances that were measured. */
import { type Cell, mostClearance } from '../cell/index.ts';
import {
  type PairKind,
  type PairProfile,
  type ProfilePart,
  type ProfilePiece,
  type ProfileResult,
  profileParts,
} from '../check/index.ts';
import { type Axis, placeOn } from './axis.ts';

/** Steps along the axis: from, to, proven at least. */
export type ReportSteps = readonly (readonly [from: number, to: number, lower: number])[];
/** Distances that were measured: the smallest near each place. */
export type ReportSeen = readonly (readonly [at: number, distance: number])[];

/** The clearance profile of a report. */
export interface ReportProfile {
  /** Metres by which what is proven of a pair may stay below what was seen. */
  readonly accuracy: number;
  readonly horizon: number;
  readonly complete: boolean;
  /** Proven for the whole path. */
  readonly lower: number;
  /** What is asked for: the largest clearance of a pair that is tested. */
  readonly clearance: number;
  readonly steps: ReportSteps;
  readonly seen: ReportSeen;
  /** The same of the pairs of each kind; null where there is none. */
  readonly parts: Readonly<Record<PairKind, ReportPart | null>>;
}

/** What a profile says of the pairs of a kind. */
export interface ReportPart {
  readonly lower: number;
  readonly steps: ReportSteps;
  readonly seen: ReportSeen;
  /** The pair that comes nearest, and where on the axis that was seen; null where nobody saw it. */
  readonly nearest: {
    readonly pair: readonly [string, string];
    readonly lower: number;
    readonly upper: number | null;
    readonly at: number | null;
  } | null;
}

/** Parts of the axis of which the smallest measured distance is shown. */
const SEEN = 240;

export function profileOf(cell: Cell, profile: ProfileResult, axis: Axis): ReportProfile {
  const { accuracy, horizon, complete, lower } = profile;
  const parts = profileParts(cell, profile, axis.knots.length - 1);
  const partOf = (part: ProfilePart | null): ReportPart | null =>
    part && {
      lower: finite(part.lower, horizon),
      ...curvesOf(part, axis, horizon),
      nearest: nearestOf(part, axis),
    };
  return {
    ...{ accuracy, horizon, complete, lower: finite(lower, horizon) },
    clearance: mostClearance(cell),
    ...curvesOf(profile, axis, horizon),
    parts: { surroundings: partOf(parts.surroundings), self: partOf(parts.self) },
  };
}

function finite(x: number, horizon: number): number {
  return Number.isFinite(x) ? x : horizon;
}

function nearestOf({ nearest }: ProfilePart, axis: Axis): ReportPart['nearest'] {
  if (!nearest) return null;
  const { bodies, lower, upper, place } = nearest;
  return {
    ...{ pair: bodies, lower, upper: Number.isFinite(upper) ? upper : null },
    at: place && placeOn(axis, place.segment, place.t),
  };
}

function curvesOf(
  { pairs, overall }: { pairs: readonly PairProfile[]; overall: readonly ProfilePiece[] },
  axis: Axis,
  horizon: number,
): Pick<ReportPart, 'steps' | 'seen'> {
  const { knots } = axis;
  const [begin, end] = [knots[0], knots[knots.length - 1]];
  const least: (readonly [number, number] | undefined)[] = new Array(SEEN);
  for (const { samples, pieces } of pairs) {
    const own = new Pieces(pieces);
    const all = new Pieces(overall);
    for (const { segment, t, distance } of samples) {
      // Only of the pair that decides there: others are farther, and would look like noise.
      if (own.lowerAt(segment, t) > all.lowerAt(segment, t)) continue;
      const at = placeOn(axis, segment, t);
      const bin = Math.min(SEEN - 1, Math.floor((SEEN * (at - begin)) / (end - begin)));
      const known = least[bin];
      if (!known || distance < known[1]) least[bin] = [at, distance];
    }
  }
  return {
    steps: overall.map((piece) => [
      placeOn(axis, piece.segment, piece.from),
      placeOn(axis, piece.segment, piece.to),
      finite(piece.lower, horizon),
    ]),
    seen: least.filter((entry) => entry !== undefined),
  };
}

/** Pieces that cover a path, asked from its beginning to its end. */
class Pieces {
  private readonly pieces: readonly ProfilePiece[];
  private next = 0;

  constructor(pieces: readonly ProfilePiece[]) {
    this.pieces = pieces;
  }

  /** What is proven at a place; never before the last place asked for. */
  lowerAt(segment: number, t: number): number {
    const { pieces } = this;
    const isBefore = (piece: ProfilePiece) =>
      piece.segment < segment || (piece.segment === segment && piece.to < t);
    while (this.next + 1 < pieces.length && isBefore(pieces[this.next])) this.next++;
    return pieces[this.next].lower;
  }
}
