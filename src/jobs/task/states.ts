/**
 * States in words: names of states of an SRDF, and joints with their values. A state may leave joints out; what that means
 * is for others to say.
 */
import type { Cell, CellDescription } from '../../cell/index.ts';
import { type JointValues, scopedName } from '../../kinematics/index.ts';
import { InputError, nameHint } from '../../math/index.ts';

/** How faults speak of a state. */
export interface StatePlace {
  /** Where it is given: `--from`, `/to/0`. */
  readonly about: string;
  /** What to do where nothing better is known. */
  readonly hint: string;
}

type Values = Map<string, number | readonly number[]>;

/** What a state in words says, by joint. Throws an InputError. */
export function stateFromText(place: StatePlace, text: string, cell: Cell): JointValues {
  const named: Values = new Map();
  const single: Values = new Map();
  for (const part of text.split(',').map((each) => each.trim())) {
    const at = part.indexOf('=');
    if (at < 0) addStates(place, cell.description, part, null, named);
    else addAssignment(place, cell, part.slice(0, at), part.slice(at + 1), named, single);
  }
  for (const [joint, value] of single) named.set(joint, value);
  return named;
}

/** All values, one per degree of freedom. */
export function stateFromList(
  place: StatePlace,
  values: readonly number[],
  { tree }: Cell,
): JointValues {
  if (values.length !== tree.dofs.length) {
    throw stateFault(
      place,
      `the list has ${values.length} values; expected ${tree.dofs.length}`,
      `one for each of ${tree.dofs.map(({ name }) => name).join(', ')}`,
    );
  }
  return new Map(tree.dofs.map(({ name }, d) => [name, values[d]]));
}

/** What is wrong with a state. */
export function stateFault(
  { about, hint }: StatePlace,
  message: string,
  better?: string,
): InputError {
  return new InputError({
    code: 'state/unknown',
    message: `${about}: ${message}`,
    hint: better ?? hint,
  });
}

/** `left=home`, or `joint=value`. */
function addAssignment(
  place: StatePlace,
  cell: Cell,
  key: string,
  text: string,
  named: Values,
  single: Values,
): void {
  const robots = cell.description.robots.map(({ name }) => name);
  const isRobot = key !== '' && robots.includes(key);
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (isRobot && !Number.isFinite(value)) {
    addStates(place, cell.description, text, key, named);
    return;
  }
  if (!Number.isFinite(value)) {
    const hint = `write JOINT=VALUE${robots[0] === '' ? '' : `, or ROBOT=STATE with a robot of ${robots.join(', ')}`}`;
    throw stateFault(
      place,
      `"${key}=${text}": "${text}" is no number, and "${key}" no robot`,
      hint,
    );
  }
  if (single.has(key)) throw stateFault(place, `"${key}" is given twice`);
  single.set(key, value);
}

/** The values of all states of a name, of one robot or of all. */
function addStates(
  place: StatePlace,
  description: CellDescription,
  name: string,
  robot: string | null,
  named: Values,
): void {
  const found = statesOf(description).filter(
    (state) =>
      (robot === null || state.robot === robot) &&
      (state.name === name || `${state.group}/${state.name}` === name),
  );
  if (found.length === 0) throw unknownState(place, description, name, robot);
  for (const state of found) {
    for (const [joint, values] of state.values) {
      const key = scopedName(state.robot, joint);
      const before = named.get(key);
      const same = [before].flat().every((x, k) => x === values[k]);
      if (before !== undefined && !same) {
        throw stateFault(
          place,
          `states say different things about "${key}"`,
          'name the group as well, GROUP/STATE, or give JOINT=VALUE',
        );
      }
      named.set(key, values);
    }
  }
}

function statesOf({ robots }: CellDescription) {
  return robots.flatMap(({ name: robot, semantics }) =>
    (semantics?.states ?? []).map((state) => ({ ...state, robot })),
  );
}

/** Whether a cell has a state of this name. */
export function isState(description: CellDescription, name: string): boolean {
  return statesOf(description).some(
    (state) => state.name === name || `${state.group}/${state.name}` === name,
  );
}

function unknownState(
  place: StatePlace,
  description: CellDescription,
  name: string,
  robot: string | null,
): InputError {
  const known = statesOf(description).filter((state) => robot === null || state.robot === robot);
  const whose = robot === null ? '' : ` of "${robot}"`;
  const hint =
    known.length === 0
      ? 'no SRDF names any: give JOINT=VALUE,..., a list, or a file'
      : nameHint(
          name,
          known.map((state) => state.name),
        );
  return stateFault(place, `there is no state "${name}"${whose}, and no such file`, hint);
}
