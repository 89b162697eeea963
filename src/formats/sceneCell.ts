/** A MoveIt planning scene together with its robot, as a cell. */
import type { CellDescription } from '../cell/index.ts';
import { readScene } from './moveitScene.ts';
import type { Resolver } from './resolver.ts';
import { refuseUnusedArguments } from './robotXml.ts';
import { readSrdf } from './srdf.ts';
import { readUrdf } from './urdf.ts';

interface SceneFile {
  readonly file: string;
  readonly bytes: Uint8Array;
}

export interface SceneCellOptions {
  readonly file: string;
  readonly resolver: Resolver;
  readonly robot: SceneFile;
  readonly srdf?: SceneFile | undefined;
  readonly visuals: boolean;
  /** Links without collision geometry are tested by their visuals. */
  readonly testVisuals?: boolean;
  /** Values of xacro arguments by name, for the robot's files. */
  readonly xacro?: Readonly<Record<string, string>> | undefined;
}

/** Reads a scene and its robot; files and notes are those of all of them. */
export function cellFromScene(
  bytes: Uint8Array,
  { file, resolver, robot: urdf, srdf, visuals, testVisuals = false, xacro }: SceneCellOptions,
): CellDescription {
  const robot = readUrdf(urdf.bytes, {
    ...{ file: urdf.file, resolver, visuals, xacro },
    testVisuals: () => testVisuals,
  });
  const semantics =
    srdf && readSrdf(srdf.bytes, { file: srdf.file, robot: robot.robot, resolver, xacro });
  refuseUnusedArguments(xacro, urdf.file, [robot.xacro, semantics?.xacro]);
  const scene = readScene(bytes, {
    file,
    resolver,
    robot: robot.robot,
    semantics: semantics?.semantics,
  });
  return {
    ...scene,
    files: new Map([...robot.files, ...(semantics?.files ?? []), ...scene.files]),
    notes: [...robot.notes, ...(semantics?.notes ?? []), ...scene.notes],
  };
}
