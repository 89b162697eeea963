/**
 * What the command line does with its arguments. Answers go to stdout, everything else to stderr; the exit code is 0 when
 * done, 1 for a negative answer, 2 for bad input or usage, 3 where nothing is decided. With --json
 * stdout holds one object and nothing else, also on errors.
 */

import { type Fault, formatFault, InputError } from '../math/index.ts';
import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import { printJson, printText, tellText } from './out.ts';
import { version } from './version.ts';

/** For names that are no commands any more. */
const HINTS: ReadonlyMap<string, string> = new Map([
  [
    'repro',
    'the experiments are run from a checkout: npm run repro -- checking|planning|two-phase|on-line',
  ],
]);

/** Loads the command that is asked for, if one is, and runs it; promises the exit code. */
export async function runProgram(argv: readonly string[]): Promise<number> {
  const name = commandOf(argv);
  return runLoaded(argv, await COMMANDS.find((each) => each.name === name)?.load());
}

/** The command that is to be run, or whose help is asked for. */
export function commandOf([name, topic]: readonly string[]): string | undefined {
  return name === 'help' ? topic : name;
}

/** Runs a command that is loaded already; undefined where there is none. Returns the exit code, or promises it. */
export function runLoaded(
  argv: readonly string[],
  command: Command | undefined,
): number | Promise<number> {
  const refused = (error: unknown): number => {
    const fault = faultOf(error);
    if (!fault) throw error;
    return fail(fault, argv.includes('--json'));
  };
  try {
    const code = runCommand(argv, command);
    return typeof code === 'number' ? code : code.catch(refused);
  } catch (error) {
    return refused(error);
  }
}

/** Of bad input, and of threads that end: that is the machine's, and no bug. Null for all else. */
function faultOf(error: unknown): Fault | null {
  if (error instanceof InputError) return error.fault;
  // By its name: no command is loaded for it.
  if (!(error instanceof Error) || error.name !== 'CrewError') return null;
  return {
    code: 'workers/ended',
    message: error.message,
    hint: 'fewer workers need less memory (--workers 1); NODE_OPTIONS=--max-old-space-size=MB gives each more',
  };
}

function runCommand(
  argv: readonly string[],
  command: Command | undefined,
): number | Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const isTopic = name === 'help' && rest.length > 0;
    printText(isTopic ? helpOf(needed(argv, command), rest.slice(1)) : overview());
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-v') {
    printText(`surepath ${version()}\n`);
    return 0;
  }
  const known = needed(argv, command);
  if (rest.includes('--help') || rest.includes('-h')) {
    printText(helpOf(known, rest));
    return 0;
  }
  return known.run(rest);
}

function helpOf(command: Command, args: readonly string[]): string {
  return command.helpOf?.(args) ?? command.help;
}

function needed(argv: readonly string[], command: Command | undefined): Command {
  if (command) return command;
  const name = commandOf(argv)!;
  const known = `commands are ${COMMANDS.map((c) => c.name).join(', ')}; see surepath --help`;
  throw new InputError({
    code: 'usage/command',
    message: `there is no command "${name}"`,
    hint: HINTS.get(name) ?? known,
  });
}

function overview(): string {
  const rows = COMMANDS.map((c) => `  ${c.name.padEnd(10)} ${c.summary}`).join('\n');
  return `surepath ${version()}: proves a robot's motion free of collision, or shows where it is not.

usage: surepath COMMAND [options]

${rows}

surepath COMMAND --help says more. Exit codes: 0 free, verified or done; 1 a negative answer
(colliding, too-close, rejected, no path found); 2 bad input or usage; 3 undecided.
`;
}

function fail(fault: Fault, json: boolean): number {
  if (json) printJson({ error: fault });
  else tellText(`surepath: ${formatFault(fault)}\n`);
  return 2;
}
