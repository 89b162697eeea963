// @ts-check
// Bad cases: paper A, figure 14. The F 200 turns all the way about its first joint; the flat end of
// its nozzle stays at a constant gap above a floor, or above the top of a box for a part of the turn.

import { body } from '../cells/placing.mjs';
import { degrees } from './describe.mjs';
import { f200Lengths } from './f200.mjs';
import { refined } from './meshes.mjs';
import { sheet } from './pieces.mjs';
import { f200, robotMeshes } from './robots.mjs';
import { arcGunTip } from './tools.mjs';

/** @typedef {import('../cells/solids.mjs').Piece} Piece */
/** @typedef {import('../cells/solids.mjs').Point3} Point3 */
/** @typedef {import('./describe.mjs').EnvironmentFacts} EnvironmentFacts */

/** The gap is "slightly bigger" than the clearance, as the paper has it. */
export const GRAZING_MARGIN = 1.01;
/** How deep the nozzle goes on the paths that collide, in metres. */
const DEPTH = 0.001;

/** Length, width and height of the box; the narrow one is scaled. */
const BOX = /** @type {Point3} */ ([0.5, 0.5, 0.4]);
const NARROW = 0.2;
/** Direction of the box from the robot: not along an axis, and not where the turn begins. */
const BOX_AT = 115;

/** The three cells for a clearance in metres. @type {(clearance: number) => EnvironmentFacts[]} */
export function grazing(clearance) {
  const free = grazingPosture(GRAZING_MARGIN * clearance);
  const colliding = grazingPosture(-DEPTH);
  const turn = (/** @type {number[]} */ posture) =>
    degrees(-180, 180).map((angle) => [angle, ...posture.slice(1)]);
  const shared = {
    robot: f200,
    states: { home: degrees(0, -35, 35, 0, 45, 0), grazing: free },
    paths: {
      free: { verdict: 'free', waypoints: turn(free) },
      colliding: { verdict: 'colliding', waypoints: turn(colliding) },
    },
  };
  const boxCell = (
    /** @type {string} */ folder,
    /** @type {string} */ figure,
    /** @type {string} */ title,
    /** @type {import('./describe.mjs').PartFacts} */ part,
  ) => {
    const angle = (BOX_AT * Math.PI) / 180;
    const radius = reachOf(free);
    const place = [radius * Math.cos(angle), radius * Math.sin(angle), BOX[2] / 2];
    const xyz = /** @type {Point3} */ (place.map((x) => Math.round(x * 1e4) / 1e4));
    return {
      ...shared,
      folder,
      figure,
      title,
      robots: [{ xyz: /** @type {Point3} */ ([0, 0, BOX[2]]), yaw: 0 }],
      obstacles: [
        {
          name: 'pedestal',
          box: /** @type {Point3} */ ([0.7, 0.7, BOX[2]]),
          xyz: /** @type {Point3} */ ([0, 0, BOX[2] / 2]),
        },
        { name: 'box', parts: [{ ...part, xyz, rpy: /** @type {Point3} */ ([0, 0, BOX_AT]) }] },
      ],
      meshes: {},
    };
  };
  return [
    {
      ...shared,
      folder: 'grazing-floor',
      figure: '14a',
      title: 'A full turn with the nozzle just above the floor.',
      robots: [{ xyz: [0, 0, 0], yaw: 0 }],
      obstacles: [{ name: 'floor', parts: [{ mesh: 'meshes/floor.ply' }] }],
      meshes: { 'floor.ply': floor },
    },
    {
      ...boxCell(
        'grazing-box',
        '14b',
        'A full turn with the nozzle just above a box for a part of it.',
        {
          mesh: 'meshes/box.ply',
        },
      ),
      meshes: { 'box.ply': tessellatedBox },
    },
    boxCell('grazing-narrow-box', '14c', 'A full turn with the nozzle just above a narrow box.', {
      mesh: '../grazing-box/meshes/box.ply',
      scale: [1, NARROW, 1],
    }),
  ];
}

