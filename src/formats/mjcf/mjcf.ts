/**
 * MJCF, the format of MuJoCo, as a cell: one robot of all bodies that joints move, obstacles of all that stand, with the
 * pairs that MuJoCo does not test as assumptions. Lengths in metres; angles as the file's <compiler> says.
 *
 * Read are bodies, joints, geoms, meshes, default classes, includes, frames, copies, equalities of joints, exclusions,
 * keyframes. What would make the robot thinner or place it wrongly and cannot be read is an error.
 */
import type { CellDescription } from '../../cell/index.ts';
import { type Fault, quaternionOf } from '../../math/index.ts';
import { plainRobot } from '../plainRobot.ts';
import type { Resolver } from '../resolver.ts';
import { MeshLibrary } from '../urdfGeometry.ts';
import { Assets } from './assets.ts';
import { type Body, bodiesBelow, readBodies } from './bodies.ts';
import { pairedGeoms, untestedPairs } from './contacts.ts';
import { Defaults } from './defaults.ts';
import { readTies, type Ties } from './equality.ts';
import { ALL_JOINTS, readKeyframes } from './keyframes.ts';
import { type Machine, makeMachine } from './machine.ts';
import { ModelFiles } from './modelFiles.ts';
import { readSettings } from './settings.ts';

export interface ReadMjcfOptions {
  /** Name or path of the file; references start from its folder. */
  readonly file: string;
  /** Where included files and meshes come from. */
  readonly resolver: Resolver;
  /** `false` leaves out what is for drawing only. */
  readonly visuals?: boolean;
  /** Links without collision geometry are tested by their visuals: all of them, or those that it is true of. */
  readonly testVisuals?: boolean | ((link: string) => boolean);
}

/** Reads an MJCF model and all that it refers to. Throws InputError with file, line and column. */
export function cellFromMjcf(bytes: Uint8Array, options: ReadMjcfOptions): CellDescription {
  const { file, resolver, visuals = true, testVisuals = false } = options;
  const notes: Fault[] = [];
  const model = new ModelFiles(bytes, file, resolver);
  const settings = readSettings(model);
  const defaults = new Defaults(model);
  const library = new MeshLibrary(resolver, file, notes, false);
  const assets = new Assets(model, defaults, library, settings);
  const paired = pairedGeoms(model);
  const world = readBodies({
    ...{ model, settings, defaults, assets },
    paired,
    visuals: visuals || testVisuals !== false,
  });
  const machine = makeMachine(world, {
    ...{ visuals, notes },
    testVisuals: typeof testVisuals === 'boolean' ? () => testVisuals : testVisuals,
  });
  if (machine.joints.length === 0) {
    throw model.root.error('no-robot', 'no body of the model can move: there is no robot in it');
  }
  const ties = readTies(model, defaults, world, notes);
  const allow = untestedPairs(world, machine, model, settings.filterparent, paired);
  const name = model.root.attribute('model') ?? '';
  const semantics = {
    robot: name,
    groups: [
      { name: ALL_JOINTS, links: [], joints: freeJoints(machine, ties), chains: [], subgroups: [] },
    ],
    states: readKeyframes(model, world, freeJoints(machine, ties), notes),
    virtualJoints: [],
    passiveJoints: [],
    endEffectors: [],
    disabledPairs: [],
  };
  const robot = { name, links: machine.links, joints: machine.joints };
  return {
    robots: [{ ...plainRobot(robot), semantics, ...ties }],
    obstacles: machine.obstacles.map((obstacle) => ({ ...obstacle, ofRobot: '' })),
    clearance: { default: 0, pairs: [] },
    allow: allow.map((pair) => ({ ...pair, ofRobot: '' })),
    state: placedState(world, machine, freeJoints(machine, ties)),
    files: new Map([...model.files, ...library.files]),
    notes,
  };
}

/** The joints that move by themselves. */
function freeJoints({ joints }: Machine, { couplings, held }: Ties): string[] {
  return joints
    .filter(({ name, kind }) => kind !== 'fixed' && !couplings.has(name) && !held.has(name))
    .map(({ name }) => name);
}

/** The state in which the file places its bodies, where the joints' limits have it. */
function placedState(
  world: Body,
  { floats }: Machine,
  free: readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const state = new Map<string, readonly number[]>();
  const placed = new Map(
    [...bodiesBelow(world)].flatMap(({ joints }) => joints.map((j) => [j.name, j])),
  );
  for (const name of free) {
    const pose = floats.get(name);
    // The three joints of a ball have names of their own, and stand at zero.
    const { ref, limits } = placed.get(name) ?? { ref: 0, limits: null };
    if (pose) state.set(name, floatingValues(pose));
    else if (!limits || (limits.lower <= ref && ref <= limits.upper)) state.set(name, [ref]);
  }
  return state;
}

/** x, y, z and a quaternion, its real part last. */
function floatingValues(pose: Float64Array): number[] {
  return [pose[9], pose[10], pose[11], ...quaternionOf(pose)];
}
