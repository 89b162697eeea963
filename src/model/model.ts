/**
 * The model of a cell: the kinematics of all robots and their bodies, as plain data. All that a verdict means is
 * said of it; whoever asks many questions compiles it (src/cell).
 */
import { scopedName } from '../kinematics/assemble.ts';
import { buildKinematics } from '../kinematics/compile.ts';
import type { KinematicTree } from '../kinematics/tree.ts';
import { InputError } from '../math/fault.ts';
import { requireAmounts } from './amounts.ts';
import { type BodyModel, type BodyOptions, modelBody, modelObstacle, modelSet } from './bodies.ts';
import { BodyNumbers } from './bodyNumbers.ts';
import type { CellDescription, RobotInstance } from './description.ts';
import { setMembers } from './sets.ts';

export interface CellModel {
  readonly description: CellDescription;
  readonly tree: KinematicTree;
  /** Links with collision geometry, attached objects, obstacles, in that order. */
  readonly bodies: readonly BodyModel[];
  /** Obstacles are the bodies from this number on. */
  readonly obstacles: number;
  readonly bodyOf: ReadonlyMap<string, number>;
  /** Per degree of freedom, how far it may stray from where it should be. */
  readonly tolerances: Float64Array;
}

/** Called now and then while something long is made; throws where that takes too long. */
export type Pause = (() => void) | undefined;

/** The model of a cell. Throws an InputError that says what is wrong and where. `made`: its obstacles, if they were modelled before. */
export function buildModel(
  description: CellDescription,
  pause?: Pause,
  made?: readonly BodyModel[],
): CellModel {
  requireAmounts(description);
  const tree = buildKinematics(description.robots);
  const tolerances = Float64Array.from(tree.dofs, ({ tracking }) => tracking);
  const bodies: BodyModel[] = [];
  for (const robot of description.robots) bodies.push(...robotBodies(robot, tree));
  const obstacles = bodies.length;
  for (const body of made ?? []) bodies.push(body);
  for (const obstacle of made ? [] : description.obstacles) {
    if (obstacle.parts.length === 0) continue;
    pause?.();
    bodies.push(aboutBody(obstacle.name, () => modelObstacle(obstacle)));
  }
  const { sets = [] } = description;
  const bodyOf = new BodyNumbers(made ? bodies.length - setMembers(sets) : bodies.length, sets);
  for (const set of made ? [] : sets) {
    pause?.();
    for (const body of modelSet(set)) bodies.push(body);
  }
  for (let i = 0; i < bodyOf.firstMember; i++) bodyOf.add(bodies[i].name, i);
  return { description, tree, bodies, obstacles, bodyOf, tolerances };
}

/** Makes something of a body; what is wrong with it is said of its name. */
export function aboutBody<T>(name: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { message } = error.fault;
    if (message.includes(`"${name}"`)) throw error;
    throw new InputError({ ...error.fault, message: `body "${name}": ${message}` });
  }
}

function namedBody(options: BodyOptions): BodyModel {
  return aboutBody(options.name, () => modelBody(options));
}

function robotBodies(instance: RobotInstance, tree: KinematicTree): BodyModel[] {
  const { name, robot, padding, scale, attached, surfaces, solids = [] } = instance;
  const scoped = (link: string) => scopedName(name, link);
  const frameOf = (link: string, what: string) => {
    const frame = tree.frameOf.get(scoped(link));
    if (frame !== undefined) return frame;
    throw new InputError({
      code: 'cell/unknown-link',
      message: `${what} names the link "${link}", which robot "${robot.name}" does not have`,
    });
  };
  const setting = (map: ReadonlyMap<string, number>, link: string, fallback: number) =>
    map.get(link) ?? map.get('default') ?? fallback;
  for (const [what, map] of Object.entries({ padding, scale })) {
    for (const link of map.keys()) if (link !== 'default') frameOf(link, what);
  }
  const bodies: BodyModel[] = [];
  for (const link of robot.links) {
    if (link.collisions.length === 0) continue;
    bodies.push(
      namedBody({
        name: scoped(link.name),
        kind: 'link',
        frame: frameOf(link.name, 'the robot'),
        parts: link.collisions,
        padding: setting(padding, link.name, 0),
        scale: setting(scale, link.name, 1),
        solid: !surfaces.includes(link.name),
        mustBeSolid: solids.includes(link.name),
      }),
    );
  }
  for (const object of attached) {
    bodies.push(
      namedBody({
        name: scoped(object.name),
        kind: 'attached',
        frame: frameOf(object.link, `attached object "${object.name}"`),
        parts: object.parts,
        solid: object.solid,
        mustBeSolid: object.mustBeSolid ?? false,
      }),
    );
  }
  return bodies;
}
