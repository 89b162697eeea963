/** The story that the studio opens on is true: sampling as it says finds nothing on the path, and the path collides. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildCell } from '../../src/cell/index.ts';
import { checkPath, createChecker } from '../../src/check/index.ts';
import { makeGallery } from '../../src/cli/studio/gallery.ts';
import { buildPath } from '../../src/motion/index.ts';
import { Session } from '../../studio/engine/session.ts';
import { CELLS, named, opened } from '../helpers/studio/sessions.ts';

it('is of a path that sampling calls free and that is not', () => {
  const { story } = makeGallery(CELLS);
  const { cell: name, path: file, resolution } = story!;
  const cell = buildCell(opened(new Session(), named(`${name}/`)).description);
  const { joints, waypoints } = JSON.parse(readFileSync(join(CELLS, file), 'utf8'));
  expect(joints).toEqual(cell.tree.dofs.map((dof) => dof.name));
  const path = buildPath(
    cell.tree,
    waypoints.map((row: number[]) => Float64Array.from(row)),
  );
  const sampled = checkPath(createChecker(cell, { method: 'fixed', resolution }), path);
  expect(sampled.verdict).toBe('no collision found');
  expect(checkPath(createChecker(cell), path).verdict).toBe('colliding');
});
