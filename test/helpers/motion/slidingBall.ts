/** A ball that slides along x and y, with nothing else that moves: configuration space is the plane of its centre. */
import type { CellDescription } from '../../../src/cell/index.ts';
import type { Shape } from '../../../src/geometry/index.ts';
import { identityPose, poseFromRpy } from '../../../src/math/index.ts';
import { BARE, describedCell } from '../oracles/describedCell.ts';

/** `shapes` stand at `poses`, each an obstacle of its own. */
export function slidingBall(
  radius: number,
  shapes: readonly Shape[],
  poses: readonly Float64Array[],
): CellDescription {
  const obstacles = shapes.map((geometry, i) => ({
    name: `thing${i}`,
    pose: identityPose(),
    parts: [{ pose: poses[i], geometry }],
    solid: true,
  }));
  return describedCell([{ ...BARE, robot: slider(radius) }], obstacles);
}

/** Two such balls, of 0.1 m, the second one's plane 1.5 m away in x. */
export function twoBalls(): CellDescription {
  const [left, right] = ['left', 'right'].map((name, i) => ({
    ...BARE,
    name,
    base: poseFromRpy(0, 0, 0, 1.5 * i, 0, 0),
    robot: slider(0.1),
  }));
  return describedCell([left, right], []);
}

function slider(radius: number) {
  const origin = identityPose();
  const limits = { lower: -3, upper: 3 };
  const ball = { pose: identityPose(), geometry: { kind: 'sphere' as const, radius } };
  return {
    name: 'slider',
    links: [
      { name: 'base', collisions: [], visuals: [] },
      { name: 'rail', collisions: [], visuals: [] },
      { name: 'ball', collisions: [ball], visuals: [] },
    ],
    joints: [
      {
        ...{ name: 'x', kind: 'prismatic' as const, parent: 'base', child: 'rail', origin, limits },
        axis: [1, 0, 0] as [number, number, number],
      },
      {
        ...{ name: 'y', kind: 'prismatic' as const, parent: 'rail', child: 'ball', origin, limits },
        axis: [0, 1, 0] as [number, number, number],
      },
    ],
  };
}
