/** A MoveIt planning scene together with its robot, as a cell. */
import type { CellDescription } from '../cell/index.ts';
import { readScene } from './moveitScene.ts';
import type { Resolver } from './resolver.ts';
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
}

/** Reads a scene and its robot; files and notes are those of all of them. */
export function cellFromScene(
  bytes: Uint8Array,
  { file, resolver, robot: urdf, srdf, visuals, testVisuals = false }: SceneCellOptions,
): CellDescription {
  const robot = readUrdf(urdf.bytes, {
    ...{ file: urdf.file, resolver, visuals },
    testVisuals: () => testVisuals,
  });
  const semantics = srdf && readSrdf(srdf.bytes, { file: srdf.file, robot: robot.robot });
  const scene = readScene(bytes, {
    file,
    resolver,
    robot: robot.robot,
    semantics: semantics?.semantics,
  });
  return {
    ...scene,
    files: new Map([
      ...robot.files,
      ...(srdf ? [[srdf.file, srdf.bytes] as const] : []),
      ...scene.files,
    ]),
    notes: [...robot.notes, ...(semantics?.notes ?? []), ...scene.notes],
  };
}
