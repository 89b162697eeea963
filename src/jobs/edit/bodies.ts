/** Edits name bodies: which there are, and what a new one may be called. */
import { type CellDescription, obstacleOfSets } from '../../cell/index.ts';
import { scopedName } from '../../kinematics/index.ts';
import { type Fault, InputError, nameHint } from '../../math/index.ts';
import { visibleName } from '../../words/index.ts';

/** Names of all bodies, and of links without geometry. */
export function bodyNames({ robots, obstacles }: CellDescription): Set<string> {
  const names = new Set(obstacles.map(({ name }) => name));
  for (const { name, robot, attached } of robots) {
    for (const each of [...robot.links, ...attached]) names.add(scopedName(name, each.name));
  }
  return names;
}

/** A name that a new obstacle may have. Throws an InputError for one that is none. */
export function newName(cell: CellDescription, given: string): string {
  const name = given.trim();
  if (name === '') throw editFault('edit/name', 'an obstacle needs a name');
  if (/[*/]/.test(name)) {
    throw editFault('edit/name', `the name "${name}" holds "*" or "/", which have a meaning`);
  }
  if (name.includes('\n')) {
    throw editFault('edit/name', `the name "${visibleName(name)}" has a line end`, 'take it out');
  }
  const names = [...bodyNames(cell), ...(cell.sets ?? []).map((set) => set.name)];
  if (names.includes(name)) {
    throw editFault('edit/name', `there is a body called "${name}" already`);
  }
  const own = visibleName(name);
  if (names.some((other) => visibleName(other) === own)) {
    throw editFault('edit/name', `there is a body whose name is also shown as "${own}"`);
  }
  return name;
}

/** Throws an InputError unless there are bodies of these names. */
export function requireBodies(cell: CellDescription, ...given: readonly string[]): void {
  const names = bodyNames(cell);
  const unknown = given.find((name) => !names.has(name) && !obstacleOfSets(cell.sets, name));
  if (unknown === undefined) return;
  throw editFault('edit/body', `there is no body called "${unknown}"`, nameHint(unknown, names));
}

/** Throws an InputError for what is no clearance. */
export function requireAmount(amount: number, what: string): void {
  if (amount >= 0 && amount < Infinity) return;
  throw editFault('edit/amount', `${what} is a number of at least 0; found ${amount}`);
}

/** What is wrong with an edit. */
export function editFault(code: string, message: string, hint?: string): InputError {
  const value: Fault = { code, message, ...(hint === undefined ? {} : { hint }) };
  return new InputError(value);
}
