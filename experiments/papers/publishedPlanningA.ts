/** The figures of paper A on planning, as printed in its tables IV, V and VII; by figure. */

/** [A table IV] The first resolution that survived so many runs of SBL in a row, and seconds of a run. */
export interface ReliableFigures {
  readonly resolution50: number;
  readonly seconds50: number;
  readonly resolution100: number;
  readonly seconds100: number;
}

function reliable(
  resolution50: number,
  seconds50: number,
  resolution100: number,
  seconds100: number,
): ReliableFigures {
  return { resolution50, seconds50, resolution100, seconds100 };
}

export const TABLE_IV: Readonly<Record<string, ReliableFigures>> = {
  '11a': reliable(0.00402, 4.13, 0.00232, 5.15),
  '11b': reliable(0.00078, 12.26, 0.00078, 13.87),
  '12a': reliable(0.00833, 0.17, 0.00833, 0.17),
  '12b': reliable(0.00162, 7.52, 0.00038, 16.45),
  '12c': reliable(0.00694, 2.72, 0.00279, 3.82),
  '12d': reliable(0.012, 0.67, 0.00833, 0.92),
};

/** [A table V] The values of delta. */
export const DELTAS: readonly number[] = [0.01, 0.005, 0.001, 0.0005, 0.0001, 0.00005, 0.00001, 0];

/** [A table V] Seconds of A-SBL, for each delta. */
export const TABLE_V: Readonly<Record<string, readonly number[]>> = {
  '11a': [5.59, 5.04, 5.6, 7.95, 11.17, 13.38, 17.07, 24.85],
  '11b': [11.78, 12.37, 11.47, 13.17, 16.03, 16.99, 20.59, 27.54],
  '12a': [0.16, 0.22, 0.42, 0.49, 1.32, 1.87, 3.48, 21.48],
  '12b': [6.71, 7.33, 9.55, 12.63, 27.53, 31.91, 67.52, 251.56],
  '12c': [2, 1.59, 1.8, 1.76, 2.95, 2.89, 3.83, 5.54],
  '12d': [0.43, 0.65, 0.71, 0.86, 2.05, 2.42, 3.23, 10.9],
};

/** [A table VII, B table 5] */
export interface WalkFigures {
  /** Segments tested in the walk, and its seconds. */
  readonly segments: number;
  readonly seconds: number;
  /** Iterations of smoothing, their seconds, and what is left of the path's length. */
  readonly iterations: number;
  readonly smoothing: number;
  readonly ratio: number;
}

/** Figure 11c is there twice, with one linkage and with nine. */
export const TABLE_VII: Readonly<Record<string, WalkFigures>> = {
  '1a': { segments: 40_439, seconds: 82, iterations: 1000, smoothing: 152, ratio: 0.06 },
  '11c': { segments: 4208, seconds: 5.9, iterations: 500, smoothing: 16, ratio: 0.11 },
  '11c x 9': {
    segments: 47_744,
    seconds: 823,
    iterations: 6000,
    smoothing: 5952,
    ratio: 0.25,
  },
};
