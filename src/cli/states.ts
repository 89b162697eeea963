/**
 * STATE arguments: where joints stand, by the names of states, by joints and values, as a list of
 * numbers, or from a file. A state may leave joints out; what that means is for others to say.
 */
import { existsSync } from 'node:fs';
import type { Cell, CellDescription } from '../cell/index.ts';
import { readConfigurations, readPath } from '../formats/index.ts';
import { type JointValues, scopedName } from '../kinematics/index.ts';
import { InputError, nameHint } from '../math/index.ts';
import { readBytes, usageFault } from './command.ts';

export const STATE_HELP = `STATE is one of these, or several of the first three with commas between them:
  home                  a named state of the SRDF, for all robots that have it; or GROUP/STATE
  left=home             of one robot
  left/joint_1=0.3      a joint and its value, in radians or metres; wins over named states
  '[0, 0.3, 1.2]'       all values, in the order in which "surepath info CELL" lists the joints
  FILE                  {"joints": [names], "configurations": [[values]]} with one configuration, or a
                        path with one waypoint
`;

type Values = Map<string, number | readonly number[]>;

/** What a STATE says, by joint. Throws an InputError that names the option. */
export function readState(command: string, option: string, text: string, cell: Cell): JointValues {
  const given = text.trim();
  const place = { command, option, text: given };
  if (given === '') throw usageFault(command, `--${option} takes a state; found nothing`);
  if (given.startsWith('[')) return readList(place, cell);
  if (!given.includes('=') && !isState(cell.description, given) && isFile(given)) {
    return readFile(place);
  }
  const named: Values = new Map();
  const single: Values = new Map();
  for (const part of given.split(',').map((each) => each.trim())) {
    const at = part.indexOf('=');
    if (at < 0) addStates(place, cell.description, part, null, named);
    else addAssignment(place, cell, part.slice(0, at), part.slice(at + 1), named, single);
  }
  for (const [joint, value] of single) named.set(joint, value);
  return named;
}

interface Place {
  readonly command: string;
  readonly option: string;
  readonly text: string;
}

function isFile(text: string): boolean {
  return /\.(json|ya?ml|csv)$/i.test(text) || existsSync(text);
}

/** A list of numbers, one per degree of freedom. */
function readList(place: Place, { tree }: Cell): Values {
  let list: unknown;
  try {
    list = JSON.parse(place.text);
  } catch {
    list = undefined;
  }
  const fine = Array.isArray(list) && list.every((x) => typeof x === 'number');
  if (!fine) throw fault(place, `"${place.text}" is not a list of numbers`);
  const values = list as number[];
  if (values.length !== tree.dofs.length) {
    throw fault(
      place,
      `the list has ${values.length} values; expected ${tree.dofs.length}`,
      `one for each of ${tree.dofs.map(({ name }) => name).join(', ')}`,
    );
  }
  return new Map(tree.dofs.map(({ name }, d) => [name, values[d]]));
}

function readFile({ text: file }: Place): Values {
  const bytes = readBytes(file);
  const isList = /["']?configurations["']?\s*:/.test(new TextDecoder().decode(bytes));
  const { joints, rows } = isList ? configurationsOf(bytes, file) : waypointsOf(bytes, file);
  if (rows.length !== 1) {
    throw new InputError({
      code: 'state/count',
      message: `a state is one configuration; the file has ${rows.length}`,
      file,
    });
  }
  return new Map(joints.map((name, k) => [name, rows[0][k]]));
}

function configurationsOf(bytes: Uint8Array, file: string) {
  const { joints, configurations } = readConfigurations(bytes, { file });
  return { joints, rows: configurations };
}

function waypointsOf(bytes: Uint8Array, file: string) {
  const { joints, waypoints } = readPath(bytes, { file });
  return { joints, rows: waypoints };
}

/** `left=home`, or `joint=value`. */
function addAssignment(
  place: Place,
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
    throw fault(place, `"${key}=${text}": "${text}" is no number, and "${key}" no robot`, hint);
  }
  if (single.has(key)) throw fault(place, `"${key}" is given twice`);
  single.set(key, value);
}

/** The values of all states of a name, of one robot or of all. */
function addStates(
  place: Place,
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
        throw fault(
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

function isState(description: CellDescription, name: string): boolean {
  return statesOf(description).some(
    (state) => state.name === name || `${state.group}/${state.name}` === name,
  );
}

function unknownState(
  place: Place,
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
  return fault(place, `there is no state "${name}"${whose}, and no such file`, hint);
}

function fault({ command, option }: Place, message: string, hint?: string): InputError {
  return new InputError({
    code: 'state/unknown',
    message: `--${option}: ${message}`,
    hint: hint ?? `see surepath ${command} --help`,
  });
}
