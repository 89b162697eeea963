/**
 * The search behind every query between two meshes: two trees are descended together, the
 * larger volume opened first, nearest children first. Pairs of volumes that are far enough
 * apart are left aside, and the smallest of their bounds is what the search proves in the end.
 *
 * [A III] With threshold 0 this is COLL-CHECKER or GREEDY-DIST, with a threshold delta its
 * variant for delta > 0 and the clearance bound of [E], with an infinite threshold EXACT-DIST
 * and, with a relative error, APPROX-DIST.
 *
 * Rounding: everything is computed in A's or B's frame with numbers of magnitude S at the most,
 * S = 2 (radius of A + radius of B + |T|). Bounds of volumes and projections are off by less
 * than the slack, ROUNDINGS u S + 8 S (defect of R), which is subtracted once, from the final
 * bound (docs/proofs/rounding.md).
 */
import { insertChild, type Tree, type VolumeKind } from '../../bvh/index.ts';
import { InputError, invertPoseInto, orthogonalityDefect, POSE_SIZE, U } from '../../math/index.ts';
import { boxBoundsInto } from '../volumes/boxBounds.ts';
import { orientedBoundsInto } from '../volumes/orientedBounds.ts';
import { PAIR } from '../volumes/orientedPair.ts';
import { NOT_SEARCHED, searchByKernel } from './kernelSearch.ts';
import { testLeaves, testPutOff, testStart } from './leaves.ts';
import type { ProximityRequest } from './request.ts';
import {
  A_IN_B,
  B_IN_A,
  BEST,
  IGNORE,
  KEEP,
  LOWEST,
  type ProximityWorkspace,
  SLACK,
} from './workspace.ts';

/** Roundings that the bound of a pair of volumes, or a projection, may have gone through. */
const ROUNDINGS: Readonly<Record<VolumeKind, number>> = { box: 128, obb: 512, rss: 512 };

/** Placements and sizes beyond this are refused: squares would overflow. */
const MAX_SLACK = 1e80;

/**
 * Asks `request` about A and B, with B placed in A's frame by bInA[o..o+11]. The answer is in
 * `workspace.result`. Both trees must have the same kind of volume.
 */
export function search(
  a: Tree,
  b: Tree,
  bInA: Float64Array,
  o: number,
  request: ProximityRequest,
  workspace: ProximityWorkspace,
): void {
  if (a.kind !== b.kind) {
    throw new InputError({
      code: 'query/volumes',
      message: `both trees must have the same volumes, but one has ${a.kind} and the other ${b.kind}`,
      hint: 'build both with the same `volume` option',
    });
  }
  begin(a, b, bInA, o, request, workspace);
  const answered = searchByKernel(a, b, request, workspace);
  if (answered !== NOT_SEARCHED) {
    finish(workspace, answered === 1);
    return;
  }
  let stopped = false;
  if (request.startA >= 0) stopped = testStart(a, b, request, workspace);
  if (!stopped) {
    stopped = request.priority
      ? descendNearest(a, b, request, workspace)
      : descend(a, b, request, workspace);
    if (!stopped && workspace.putOffCount > 0) stopped = testPutOff(a, b, request, workspace);
  }
  finish(workspace, stopped);
}

