/**
 * What the command line writes: all text leaves here, and names in it read as what they are (words/visible.ts). Bytes of files that are
 * asked for on standard output are written as they are, elsewhere.
 */
import { visible, visibleJson } from '../math/index.ts';

/** An answer, for people. */
export function printText(text: string): boolean {
  return process.stdout.write(visible(text));
}

/** Everything else, for people. */
export function tellText(text: string): void {
  process.stderr.write(visible(text));
}

/** One object on a line. */
export function printJson(value: unknown): void {
  process.stdout.write(`${visibleJson(JSON.stringify(value))}\n`);
}

/** A line of progress in the place of the last one; an empty one takes it away. For terminals alone. */
export function tellProgress(text: string): void {
  process.stderr.write(`\r\x1b[K${visible(text)}`);
}
