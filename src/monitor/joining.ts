/** Which class a body joins that is grasped, put down or appears; and what is said where there is none. */
import { InputError, nameHint } from '../math/index.ts';
import type { CellWorld } from './cellWorld.ts';

/** What is wrong with a change. */
export function refusal(code: string, message: string, hint?: string): InputError {
  return new InputError({ code, message, hint });
}

/** The frame of a link, by its scoped name. */
export function frameOfLink({ cell }: CellWorld, link: string): number {
  const frame = cell.tree.frameOf.get(link);
  if (frame !== undefined && frame !== 0) return frame;
  throw refusal(
    'monitor/unknown-link',
    `there is no link named "${link}"`,
    nameHint(link, cell.tree.frameOf.keys()),
  );
}

/** The class of a link's robot: that of the body that rides on its frame or on the nearest one above, or on another of the robot. */
export function carryingClass(world: CellWorld, frame: number): number {
  const { parent } = world.cell.tree;
  const rootOf = (f: number) => {
    let root = f;
    while (root > 0 && parent[root] !== 0) root = parent[root];
    return root;
  };
  for (let f = frame; f > 0; f = parent[f]) {
    const c = world.classes.findIndex(({ bodies }) =>
      bodies.some((b) => world.bodyFrames[b] === f),
    );
    if (c >= 0) return c;
  }
  const root = rootOf(frame);
  const c = world.classes.findIndex(({ bodies }) =>
    bodies.some((b) => world.bodyFrames[b] > 0 && rootOf(world.bodyFrames[b]) === root),
  );
  if (c >= 0) return c;
  throw refusal(
    'monitor/no-class',
    'no class has a body of the robot that the link belongs to',
    'give the robot a class when the monitor is created',
  );
}

/** The class by its name; without one that in which the body stood, or the first of what stands in the world. */
export function standingClass(world: CellWorld, name?: string, before?: number): number {
  const names = world.classes.map((each) => each.name);
  if (name !== undefined) {
    const named = names.indexOf(name);
    if (named >= 0) return named;
    throw refusal(
      'monitor/unknown-class',
      `there is no class named "${name}"`,
      nameHint(name, names),
    );
  }
  if (before !== undefined) return before;
  const found = world.classes.findIndex(
    ({ bodies, moved, dynamic }) =>
      !moved && !dynamic && bodies.every((b) => world.bodyFrames[b] === 0),
  );
  if (found >= 0) return found;
  throw refusal(
    'monitor/no-class',
    'there is no class of what stands in the world',
    'create the monitor with `changing: true`, or name the class that the body joins',
  );
}

/** Throws where a body of class c would have pairs that no pair of classes covers: no vector would speak of them. */
export function requireCoverage(
  world: CellWorld,
  body: number,
  c: number,
  partners: readonly number[],
): void {
  for (const other of partners) {
    const d = world.classOfBody(other);
    // Somebody chose not to look at it.
    if (d < 0) continue;
    const [a, b] = [Math.min(c, d), Math.max(c, d)];
    if (world.pairs.some((pair) => pair.a === a && pair.b === b)) continue;
    const [own, its] = [world.bodies[body].name, world.bodies[other].name];
    const [first, second] = [world.classes[a].name, world.classes[b].name];
    throw refusal(
      'monitor/uncovered',
      `"${own}" would be tested against "${its}", but the classes "${first}" and "${second}" are no pair of the index set`,
      'create the monitor with `changing: true`, or give it the pairs',
    );
  }
}
