/** What a command is, and what commands share: reading arguments and files. */

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { readMesh } from '../formats/index.ts';
import { buildMesh, type Mesh } from '../geometry/index.ts';
import { formatFault, InputError } from '../math/index.ts';
import { readBytes } from '../node/index.ts';
import { tellText } from './out.ts';
import { version } from './version.ts';

export { readBytes, readReferred } from '../node/index.ts';

export interface Command {
  /** The whole help text. */
  readonly help: string;
  /** Of a part of the command, by its arguments; null for the whole. */
  readonly helpOf?: ((args: readonly string[]) => string | null) | undefined;
  /**
   * Returns the exit code, or promises it where others work on it meanwhile. Throws an InputError for bad input or usage,
   * or rejects with it.
   */
  run(args: string[]): number | Promise<number>;
}

type Options = NonNullable<ParseArgsConfig['options']>;

type Parsed<T extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: T; allowPositionals: true; strict: true }>
>;

/** node:util's parseArgs, strict, with its complaints turned into faults. */
export function parse<const T extends Options>(
  command: string,
  args: string[],
  options: T,
): Parsed<T> {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    const { message } = error as Error;
    const ambiguous = /^Option '(?:-\w, )?(--[\w-]+)' argument is ambiguous/.exec(message);
    if (ambiguous) {
      const advice = `write ${ambiguous[1]}=VALUE for a value that begins with a dash`;
      throw usageFault(command, `${ambiguous[1]} has no value; ${advice}`);
    }
    // It may end in advice about "--" that helps nobody here.
    throw usageFault(command, message.split(/\. To specify|\n/)[0]);
  }
}

export function usageFault(command: string, message: string): InputError {
  return new InputError({
    code: 'usage/arguments',
    message,
    hint: `see surepath ${command} --help`,
  });
}

/** One of the allowed words. */
export function oneOf<T extends string>(
  command: string,
  option: string,
  value: string,
  allowed: readonly T[],
): T {
  if ((allowed as readonly string[]).includes(value)) return value as T;
  throw usageFault(command, `--${option} takes ${allowed.join(', ')}; found "${value}"`);
}

/** A finite number in [low, high]. */
export function numberIn(
  command: string,
  option: string,
  value: string,
  low: number,
  high: number,
): number {
  const x = value.trim() === '' ? Number.NaN : Number(value);
  if (x >= low && x <= high) return x;
  const range = high < 1e9 ? `from ${low} to ${high}` : `of at least ${low}`;
  throw usageFault(command, `--${option} takes a number ${range}; found "${value}"`);
}

/** Reads, checks and welds a mesh file; notes of the reader go to stderr. */
export function loadMesh(file: string, solid = true): { mesh: Mesh; format: string } {
  const { triangles, format, notes } = readMesh(readBytes(file), { file });
  for (const note of notes) tellText(`surepath: note: ${formatFault(note)}\n`);
  return { mesh: buildMesh(triangles, { file, solid }), format };
}

/** Name and version, for the record. */
export function program(): string {
  return `surepath ${version()}`;
}
