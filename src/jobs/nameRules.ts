/** Names of a cell can be told apart where they are shown: no line ends, and no two names that are shown the same. */
import { InputError } from '../math/index.ts';
import type { CellDescription } from '../model/index.ts';
import { visibleName } from '../words/index.ts';

/** Throws an InputError that quotes the name, as it is shown. */
export function requireShowable(description: CellDescription): void {
  const shown = new Map<string, string>();
  for (const [what, name] of namesOf(description)) {
    const own = visibleName(name);
    if (name.includes('\n')) {
      throw new InputError({
        code: 'cell/line-end',
        message: `the name of ${what}, "${own}", has a line end`,
        hint: 'take it out: what follows it could pose as a verdict',
      });
    }
    const other = shown.get(own);
    shown.set(own, name);
    if (other === undefined || other === name) continue;
    throw new InputError({
      code: 'cell/look-alike',
      message: `two names, of ${what} and before, are both shown as "${own}"`,
      hint: 'a name has a backslash where the other one has the character that is shown so: rename one',
    });
  }
}

function* namesOf({ robots, obstacles, sets = [] }: CellDescription): Generator<[string, string]> {
  for (const { name, robot, semantics, attached } of robots) {
    yield ['a robot', name];
    for (const link of robot.links) yield ['a link', link.name];
    for (const joint of robot.joints) yield ['a joint', joint.name];
    for (const each of attached) yield ['an attached object', each.name];
    for (const group of semantics?.groups ?? []) yield ['a group', group.name];
    for (const state of semantics?.states ?? []) yield ['a state', state.name];
  }
  for (const { name } of obstacles) yield ['an obstacle', name];
  for (const { name } of sets) yield ['a set of obstacles', name];
}
