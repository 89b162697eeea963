/**
 * Certificates: evidence that a path is free, for somebody who does not trust the search. Docs:
 * docs/certificate.md. Everything a file says is a proposal; verify.ts believes none of it.
 *
 * A certificate is made of slabs. A slab says of a section of body A and a section of body B: from
 * t - before to t + after they stay on two sides of a gap along n, and the gap is wider than what the
 * pair needs. n points from A's section to B's and is given in the frame of the lowest common ancestor
 * of the two bodies.
 *
 * Where many bodies stand still (a crowd), there are sweeps as well. A sweep says nothing but: look where this
 * body can be from t - before to t + after. What is far from there is apart from it meanwhile, and needs no slab.
 *
 * Glances are the like for all bodies at once: look at them from t - before to t + after. Pairs that are seen far apart
 * need no slab for that time.
 */
import { layout } from '../arrays/layout.ts';

/** The version of the format: docs/certificate.md, "Compatibility". */
export const CERTIFICATE_VERSION = 1;
/** Of a path: straight segments alone, or also polynomial ones, or also circular ones. */
export const STRAIGHT = 'straight';
export const POLYNOMIAL = 'polynomial';
export const CIRCULAR = 'circular';
export const ROTATIONS = 'slerp, the short way';

/**
 * A slab is SLAB_SIZE numbers in a Float64Array. A section is three of them: piece, from, to. Piece
 * WHOLE is the whole body; from WHOLE is the whole piece; else triangles from ... to - 1 in the order
 * that the certificate gives for that piece.
 */
export const {
  t: SLAB_T,
  before: SLAB_BEFORE,
  after: SLAB_AFTER,
  a: SLAB_A,
  b: SLAB_B,
  n: SLAB_N,
  size: SLAB_SIZE,
} = layout(
  /** Where the time of a slab stands, on its segment from 0 to 1. */
  't',
  /** How far the slab reaches back from its time. */
  'before',
  /** How far the slab reaches on from its time. */
  'after',
  ['a', 3],
  ['b', 3],
  ['n', 3],
);
export const WHOLE = -1;

/** A sweep is SWEEP_SIZE numbers in a Float64Array: the body that it is of is looked at from t - before to t + after. */
export const {
  t: SWEEP_T,
  before: SWEEP_BEFORE,
  after: SWEEP_AFTER,
  size: SWEEP_SIZE,
} = layout('t', 'before', 'after');

/** A glance is GLANCE_SIZE numbers likewise: all bodies are looked at from t - before to t + after. */
export const {
  t: GLANCE_T,
  before: GLANCE_BEFORE,
  after: GLANCE_AFTER,
  size: GLANCE_SIZE,
} = layout('t', 'before', 'after');

/**
 * Why a pair is not tested: the first three are facts, the next two assumptions; what is shown elsewhere
 * is shown by another certificate, of which this one is a part.
 */
export const EXCLUSIONS = [
  'same-link',
  'rigid',
  'static',
  'disabled',
  'allowed',
  'elsewhere',
] as const;
/** Why a pair needs no slabs. */
export type Exclusion = (typeof EXCLUSIONS)[number];

/** What is done about two bodies, a < b. */
export interface PairEntry {
  readonly a: number;
  readonly b: number;
  /** Null: tested, by slabs. */
  readonly excluded: Exclusion | null;
  /** What was declared, for an assumption: `Never`, `Adjacent`, ...; else empty. */
  readonly detail: string;
  /** Metres that are asked for, and by which joints that stray may bring the two closer; if tested. */
  readonly clearance: number;
  readonly tracking: number;
}

/** A permutation of the triangles of one piece of a body. */
export interface Order {
  readonly body: number;
  readonly piece: number;
  readonly triangles: Uint32Array;
}

/** The sweeps of one body on a segment. */
export interface SweepList {
  readonly body: number;
  /** SWEEP_SIZE numbers for each. */
  readonly sweeps: Float64Array;
}

/** The value of a setting that a certificate tells of. */
export type Setting = string | number | boolean;

/** Evidence that a path is free: what was asked, and slabs that prove it pair by pair. */
export interface Certificate {
  /** Name and version of the program that wrote it, and the method that found the slabs. */
  readonly program: string;
  readonly method: string;
  readonly settings: Readonly<Record<string, Setting>>;
  /** SHA-256 in hexadecimal of every file of the cell, by the name it was referred to, sorted. */
  readonly files: readonly (readonly [name: string, sha256: string])[];
  /** SHA-256 of the parsed model: digest.ts. */
  readonly model: string;
  /** Names of the degrees of freedom: what the numbers of a waypoint mean. */
  readonly dofs: readonly string[];
  /** How waypoints were derived from what was given; these are literal. */
  readonly wrap: 'literal' | 'short';
  readonly waypoints: readonly Float64Array[];
  /**
   * Per segment: the coefficients of a polynomial or circular one, six for each degree of freedom, as in
   * motion/polynomial.ts; null for a straight one. Left out if all are straight.
   */
  readonly coefficients?: readonly (Float64Array | null)[];
  /**
   * Per segment: the arcs of a circular one, five numbers for each, as in motion/circular.ts; null for another. Left out if
   * there are none.
   */
  readonly arcs?: readonly (Float64Array | null)[];
  /** The box Q of configurations for which bounds hold, -Infinity and Infinity where it has no end. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** By how much each degree of freedom may stray from the path. */
  readonly tolerances: Float64Array;
  /** Names of all bodies, but for the members of a crowd. */
  readonly bodies: readonly string[];
  /** Number of members of a crowd: the last bodies of the cell, which stand still. Left out if there is none. */
  readonly crowd?: number;
  /** Every two bodies, in order; after them, in order, those pairs with members of a crowd that have slabs. */
  readonly pairs: readonly PairEntry[];
  /** What is assumed and not proven, in words. */
  readonly assumptions: readonly string[];
  readonly orders: readonly Order[];
  /** Per segment, per tested pair in the order of `pairs`: SLAB_SIZE numbers for each slab. */
  readonly slabs: readonly (readonly Float64Array[])[];
  /** Per segment: GLANCE_SIZE numbers for each glance. Left out where there are none. */
  readonly glances?: readonly Float64Array[];
  /** With a crowd: per segment the sweeps of bodies, by rising numbers of these. */
  readonly sweeps?: readonly (readonly SweepList[])[];
}

/** Segments of a path: one fewer than waypoints, but a single waypoint is one that stands still. */
export function segmentCount(waypoints: number): number {
  return Math.max(1, waypoints - 1);
}

/** Glances of a certificate. */
export function glanceCount({ glances = [] }: Pick<Certificate, 'glances'>): number {
  return glances.reduce((sum, list) => sum + list.length / GLANCE_SIZE, 0);
}

/** Sweeps of a certificate; none without a crowd. */
export function sweepCount({ sweeps = [] }: Pick<Certificate, 'sweeps'>): number {
  return sweeps.flat().reduce((sum, list) => sum + list.sweeps.length / SWEEP_SIZE, 0);
}
