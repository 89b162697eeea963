/** The clearance profile for programs. */
import type { ProfilePiece, ProfileResult } from '../../check/index.ts';
import { type Place, pairNames } from './checkWitness.ts';

/**
 * Pieces are [segment, from, to, lower], samples [segment, t, distance]. A pair is `apart` if that is proven
 * all along: by its bound, or by the path being free, however small the bound came out.
 */
export function profileJson(profile: ProfileResult, { cell }: Place, isFree: boolean) {
  const { accuracy, relative, horizon, complete, lower, pairs, far, others, overall } = profile;
  const piece = (p: ProfilePiece) => [p.segment, p.from, p.to, p.lower];
  return {
    ...{ accuracy, relative, horizon, complete },
    // There is none where nothing is tested.
    lower: Number.isFinite(lower) ? lower : null,
    pairs: pairs.map((found) => ({
      pair: pairNames(cell, found.pair),
      lower: found.lower,
      apart: isFree || found.lower > 0,
      upper: Number.isFinite(found.upper) ? found.upper : null,
      ...(found.pair.tracking > 0 ? { tracking: found.pair.tracking } : {}),
      pieces: found.pieces.map(piece),
      samples: found.samples.map((s) => [s.segment, s.t, s.distance]),
    })),
    far: far.map((found) => ({ pair: pairNames(cell, found.pair), lower: found.lower })),
    // Obstacles of a crowd that are not listed.
    ...(Number.isFinite(others) ? { others } : {}),
    overall: overall.map(piece),
  };
}
