/** Motion planning problems of MotionBenchMaker: a scene around a robot, a start and a goal. */
import { existsSync } from 'node:fs';
import type { Cell } from 'surepath/cell';
import { readRequest } from 'surepath/formats';
import { fromDisk } from '../../lab/cells.ts';
import { cpuMilliseconds } from '../../lab/clock.ts';
import type { Ends } from '../../lab/ends.ts';
import {
  buildScene,
  FAMILIES,
  type Place,
  type RobotFiles,
  robotFolder,
  sceneFile,
} from '../../lab/robots.ts';

export interface Problem extends Ends {
  readonly name: string;
  readonly cell: Cell;
  /** CPU milliseconds that the cell took, its robot being known. */
  readonly building: number;
}

/** Problems of every family. */
export const PER_FAMILY = 40;

/** What is missing on this machine, or undefined. */
export function missingProblems(robot: string): string | undefined {
  const missing = FAMILIES.filter(
    (family) => !existsSync(requestFile(robot, { family, scene: 1 })),
  );
  if (missing.length === 0) return undefined;
  return `${robotFolder(robot)} has no problems of ${missing.join(', ')}; SUREPATH_DATA says where the data is`;
}

function requestFile(robot: string, place: Place): string {
  return sceneFile(robot, place).replace(/scene(\d+\.yaml)$/, 'request$1');
}

/** The first problems of a family. */
export function loadProblems(robot: RobotFiles, family: string, count: number): Problem[] {
  const problems: Problem[] = [];
  for (let scene = 1; scene <= count; scene++) {
    const file = requestFile(robot.name, { family, scene });
    const bytes = fromDisk(file);
    if (!bytes) break;
    const { start, goals } = readRequest(bytes, { file });
    // The joints of the group that is planned for; others are held.
    const joints = [...goals[0].joints.keys()];
    const begin = cpuMilliseconds();
    const cell = buildScene(robot, sceneFile(robot.name, { family, scene }), joints);
    const building = cpuMilliseconds() - begin;
    const valuesOf = (value: (joint: string) => number | undefined) =>
      Float64Array.from(cell.tree.dofs, ({ name }) => value(name) ?? Number.NaN);
    problems.push({
      name: `${family} ${scene}`,
      cell,
      from: valuesOf((joint) => start.get(joint)),
      to: valuesOf((joint) => goals[0].joints.get(joint)?.position),
      building,
    });
  }
  return problems;
}
