/**
 * FCL 0.7 on straight motions of a robot among obstacles, sampled. The program computes poses itself,
 * from the compiled kinematic tree: frames that never move against each other are one.
 */
import { writeFileSync } from 'node:fs';
import type { Cell, Piece } from 'surepath/cell';
import type { Ends } from '../../lab/ends.ts';
import { composed, encodeShape, floats, ints, piecesOf } from './encode.ts';
import { compile, dataFile, type Running, startProgram } from './program.ts';

const PROGRAM = 'edgeSampling';

/** A motion in one of some cells. */
export interface SceneEdge extends Ends {
  /** Which of the cells. */
  readonly scene: number;
}

/** The kinds of joints that the program has, as kinematics/joint.ts numbers them. */
const TURN = 1;
const SLIDE = 2;

/** Why FCL cannot be used here, or undefined. */
export function available(native: boolean): Promise<string | undefined> {
  return compile(PROGRAM, native);
}

/** Writes the file that the program reads. */
export function writeEdges(
  name: string,
  cells: readonly Cell[],
  edges: readonly SceneEdge[],
): string {
  const file = dataFile(`edges-${name}`);
  const { shapes, scenes } = encodeScenes(cells);
  const dofs = cells[0].tree.dofs.length;
  const head = ints(shapes.length, cells.length, edges.length, dofs);
  const all = [head, ...shapes, ...scenes.flat(), ...edges.map(encodeEdge)];
  writeFileSync(file, Buffer.concat(all));
  return file;
}

/** The number of its cell and both ends of an edge. */
export function encodeEdge({ scene, from, to }: SceneEdge): Buffer {
  return Buffer.concat([ints(scene), floats(...from, ...to)]);
}

/** Shapes, and the scenes made of them, one after the other. */
export function encodeScenes(cells: readonly Cell[]): { shapes: Buffer[]; scenes: Buffer[][] } {
  // Scenes with one robot share its meshes, here as there.
  const known = new Map<object, number>();
  const shapes: Buffer[] = [];
  const shapeOf = (piece: Piece): number => {
    const key = piece.kind === 'mesh' ? piece.mesh : piece;
    const found = known.get(key);
    if (found !== undefined) return found;
    shapes.push(Buffer.concat(encodeShape(piece)));
    known.set(key, known.size);
    return known.size - 1;
  };
  const scenes = cells.map((cell) => encodeScene(cell, shapeOf));
  return { shapes, scenes };
}

/** Starts the program on such a file. */
export function startEdges(file: string, native: boolean): Promise<Running> {
  return startProgram(PROGRAM, native, file);
}

function encodeScene(cell: Cell, shapeOf: (piece: Piece) => number): Buffer[] {
  const { tree } = cell;
  const { pieces, pairs } = piecesOf(cell);
  const poseAt = (poses: Float64Array, f: number) => poses.slice(12 * f, 12 * f + 12);
  // A joint per frame that moves and carries something, in the order of the tree.
  const carries = new Set<number>();
  for (const { frame } of pieces) {
    for (let f = tree.rigidRoot[frame]; f > 0; f = tree.rigidRoot[tree.parent[f]]) carries.add(f);
  }
  const roots = [...tree.parent.keys()].filter((f) => carries.has(f));
  const jointOf = (frame: number) => roots.indexOf(tree.rigidRoot[frame]);
  const joints = roots.map((f) => {
    const kind = tree.kind[f];
    if ((kind !== TURN && kind !== SLIDE) || tree.laws?.[f]) {
      throw new Error('the FCL program has no such joint');
    }
    const placed = composed(poseAt(tree.rigidPlacement, tree.parent[f]), poseAt(tree.placement, f));
    return Buffer.concat([
      ints(jointOf(tree.parent[f]), kind, tree.dof[f]),
      floats(tree.multiplier[f], tree.offset[f], ...placed),
      floats(...tree.axis.slice(3 * f, 3 * f + 3)),
    ]);
  });
  const bodies = pieces.map(({ frame, piece }) => {
    const link = poseAt(tree.rigidPlacement, frame);
    const pose = piece.kind === 'convex' ? composed(link, piece.pose) : link;
    return Buffer.concat([ints(shapeOf(piece), jointOf(frame)), floats(...pose)]);
  });
  return [
    ints(joints.length, bodies.length, pairs.length),
    ...joints,
    ...bodies,
    ints(...pairs.flat()),
  ];
}
