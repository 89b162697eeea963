/**
 * A profile in two: what robots, and what they carry, keep from obstacles and from other robots, and what one robot keeps
 * from itself. The nearest of all is often a robot's own wrist, which says nothing about the cell.
 */
import { type Cell, ownersOf, type Pair } from '../../cell/index.ts';
import {
  overallOf,
  type PairProfile,
  type ProfilePiece,
  type ProfileResult,
} from './profileResult.ts';

/** Which pairs. */
export type PairKind = 'surroundings' | 'self';

/** What a profile says of the pairs of a kind. */
export interface ProfilePart {
  /** Closest first. */
  readonly pairs: readonly PairProfile[];
  /** For each t the smallest bound of them; of those beyond the horizon what is proven for the whole path. */
  readonly overall: readonly ProfilePiece[];
  /** Proven for the whole path. */
  readonly lower: number;
  /** The pair with that bound, and what was seen of it; null where it is of no pair that is listed. */
  readonly nearest: NearestPair | null;
}

/** The pair of a kind that comes nearest, as far as is proven. */
export interface NearestPair {
  readonly pair: Pair;
  readonly bodies: readonly [string, string];
  readonly lower: number;
  /** Infinite where nothing was seen within the horizon. */
  readonly upper: number;
  /** Where that was seen. */
  readonly place: { readonly segment: number; readonly t: number } | null;
}

/** Whether a pair is one of bodies of one robot, or of what it carries. */
export function isWithinRobot({
  description,
  bodies,
}: Cell): (pair: Pick<Pair, 'a' | 'b'>) => boolean {
  const owners = ownersOf(description);
  const ownerOf = (body: number) => owners.get(bodies[body].name);
  return ({ a, b }) => ownerOf(a) !== undefined && ownerOf(a) === ownerOf(b);
}

/** Both parts of a profile of a path of so many segments; null where there is no pair of a kind. */
export function profileParts(
  cell: Cell,
  profile: ProfileResult,
  segments: number,
): Readonly<Record<PairKind, ProfilePart | null>> {
  const isWithin = isWithinRobot(cell);
  const part = (wanted: boolean, others: number): ProfilePart | null => {
    const pairs = profile.pairs.filter(({ pair }) => isWithin(pair) === wanted);
    const far = profile.far.filter(({ pair }) => isWithin(pair) === wanted);
    if (pairs.length + far.length === 0 && others === Number.POSITIVE_INFINITY) return null;
    const beyond = Math.min(far[0]?.lower ?? Number.POSITIVE_INFINITY, others);
    return { pairs, ...overallOf(pairs, beyond, segments), nearest: nearestOf(cell, pairs, far) };
  };
  // A crowd is obstacles, listed or not.
  return { surroundings: part(false, profile.others), self: part(true, Number.POSITIVE_INFINITY) };
}

function nearestOf(
  { bodies }: Cell,
  [near]: readonly PairProfile[],
  [far]: ProfileResult['far'],
): NearestPair | null {
  if (near && !(far && far.lower < near.lower)) {
    const { pair, bodies: names, lower, upper, nearest: place } = near;
    return { ...{ pair, bodies: names, lower, upper }, place };
  }
  if (!far) return null;
  const { pair, lower } = far;
  const names = [bodies[pair.a].name, bodies[pair.b].name] as const;
  return { pair, bodies: names, lower, upper: Number.POSITIVE_INFINITY, place: null };
}
