/**
 * Bags as CELL and PATH arguments: `bag.mcap`, `bag.mcap#/joint_states`, `bag.mcap#/goals:3` for one of several messages,
 * `bag.mcap@1` for one of several scenes. A bag is read once however often it is named.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import {
  type Bag,
  type BagChoice,
  type BagMotion,
  bagLibraries,
  motionsOf,
  readBag,
} from '../bags/index.ts';
import type { PathFile } from '../formats/index.ts';
import { standing } from '../formats/index.ts';
import type { CellSource, OpenCell } from '../jobs/index.ts';
import { firstDof } from '../kinematics/index.ts';
import { InputError } from '../math/index.ts';
import { leftOutText, standingText } from '../words/index.ts';
import { readBytes } from './command.ts';

/** Packages as Node finds them. */
export const BAG_LIBRARIES = bagLibraries(createRequire(import.meta.url));

/** Bytes that are read at a time. */
const PIECE = 1 << 22;

const ARGUMENT = /^(.*\.mcap)(?:#([^:@]*)(?::(\d+)(?:\.(\d+))?)?)?(?:@(\d+))?$/is;

/** A bag that an argument names, and what of it. */
interface BagArgument extends BagChoice {
  readonly file: string;
}

/** Null for what is no bag. */
function bagArgument(argument: string): BagArgument | null {
  const found = ARGUMENT.exec(argument);
  if (!found) return null;
  const [, file, topics, message, trajectory, scene] = found;
  return {
    file,
    ...(topics ? { topics: topics.split(',') } : {}),
    ...(message === undefined ? {} : { message: Number(message) }),
    ...(trajectory === undefined ? {} : { trajectory: Number(trajectory) }),
    ...(scene === undefined ? {} : { scene: Number(scene) }),
  };
}

/** Whether an argument names a bag, or something in one. */
export function isBag(argument: string): boolean {
  return ARGUMENT.test(argument);
}

/** An argument that means this alone. */
export function bagName(file: string, choice: BagChoice): string {
  const { topics, message, trajectory, scene } = choice;
  const part = trajectory === undefined ? '' : `.${trajectory}`;
  const number = message === undefined ? '' : `:${message}${part}`;
  const of = topics ? `#${topics.join(',')}${number}` : '';
  return `${file}${of}${scene === undefined ? '' : `@${scene}`}`;
}

/** The last one, by its path and when it was written. */
const bags = new Map<string, Bag>();

/** The bag that an argument names. */
export function loadBag(argument: string): Bag {
  const { file } = bagArgument(argument)!;
  const stat = statSync(file, { throwIfNoEntry: false });
  const key = `${file} ${resolve(file)} ${stat?.mtimeMs} ${stat?.size}`;
  let bag = bags.get(key);
  if (!bag) {
    bag = read(file);
    bags.clear();
    bags.set(key, bag);
  }
  return bag;
}

function read(file: string): Bag {
  let handle: number;
  try {
    if (!statSync(file).isFile()) throw new Error('this is no file');
    handle = openSync(file, 'r');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const text = code === 'ENOENT' ? 'there is no such file' : message;
    throw new InputError({ code: 'file/unreadable', message: text, file });
  }
  const buffer = new Uint8Array(PIECE);
  try {
    const next = () => {
      const count = readSync(handle, buffer, 0, PIECE, null);
      return count === 0 ? null : buffer.subarray(0, count);
    };
    return readBag({ file, next }, BAG_LIBRARIES);
  } finally {
    closeSync(handle);
  }
}

/** What an argument means of its bag, and of what `topic` and `message` say besides. */
export function bagMotions(argument: string, more: BagChoice = {}): BagMotion[] {
  const { file: _, ...own } = bagArgument(argument)!;
  return motionsOf(loadBag(argument), { ...own, ...more });
}

/** The one motion that an argument names. Throws an InputError where it names several. */
export function bagMotion(argument: string): BagMotion {
  const found = bagMotions(argument);
  if (found.length === 1) return found[0];
  const { file } = bagArgument(argument)!;
  const names = found.map(({ choice }) => bagName(file, choice));
  throw new InputError({
    code: 'bag/several',
    message: `these are ${found.length} motions, expected one`,
    file: argument,
    hint: `name one: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', ...' : ''}`,
  });
}

/** A motion of a bag in a cell: other joints stand where they were, and joints of other things are left out. */
export function motionInCell({ cell }: OpenCell, { path, standing: at }: BagMotion): PathFile {
  const { tree } = cell;
  const placeOf = (name: string): number | null => {
    try {
      return firstDof(tree, name);
    } catch (error) {
      if (error instanceof InputError && error.fault.code === 'configuration/unknown-joint')
        return null;
      throw error;
    }
  };
  const known = path.joints.filter((name) => placeOf(name) !== null);
  const unknown = path.joints.filter((name) => placeOf(name) === null);
  // With none of them it is another robot's.
  const own = unknown.length > 0 && known.length > 0 ? only(path, known) : path;
  const moved = new Set(own.joints.map(placeOf));
  const others = [...at].filter(([name]) => {
    const d = placeOf(name);
    return d !== null && d >= 0 && !moved.has(d);
  });
  return {
    ...standing(own, new Map(others)),
    assumptions: [
      ...(path.assumptions ?? []),
      ...(others.length > 0
        ? [
            standingText(
              others.map(([name]) => name),
              'the bag',
            ),
          ]
        : []),
      ...(own === path ? [] : [leftOutText(unknown)]),
    ],
  };
}

/** Some of its joints. */
function only(path: PathFile, joints: readonly string[]): PathFile {
  const places = joints.map((name) => path.joints.indexOf(name));
  const row = (all: Float64Array) => Float64Array.from(places, (k) => all[k]);
  const rates = (rows: PathFile['velocities']) => rows?.map((all) => all && row(all));
  const velocities = rates(path.velocities);
  const accelerations = rates(path.accelerations);
  return {
    ...{ ...path, joints, waypoints: path.waypoints.map(row) },
    ...(velocities && { velocities }),
    ...(accelerations && { accelerations }),
  };
}

type NamedFiles = Pick<CellSource, 'file' | 'robot' | 'srdf' | 'files' | 'kind'>;

/** The robot of a bag, or one that is given, in the scene of the bag: as files that a cell is read from. */
export function bagCell(
  argument: string,
  given: { readonly robot?: string | undefined; readonly srdf?: string | undefined },
): NamedFiles {
  const bag = loadBag(argument);
  const { file, scene } = bagArgument(argument)!;
  const files = new Map<string, Uint8Array>();
  const encoder = new TextEncoder();
  const add = (
    name: string | undefined,
    own: { readonly text: string } | null,
    virtual: string,
  ): string | undefined => {
    const path = name ?? (own ? `${file}/${virtual}` : undefined);
    if (path === undefined) return undefined;
    files.set(path, name === undefined ? encoder.encode(own!.text) : readBytes(name));
    return path;
  };
  const robot = add(given.robot, bag.robot, 'robot_description.urdf');
  const srdf = add(given.srdf, bag.semantics, 'robot_description_semantic.srdf');
  if (robot === undefined) {
    throw new InputError({
      code: 'bag/no-robot',
      message: 'the bag has no robot description (std_msgs/String on /robot_description)',
      file,
      hint: 'give the robot with --robot robot.urdf, or the cell: surepath check CELL BAG',
    });
  }
  const { versions, fault } = bag.scenes;
  if (fault) throw fault;
  if (versions.length === 0) return { file: robot, srdf, files, kind: 'urdf', robot: undefined };
  const number = scene ?? 0;
  if (scene === undefined ? versions.length > 1 : number >= versions.length) {
    throw new InputError({
      code: 'bag/scene',
      message:
        scene === undefined
          ? `the planning scene changes: there are ${versions.length} versions of it`
          : `there is no scene ${scene}; the bag has ${versions.length}, numbered from 0`,
      file,
      hint: `name one: ${bagName(file, { scene: 0 })}`,
    });
  }
  const name = `${file}/scene${number}.json`;
  files.set(name, encoder.encode(versions[number].text));
  return { file: name, robot, srdf, files, kind: 'scene' };
}

/** One question that a bag answers: a motion in a cell, each as an argument. */
export interface BagQuestion {
  readonly name: string;
  readonly cell: string;
  readonly path: string;
}

/** What is asked with a bag as PATH, or as CELL and PATH both. */
export function bagQuestions(
  cell: string,
  path: string | undefined,
  choice: BagChoice,
): BagQuestion[] {
  const argument = path ?? cell;
  const { file } = bagArgument(argument)!;
  return bagMotions(argument, choice).map(({ name, choice: own, scene }) => ({
    name,
    cell: path === undefined ? bagName(file, scene < 0 ? {} : { scene }) : cell,
    path: bagName(file, own),
  }));
}
