#!/usr/bin/env node
/** The command line as a program: program.ts with the arguments, the exit code and the streams of this process. */
import { runProgram } from './program.ts';

// A reader that closes early, such as `head`, is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`surepath: standard output cannot be written: ${error.message}\n`);
  process.exit(2);
});
process.exitCode = await runProgram(process.argv.slice(2));