/** Takes the placement: frames, slack, and the numbers that a search begins with. */
export function begin(
  a: Tree,
  b: Tree,
  bInA: Float64Array,
  o: number,
  request: ProximityRequest,
  ws: ProximityWorkspace,
): void {
  const { frames, state, result } = ws;
  for (let k = 0; k < POSE_SIZE; k++) frames[B_IN_A + k] = bInA[o + k];
  invertPoseInto(frames, B_IN_A, frames, A_IN_B);
  const shift = Math.abs(frames[9]) + Math.abs(frames[10]) + Math.abs(frames[11]);
  const extent = 2 * (a.radiusUpper + b.radiusUpper + shift);
  // The last term keeps everything that could underflow below the slack.
  const defect = orthogonalityDefect(frames, B_IN_A);
  const slack = extent * (ROUNDINGS[a.kind] * U + 8 * defect) + 1e-150;
  if (!(slack < MAX_SLACK)) {
    throw new InputError({
      code: 'query/pose',
      message: 'the placement of B in A is not finite, or far beyond any use',
      hint: 'a pose is 9 numbers of a rotation, row by row, then 3 of a translation',
    });
  }
  ws.pair[PAIR.edgeSlack] = 256 * U + 8 * defect;
  state[SLACK] = slack;
  state[BEST] = request.cutoff * request.cutoff;
  state[LOWEST] = Number.POSITIVE_INFINITY;
  state[IGNORE] = (request.threshold + slack) * (request.threshold + slack);
  state[KEEP] = (1 - request.relativeError) * (1 - request.relativeError);
  ws.leafSlotB = -1;
  ws.putOffCount = 0;
  result.triangleA = -1;
  result.triangleB = -1;
  result.contactCount = 0;
  result.nodePairs = 0;
  result.trianglePairs = 0;
}

/** Depth first, the nearest child first. True if the search was stopped by what it found. */
function descend(a: Tree, b: Tree, request: ProximityRequest, ws: ProximityWorkspace): boolean {
  // Each level replaces one open pair by up to four.
  ws.reserve(3 * (a.depth + b.depth) + 8);
  const { state, bounds, order, openSlots, openBounds } = ws;
  const { counts: countsA, links: linksA, sizes: sizesA } = a;
  const { counts: countsB, links: linksB, sizes: sizesB } = b;
  rootBound(a, b, ws);
  openSlots[0] = 0;
  openSlots[1] = 0;
  openBounds[0] = bounds[0];
  let open = 1;
  let nodePairs = 1;
  let stopped = false;
  let limit = Math.min(state[IGNORE], state[KEEP] * state[BEST]);
  while (open > 0) {
    open--;
    const bound = openBounds[open];
    if (bound > limit) {
      if (bound < state[LOWEST]) state[LOWEST] = bound;
      continue;
    }
    const slotA = openSlots[2 * open];
    const slotB = openSlots[2 * open + 1];
    const childrenA = -countsA[slotA];
    const childrenB = -countsB[slotB];
    if (childrenA < 0 && childrenB < 0) {
      stopped = testLeaves(a, b, slotA, slotB, request, ws);
      if (stopped) break;
      limit = Math.min(state[IGNORE], state[KEEP] * state[BEST]);
      continue;
    }
    const openA = childrenB < 0 || (childrenA > 0 && sizesA[slotA] >= sizesB[slotB]);
    const n = openA ? childrenA : childrenB;
    const first = openA ? linksA[slotA] : linksB[slotB];
    bounds[n] = request.anyBound ? limit : Math.max(limit, state[LOWEST]);
    if (openA) childBounds(b, slotB, a, first, n, B_IN_A, ws);
    else childBounds(a, slotA, b, first, n, A_IN_B, ws);
    nodePairs += n;
    // Those that stay, by descending bound: the nearest child ends on top of the stack.
    let kept = 0;
    for (let i = 0; i < n; i++) {
      const childBound = bounds[i];
      if (childBound > limit) {
        if (childBound < state[LOWEST]) state[LOWEST] = childBound;
        continue;
      }
      kept = insertChild(order, kept, bounds, i);
    }
    for (let i = 0; i < kept; i++) {
      const child = order[i];
      openSlots[2 * open] = openA ? first + child : slotA;
      openSlots[2 * open + 1] = openA ? slotB : first + child;
      openBounds[open] = bounds[child];
      open++;
    }
  }
  ws.result.nodePairs = nodePairs;
  return stopped;
}

function rootBound(a: Tree, b: Tree, ws: ProximityWorkspace): void {
  ws.bounds[1] = Number.POSITIVE_INFINITY;
  childBounds(b, 0, a, 0, 1, B_IN_A, ws);
}

