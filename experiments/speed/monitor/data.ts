/** What is monitored: a Panda in scenes of MotionBenchMaker, one of every family, and the two arms at a car door. */
import { buildCell, type Cell } from 'surepath/cell';
import { Random } from 'surepath/math';
import { readEmbedded } from '../../lab/cells.ts';
import { FreeEnds } from '../../lab/ends.ts';
import { FAMILIES, readRobot } from '../../lab/robots.ts';
import type { CellMotion } from '../fcl/monitorEngine.ts';
import { loadProblems } from '../planning/problems.ts';
import { type MotionKind, plannedMotion, stepsOf, wanderingMotion } from './motions.ts';

export interface MonitorMotion extends CellMotion {
  readonly kind: MotionKind;
}

export interface MonitorData {
  /** Of the robot, or of the embedded cell. */
  readonly name: string;
  readonly cells: readonly Cell[];
  /** Their names. */
  readonly scenes: readonly string[];
  readonly motions: readonly MonitorMotion[];
}

/** The Panda on its way to the goal of the first problem of every family, and wandering there. */
export function pandaData(families: readonly string[], most: number): MonitorData {
  const robot = readRobot('panda');
  const problems = FAMILIES.filter(
    (family) => families.length === 0 || families.includes(family),
  ).flatMap((family) => loadProblems(robot, family, 1));
  return {
    name: 'panda',
    cells: problems.map(({ cell }) => cell),
    scenes: problems.map(({ name }) => name),
    motions: problems.flatMap((problem, scene) => motionsOf(problem.cell, scene, problem, most)),
  };
}

/** Both arms at once, between free configurations. */
export function twoArmsData(most: number): MonitorData {
  const cell = buildCell(readEmbedded('two-arms'));
  const ends = new FreeEnds(cell, new Random(3)).anywhere();
  if (!ends) throw new Error('the two arms have no free configurations');
  return {
    name: 'two-arms',
    cells: [cell],
    scenes: ['two-arms'],
    motions: motionsOf(cell, 0, ends, most),
  };
}

function motionsOf(
  cell: Cell,
  scene: number,
  ends: Parameters<typeof plannedMotion>[1],
  most: number,
): MonitorMotion[] {
  return [
    { scene, kind: 'planned', steps: stepsOf(plannedMotion(cell, ends, 1), most) },
    { scene, kind: 'wandering', steps: stepsOf(wanderingMotion(cell, scene), most) },
  ];
}
