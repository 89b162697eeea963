/**
 * A program of the experiments: arguments, faults and exit codes as the product's command line has them. The
 * code is 0 when done and 2 for bad usage; with --json a fault is one object on stdout.
 */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { formatFault, InputError } from 'surepath/math';

export interface Program {
  /** As in `npm run NAME -- ...`. */
  readonly name: string;
  readonly help: string;
  /** Whether --json makes stdout one object, also for faults. */
  readonly answersJson: boolean;
  /** Returns the exit code. Throws an InputError for bad usage. */
  run(args: string[]): number | Promise<number>;
}

type Options = NonNullable<ParseArgsConfig['options']>;

type Parsed<T extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: T; allowPositionals: true; strict: true }>
>;

/** node:util's parseArgs, strict, with its complaints turned into faults. */
export function parse<const T extends Options>(
  name: string,
  args: string[],
  options: T,
): Parsed<T> {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    // It may end in advice about "--" that helps nobody here.
    throw usageFault(name, (error as Error).message.split(/\. To specify|\n/)[0]);
  }
}

export function usageFault(name: string, message: string): InputError {
  const hint = `see npm run ${name} -- --help`;
  return new InputError({ code: 'usage/arguments', message, hint });
}

/** Names that are separated by commas. */
export function listed(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Runs it with the arguments of this process. */
export async function start({ name, help, answersJson, run }: Program): Promise<void> {
  const args = process.argv.slice(2);
  // A reader that closes early, such as `head`, is no error of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 2);
  });
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(help);
    return;
  }
  try {
    process.exitCode = await run(args);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    process.exitCode = 2;
    if (answersJson && args.includes('--json')) {
      process.stdout.write(`${JSON.stringify({ error: error.fault })}\n`);
    } else process.stderr.write(`${name}: ${formatFault(error.fault)}\n`);
  }
}
