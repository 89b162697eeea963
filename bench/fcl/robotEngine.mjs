// @ts-check
// FCL 0.7 on a robot among obstacles. Every piece of a body is a body of FCL; a mesh is a
// BVHModel<OBBRSSd>. The poses are computed here, so that kinematics costs FCL nothing.

import { writeFileSync } from 'node:fs';
import { composed, encodeShape, floats, ints, piecesOf } from './encode.mjs';
import { build, compile, start } from './program.mjs';

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
  const { pieces, pairs } = piecesOf(checker.cell);
  const { rigidRoot } = checker.cell.tree;
  const poses = configurations.flatMap((q) => {
    checker.kinematics.setConfiguration(q);
    return pieces.map(({ frame, piece }) => {
      const at = checker.kinematics.poseOf(frame);
      const pose = checker.kinematics.poses.slice(at, at + 12);
      return piece.kind === 'convex' ? composed(pose, piece.pose) : pose;
    });
  });
  return [
    ints(pieces.length, pairs.length, configurations.length),
    ...pieces.flatMap(({ frame, piece }) => [
      ints(Number(rigidRoot[frame] !== 0)),
      ...encodeShape(piece),
    ]),
    ints(...pairs.flat(), ...colliding.map(Number)),
    ...poses.map((pose) => floats(...pose)),
  ];
}
