// @ts-check
// FCL 0.7 on straight motions of a robot among obstacles, sampled. The program computes poses itself,
// from the compiled kinematic tree: frames that never move against each other are one.

import { writeFileSync } from 'node:fs';
import { composed, encodeShape, floats, ints, piecesOf } from './encode.mjs';
import { build, compile, start } from './program.mjs';

/** @typedef {import('../../dist/cell/index.js').Cell} Cell */
/** @typedef {import('../../dist/cell/index.js').Piece} Piece */
/**
 * @typedef {object} Edge
 * @property {number} scene which of the cells
 * @property {Float64Array} from
 * @property {Float64Array} to
 */

/** The kinds of joints that the program has, as kinematics/joint.ts numbers them. */
const turn = 1;
const slide = 2;

/** Why FCL cannot be used here, or undefined. */
export function available(/** @type {boolean} */ native) {
  return compile('edgeSampling', native);
}

/**
 * Writes the file that the program reads.
 * @param {string} name
 * @param {Cell[]} cells
 * @param {Edge[]} edges
 */
export function writeEdges(name, cells, edges) {
  const file = `${build}edges-${name}.bin`;
  const { shapes, scenes } = encodeScenes(cells);
  const dofs = cells[0].tree.dofs.length;
  const head = ints(shapes.length, cells.length, edges.length, dofs);
  writeFileSync(file, Buffer.concat([head, ...shapes, ...scenes, ...edges.map(encodeEdge)]));
  return file;
}

/** The number of its cell and both ends of an edge. */
export function encodeEdge(/** @type {Edge} */ { scene, from, to }) {
  return Buffer.concat([ints(scene), floats(...from, ...to)]);
}

/** Shapes, and the scenes made of them. */
export function encodeScenes(/** @type {Cell[]} */ cells) {
  // Scenes with one robot share its meshes, here as there.
  /** @type {Map<unknown, number>} */
  const shapes = new Map();
  /** @type {Buffer[]} */
  const shapeData = [];
  const shapeOf = (/** @type {Piece} */ piece) => {
    const key = piece.kind === 'mesh' ? piece.mesh : piece;
    const known = shapes.get(key);
    if (known !== undefined) return known;
    shapeData.push(Buffer.concat(encodeShape(piece)));
    shapes.set(key, shapes.size);
    return shapes.size - 1;
  };
  const scenes = cells.flatMap((cell) => encodeScene(cell, shapeOf));
  return { shapes: shapeData, scenes };
}

/** Starts the program on such a file. */
export function startEdges(/** @type {string} */ file, /** @type {boolean} */ native) {
  return start('edgeSampling', native, file);
}

/** @returns {Buffer[]} */
function encodeScene(/** @type {Cell} */ cell, /** @type {(piece: Piece) => number} */ shapeOf) {
  const { tree } = cell;
  const { pieces, pairs } = piecesOf(cell);
  const poseAt = (/** @type {Float64Array} */ poses, /** @type {number} */ f) =>
    poses.slice(12 * f, 12 * f + 12);
  // A joint per frame that moves and carries something, in the order of the tree.
  const carries = new Set();
  for (const { frame } of pieces) {
    for (let f = tree.rigidRoot[frame]; f > 0; f = tree.rigidRoot[tree.parent[f]]) carries.add(f);
  }
  const roots = [...tree.parent.keys()].filter((f) => carries.has(f));
  const jointOf = (/** @type {number} */ frame) => roots.indexOf(tree.rigidRoot[frame]);
  const joints = roots.map((f) => {
    const kind = tree.kind[f];
    if (kind !== turn && kind !== slide) throw new Error('the FCL program has no such joint');
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
