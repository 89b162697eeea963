/** The search between two hulls in WebAssembly (assembly/hulls/gjk.ts): the numbers of gjk.ts, to the bit. */
import type { SupportTable } from '../../geometry/index.ts';
import { kernel } from '../../kernel/index.ts';
import { ANEW } from './gjkEnd.ts';
import { tableAddress } from './lodgedTable.ts';
import { type ConvexWorkspace, POSE as POSE_SLOT } from './workspace.ts';

const POSE = POSE_SLOT;

/** What it says, ANEW if there is no kernel or no room in its memory for one of the three. */
export function lookInKernel(
  a: SupportTable,
  b: SupportTable,
  pose: Float64Array,
  o: number,
  workspace: ConvexWorkspace,
): number {
  const fast = kernel();
  const { address } = workspace;
  if (fast === null || address === 0) return ANEW;
  const atA = tableAddress(a, fast);
  const atB = tableAddress(b, fast);
  if (atA === 0 || atB === 0) return ANEW;
  const w = workspace.numbers;
  if (pose !== w || o !== POSE) copyPose(pose, o, w);
  return fast.run.gjk(atA, atB, address + 8 * POSE, address);
}

function copyPose(pose: Float64Array, o: number, w: Float64Array): void {
  w[POSE] = pose[o];
  w[POSE + 1] = pose[o + 1];
  w[POSE + 2] = pose[o + 2];
  w[POSE + 3] = pose[o + 3];
  w[POSE + 4] = pose[o + 4];
  w[POSE + 5] = pose[o + 5];
  w[POSE + 6] = pose[o + 6];
  w[POSE + 7] = pose[o + 7];
  w[POSE + 8] = pose[o + 8];
  w[POSE + 9] = pose[o + 9];
  w[POSE + 10] = pose[o + 10];
  w[POSE + 11] = pose[o + 11];
}
