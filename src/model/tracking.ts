/** How far joints may stray from where they should be: a tolerance for each joint that has one, and a default. */
import { InputError } from '../math/fault.ts';
import type { CellDescription, RobotInstance } from './description.ts';

type Tracking = Pick<RobotInstance, 'tracking'>;

/** The tolerance of a joint, in radians or metres. */
export function toleranceOf({ tracking }: Tracking, joint: string): number {
  return tracking.get(joint) ?? tracking.get('default') ?? 0;
}

/** The description with this tolerance for joints that have none of their own. */
export function withTracking(cell: CellDescription, tolerance: number): CellDescription {
  return withDefaults(cell, tolerance, () => tolerance);
}

/** The same, where a robot that has a larger default keeps it. */
export function withTrackingAtLeast(cell: CellDescription, tolerance: number): CellDescription {
  return withDefaults(cell, tolerance, (robot) =>
    Math.max(tolerance, robot.tracking.get('default') ?? 0),
  );
}

function withDefaults(
  cell: CellDescription,
  tolerance: number,
  defaultOf: (robot: Tracking) => number,
): CellDescription {
  if (!(tolerance >= 0 && tolerance < Infinity)) {
    throw new InputError({
      code: 'edit/amount',
      message: `a tolerance is a number of at least 0; found ${tolerance}`,
    });
  }
  const robots = cell.robots.map((robot) => {
    const amount = defaultOf(robot);
    const tracking = new Map([...robot.tracking, ['default', amount] as const]);
    // Zero is what a joint has that no file gives a tolerance.
    if (amount === 0) tracking.delete('default');
    return { ...robot, tracking };
  });
  return { ...cell, robots };
}
