/**
 * A cell with obstacles in other places, without compiling it anew: those that move ride on frames of
 * their own, fixed in the world, and only the frames' places change. For what is asked while an obstacle
 * is in somebody's hand. The cell with the obstacle moved for good says the same up to rounding: vertices
 * are rounded where they stand, and here they stand elsewhere.
 *
 * Costs the pairs of what moves, and once per obstacle its trees and hulls in its own frame.
 */
import { buildKinematics, type PlacedRobot } from '../kinematics/index.ts';
import { type BodyModel, obstacleOfSets } from '../model/index.ts';
import { type Body, buildBody } from './body.ts';
import type { Cell } from './cell.ts';
import { pairUpAgain } from './pairing.ts';

export interface MovedBody {
  /** Number of an obstacle among the cell's bodies. */
  readonly body: number;
  /** Of the obstacle in the world. */
  readonly pose: Float64Array;
}

export class MovableObstacles {
  /** By the model of the body in the cell: the obstacle in its own frame. */
  private readonly own = new WeakMap<BodyModel, Body>();

  /** The cell with these obstacles there. Pairs that are excluded as static stay so. */
  moved(cell: Cell, moved: readonly MovedBody[]): Cell {
    const { description, box, tolerances } = cell;
    const tree = buildKinematics([...description.robots, ...moved.map(carrier)]);
    const bodies = cell.bodies.slice();
    moved.forEach(({ body }, i) => {
      const frame = cell.tree.frameCount + i;
      bodies[body] = { ...this.inOwnFrame(cell, body), frame };
    });
    const changed = new Set(moved.map(({ body }) => body));
    const pairing = pairUpAgain(cell, { bodies, tree, box, tolerances }, changed);
    return { ...cell, tree, bodies, ...pairing };
  }

  private inOwnFrame(cell: Cell, body: number): Body {
    const { name, model } = cell.bodies[body];
    const known = this.own.get(model);
    if (known) return known;
    const { obstacles, sets } = cell.description;
    const obstacle = obstacles.find((o) => o.name === name) ?? obstacleOfSets(sets, name)!;
    const { pose: _, ...described } = obstacle;
    const made = buildBody({ ...described, kind: 'obstacle', frame: 0 });
    this.own.set(model, made);
    return made;
  }
}

/** A frame fixed in the world: a robot of one link without geometry. */
function carrier({ pose }: MovedBody, i: number): PlacedRobot {
  const link = { name: 'obstacle', collisions: [], visuals: [] };
  return {
    name: `moved ${i}`,
    robot: { name: 'moved', links: [link], joints: [] },
    base: pose,
    baseJoint: 'fixed',
    held: new Map(),
    couplings: new Map(),
  };
}