/** A square of 4 m in 8,000 triangles. */
function floor() {
  return refined(body(sheet(80, 50, (u, v) => [4 * u - 2, 4 * v - 2, 0])), 8000);
}

/** A box about the origin, 8,000 triangles on each face: a grid of 63 by 63 cells, 31 of them quartered. */
function tessellatedBox() {
  const n = 63;
  const quartered = 31;
  /** @type {Piece} */
  const piece = { points: [], triangles: [] };
  /** @type {Map<string, number>} */
  const known = new Map();
  // Corners count in halves of cells: those of cells are even, their middles odd.
  const vertex = (/** @type {number[]} */ at) => {
    const key = at.join();
    let index = known.get(key);
    if (index === undefined) {
      index = piece.points.length;
      known.set(key, index);
      piece.points.push(/** @type {Point3} */ (at.map((h, k) => BOX[k] * (h / (2 * n) - 0.5))));
    }
    return index;
  };
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [0, 2 * n]) {
      const at = (/** @type {number} */ i, /** @type {number} */ j) => {
        const halves = [0, 0, 0];
        halves[axis] = side;
        // The order of the other two axes makes all triangles look outward.
        halves[(axis + 1) % 3] = side > 0 ? i : j;
        halves[(axis + 2) % 3] = side > 0 ? j : i;
        return vertex(halves);
      };
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          const [a, b] = [at(2 * i, 2 * j), at(2 * i + 2, 2 * j)];
          const [c, d] = [at(2 * i + 2, 2 * j + 2), at(2 * i, 2 * j + 2)];
          if (i === j && i % 2 === 1 && i < 2 * quartered) {
            const m = at(2 * i + 1, 2 * j + 1);
            piece.triangles.push([a, b, m], [b, c, m], [c, d, m], [d, a, m]);
          } else piece.triangles.push([a, b, c], [a, c, d]);
        }
      }
    }
  }
  return body(piece);
}

/** Where the robot's plane puts a point of the gun at angles of joints 2, 3 and 5: x and z.
 * @type {(posture: number[], x: number, z: number) => [number, number]} */
function placed([, q2, q3, , q5], x, z) {
  const { shoulder, upperArm, elbow, forearm, flange } = f200Lengths;
  let [px, pz] = [shoulder[0], shoulder[2]];
  for (const [pitch, dx, dz] of [
    [q2, 0, upperArm],
    [q2 + q3, forearm, elbow],
    [q2 + q3 + q5, flange + x, z],
  ]) {
    px += dx * Math.cos(pitch) + dz * Math.sin(pitch);
    pz += dz * Math.cos(pitch) - dx * Math.sin(pitch);
  }
  return [px, pz];
}

/** Distance of the nozzle's end from the first axis. */
function reachOf(/** @type {number[]} */ posture) {
  return placed(posture, arcGunTip.x, arcGunTip.z)[0];
}

/**
 * The nozzle points straight down, its lowest corner at a height above the robot's foot. Nine digits:
 * a nanometre.
 * @type {(height: number) => number[]}
 */
export function grazingPosture(height) {
  const { positions } = /** @type {import('./meshes.mjs').Triangles} */ (
    robotMeshes().get('f200/gun.ply')
  );
  const q3 = (30 * Math.PI) / 180;
  const upright = ((90 - arcGunTip.tilt) * Math.PI) / 180;
  const posture = (/** @type {number} */ q2) =>
    [0, q2, q3, 0, upright - q2 - q3, 0].map((value) => Math.round(value * 1e9) / 1e9 + 0);
  const lowest = (/** @type {number[]} */ values) => {
    let low = Infinity;
    for (let i = 0; i < positions.length; i += 3) {
      low = Math.min(low, placed(values, positions[i], positions[i + 2])[1]);
    }
    return low;
  };
  let [high, deep] = [0, Math.PI / 2];
  for (let k = 0; k < 50; k++) {
    const middle = (high + deep) / 2;
    if (lowest(posture(middle)) > height) high = middle;
    else deep = middle;
  }
  return posture(high);
}
