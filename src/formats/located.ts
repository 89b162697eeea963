/** Which file a fault is about, and where in it. */
import { headOf, InputError } from '../math/index.ts';

/** Adds line and column to an InputError of `work` that quotes one of these names of the file. */
export function located<T>(bytes: Uint8Array, names: readonly string[], work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const name = names.find((each) => error.fault.message.includes(`"${each}"`));
    const text = headOf(bytes, bytes.length);
    const at = name === undefined ? -1 : placeOf(text, name);
    if (at < 0) throw error;
    const lines = text.slice(0, at).split(/\r\n|\r|\n/);
    const [line, column] = [lines.length, lines[lines.length - 1].length + 1];
    throw new InputError({ ...error.fault, line, column });
  }
}

/**
 * In quotes if it is anywhere: `joint1` is a part of `joint10`. A robot's name in front of it may come from
 * elsewhere in the file.
 */
function placeOf(text: string, name: string): number {
  for (const part of [name, name.slice(name.indexOf('/') + 1)]) {
    const quoted = text.indexOf(JSON.stringify(part));
    const at = quoted >= 0 ? quoted : text.indexOf(part);
    if (at >= 0) return at;
  }
  return -1;
}

/** Runs `work`; what is wrong with its input is said of this file, unless it names one itself. */
export function aboutFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError) || error.fault.file !== undefined) throw error;
    throw new InputError({ ...error.fault, file });
  }
}
