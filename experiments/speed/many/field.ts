/**
 * How far places are from where a robot passes, roughly: a grid around the robot whose cells know the distance to the
 * nearest of many points of the robot at many times of its motions, to three or four centimetres. Only for placing
 * obstacles; what they are near to is measured by the product afterwards.
 */
import type { Cell } from 'surepath/cell';
import { Kinematics } from 'surepath/kinematics';
import { transformPointInto } from 'surepath/math';
import { between, distanceBetween } from '../../lab/configurations.ts';

/** Metres: side of a cell. */
const CELL = 0.03;
/** Metres: beyond this a cell knows only that it is farther. */
export const FAR = 0.18;
/** The grid goes so far from the robot's base along x and y, and from below it to above. */
const SIDE = 1.3;
const LOW = -0.5;
const HIGH = 1.5;
const ACROSS = Math.round((2 * SIDE) / CELL);
const UP = Math.round((HIGH - LOW) / CELL);
/** Radians between configurations, and points of a body that are looked at. */
const STEP = 0.04;
const POINTS = 400;

export class PassageField {
  private readonly distances = new Float32Array(ACROSS * ACROSS * UP).fill(
    Number.POSITIVE_INFINITY,
  );

  /** The bodies of the cell that move, along the motions given by their waypoints. */
  constructor(cell: Cell, motions: readonly (readonly Float64Array[])[]) {
    const passed = new Uint8Array(this.distances.length);
    const kinematics = new Kinematics(cell.tree);
    const movers = cell.bodies.filter(({ frame }) => cell.tree.rigidRoot[frame] !== 0);
    const bodies = movers.map(({ frame, pieces }) => ({
      frame,
      points: pieces.flatMap((piece) => (piece.kind === 'mesh' ? some(piece.mesh.positions) : [])),
    }));
    const place = new Float64Array(3);
    const point = new Float64Array(3);
    for (const waypoints of motions) {
      for (const q of configurationsOf(waypoints)) {
        kinematics.setConfiguration(q);
        for (const { frame, points } of bodies) {
          const o = kinematics.poseOf(frame);
          for (let i = 0; i < points.length; i += 3) {
            for (let k = 0; k < 3; k++) point[k] = points[i + k];
            transformPointInto(kinematics.poses, o, point, 0, place, 0);
            const at = indexOf(place[0], place[1], place[2]);
            if (at >= 0) passed[at] = 1;
          }
        }
      }
    }
    this.spread(passed);
  }

  /** Metres to where the robot passes; infinite beyond `FAR` and outside of the grid. */
  distance(x: number, y: number, z: number): number {
    const at = indexOf(x, y, z);
    return at < 0 ? Number.POSITIVE_INFINITY : this.distances[at];
  }

  /** Gives every cell within `FAR` of a passed one its distance. */
  private spread(passed: Uint8Array): void {
    const most = Math.floor(FAR / CELL);
    for (let at = 0; at < passed.length; at++) {
      if (passed[at] === 0) continue;
      const z = at % UP;
      const y = Math.floor(at / UP) % ACROSS;
      const x = Math.floor(at / (UP * ACROSS));
      for (let i = Math.max(0, x - most); i <= Math.min(ACROSS - 1, x + most); i++) {
        for (let j = Math.max(0, y - most); j <= Math.min(ACROSS - 1, y + most); j++) {
          for (let k = Math.max(0, z - most); k <= Math.min(UP - 1, z + most); k++) {
            const d = CELL * Math.sqrt((i - x) ** 2 + (j - y) ** 2 + (k - z) ** 2);
            const o = (i * ACROSS + j) * UP + k;
            if (d <= FAR && d < this.distances[o]) this.distances[o] = d;
          }
        }
      }
    }
  }
}

/** Of the cell with this place; -1 outside of the grid. */
function indexOf(x: number, y: number, z: number): number {
  const i = Math.floor((x + SIDE) / CELL);
  const j = Math.floor((y + SIDE) / CELL);
  const k = Math.floor((z - LOW) / CELL);
  if (i < 0 || j < 0 || k < 0 || i >= ACROSS || j >= ACROSS || k >= UP) return -1;
  return (i * ACROSS + j) * UP + k;
}

/** Coordinates of some of the points, spread over all of them. */
function some(positions: Float64Array): number[] {
  const count = positions.length / 3;
  const chosen: number[] = [];
  const stride = Math.max(1, Math.floor(count / POINTS));
  for (let i = 0; i < count; i += stride) {
    chosen.push(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
  }
  return chosen;
}

function* configurationsOf(waypoints: readonly Float64Array[]): Generator<Float64Array> {
  for (let i = 0; i + 1 < waypoints.length; i++) {
    const parts = Math.ceil(distanceBetween(waypoints[i], waypoints[i + 1]) / STEP);
    for (let k = 0; k <= parts; k++) yield between(waypoints[i], waypoints[i + 1], k / parts);
  }
}
