/**
 * A Panda that works among a hundred boxes: fifty waypoints around a place where it works, and boxes of 2 to 8 cm within
 * centimetres of where it passes. Everything follows from seeds.
 */
import {
  buildCell,
  type Cell,
  type CellDescription,
  type ObstacleDescription,
  StaticChecker,
  sampleInto,
} from 'surepath/cell';
import { checkPath, createChecker } from 'surepath/check';
import { identityPose, poseFromRpy, Random } from 'surepath/math';
import { buildPath, StraightSegment } from 'surepath/motion';
import { distanceBetween } from '../../lab/configurations.ts';
import { describeScene, readRobot, sceneFile } from '../../lab/robots.ts';
import { PassageField } from '../many/field.ts';

export const BOXES = 100;
export const WAYPOINTS = 50;

/** Radians: how far waypoints are from the middle of the work, and the shortest way between two. */
const AROUND = 1.6;
const SHORTEST = 0.5;
/** Metres from where the robot passes to the centre of a box, about. */
const NEAREST = 0.03;
const NEAR_ENOUGH = 0.05;
/** Metres: half the sides of boxes. */
const SMALL = 0.01;
const LARGE = 0.04;
const SEED = 2021;

export interface RecheckWorld {
  readonly description: CellDescription;
  /** Free among all boxes, also if a waypoint or a box is moved a little. */
  readonly waypoints: readonly Float64Array[];
}

export function recheckWorld(): RecheckWorld {
  const files = readRobot('panda');
  const joints = files.robot.joints.map(({ name }) => name);
  const scene = describeScene(
    files,
    sceneFile('panda', { family: 'table_pick', scene: 1 }),
    joints,
  );
  const alone: CellDescription = { ...scene, obstacles: [], notes: [] };
  const bare = buildCell(alone);
  const waypoints = workOf(bare, new Random(SEED));
  const obstacles = boxesAround(alone, bare, waypoints);
  return { description: { ...alone, obstacles }, waypoints };
}

/** Waypoints around the first random configuration that is free, each reached by a free motion. */
function workOf(bare: Cell, random: Random): Float64Array[] {
  const statics = new StaticChecker(bare);
  const ladder = createChecker(bare);
  const middle = new Float64Array(bare.tree.dofs.length);
  do sampleInto(bare, random, middle);
  while (statics.firstCollision(middle) >= 0);
  const waypoints = [middle];
  const drawn = new Float64Array(middle.length);
  while (waypoints.length < WAYPOINTS) {
    sampleInto(bare, random, drawn);
    const away = random.between(0, AROUND) / distanceBetween(middle, drawn);
    const next = middle.map((x, d) => x + Math.min(1, away) * (drawn[d] - x));
    const last = waypoints[waypoints.length - 1];
    if (distanceBetween(last, next) < SHORTEST) continue;
    const segment = new StraightSegment(bare.tree, last, next);
    if (ladder.check({ segment }).verdict === 'free') waypoints.push(next);
  }
  return waypoints;
}

/** Boxes near where the robot passes; one that it meets is taken away, and another put in its place. */
function boxesAround(
  alone: CellDescription,
  bare: Cell,
  waypoints: readonly Float64Array[],
): ObstacleDescription[] {
  const field = new PassageField(bare, [waypoints]);
  const random = new Random(SEED + 1);
  const boxes: ObstacleDescription[] = [];
  for (;;) {
    while (boxes.length < BOXES) {
      const centre = [-1.1, -1.1, -0.4].map((low, k) => random.between(low, k < 2 ? 1.1 : 1.4));
      const distance = field.distance(centre[0], centre[1], centre[2]);
      if (distance < NEAREST || distance > NEAR_ENOUGH) continue;
      boxes.push(smallBox(boxes.length, centre, random));
    }
    // Two millimetres to spare: whoever moves a box by one meets nothing.
    const clearance = { default: 0.002, pairs: [] };
    const cell = buildCell({ ...alone, obstacles: boxes, clearance });
    const path = buildPath(cell.tree, waypoints);
    const { verdict, witnesses } = checkPath(createChecker(cell), path, { all: true });
    if (verdict === 'free') return boxes;
    const met = new Set(
      witnesses.flatMap(({ pair }) => [cell.bodies[pair.a].name, cell.bodies[pair.b].name]),
    );
    const left = boxes.filter(({ name }) => !met.has(name));
    if (left.length === boxes.length) throw new Error(`the path is ${verdict} without a box`);
    boxes.splice(0, boxes.length, ...left.map((box, i) => ({ ...box, name: `box ${i}` })));
  }
}

/** A box, turned about the vertical as things on shelves are. */
function smallBox(i: number, [x, y, z]: readonly number[], random: Random): ObstacleDescription {
  const half = [0, 1, 2].map(() => random.between(SMALL, LARGE)) as [number, number, number];
  return {
    name: `box ${i}`,
    pose: poseFromRpy(0, 0, random.between(-Math.PI, Math.PI), x, y, z),
    parts: [{ pose: identityPose(), geometry: { kind: 'box', half } }],
    solid: true,
  };
}
