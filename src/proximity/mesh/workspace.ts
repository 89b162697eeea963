/**
 * Scratch space of the mesh queries. A query allocates nothing; everything it writes is in the
 * workspace it was given, so two queries with two workspaces can be interleaved as one likes.
 */
import { grown, Heap, layout, Slots } from '../../arrays/index.ts';
import { MAX_DEPTH, MAX_LEAF, MAX_WIDTH, type Tree } from '../../bvh/index.ts';
import { addressOf, kernelFloats } from '../../kernel/index.ts';
import { POSE_SIZE } from '../../math/index.ts';
import { PAIR } from '../volumes/orientedPair.ts';
import { type ProximityRequest, ProximityResult } from './request.ts';

/** Fields of `state`: squared lengths, but for the slack. */
export const {
  BEST,
  LOWEST,
  IGNORE,
  KEEP,
  SLACK,
  LINE2,
  size: STATE_SIZE,
} = layout(
  /** Smallest distance of two triangles found. */
  'BEST',
  /** Smallest bound of what was left aside or tested in full: what the search proves. */
  'LOWEST',
  /** Volumes farther apart than this are not opened. */
  'IGNORE',
  /** Nor are those farther apart than this factor times BEST. */
  'KEEP',
  /** What rounding can do to a bound. */
  'SLACK',
  /** Squared length of the line that two leaves are projected on. */
  'LINE2',
);

/** Fields of `triangle`. */
export const {
  LOWER,
  GAP,
  GAP_LINE2,
  size: TRIANGLE_SIZE,
} = layout(
  /** What triangleDistanceInto leaves: the squared distance and points on both triangles. */
  ['distance', 7],
  /** A lower bound of the distance of two triangles. */
  'LOWER',
  /** Their gap along a line, times its length. */
  'GAP',
  /** Squared length of that line. */
  'GAP_LINE2',
);

/** Fields of `frames`. */
export const {
  B_IN_A,
  A_IN_B,
  size: FRAMES_SIZE,
} = layout(['B_IN_A', POSE_SIZE], ['A_IN_B', POSE_SIZE]);

/** Pairs of triangles that a search puts off at the most. */
export const PUT_OFF = 256;

/** Open pairs that a kernel has room for: each level of either tree replaces one by up to four. */
export const KERNEL_OPEN = 3 * 2 * MAX_DEPTH + 8;

/** What a query is in the kernels' memory, in doubles: assembly/meshLayout.ts has the same in bytes. */
export const QUERY = layout(
  ['FRAMES', FRAMES_SIZE],
  ['STATE', STATE_SIZE],
  'THRESHOLD',
  ['POINTS', 7],
  /** Triangles to begin with, side by side with another. */
  ['START_A', 18],
  ['START_B', 18],
  /** Integers. */
  ['OUTCOME', 6],
  ['PUT_OFF', 2 * PUT_OFF],
  ['STACK', 2 * KERNEL_OPEN],
);

/** Request, result and scratch of a query between meshes: reused, so that a query allocates nothing. */
export class ProximityWorkspace {
  readonly result = new ProximityResult();
  /** The request that the named questions fill in. */
  readonly request: { -readonly [K in keyof ProximityRequest]: ProximityRequest[K] } = {
    threshold: 0.5,
    relativeError: 0.5,
    cutoff: 0.5,
    wantBound: true,
    anyBound: true,
    meetFirst: false,
    maxContacts: 1,
    priority: false,
    startA: -1,
    startB: -1,
  };
  /**
   * What a kernel reads and writes (QUERY), its address, and the same as integers. The address is 0 where it is not in the
   * kernels' memory; then TypeScript searches.
   */
  readonly numbers: Float64Array;
  readonly integers: Int32Array;
  readonly query: number;
  /** The trees that were asked about last, and where their roots are in the kernels' memory. */
  lodgedA: Tree | null = null;
  lodgedB: Tree | null = null;
  rootA = 0;
  rootB = 0;
  /** The pose that places B in A's frame, and that which places A in B's. */
  readonly frames: Float64Array;
  /** Squared bounds of the children of one node against another; then what would be enough. */
  readonly bounds = new Float64Array(MAX_WIDTH + 1);
  readonly order = new Int32Array(MAX_WIDTH);
  readonly pair = new Float64Array(PAIR.size);
  /** Triangles of B's current leaf in A's frame, which leaf that is, and a bit for each done. */
  readonly leafB = new Float64Array(9 * MAX_LEAF);
  leafSlotB = -1;
  leafPlaced = 0;
  /** Projections of a leaf's triangles: highest of A, lowest of B. */
  readonly highA = new Float64Array(MAX_LEAF);
  readonly lowB = new Float64Array(MAX_LEAF);
  /** About two triangles. */
  readonly triangle = new Float64Array(TRIANGLE_SIZE);
  /**
   * Pairs of triangles that are not known to be far enough apart, to be measured when nothing else is open,
   * and how many.
   */
  readonly putOff = new Int32Array(2 * PUT_OFF);
  putOffCount = 0;
  /** The numbers of the search. */
  readonly state: Float64Array;

  /** Open pairs: slots and squared bounds; a stack, or in priority search records that wait in a heap. */
  openSlots = new Int32Array(2 * 256);
  openBounds = new Float64Array(256);
  readonly waiting = new Heap('any');
  readonly pairs = new Slots();

  constructor() {
    const numbers = kernelFloats(QUERY.size);
    this.query = addressOf(numbers);
    this.numbers = numbers;
    this.integers = new Int32Array(numbers.buffer, numbers.byteOffset, 2 * numbers.length);
    this.frames = numbers.subarray(QUERY.FRAMES, QUERY.FRAMES + FRAMES_SIZE);
    this.state = numbers.subarray(QUERY.STATE, QUERY.STATE + STATE_SIZE);
  }

  /** Makes room for n open pairs. Allocates only when a deeper tree than ever before comes. */
  reserve(n: number): void {
    if (n <= this.openBounds.length) return;
    this.openSlots = grown(this.openSlots, 2 * n);
    this.openBounds = grown(this.openBounds, n);
  }
}

/** Thresholds from here on mean that the distance is asked for. */
export const INFINITE = 1e100;