/** [A III-A] Priority directed search: always the nearest of all open pairs. */
function descendNearest(
  a: Tree,
  b: Tree,
  request: ProximityRequest,
  ws: ProximityWorkspace,
): boolean {
  const { state, bounds, waiting } = ws;
  waiting.clear();
  ws.pairs.clear();
  rootBound(a, b, ws);
  wait(ws, 0, 0, 0);
  let nodePairs = 1;
  let stopped = false;
  let limit = Math.min(state[IGNORE], state[KEEP] * state[BEST]);
  while (waiting.count > 0) {
    // Not `least`: where V8 does not inline it the number would be boxed.
    const bound = waiting.keys[0];
    const pair = waiting.pop();
    ws.pairs.release(pair);
    if (bound > limit) {
      // All others are farther still.
      if (bound < state[LOWEST]) state[LOWEST] = bound;
      break;
    }
    const slotA = ws.openSlots[2 * pair];
    const slotB = ws.openSlots[2 * pair + 1];
    const childrenA = -a.counts[slotA];
    const childrenB = -b.counts[slotB];
    if (childrenA < 0 && childrenB < 0) {
      stopped = testLeaves(a, b, slotA, slotB, request, ws);
      if (stopped) break;
      limit = Math.min(state[IGNORE], state[KEEP] * state[BEST]);
      continue;
    }
    const openA = childrenB < 0 || (childrenA > 0 && a.sizes[slotA] >= b.sizes[slotB]);
    const n = openA ? childrenA : childrenB;
    const first = openA ? a.links[slotA] : b.links[slotB];
    bounds[n] = request.anyBound ? limit : Math.max(limit, state[LOWEST]);
    if (openA) childBounds(b, slotB, a, first, n, B_IN_A, ws);
    else childBounds(a, slotA, b, first, n, A_IN_B, ws);
    nodePairs += n;
    for (let i = 0; i < n; i++) {
      if (bounds[i] > limit) {
        if (bounds[i] < state[LOWEST]) state[LOWEST] = bounds[i];
      } else if (openA) wait(ws, first + i, slotB, i);
      else wait(ws, slotA, first + i, i);
    }
  }
  ws.result.nodePairs = nodePairs;
  return stopped;
}

/** Puts a pair in the heap. Its bound is read from `ws.bounds[i]`: passed on, it would be boxed. */
function wait(ws: ProximityWorkspace, slotA: number, slotB: number, i: number): void {
  const pair = ws.pairs.take();
  if (pair >= ws.openBounds.length) ws.reserve(pair + 1);
  ws.openSlots[2 * pair] = slotA;
  ws.openSlots[2 * pair + 1] = slotB;
  ws.waiting.push(ws.bounds[i], pair);
}

/**
 * Squared bounds of `count` slots of one tree against one of the other, into ws.bounds.
 * No record, as in boxBoundsInto.
 */
export function childBounds(
  fixed: Tree,
  fixedSlot: number,
  opened: Tree,
  first: number,
  count: number,
  frame: number,
  ws: ProximityWorkspace,
): void {
  const f = fixed.volumes;
  const v = opened.volumes;
  if (fixed.kind === 'box') {
    boxBoundsInto(f, fixedSlot, v, first, count, ws.frames, frame, ws.bounds);
  } else {
    const { frames, bounds, pair } = ws;
    orientedBoundsInto(fixed.kind, f, fixedSlot, v, first, count, frames, frame, bounds, pair);
  }
}

function finish(ws: ProximityWorkspace, stopped: boolean): void {
  const { result, state } = ws;
  if (result.contactCount > 0) {
    result.verdict = 'colliding';
    result.upper = 0;
    result.lower = 0;
    return;
  }
  result.upper = result.triangleA < 0 ? Number.POSITIVE_INFINITY : Math.sqrt(state[BEST]);
  result.lower = stopped ? 0 : Math.max(0, Math.sqrt(state[LOWEST]) - state[SLACK]);
  result.verdict = result.lower > 0 ? 'apart' : 'unresolved';
}
