/**
 * The figures of papers A and B, as printed there. The papers' tables name environments by their
 * figures; those of B that A shows again are listed under A's figure.
 */

/** Pairs of bounding volumes and of triangles. */
export interface Pairs {
  readonly bv: number;
  readonly tri: number;
}

/** [A table I] Means per query; qualities are parts of the true distance. */
export interface DistanceFigures {
  readonly collide: Pairs;
  readonly greedy: Pairs;
  readonly exact: Pairs;
  readonly approximate: Pairs;
  readonly qualityGreedy: number;
  readonly qualityApproximate: number;
}

type ByFigure<T> = Readonly<Record<string, T>>;

const pairs = (bv: number, tri: number): Pairs => ({ bv, tri });

function distances(numbers: readonly number[]): DistanceFigures {
  const [a, b, c, d, e, f, g, h, mu, mu2] = numbers;
  return {
    collide: pairs(a, b),
    greedy: pairs(c, d),
    exact: pairs(e, f),
    approximate: pairs(g, h),
    qualityGreedy: mu,
    qualityApproximate: mu2,
  };
}

/** [A table I]: COLL-CHECKER, GREEDY-DIST, EXACT-DIST, APPROX-DIST, mu, mu'. */
export const TABLE_I: ByFigure<DistanceFigures> = {
  '1a': distances([1.7, 0.1, 2.1, 0.1, 859, 141, 3.7, 0.1, 0.99, 0.53]),
  '11a': distances([47, 0.6, 54, 0.8, 946, 78, 105, 2.0, 0.82, 0.64]),
  '11b': distances([26, 1.0, 25, 0.8, 827, 67, 58, 1.9, 0.81, 0.61]),
  '12a': distances([14, 0.4, 14, 0.3, 1444, 268, 70, 2.2, 0.64, 0.6]),
  '12b': distances([42, 0.9, 46, 1.0, 819, 125, 129, 5.4, 0.51, 0.58]),
  '12c': distances([25, 1.3, 26, 1.4, 1248, 128, 111, 3.2, 0.57, 0.62]),
  '12d': distances([2.6, 0.1, 3.9, 0.2, 703, 170, 74, 16, 0.58, 0.58]),
};

/** [A table I] Queries of each algorithm, in 1,000 configurations. */
export const TABLE_I_QUERIES: ByFigure<number> = {
  '1a': 40000,
  '11a': 54000,
  '11b': 42000,
  '12a': 14000,
  '12b': 22000,
  '12c': 18000,
  '12d': 21000,
};

/** [B table 1], by A's figures: B's 1, 6(a), 6(b), 7(a), 7(b), 7(c). */
export const TABLE_B1: ByFigure<DistanceFigures> = {
  '1a': distances([2.1, 0.03, 2.1, 0.03, 822, 226, 8.0, 0.17, 0.78, 0.59]),
  '11a': distances([11, 0.12, 13, 0.15, 502, 51, 29, 0.66, 0.91, 0.64]),
  '11b': distances([4.8, 0.17, 4.7, 0.14, 466, 47, 23, 0.78, 0.88, 0.63]),
  '12a': distances([14, 0.52, 14, 0.45, 2342, 458, 69, 2.4, 0.65, 0.6]),
  '12b': distances([73, 2.1, 85, 2.2, 1363, 216, 174, 6.6, 0.52, 0.57]),
  '12c': distances([44, 0.52, 52, 0.66, 1845, 215, 172, 4.2, 0.58, 0.59]),
};

/** [A table II] Length of a link of the arm, or of the forearm, in the paper's units. */
export const TABLE_II: ByFigure<number> = {
  '1a': 0.5,
  '11a': 1.77,
  '11b': 1.65,
  '11c': 0.5,
  '12a': 1.16,
  '12b': 0.64,
  '12c': 1.59,
  '12d': 1.32,
};

/** Means per segment. */
export interface Cost extends Pairs {
  readonly ms: number;
}

const cost = (ms: number, bv: number, tri: number): Cost => ({ ms, bv, tri });

export interface CollidingFigures {
  readonly fixed: Cost;
  readonly adaptive: Cost;
  /** With delta = 0.001. */
  readonly adaptiveDelta: Cost;
}

/** [A table III] Colliding segments. */
export const TABLE_III: ByFigure<CollidingFigures> = {
  '11a': {
    fixed: cost(0.44, 375, 3.1),
    adaptive: cost(0.33, 197, 3.0),
    adaptiveDelta: cost(0.29, 169, 2.6),
  },
  '11b': {
    fixed: cost(0.46, 380, 3.5),
    adaptive: cost(0.43, 324, 3.9),
    adaptiveDelta: cost(0.38, 255, 3.2),
  },
  '12a': {
    fixed: cost(0.67, 522, 18.7),
    adaptive: cost(0.4, 501, 18.0),
    adaptiveDelta: cost(0.37, 420, 21.8),
  },
  '12b': {
    fixed: cost(1.21, 1035, 10.1),
    adaptive: cost(0.57, 571, 10.8),
    adaptiveDelta: cost(0.4, 440, 13.4),
  },
  '12c': {
    fixed: cost(3.11, 2866, 13.1),
    adaptive: cost(2.44, 686, 12.1),
    adaptiveDelta: cost(2.23, 610, 12.7),
  },
  '12d': {
    fixed: cost(1.14, 999, 16.3),
    adaptive: cost(1.93, 609, 19.5),
    adaptiveDelta: cost(1.71, 528, 21.6),
  },
};

