/** What paths and edges are asked: the options of `surepath check` that both have in common. */
import { accessSync, constants, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Method, Verdict } from '../../check/index.ts';
import { DEFAULT_DELTA } from '../../check/index.ts';
import type { CheckRequest, JobContext, MethodSettings } from '../../jobs/index.ts';
import { InputError } from '../../math/index.ts';
import type { WrapRule } from '../../motion/index.ts';
import { numberIn, oneOf, usageFault } from '../command.ts';
import { METHOD_OPTIONS, type MethodArguments, methodWordsFrom } from './checkMethod.ts';

export const METHODS: readonly Method[] = ['ladder', 'adaptive', 'refined', 'fixed'];
export const WRAPS: readonly WrapRule[] = ['literal', 'short'];

/** For parseArgs. */
export const SETTING_OPTIONS = {
  delta: { type: 'string' },
  method: { type: 'string' },
  resolution: { type: 'string' },
  ...METHOD_OPTIONS,
  all: { type: 'boolean' },
  junit: { type: 'string' },
  wrap: { type: 'string' },
  budget: { type: 'string' },
  'time-limit': { type: 'string' },
} as const;

export interface SettingArguments extends MethodArguments {
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
  /** What jobs are asked. */
  readonly request: MethodSettings &
    Pick<CheckRequest, 'delta' | 'wrap' | 'budget' | 'timeLimit_ms'>;
  readonly seconds: number | undefined;
  /** When the time is over: reading and preparing are part of it. */
  readonly context: JobContext;
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
  const resolution = number('resolution', 0);
  if (resolution !== undefined && method !== 'fixed') {
    throw usageFault('check', '--resolution is for --method fixed: the others need none');
  }
  const words = methodWordsFrom(args, method);
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
    request: {
      ...{ method, resolution, ...words, delta, wrap, budget },
      timeLimit_ms: seconds === undefined ? undefined : 1000 * seconds,
    },
    seconds,
    context: seconds === undefined ? {} : { deadline: performance.now() + 1000 * seconds },
    junit: args.junit,
  };
}

/** 0 free, 1 not free, 3 undecided; of several the worst. */
export function exitCode(verdicts: readonly Verdict[]): number {
  if (verdicts.some((v) => v !== 'free' && v !== 'undecided')) return 1;
  return verdicts.includes('undecided') ? 3 : 0;
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

export function writeText(file: string, text: string | Uint8Array): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw unwritable(file, (error as Error).message);
  }
}

function unwritable(file: string, message: string): InputError {
  return new InputError({ code: 'file/unwritable', message, file });
}
