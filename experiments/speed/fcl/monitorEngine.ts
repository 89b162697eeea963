/**
 * FCL 0.7 on classes of bodies along motions, step by step, with its broad-phase manager. The program computes poses
 * itself, from the compiled kinematic tree.
 */
import { writeFileSync } from 'node:fs';
import type { Cell } from 'surepath/cell';
import { encodeScenes } from './edgeEngine.ts';
import { floats, ints, piecesOf } from './encode.ts';
import { compile, dataFile, type Running, startProgram } from './program.ts';

const PROGRAM = 'monitorSteps';

/** A cell with the classes and the pairs of them that are asked about. */
export interface ClassedCell {
  readonly cell: Cell;
  /** Numbers of bodies, class by class. */
  readonly classes: readonly (readonly number[])[];
  readonly pairs: readonly { readonly a: number; readonly b: number }[];
}

/** Configurations, one per step, in one of some cells. */
export interface CellMotion {
  readonly scene: number;
  readonly steps: readonly Float64Array[];
}

/** Why FCL cannot be used here, or undefined. */
export function available(native: boolean): Promise<string | undefined> {
  return compile(PROGRAM, native);
}

/** Writes the file that the program reads. Pieces of a body are bodies of FCL and in its class. */
export function writeMotions(
  name: string,
  scenes: readonly ClassedCell[],
  motions: readonly CellMotion[],
): string {
  const file = dataFile(`monitor-${name}`);
  const { shapes, scenes: encoded } = encodeScenes(scenes.map(({ cell }) => cell));
  const dofs = scenes[0].cell.tree.dofs.length;
  const classed = scenes.map((scene, i) => Buffer.concat([...encoded[i], encodeClasses(scene)]));
  const head = ints(shapes.length, scenes.length, motions.length, dofs);
  const moved = motions.map(({ scene, steps }) =>
    Buffer.concat([ints(scene, steps.length), ...steps.map((q) => floats(...q))]),
  );
  writeFileSync(file, Buffer.concat([head, ...shapes, ...classed, ...moved]));
  return file;
}

function encodeClasses({ cell, classes, pairs }: ClassedCell): Buffer {
  const of = (body: number) => classes.findIndex((bodies) => bodies.includes(body));
  const numbers = piecesOf(cell).pieces.map(({ b }) => of(b));
  const listed = pairs.flatMap(({ a, b }) => [a, b]);
  return ints(classes.length, ...numbers, pairs.length, ...listed);
}

/** Starts the program on such a file. */
export function startMotions(file: string, native: boolean): Promise<Running> {
  return startProgram(PROGRAM, native, file);
}