/** [B table 2] Milliseconds per colliding segment: simple with epsilon = 0, new with delta = 0. */
export const TABLE_B2: ByFigure<{ readonly simple: number; readonly fresh: number }> = {
  '11a': { simple: 2.04, fresh: 2.97 },
  '11b': { simple: 2.18, fresh: 3.38 },
  '12a': { simple: 0.96, fresh: 0.99 },
  '12b': { simple: 2.2, fresh: 1.3 },
  '12c': { simple: 3.2, fresh: 15 },
};

/**
 * [A table VI] Free segments, epsilon = 0.005 and delta = 0.001. The letters of the two figures cannot
 * be read in our copy of the paper.
 */
export const TABLE_VI: ByFigure<{ readonly fixed: Cost; readonly adaptive: Cost }> = {
  '11': { fixed: cost(14.6, 15060, 19.8), adaptive: cost(11.3, 9239, 200.8) },
  '12': { fixed: cost(5.1, 4032, 17.9), adaptive: cost(3.9, 3834, 158.6) },
};

/** [B table 3] Milliseconds per free segment; the new checker with delta = 0.001 and 0.01. */
export const TABLE_B3: ByFigure<{
  readonly epsilon: number;
  readonly simple: number;
  readonly fine: number;
  readonly coarse: number;
}> = {
  '11a': { epsilon: 0.012, simple: 90, fine: 44, coarse: 14 },
  '11b': { epsilon: 0.006, simple: 104, fine: 31, coarse: 14 },
  '12a': { epsilon: 0.0012, simple: 52, fine: 26, coarse: 6.5 },
  '12b': { epsilon: 0.012, simple: 56, fine: 24, coarse: 6.6 },
  '12c': { epsilon: 0.012, simple: 295, fine: 81, coarse: 16 },
};

export interface GrazingFigures {
  readonly clearance: number;
  readonly delta: number;
  readonly all: Pairs;
  readonly tool: Pairs;
}

function grazing(rows: readonly (readonly number[])[]): GrazingFigures[] {
  return rows.map(([clearance, delta, a, b, c, d]) => ({
    clearance,
    delta,
    all: pairs(a, b),
    tool: pairs(c, d),
  }));
}

/** [A tables VIII, IX, X] Clearance, delta, all links, end-effector only. */
export const TABLES_GRAZING: Readonly<Record<'VIII' | 'IX' | 'X', readonly GrazingFigures[]>> = {
  VIII: grazing([
    [0.1, 0.1, 11232, 0, 8789, 0],
    [0.01, 0.01, 62866, 0, 62727, 0],
    [0.001, 0.001, 990766, 0, 990595, 0],
    [0.1, 0.0001, 258, 0, 127, 0],
    [0.01, 0.0001, 753939, 0, 753800, 0],
    [0.001, 0.0001, 1.12e6, 0, 1.12e6, 0],
    [0.0001, 0.0001, 7.91e6, 0, 7.91e6, 0],
  ]),
  IX: grazing([
    [0.1, 0.1, 1421, 105, 1397, 105],
    [0.01, 0.01, 5664, 101, 5646, 101],
    [0.001, 0.001, 73018, 122, 72998, 122],
    [0.1, 0.0001, 33, 0, 17, 0],
    [0.01, 0.0001, 23801, 0, 23783, 0],
    [0.001, 0.0001, 67165, 0, 67145, 0],
    [0.0001, 0.0001, 578220, 3358, 578200, 3358],
  ]),
  X: grazing([
    [0.1, 0.1, 653, 5, 634, 5],
    [0.01, 0.01, 3059, 51, 3045, 51],
    [0.001, 0.001, 27685, 87, 27671, 87],
    [0.1, 0.0001, 27, 0, 15, 0],
    [0.01, 0.0001, 315, 0, 301, 0],
    [0.001, 0.0001, 15426, 0, 15412, 0],
    [0.0001, 0.0001, 202870, 2153, 202856, 2153],
  ]),
};

/**
 * [A table XI] Random segments. The column of times is headed ms, but must be seconds (compare table
 * VI); only its ratios are used.
 */
export const TABLE_XI: ByFigure<{ readonly adaptive: Cost; readonly refined: Cost }> = {
  '11a': { adaptive: cost(66, 17491, 45), refined: cost(37, 1510, 10) },
  '11b': { adaptive: cost(60, 13182, 201), refined: cost(40, 1342, 14) },
  '12a': { adaptive: cost(20, 5038, 222), refined: cost(10, 546, 15) },
  '12b': { adaptive: cost(32, 7299, 66), refined: cost(23, 1144, 14) },
  '12c': { adaptive: cost(155, 15978, 367), refined: cost(142, 2914, 30) },
  '12d': { adaptive: cost(507, 73579, 4623), refined: cost(373, 8523, 169) },
};

/** [A figure 9 and its text] Shares of bounds within a factor of the curve's length: "more than". */
export const FIGURE_9 = { armsWithin5: 0.8 } as const;

/** [B figure 5's text] The bound by all joints' changes, after six links: "about 6 on average". */
export const FIGURE_B5 = { afterSixLinks: 6 } as const;
