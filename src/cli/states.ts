/**
 * STATE arguments: where joints stand, by the names of states, by joints and values, as a list of
 * numbers, or from a file. A state may leave joints out; what that means is for others to say.
 */
import { existsSync } from 'node:fs';
import type { Cell } from '../cell/index.ts';
import { readConfigurations, readPath } from '../formats/index.ts';
import {
  isState,
  type StatePlace,
  stateFault,
  stateFromList,
  stateFromText,
} from '../jobs/index.ts';
import type { JointValues } from '../kinematics/index.ts';
import { headOf, InputError } from '../math/index.ts';
import { readBytes, usageFault } from './command.ts';

export const STATE_HELP = `STATE is one of these, or several of the first three with commas between them:
  home                  a named state of the SRDF, for all robots that have it; or GROUP/STATE
  left=home             of one robot
  left/joint_1=0.3      a joint and its value, in radians or metres; wins over named states
  '[0, 0.3, 1.2]'       all values, in the order in which "surepath info CELL" lists the joints
  FILE                  {"joints": [names], "configurations": [[values]]} with one configuration, or a
                        path with one waypoint
`;

type Values = ReadonlyMap<string, number | readonly number[]>;

/** What a STATE says, by joint. Throws an InputError that names the option. */
export function readState(command: string, option: string, text: string, cell: Cell): JointValues {
  const given = text.trim();
  const place = { about: `--${option}`, hint: `see surepath ${command} --help`, text: given };
  if (given === '') throw usageFault(command, `--${option} takes a state; found nothing`);
  if (given.startsWith('[')) return readList(place, cell);
  if (!given.includes('=') && !isState(cell.description, given) && isFile(given)) {
    return readFile(place);
  }
  return stateFromText(place, given, cell);
}

interface Place extends StatePlace {
  readonly text: string;
}

function isFile(text: string): boolean {
  return /\.(json|ya?ml|csv)$/i.test(text) || existsSync(text);
}

/** A list of numbers, one per degree of freedom. */
function readList(place: Place, cell: Cell): JointValues {
  let list: unknown;
  try {
    list = JSON.parse(place.text);
  } catch {
    list = undefined;
  }
  const fine = Array.isArray(list) && list.every((x) => typeof x === 'number');
  if (!fine) throw stateFault(place, `"${place.text}" is not a list of numbers`);
  return stateFromList(place, list as number[], cell);
}

function readFile({ text: file }: Place): Values {
  const bytes = readBytes(file);
  const isList = /["']?configurations["']?\s*:/.test(headOf(bytes, bytes.length));
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
