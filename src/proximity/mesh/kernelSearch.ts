/**
 * The search between two trees of boxes by a kernel (assembly/meshSearch.ts): one call answers the whole question, with the
 * same numbers to the bit as search.ts. Priority search, several contacts and other volumes are TypeScript's alone.
 */
import type { Tree } from '../../bvh/index.ts';
import { triangleDistanceLowerInto, trianglesIntersectOrGapInto } from '../../geometry/index.ts';
import { helpKernel, type Kernel, kernel } from '../../kernel/index.ts';
import { lodgedTrees } from './lodgedTree.ts';
import type { ProximityRequest } from './request.ts';
import type { ProximityWorkspace } from './workspace.ts';
import { KERNEL_OPEN, QUERY } from './workspace.ts';

const WANT_BOUND = 1;
const ANY_BOUND = 2;
const MEET_FIRST = 4;
const WITH_START = 8;

const { THRESHOLD, POINTS, START_A, START_B, OUTCOME } = QUERY;

/** The kernels whose exact arithmetic is set. */
let helped: Kernel | null = null;

/** What became of a search: no kernel for it, or whether it was stopped by what it found. */
export const NOT_SEARCHED = -1;

/**
 * Searches if there is a kernel that can, after `begin` has taken the placement. NOT_SEARCHED if not; else 1 if the search was
 * stopped, 0 if it came to its end.
 */
export function searchByKernel(
  a: Tree,
  b: Tree,
  request: ProximityRequest,
  ws: ProximityWorkspace,
): number {
  const use = kernel();
  const { query } = ws;
  if (use === null || query === 0 || a.kind !== 'box') return NOT_SEARCHED;
  if (request.priority || request.maxContacts !== 1) return NOT_SEARCHED;
  if (3 * (a.depth + b.depth) + 8 > KERNEL_OPEN) return NOT_SEARCHED;
  if (helped !== use) help(use);
  if (ws.lodgedA !== a) {
    ws.rootA = lodgedTrees.of(a, use);
    ws.lodgedA = a;
  }
  if (ws.lodgedB !== b) {
    ws.rootB = lodgedTrees.of(b, use);
    ws.lodgedB = b;
  }
  if (ws.rootA === 0 || ws.rootB === 0) return NOT_SEARCHED;
  const { numbers, integers, result } = ws;
  numbers[THRESHOLD] = request.threshold;
  let flags =
    (request.wantBound ? WANT_BOUND : 0) |
    (request.anyBound ? ANY_BOUND : 0) |
    (request.meetFirst ? MEET_FIRST : 0);
  if (request.startA >= 0) {
    flags |= WITH_START;
    for (let k = 0; k < 9; k++) {
      numbers[START_A + 2 * k] = a.vertices[9 * request.startA + k];
      numbers[START_B + 2 * k] = b.vertices[9 * request.startB + k];
    }
  }
  const { startA, startB } = request;
  const stopped = use.run.searchMeshes(query, ws.rootA, ws.rootB, flags, startA, startB);
  const o = 2 * OUTCOME;
  result.triangleA = integers[o];
  result.triangleB = integers[o + 1];
  result.contactCount = integers[o + 2];
  result.nodePairs = integers[o + 3];
  result.trianglePairs = integers[o + 4];
  ws.putOffCount = integers[o + 5];
  if (result.triangleA >= 0) {
    for (let k = 0; k < 6; k++) result.points[k] = numbers[POINTS + k];
  }
  if (result.contactCount > 0) {
    result.contacts[0] = result.triangleA;
    result.contacts[1] = result.triangleB;
  }
  return stopped;
}

/** Exact arithmetic for triangles that a kernel cannot tell apart. */
function help(use: Kernel): void {
  const { memory } = use;
  const lower = new Float64Array(1);
  helpKernel({
    trianglesMeet: (at) => {
      const { numbers } = memory;
      const o = at / 8;
      return trianglesIntersectOrGapInto(numbers, o, numbers, o + 9, numbers, o + 18) ? 1 : 0;
    },
    triangleLower: (at) => {
      const { numbers } = memory;
      triangleDistanceLowerInto(numbers, at / 8, numbers, at / 8 + 9, lower, 0);
      return lower[0];
    },
  });
  helped = use;
}
