/**
 * OMPL's RRT-Connect on the problems of one robot, its states tested by FCL 0.7 over the pairs that our
 * cells test.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SPEED } from '../../lab/places.ts';
import { encodeEdge, encodeScenes } from '../fcl/edgeEngine.ts';
import { floats, ints } from '../fcl/encode.ts';
import { compile, dataFile, type Running, startProgram } from '../fcl/program.ts';
import type { Problem } from '../planning/problems.ts';

const PROGRAM = 'planning';

/** What the program answers; milliseconds. */
export interface OmplPlan {
  readonly solved: boolean;
  /** Of solving and simplifying. */
  readonly cpu: number;
  /** Of that, solving. */
  readonly planning: number;
  readonly wall: number;
  /** Configurations. */
  readonly tested: number;
  /** Of these, while solving. */
  readonly testedPlanning: number;
  /** Length before simplifying. */
  readonly before: number;
  readonly waypoints: readonly (readonly number[])[];
}

/** What the program says of its space: radians, and CPU milliseconds of making shapes and all scenes. */
export interface OmplSpace {
  readonly step: number;
  readonly extent: number;
  readonly shapes: number;
  readonly scenes: number;
}

const HEADERS = ['/usr/include', '/usr/local/include', '/opt/homebrew/include'].flatMap((root) =>
  ['ompl-1.5', 'ompl-1.6', 'ompl-1.7', ''].map((name) => `${root}/${name}`),
);

/** Why OMPL cannot be used here, or undefined. */
export async function available(native: boolean): Promise<string | undefined> {
  const root = HEADERS.find((path) => existsSync(`${path}/ompl/geometric/SimpleSetup.h`));
  if (!root) return 'OMPL is not installed (apt install libompl-dev)';
  return compile(PROGRAM, native, { folder: join(SPEED, 'ompl'), flags: [`-I${root}`, '-lompl'] });
}

/** Starts the program on some problems of one robot, in scenes of their own. */
export function startPlanning(
  name: string,
  problems: readonly Problem[],
  native: boolean,
): Promise<Running> {
  const file = dataFile(`planning-${name}`);
  const { shapes, scenes } = encodeScenes(problems.map(({ cell }) => cell));
  const { dofs } = problems[0].cell.tree;
  const limits = dofs.map(({ continuous, lower, upper }) =>
    Buffer.concat([ints(Number(continuous)), continuous ? floats(0, 0) : floats(lower, upper)]),
  );
  const moves = problems.map(({ from, to }, scene) => encodeEdge({ scene, from, to }));
  const head = ints(shapes.length, problems.length, problems.length, dofs.length);
  writeFileSync(file, Buffer.concat([head, ...shapes, ...scenes.flat(), ...limits, ...moves]));
  return startProgram(PROGRAM, native, file);
}

/** A path through one of the problems. */
export interface ProblemPath {
  readonly problem: number;
  readonly waypoints: readonly ArrayLike<number>[];
}

/** Samples paths and says where one collides: per path waypoint plus part of the segment, or -1. */
export function judgePaths(
  running: Running,
  name: string,
  paths: readonly ProblemPath[],
  step: number,
): Promise<number[]> {
  const file = dataFile(`planning-${name}-paths`);
  const data = paths.map(({ problem, waypoints }) =>
    Buffer.concat([
      ints(problem, waypoints.length),
      ...waypoints.map((q) => floats(...Array.from(q))),
    ]),
  );
  writeFileSync(file, Buffer.concat([ints(paths.length), ...data]));
  return running.ask(`judge ${step} mesh ${file}`);
}
