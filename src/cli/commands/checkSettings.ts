/** What paths and edges are asked: the options of `surepath check` that both have in common. */
import { accessSync, constants, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Cell } from '../../cell/index.ts';
import type {
  CheckerOptions,
  CheckStats,
  Method,
  PathRequest,
  Verdict,
} from '../../check/index.ts';
import { DEFAULT_DELTA } from '../../check/index.ts';
import { type Fault, InputError } from '../../math/index.ts';
import type { WrapRule } from '../../motion/index.ts';
import { numberIn, oneOf, usageFault } from '../command.ts';

export const METHODS: readonly Method[] = ['ladder', 'adaptive', 'refined', 'fixed'];
const WRAPS: readonly WrapRule[] = ['literal', 'short'];

/** For parseArgs. */
export const SETTING_OPTIONS = {
  delta: { type: 'string' },
  method: { type: 'string' },
  resolution: { type: 'string' },
  all: { type: 'boolean' },
  junit: { type: 'string' },
  wrap: { type: 'string' },
  budget: { type: 'string' },
  'time-limit': { type: 'string' },
} as const;

export interface SettingArguments {
  readonly delta?: string | undefined;
  readonly method?: string | undefined;
  readonly resolution?: string | undefined;
  readonly all?: boolean | undefined;
  readonly junit?: string | undefined;
  readonly wrap?: string | undefined;
  readonly budget?: string | undefined;
  readonly 'time-limit'?: string | undefined;
  readonly limits?: boolean | undefined;
}

export interface Settings {
  readonly method: Method;
  readonly wrap: WrapRule;
  readonly delta: number;
  readonly all: boolean;
  /** Whether leaving the limits of joints fails. */
  readonly limits: boolean;
  readonly checker: CheckerOptions;
  readonly request: PathRequest;
  /** When the time is over, as performance.now() counts: reading and preparing are part of it. */
  readonly deadline: number;
  readonly junit: string | undefined;
}

export function settingsFrom(args: SettingArguments): Settings {
  const number = (option: 'delta' | 'resolution' | 'budget' | 'time-limit', low: number) => {
    const text = args[option];
    return text === undefined ? undefined : numberIn('check', option, text, low, 1e9);
  };
  const method = oneOf('check', 'method', args.method ?? 'ladder', METHODS);
  const wrap = oneOf('check', 'wrap', args.wrap ?? 'literal', WRAPS);
  const delta = number('delta', 0) ?? DEFAULT_DELTA;
  const resolution = number('resolution', 1e-6);
  if (resolution !== undefined && method !== 'fixed') {
    throw usageFault('check', '--resolution is for --method fixed: the others need none');
  }
  const budget = number('budget', 1);
  const seconds = number('time-limit', 0);
  const all = args.all ?? false;
  if (args.junit !== undefined) requireWritable(args.junit);
  return {
    method,
    wrap,
    delta,
    all,
    limits: args.limits ?? false,
    checker: { method, ...(resolution === undefined ? {} : { resolution }) },
    request: {
      delta,
      ...(budget === undefined ? {} : { budget }),
      ...(seconds === undefined ? {} : { timeLimit_ms: 1000 * seconds }),
    },
    deadline: performance.now() + 1000 * (seconds ?? Number.POSITIVE_INFINITY),
    junit: args.junit,
  };
}

/** Milliseconds that preparing a cell may take longer, so that a small limit gets an answer, too. */
const GRACE_MS = 10_000;

/** What a cell asks while it is prepared: whether the time limit has passed since the command began. */
export function pauseOf(limit: string | undefined): (() => void) | undefined {
  if (limit === undefined) return undefined;
  const seconds = numberIn('check', 'time-limit', limit, 0, 1e9);
  const deadline = performance.now() + 1000 * seconds + GRACE_MS;
  return () => {
    if (performance.now() < deadline) return;
    throw new InputError({
      code: 'check/time-limit',
      message: `the time limit of ${limit} s ended while the cell was prepared`,
      hint: 'every two bodies are looked at once: give more time, or make one body of things that stand still together',
    });
  };
}

/** The request with the time that is left: one question may follow another. */
export function requestNow({ request, deadline }: Settings): PathRequest {
  if (request.timeLimit_ms === undefined) return request;
  return { ...request, timeLimit_ms: Math.max(0, deadline - performance.now()) };
}

/** Notes about a path in the words of the command line. */
export function inOptions(notes: readonly Fault[]): Fault[] {
  return notes.map((note) =>
    note.code === 'path/long-turn'
      ? { ...note, hint: 'give --wrap short if the short way is meant' }
      : note,
  );
}

/** 0 free, 1 not free, 3 undecided; of several the worst. */
export function exitCode(verdicts: readonly Verdict[]): number {
  if (verdicts.some((v) => v !== 'free' && v !== 'undecided')) return 1;
  return verdicts.includes('undecided') ? 3 : 0;
}

export function statsJson(cell: Cell, stats: CheckStats, milliseconds: number) {
  const { configurations, tests, gjkCalls, nodePairs, trianglePairs } = stats;
  const pairs = cell.tested.length;
  return { pairs, configurations, tests, gjkCalls, nodePairs, trianglePairs, milliseconds };
}

/** Found out before a long check and not after it. */
export function requireWritable(file: string): void {
  const folder = dirname(file);
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (!isFolder(folder)) throw unwritable(file, `there is no folder ${folder} to write it to`);
  if (isFolder(file)) throw unwritable(file, 'this is a folder, a file was expected');
  try {
    accessSync(statSync(file, { throwIfNoEntry: false }) ? file : folder, constants.W_OK);
  } catch (error) {
    throw unwritable(file, (error as Error).message);
  }
}

export function writeText(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw unwritable(file, (error as Error).message);
  }
}

function unwritable(file: string, message: string): InputError {
  return new InputError({ code: 'file/unwritable', message, file });
}
