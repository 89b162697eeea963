/** Words of proofs that need a sentence, to be said where they stand. */
export const TERMS = {
  clearance:
    'Clearance: the distance that every tested pair of bodies has to keep, beyond not touching. Nearer than that is "too close".',
  delta:
    'Delta: how closely it is asked. Bodies that are farther apart than the clearance, but by less than delta, need not be told from too close ones: the answer may then be "too close". It never makes a motion free that is not.',
  tracking:
    'Tracking: how far the joints of the real robot may be off the path, in radians or metres. The proof then holds for all motions that near.',
  ladder:
    'Ladder: proves with the cheapest bound that is enough, step by step up to exact distances. Bisection halves the motion until every part is proven. All methods give answers that hold; they differ in time.',
  slab: 'Slab: a part of the motion for which one pair of bodies is proven to stay apart, from one configuration in its middle.',
  cover:
    'Cover: for every pair of bodies, slabs that leave no gap from the beginning of the motion to its end. That is the proof, and what the certificate holds.',
  sampling:
    'Sampling looks at single configurations, so far apart. What lies between two of them it has not seen.',
  surface:
    'Surface: a mesh that is not closed. It counts when it is touched, and has no inside to be in.',
} as const;

/** A word that has a sentence in `TERMS`. */
export type Term = keyof typeof TERMS;
