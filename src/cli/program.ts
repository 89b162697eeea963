/**
 * What the command line does with its arguments. Answers go to stdout, everything else to stderr; the exit code is 0 when
 * done, 1 for a negative answer, 2 for bad input or usage, 3 where nothing is decided. With --json
 * stdout holds one object and nothing else, also on errors.
 */
import { type Fault, formatFault, InputError } from '../math/index.ts';
import { type Command, version } from './command.ts';
import { batchCommand } from './commands/batch.ts';
import { bridgeCommand } from './commands/bridge.ts';
import { checkCommand } from './commands/check.ts';
import { checkAllCommand } from './commands/checkAll.ts';
import { demoCommand } from './commands/demo.ts';
import { diffCommand } from './commands/diff.ts';
import { distanceCommand } from './commands/distance.ts';
import { infoCommand } from './commands/info.ts';
import { planCommand } from './commands/plan.ts';
import { qualifyCommand } from './commands/qualify.ts';
import { recheckCommand } from './commands/recheck.ts';
import { retractCommand } from './commands/retract.ts';
import { serveCommand } from './commands/serve.ts';
import { smoothCommand } from './commands/smooth.ts';
import { studioCommand } from './commands/studio.ts';
import { verifyCommand } from './commands/verify.ts';

const COMMANDS: readonly Command[] = [
  checkCommand,
  planCommand,
  smoothCommand,
  retractCommand,
  verifyCommand,
  recheckCommand,
  checkAllCommand,
  diffCommand,
  distanceCommand,
  infoCommand,
  batchCommand,
  serveCommand,
  studioCommand,
  bridgeCommand,
  qualifyCommand,
  demoCommand,
];

/** For names that are no commands any more. */
const HINTS: ReadonlyMap<string, string> = new Map([
  [
    'repro',
    'the experiments are run from a checkout: npm run repro -- checking|planning|two-phase|on-line',
  ],
]);

/** Runs a command; returns the exit code, or promises it. */
export function runProgram(argv: readonly string[]): number | Promise<number> {
  const refused = (error: unknown): number => {
    if (!(error instanceof InputError)) throw error;
    return fail(error.fault, argv.includes('--json'));
  };
  try {
    const code = runCommand(argv);
    return typeof code === 'number' ? code : code.catch(refused);
  } catch (error) {
    return refused(error);
  }
}

function runCommand(argv: readonly string[]): number | Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const topic = name === 'help' && rest.length > 0 ? findCommand(rest[0]) : null;
    process.stdout.write(topic ? (topic.helpOf?.(rest.slice(1)) ?? topic.help) : overview());
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-v') {
    process.stdout.write(`surepath ${version()}\n`);
    return 0;
  }
  const command = findCommand(name);
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(command.helpOf?.(rest) ?? command.help);
    return 0;
  }
  return command.run(rest);
}

function findCommand(name: string): Command {
  const command = COMMANDS.find((c) => c.name === name);
  if (command) return command;
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
  if (json) process.stdout.write(`${JSON.stringify({ error: fault })}\n`);
  else process.stderr.write(`surepath: ${formatFault(fault)}\n`);
  return 2;
}
