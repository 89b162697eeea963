/**
 * Runs commands in this process, in a folder: many times faster than starting Node each time. What only
 * the program itself does, such as exit codes for errors, is repeated here; runCli.ts starts the real one.
 */
import { checkCommand } from '../../../src/cli/commands/check.ts';
import { distanceCommand } from '../../../src/cli/commands/distance.ts';
import { infoCommand } from '../../../src/cli/commands/info.ts';
import { planCommand } from '../../../src/cli/commands/plan.ts';
import { smoothCommand } from '../../../src/cli/commands/smooth.ts';
import { verifyCommand } from '../../../src/cli/commands/verify.ts';
import { InputError } from '../../../src/math/index.ts';

const COMMANDS = [
  checkCommand,
  distanceCommand,
  infoCommand,
  planCommand,
  smoothCommand,
  verifyCommand,
];

/** Names of the commands that can be run so. */
export const INSIDE: readonly string[] = COMMANDS.map(({ name }) => name);

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function runInside(folder: string, ...[name, ...args]: string[]): Ran {
  const command = COMMANDS.find((each) => each.name === name)!;
  const before = process.cwd();
  const texts = { stdout: '', stderr: '' };
  const streams = [process.stdout, process.stderr] as const;
  const writes = streams.map((stream) => stream.write);
  let status: number;
  process.chdir(folder);
  process.stdout.write = ((text: string) => {
    texts.stdout += text;
    return true;
  }) as typeof process.stdout.write;
  process.stderr.write = ((text: string) => {
    texts.stderr += text;
    return true;
  }) as typeof process.stderr.write;
  try {
    status = command.run(args);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    texts.stderr += `surepath: ${error.message}\n`;
    status = 2;
  } finally {
    streams.forEach((stream, i) => {
      stream.write = writes[i];
    });
    process.chdir(before);
  }
  return { status, ...texts };
}
