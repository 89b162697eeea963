// @ts-check
// Environments with one large mesh: paper A, figure 12.

import { carBody } from './carBody.mjs';
import { degrees } from './describe.mjs';
import { machineTool } from './machineTool.mjs';
import { f200, irb2400Gripper, irb2400Gun } from './robots.mjs';
import { workshop as workshopMesh } from './workshop.mjs';

/** @typedef {import('./describe.mjs').EnvironmentFacts} EnvironmentFacts */

const machineHome = degrees(0, -45, 45, 0, 45, 0);
/** Through the door, the nozzle 8 mm from the shaft in the chuck. */
const inside = degrees(5, 12, 9, 23, -26, -55);

/** @type {EnvironmentFacts} */
export const machineToolCell = {
  folder: 'machine-tool',
  figure: '12a',
  title: 'An arc-welding arm in front of a machine tool with its door open.',
  robot: f200,
  robots: [{ xyz: [0, 0, 0], yaw: 0 }],
  states: { home: machineHome, inside },
  obstacles: [{ name: 'machine_tool', parts: [{ mesh: 'meshes/machine_tool.ply' }] }],
  meshes: { 'machine_tool.ply': () => machineTool(34171) },
  paths: {
    free: { verdict: 'free', waypoints: [machineHome, inside, machineHome] },
    // Both ends are free; on the way the gun meets the machine.
    colliding: {
      verdict: 'colliding',
      waypoints: [machineHome, degrees(14, 19, -16, 116, 46, 37)],
    },
  },
};

const workshopHome = degrees(0, -30, 30, 0, 30, 0);
/** A few millimetres from a leg of the conveyor, and from a box on the pallet. */
const atConveyor = degrees(38, 67, -15, 50, 28, 41);
const atBoxes = degrees(-50, 49, -21, 17, 63, -44);

/** @type {EnvironmentFacts} */
export const workshop = {
  folder: 'workshop',
  figure: '12b',
  title: 'An arm of IRB 2400 proportions with a gripper in a workshop.',
  robot: irb2400Gripper,
  robots: [{ xyz: [0, 0, 0], yaw: 0 }],
  states: { home: workshopHome, at_conveyor: atConveyor, at_boxes: atBoxes },
  obstacles: [{ name: 'workshop', parts: [{ mesh: 'meshes/workshop.ply' }] }],
  meshes: { 'workshop.ply': () => workshopMesh(74681) },
  paths: {
    free: { verdict: 'free', waypoints: [workshopHome, atConveyor, workshopHome, atBoxes] },
    // Into the press, too low.
    colliding: {
      verdict: 'colliding',
      waypoints: [workshopHome, degrees(-9, 46, -3, 14, -23, 12)],
    },
  },
};

/** Three robots on each side of a car, all looking at it. */
function sixAround(/** @type {number} */ distance) {
  return [1.5, 0, -1.5].flatMap((x, i) => [
    {
      name: `left_${i + 1}`,
      xyz: /** @type {[number, number, number]} */ ([x, distance, 0]),
      yaw: -90,
    },
    {
      name: `right_${i + 1}`,
      xyz: /** @type {[number, number, number]} */ ([x, -distance, 0]),
      yaw: 90,
    },
  ]);
}

/** The same for all robots. */
function sixTimes(/** @type {number[]} */ values) {
  return Array.from({ length: 6 }, () => values).flat();
}

const carIrb2400Home = degrees(0, -40, 20, 0, 40, 0);

/** @type {EnvironmentFacts} */
export const carSixIrb2400 = {
  folder: 'car-six-irb2400',
  figure: '12c',
  title:
    'Six arms of IRB 2400 proportions with thin welding guns around a car body of open sheets.',
  robot: irb2400Gun,
  robots: sixAround(1.85),
  states: { home: carIrb2400Home },
  obstacles: [{ name: 'car', parts: [{ mesh: 'meshes/car.ply' }] }],
  meshes: { 'car.ply': () => carBody(19668, 0.05) },
  paths: {
    // All six move at once; guns come within a centimetre of the car.
    free: {
      verdict: 'free',
      waypoints: [
        sixTimes(carIrb2400Home),
        [
          ...degrees(59, 38, -27, -44, 35, -36),
          ...degrees(-32, -21, 7, 42, 88, -32),
          ...degrees(79, 14, -10, -19, -70, -69),
          ...degrees(-19, 10, -19, 24, 49, 9),
          ...degrees(-48, 16, 5, -19, 56, 77),
          ...degrees(-67, -3, 19, 76, -34, 13),
        ],
      ],
    },
    colliding: {
      verdict: 'colliding',
      waypoints: [
        sixTimes(carIrb2400Home),
        [
          ...degrees(5, -17, -24, -97, -9, -90),
          ...degrees(-54, 8, -28, 114, -33, -55),
          ...degrees(64, 52, 57, -119, -28, -1),
          ...degrees(33, 64, 58, 48, 66, -85),
          ...degrees(78, 55, 35, 23, -68, 0),
          ...degrees(44, 42, -20, -83, -96, -85),
        ],
      ],
    },
  },
};

const carF200Home = degrees(0, -40, 30, 0, 45, 0);

/** @type {EnvironmentFacts} */
export const carSixF200 = {
  folder: 'car-six-f200',
  figure: '12d',
  title: 'Six arc-welding arms around a car body of open sheets.',
  robot: f200,
  robots: sixAround(2),
  states: { home: carF200Home },
  obstacles: [{ name: 'car', parts: [{ mesh: 'meshes/car.ply' }] }],
  meshes: { 'car.ply': () => carBody(4016, 0.125) },
  paths: {
    // All six move at once; guns come within a centimetre of the car.
    free: {
      verdict: 'free',
      waypoints: [
        sixTimes(carF200Home),
        [
          ...degrees(-26, 3, 51, -51, -99, -40),
          ...degrees(26, -14, -43, 15, -12, -43),
          ...degrees(79, -7, 9, -110, 39, -86),
          ...degrees(33, 59, -9, 81, 73, -70),
          ...degrees(6, 2, -35, -119, -12, 61),
          ...degrees(58, -10, 38, 114, -13, -18),
        ],
      ],
    },
    colliding: {
      verdict: 'colliding',
      waypoints: [
        sixTimes(carF200Home),
        [
          ...degrees(76, 54, -41, -66, -36, -26),
          ...degrees(-65, 11, -3, 61, 97, -61),
          ...degrees(-61, 38, 25, -114, 93, -69),
          ...degrees(68, 53, -21, -91, -30, 21),
          ...degrees(-64, 36, -20, -45, 89, -26),
          ...degrees(44, 51, -36, 92, -1, -87),
        ],
      ],
    },
  },
};
