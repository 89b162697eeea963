/**
 * A planning scene that joins a cell: a whole one stands beside what the cell has, a difference (`is_diff`) changes it
 * (sceneDiff.ts). Faults are told at the scene's file.
 */
import { type CellDescription, movedSet, type RobotInstance } from '../cell/index.ts';
import { type JointValues, scopedName } from '../kinematics/index.ts';
import { composePoses, InputError, invertPoseInto } from '../math/index.ts';
import { readDocument } from './document.ts';
import { readScene, SCENE_KEYS } from './moveitScene.ts';
import type { Resolver } from './resolver.ts';
import { changeByScene, withStates } from './sceneDiff.ts';

export interface JoinSceneOptions {
  readonly file: string;
  /** Where mesh files come from that the scene names. */
  readonly resolver: Resolver;
  /** Where joints stand of which neither the scene nor the cell says so: for objects that are taken or let go. */
  readonly joints?: JointValues | undefined;
}

/** Whether a planning scene is a difference. Throws an InputError for what is none. */
export function isSceneDifference(bytes: Uint8Array, file: string): boolean {
  return sceneIn(bytes, file).isDifference;
}

function sceneIn(bytes: Uint8Array, file: string) {
  const scene = readDocument(bytes, file).mapping('a planning scene', SCENE_KEYS);
  return { scene, isDifference: scene.get('is_diff')?.boolean('is_diff') ?? false };
}

/** The cell with a planning scene of MoveIt, YAML or JSON. Throws an InputError for what cannot be carried out. */
export function joinScene(
  cell: CellDescription,
  bytes: Uint8Array,
  options: JoinSceneOptions,
): CellDescription {
  const { scene, isDifference } = sceneIn(bytes, options.file);
  if (isDifference) return changeByScene(cell, scene, { ...options, bytes });
  const { description, state } = besideScene(cell, bytes, options);
  return withStates(description, description.robots[0], state);
}

/** A cell beside a scene, where the scene has the robot's base, and where its joints stand there. */
export interface BesideScene {
  readonly description: CellDescription;
  readonly base: Float64Array;
  readonly state: ReadonlyMap<string, readonly number[]>;
}

/**
 * A cell together with a whole scene of its robot: the scene's objects stand beside the cell's own obstacles, what
 * it attaches is carried beside what the cell attaches, and what either allows is allowed. The scene is placed so that
 * its robot stands where the cell's does. Throws an InputError where they do not fit.
 */
export function besideScene(
  cell: CellDescription,
  bytes: Uint8Array,
  { file, resolver }: JoinSceneOptions,
): BesideScene {
  const [robot] = cell.robots;
  if (cell.robots.length !== 1) {
    throw new InputError({
      code: 'scene/robots',
      message: `the cell has ${cell.robots.length} robots, a planning scene is about one`,
      file,
      hint: 'give a cell with one robot, or a scene that is a difference (is_diff: true) in its world',
    });
  }
  const { semantics } = robot;
  const read = readScene(bytes, { file, robot: robot.robot, semantics, resolver });
  const [found] = read.robots;
  const place = placement(robot.base, found.base);
  const scoped = scopes(robot, found.attached);
  const obstacles = read.obstacles.map((each) => ({ ...each, pose: place(each.pose) }));
  const sets = (read.sets ?? []).map((each) => movedSet(each, place(each.pose)));
  refuseTwins(cell, [...obstacles, ...found.attached, ...sets], file);
  const description = {
    ...cell,
    robots: [
      {
        ...robot,
        ...(found.semantics && { semantics: found.semantics }),
        padding: larger(robot.padding, found.padding),
        scale: larger(robot.scale, found.scale),
        attached: [...robot.attached, ...found.attached],
      },
    ],
    obstacles: [...cell.obstacles, ...obstacles],
    ...(cell.sets || sets.length > 0 ? { sets: [...(cell.sets ?? []), ...sets] } : {}),
    allow: [
      ...cell.allow,
      ...read.allow.map((pair) => ({
        ...pair,
        between: [scoped(pair.between[0]), scoped(pair.between[1])] as const,
      })),
    ],
    files: new Map([...cell.files, ...read.files]),
    notes: [...cell.notes, ...read.notes],
  };
  return { description, base: found.base, state: read.state };
}

/** From the scene's world to the cell's: the robot stands in both. */
function placement(inCell: Float64Array, inScene: Float64Array) {
  if (inCell.every((entry, i) => entry === inScene[i])) return (pose: Float64Array) => pose;
  const inverse = new Float64Array(12);
  invertPoseInto(inScene, 0, inverse, 0);
  const moved = composePoses(inCell, inverse);
  return (pose: Float64Array) => composePoses(moved, pose);
}

/** Names of the robot's own things, as the cell has them. */
export function scopes(
  robot: RobotInstance,
  attached: readonly { readonly name: string }[],
): (name: string) => string {
  const own = new Set([...robot.robot.links, ...attached].map(({ name }) => name));
  return (name) => (own.has(name) ? scopedName(robot.name, name) : name);
}

/** Where both say something of a link, the larger of the two. */
function larger(
  a: ReadonlyMap<string, number>,
  b: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const all = new Map(a);
  for (const [link, amount] of b) {
    all.set(link, Math.max(amount, a.get(link) ?? a.get('default') ?? 0));
  }
  return all;
}

function refuseTwins(
  cell: CellDescription,
  found: readonly { readonly name: string }[],
  file: string,
): void {
  const own = new Set([
    ...cell.obstacles.map(({ name }) => name),
    ...(cell.sets ?? []).map(({ name }) => name),
    ...cell.robots[0].attached.map(({ name }) => name),
  ]);
  const twin = found.find(({ name }) => own.has(name));
  if (!twin) return;
  throw new InputError({
    code: 'scene/twice',
    message: `the cell and the planning scene both have an object "${twin.name}"`,
    file,
    hint: 'take it out of one of them: a cell of the robot alone (its URDF) gets everything else from the scene; a difference (is_diff: true) may take its place',
  });
}
