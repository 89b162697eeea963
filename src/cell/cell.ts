/**
 * A cell, compiled: the kinematics of all robots, bodies ready for queries, and every pair of bodies
 * with what is to be done about it.
 */
import {
  buildKinematics,
  type JointBox,
  type KinematicTree,
  limitsBox,
  scopedName,
} from '../kinematics/index.ts';
import { type Fault, InputError } from '../math/index.ts';
import { requireAmounts } from './amounts.ts';
import { type Body, type BodyOptions, buildBody } from './body.ts';
import type { CellDescription, RobotInstance } from './description.ts';
import { buildPairs, type Pair } from './pairs.ts';

export interface Cell {
  readonly description: CellDescription;
  readonly tree: KinematicTree;
  /** Links with collision geometry, attached objects, obstacles, in that order. */
  readonly bodies: readonly Body[];
  readonly bodyOf: ReadonlyMap<string, number>;
  /** Per degree of freedom, how far it may stray from where it should be. */
  readonly tolerances: Float64Array;
  /** The box of joint values for which exclusions and error bounds hold. */
  readonly box: JointBox;
  readonly pairs: readonly Pair[];
  /** The pairs that are tested. */
  readonly tested: readonly Pair[];
  readonly notes: readonly Fault[];
}

export interface BuildOptions {
  /** Called for every body, and again for its pairs; throws where that takes too long. */
  readonly pause?: (() => void) | undefined;
}

/** Compiles a cell. Throws an InputError that says what is wrong and where. */
export function buildCell(description: CellDescription, { pause }: BuildOptions = {}): Cell {
  requireAmounts(description);
  const tree = buildKinematics(description.robots);
  const box = limitsBox(tree);
  // Reach must hold wherever a joint may stray to.
  const tolerances = Float64Array.from(tree.dofs, ({ tracking }) => tracking);
  tolerances.forEach((tolerance, d) => {
    box.lower[d] -= tolerance;
    box.upper[d] += tolerance;
  });
  const bodies: Body[] = [];
  for (const robot of description.robots) bodies.push(...robotBodies(robot, tree));
  for (const obstacle of description.obstacles) {
    if (obstacle.parts.length === 0) continue;
    pause?.();
    bodies.push(namedBody({ ...obstacle, kind: 'obstacle', frame: 0 }));
  }
  const bodyOf = new Map<string, number>();
  bodies.forEach(({ name }, i) => {
    if (bodyOf.has(name)) {
      throw new InputError({
        code: 'cell/duplicate-body',
        message: `two bodies are called "${name}"`,
        hint: 'links, attached objects and obstacles need different names',
      });
    }
    bodyOf.set(name, i);
  });
  const pairs = buildPairs(description, bodies, tree, box, tolerances, { pause });
  const tested = pairs.filter((pair) => pair.reason === null);
  const notes = [...description.notes, ...tree.notes];
  return { description, tree, bodies, bodyOf, tolerances, box, pairs, tested, notes };
}

/** Whether joints may stray: those that move, that follow others or that are held. */
export function hasStrays({ tree, tolerances }: Cell): boolean {
  return tree.loose !== null || tolerances.some((t) => t > 0);
}

/** Whether all that is proven for the cell's box holds at q[o], and wherever joints may stray to. */
export function coversConfiguration({ box, tolerances }: Cell, q: Float64Array, o = 0): boolean {
  for (let d = 0; d < tolerances.length; d++) {
    const x = q[o + d];
    if (!(x - tolerances[d] >= box.lower[d] && x + tolerances[d] <= box.upper[d])) return false;
  }
  return true;
}

/** The same cell with joints that may stray by so much more. */
export function strayingCell(cell: Cell, more: Float64Array): Cell {
  if (more.every((x) => x === 0)) return cell;
  const tolerances = cell.tolerances.map((t, d) => t + more[d]);
  const box = {
    lower: cell.box.lower.map((x, d) => x - more[d]),
    upper: cell.box.upper.map((x, d) => x + more[d]),
  };
  const pairs = buildPairs(cell.description, cell.bodies, cell.tree, box, tolerances);
  const tested = pairs.filter((pair) => pair.reason === null);
  return { ...cell, tolerances, box, pairs, tested };
}

/** What is wrong with a body is said of its name. */
function namedBody(options: BodyOptions): Body {
  try {
    return buildBody(options);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { message } = error.fault;
    if (message.includes(`"${options.name}"`)) throw error;
    throw new InputError({ ...error.fault, message: `body "${options.name}": ${message}` });
  }
}

function robotBodies(instance: RobotInstance, tree: KinematicTree): Body[] {
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
  const bodies: Body[] = [];
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
