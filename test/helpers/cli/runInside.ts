/**
 * Runs the command line in this process, in a folder: many times faster than starting Node each time. It is the program
 * itself but for `main.ts`; runCli.ts can start the real one.
 */
import { COMMANDS } from '../../../src/cli/commands.ts';
import { commandOf, runLoaded, runProgram } from '../../../src/cli/program.ts';

const loaded = new Map(
  await Promise.all(COMMANDS.map(async ({ name, load }) => [name, await load()] as const)),
);

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function runInside(folder: string, ...args: string[]): Ran {
  const end = inside(folder);
  try {
    const code = runLoaded(args, loaded.get(commandOf(args) ?? ''));
    if (typeof code !== 'number') throw new Error('the command promises its code: runInsideLater');
    return { status: code, ...end() };
  } finally {
    end();
  }
}

/** The same for commands that promise their exit code. One at a time. */
export async function runInsideLater(folder: string, ...args: string[]): Promise<Ran> {
  const end = inside(folder);
  try {
    const status = await runProgram(args);
    return { status, ...end() };
  } finally {
    end();
  }
}

/** Goes to a folder and listens; what is returned goes back, and has what was heard. */
function inside(folder: string): () => { readonly stdout: string; readonly stderr: string } {
  const before = process.cwd();
  const texts = { stdout: '', stderr: '' };
  const streams = [process.stdout, process.stderr] as const;
  const writes = streams.map((stream) => stream.write);
  process.chdir(folder);
  streams.forEach((stream, i) => {
    const name = i === 0 ? 'stdout' : 'stderr';
    stream.write = ((text: string | Uint8Array) => {
      texts[name] += typeof text === 'string' ? text : new TextDecoder().decode(text);
      return true;
    }) as typeof process.stdout.write;
  });
  return () => {
    streams.forEach((stream, i) => {
      stream.write = writes[i];
    });
    process.chdir(before);
    return texts;
  };
}
