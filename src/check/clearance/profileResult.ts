/** The clearance profile of a path: what it says, and how it is put together from what was found. */
import type { Cell, Pair } from '../../cell/index.ts';
import type {
  ClearanceResult,
  PairClearance,
  PathPiece,
  PathProgress,
} from '../paths/pathRequest.ts';
import type { CheckStats } from '../request.ts';

/** How exact a profile is to be. */
export interface ProfileRequest {
  /** Metres by which what is proven may stay below what was seen. Default 0.001. */
  readonly accuracy?: number;
  /** Along the path this part of what is proven is enough as well, where that is more; not for its smallest. Default 0.05. */
  readonly relative?: number;
  /** Metres. What is farther apart need not be known any better. Default 0.25. */
  readonly horizon?: number;
  /** Number of tests after which to stop, with what is proven until then. Default 200,000. */
  readonly budget?: number;
  readonly signal?: { readonly aborted: boolean };
  readonly timeLimit_ms?: number;
  /** Called now and then. */
  readonly onProgress?: (progress: PathProgress) => void;
}

/** Part of a segment on which a pair is nowhere nearer than `lower`: proven. */
export interface ProfilePiece extends PathPiece {
  readonly lower: number;
}

/** A distance that was measured at a configuration of the path. */
export interface ProfileSample {
  readonly segment: number;
  readonly t: number;
  readonly distance: number;
}

/** How close two bodies come along a path. */
export interface PairProfile {
  readonly pair: Pair;
  /** Names of the two bodies. */
  readonly bodies: readonly [string, string];
  /** Proven for the whole path: the smallest of the pieces'. */
  readonly lower: number;
  /** Smallest distance seen; infinite if none was within the horizon. */
  readonly upper: number;
  /** Where that was. */
  readonly nearest: ProfileSample | null;
  /** They cover the path without gaps, in order. */
  readonly pieces: readonly ProfilePiece[];
  /**
   * In order. The ends of all pieces are among them, except where the pair is beyond the horizon and
   * was not measured.
   */
  readonly samples: readonly ProfileSample[];
}

/**
 * On every piece the nearer of its ends is within max(accuracy, relative * lower) of `lower`, and of each pair `lower`
 * is within `accuracy` of `upper`, or at least the horizon; if `complete`. Distances are as PairFinding defines them: padding
 * is taken off, and from what is proven also the errors of poses and of q(t). What joints may stray
 * by their tracking tolerances is not: it is in `pair.tracking`.
 */
export interface ProfileResult {
  readonly accuracy: number;
  readonly relative: number;
  readonly horizon: number;
  /** Pairs that come within the horizon, or are not shown to stay beyond it; closest first. */
  readonly pairs: readonly PairProfile[];
  /** The others, with what is proven for the whole path. */
  readonly far: readonly { readonly pair: Pair; readonly lower: number }[];
  /** Pairs that are not listed, of members of a crowd, stay farther apart than this; infinite if all are listed. */
  readonly others: number;
  /** For each t the smallest `lower` of all pairs; of `far` ones what is proven for the whole path, and `others`. */
  readonly overall: readonly ProfilePiece[];
  /** The smallest of all: proven for the whole path. Infinite if there is no pair. */
  readonly lower: number;
  /** Whether the accuracy was reached everywhere. If not, what is said is still proven. */
  readonly complete: boolean;
  readonly stats: CheckStats;
}

/** What was found about one pair, in any order. */
export interface FoundProfile {
  readonly pair: Pair;
  readonly bodies: readonly [string, string];
  readonly pieces: ProfilePiece[];
  readonly samples: ProfileSample[];
}

type Answer = Pick<ProfileResult, 'pairs' | 'far' | 'overall' | 'lower'>;

/** `others`: what all pairs that are not among them are apart at least. */
export function assembleProfile(
  found: readonly FoundProfile[],
  segments: number,
  horizon: number,
  others: number,
): Answer {
  const pairs: PairProfile[] = [];
  const far: { pair: Pair; lower: number }[] = [];
  for (const { pair, bodies, pieces, samples } of found) {
    pieces.sort((x, y) => x.segment - y.segment || x.from - y.from);
    samples.sort((x, y) => x.segment - y.segment || x.t - y.t);
    const lower = pieces.reduce((least, piece) => Math.min(least, piece.lower), Infinity);
    if (lower >= horizon) {
      far.push({ pair, lower });
      continue;
    }
    let nearest: ProfileSample | null = null;
    for (const sample of samples) {
      if (nearest === null || sample.distance < nearest.distance) nearest = sample;
    }
    const upper = nearest?.distance ?? Number.POSITIVE_INFINITY;
    const joined = joinFar(pieces, horizon);
    pairs.push({ pair, bodies, lower, upper, nearest, pieces: joined, samples });
  }
  pairs.sort(byBound);
  far.sort((x, y) => x.lower - y.lower);
  return { pairs, far, ...overallOf(pairs, beyondOf(far, others), segments) };
}

