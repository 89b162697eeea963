/** Descriptions of cells in which nothing is said but what a test is about. */
import type { CellDescription, RobotInstance } from '../../../src/cell/index.ts';
import { identityPose } from '../../../src/math/index.ts';

/** A robot without settings. */
export const BARE: Omit<RobotInstance, 'robot'> = {
  name: '',
  base: identityPose(),
  baseJoint: 'fixed',
  held: new Map(),
  couplings: new Map(),
  padding: new Map(),
  scale: new Map(),
  tracking: new Map(),
  attached: [],
  surfaces: [],
};

/** A cell with robots and obstacles, and no declarations. */
export function describedCell(
  robots: CellDescription['robots'],
  obstacles: CellDescription['obstacles'],
): CellDescription {
  return {
    robots,
    obstacles,
    clearance: { default: 0, pairs: [] },
    allow: [],
    state: new Map(),
    files: new Map(),
    notes: [],
  };
}
