/** Planning scenes of MoveIt as text, for the robot of cellFixture.ts, and how tests read them. */
import type { CellDescription } from '../../../src/cell/index.ts';
import { readScene } from '../../../src/formats/index.ts';
import { RESOLVER, ROBOT, SEMANTICS } from './cellFixture.ts';
import { utf8 } from './helpers.ts';

export const FILE = 'cells/scene.yaml';

export function read(
  text: string,
  semantics: typeof SEMANTICS | null = SEMANTICS,
): CellDescription {
  return readScene(utf8(text), {
    file: FILE,
    robot: ROBOT,
    semantics: semantics ?? undefined,
    resolver: RESOLVER,
  });
}

export const world = (objects: string) => `world:\n  collision_objects:\n    - ${objects}\n`;
export const BOX = 'primitives: [{type: box, dimensions: [2, 4, 6]}], primitive_poses: [{}]';
export const box = (rest: string) => world(`{id: b, ${BOX}${rest}}`);
export const codes = (cell: CellDescription) => cell.notes.map(({ code }) => code);
