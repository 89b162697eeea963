/**
 * Bags as CELL and PATH arguments: `bag.mcap`, `bag.mcap#/joint_states`, `bag.mcap#/goals:3` for one of several messages,
 * `bag.mcap@1` for one of several scenes. A bag is read once however often it is named.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import {
  type Bag,
  type BagCell,
  type BagChoice,
  type BagMotion,
  bagCell,
  bagLibraries,
  bagName,
  motionsOf,
  readBag,
} from '../bags/index.ts';
import { InputError } from '../math/index.ts';
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

/** The robot of a bag, or one that is given, in the scene of the bag: as files that a cell is read from. */
export function cellOfBag(
  argument: string,
  { robot, srdf }: { readonly robot?: string | undefined; readonly srdf?: string | undefined },
): BagCell {
  const given = (file: string | undefined) =>
    file === undefined ? undefined : { file, bytes: readBytes(file) };
  const { scene } = bagArgument(argument)!;
  return bagCell(loadBag(argument), { scene, robot: given(robot), srdf: given(srdf) });
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
