// @ts-check
// FCL 0.7 on a robot among obstacles. Every piece of a body is a body of FCL; a mesh is a
// BVHModel<OBBRSSd>. The poses are computed here, so that kinematics costs FCL nothing.

import { writeFileSync } from 'node:fs';
import { composePosesInto } from '../../dist/math/index.js';
import { build, compile, start } from './program.mjs';

/** @typedef {import('../../dist/cell/index.js').Piece} Piece */

const kinds = { mesh: 0, box: 1, cylinder: 2 };

/** Why FCL cannot be used here, or undefined. */
export function available(/** @type {boolean} */ native) {
  return compile('robotStatic', native);
}

/**
 * Starts the program on these scenes.
 * @param {string} robot
 * @param {import('../robotData.mjs').Scene[]} scenes
 * @param {boolean} native
 */
export async function startRobot(robot, scenes, native) {
  const file = `${build}robot-${robot}.bin`;
  writeFileSync(file, Buffer.concat([ints(scenes.length), ...scenes.flatMap(encodeScene)]));
  return start('robotStatic', native, file);
}

/** @returns {Buffer[]} */
function encodeScene(/** @type {import('../robotData.mjs').Scene} */ scene) {
  const { checker, configurations, colliding } = scene;
  const { bodies, tested, tree } = checker.cell;
  const pieces = bodies.flatMap((body, b) => body.pieces.map((piece) => ({ body, b, piece })));
  const piecesOf = bodies.map((_, b) => pieces.flatMap((piece, i) => (piece.b === b ? [i] : [])));
  const pairs = tested.flatMap(({ a, b }) =>
    piecesOf[a].flatMap((i) => piecesOf[b].map((j) => [i, j])),
  );
  if (bodies.some(({ padding }) => padding !== 0)) throw new Error('FCL has no padding');
  const poses = configurations.flatMap((q) => {
    checker.kinematics.setConfiguration(q);
    return pieces.map(({ body, piece }) => {
      const at = checker.kinematics.poseOf(body.frame);
      const pose = checker.kinematics.poses.slice(at, at + 12);
      return piece.kind === 'convex' ? composed(pose, piece.pose) : pose;
    });
  });
  return [
    ints(pieces.length, pairs.length, configurations.length),
    ...pieces.flatMap(({ body, piece }) => encodePiece(piece, tree.rigidRoot[body.frame] !== 0)),
    ints(...pairs.flat(), ...colliding.map(Number)),
    ...poses.map((pose) => floats(...pose)),
  ];
}

function encodePiece(/** @type {Piece} */ piece, /** @type {boolean} */ moving) {
  if (piece.kind === 'mesh') {
    const { positions, indices } = piece.mesh;
    return [
      ints(kinds.mesh, Number(moving), positions.length / 3, indices.length / 3),
      Buffer.from(Float64Array.from(positions).buffer),
      Buffer.from(Int32Array.from(indices).buffer),
    ];
  }
  const { shape } = piece;
  if (shape.kind === 'box') {
    return [ints(kinds.box, Number(moving), 0, 0), floats(...shape.half.map((x) => 2 * x))];
  }
  if (shape.kind === 'cylinder') {
    return [ints(kinds.cylinder, Number(moving), 0, 0), floats(shape.radius, shape.length, 0)];
  }
  throw new Error(`the FCL program has no ${shape.kind}`);
}

function composed(/** @type {Float64Array} */ a, /** @type {Float64Array} */ b) {
  const out = new Float64Array(12);
  composePosesInto(a, 0, b, 0, out, 0);
  return out;
}

function ints(/** @type {number[]} */ ...values) {
  return Buffer.from(Int32Array.from(values).buffer);
}

function floats(/** @type {number[]} */ ...values) {
  return Buffer.from(Float64Array.from(values).buffer);
}
