/**
 * FCL 0.7 on a robot among obstacles. Every piece of a body is a body of FCL; a mesh is a
 * BVHModel<OBBRSSd>. The poses are computed here, so that kinematics costs FCL nothing.
 */
import { writeFileSync } from 'node:fs';
import type { KnownScene } from '../../lab/robots.ts';
import { composed, encodeShape, floats, ints, piecesOf } from './encode.ts';
import { compile, dataFile, type Running, startProgram } from './program.ts';

const PROGRAM = 'robotStatic';

/** Why FCL cannot be used here, or undefined. */
export function available(native: boolean): Promise<string | undefined> {
  return compile(PROGRAM, native);
}

/** Starts the program on these scenes. */
export function startRobot(
  robot: string,
  scenes: readonly KnownScene[],
  native: boolean,
): Promise<Running> {
  const file = dataFile(`robot-${robot}`);
  writeFileSync(file, Buffer.concat([ints(scenes.length), ...scenes.flatMap(encodeScene)]));
  return startProgram(PROGRAM, native, file);
}

function encodeScene({ checker, configurations, colliding }: KnownScene): Buffer[] {
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