function byBound(x: PairProfile, y: PairProfile): number {
  return x.lower - y.lower || x.upper - y.upper;
}

/** What is proven of all pairs that have no pieces. */
function beyondOf(far: ProfileResult['far'], others: number): number {
  return Math.min(far[0]?.lower ?? Number.POSITIVE_INFINITY, others);
}

/** For each t the smallest bound of some pairs and of a number, and the smallest of all. */
export function overallOf(
  pairs: readonly PairProfile[],
  beyond: number,
  segments: number,
): Pick<ProfileResult, 'overall' | 'lower'> {
  const overall = envelope(pairs, beyond, segments);
  const lower = overall.reduce((least, piece) => Math.min(least, piece.lower), Infinity);
  return { overall, lower };
}

/**
 * Of a path that is proven free: what pairs are proven to keep is a bound as well, where it is the stronger one.
 * `segments`: of the path.
 */
export function keptProfile(found: ProfileResult, segments: number): ProfileResult {
  if (found.pairs.every(({ pair, lower, upper }) => lower >= Math.min(pair.clearance, upper))) {
    return found;
  }
  const pairs = found.pairs.map((each) => {
    const kept = Math.min(each.pair.clearance, each.upper);
    if (!(kept > each.lower)) return each;
    const pieces = each.pieces.map((piece) => ({ ...piece, lower: Math.max(piece.lower, kept) }));
    return { ...each, lower: kept, pieces };
  });
  pairs.sort(byBound);
  return { ...found, pairs, ...overallOf(pairs, beyondOf(found.far, found.others), segments) };
}

/** How close every pair comes on the whole path, as a profile has it. */
export function clearancesOf({ bodies }: Cell, profile: ProfileResult): ClearanceResult {
  const near = profile.pairs.map(({ pair, bodies, lower, upper, nearest }) => ({
    ...{ pair, bodies, lower, upper },
    ...{ segment: nearest?.segment ?? -1, t: nearest?.t ?? 0 },
  }));
  const far = profile.far.map(
    ({ pair, lower }): PairClearance => ({
      ...{ pair, bodies: [bodies[pair.a].name, bodies[pair.b].name], lower },
      ...{ upper: Number.POSITIVE_INFINITY, segment: -1, t: 0 },
    }),
  );
  const { accuracy, others, lower, stats } = profile;
  return { accuracy, pairs: [...near, ...far], others, lower, stats };
}

/** Beyond the horizon nobody asks for details: neighbours become one piece. */
function joinFar(pieces: readonly ProfilePiece[], horizon: number): ProfilePiece[] {
  const joined: ProfilePiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const both = last?.segment === piece.segment && Math.min(last.lower, piece.lower) >= horizon;
    if (last && both) {
      joined[joined.length - 1] = join(last, piece);
    } else joined.push(piece);
  }
  return joined;
}

function join(first: ProfilePiece, second: ProfilePiece): ProfilePiece {
  return { ...first, to: second.to, lower: Math.min(first.lower, second.lower) };
}

/** The smallest of many step functions, which cover every segment from 0 to 1, and of a number. */
function envelope(pairs: readonly PairProfile[], beyond: number, segments: number): ProfilePiece[] {
  if (pairs.length === 0 && beyond === Number.POSITIVE_INFINITY) return [];
  const steps: ProfilePiece[] = [];
  /** Per pair, the piece at hand. */
  const next = pairs.map(() => 0);
  for (let segment = 0; segment < segments; segment++) {
    const ends = new Set([1]);
    for (const { pieces } of pairs) {
      for (const piece of pieces) if (piece.segment === segment) ends.add(piece.to);
    }
    const tos = Float64Array.from(ends).sort();
    const lowest = new Float64Array(tos.length).fill(beyond);
    pairs.forEach(({ pieces }, p) => {
      for (let i = 0; i < tos.length; i++) {
        const piece = pieces[next[p]];
        lowest[i] = Math.min(lowest[i], piece.lower);
        if (tos[i] === piece.to) next[p]++;
      }
    });
    let from = 0;
    tos.forEach((to, i) => {
      const step = { segment, from, to, lower: lowest[i] };
      const last = steps.at(-1);
      if (last?.segment === segment && last.lower === step.lower) {
        steps[steps.length - 1] = join(last, step);
      } else steps.push(step);
      from = to;
    });
  }
  return steps;
}
