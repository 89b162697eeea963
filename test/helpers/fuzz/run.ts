/** One damaged file after the other through a reader, and what came of each. */
import { InputError, Random } from '../../../src/math/index.ts';
import { mutate } from './mutations.ts';
import type { FuzzedReader } from './readers.ts';

/** The input of a number: the same whenever it is asked for. */
export function inputOf(reader: FuzzedReader, seed: number, index: number): Uint8Array {
  let hash = seed | 0;
  for (const character of `${reader.name}:${index}`) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  }
  const random = new Random(hash);
  const { samples } = reader;
  return mutate(samples[random.below(samples.length)], random);
}

export type Outcome =
  | { readonly kind: 'read' }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'fault'; readonly message: string };

/** Anything but a result or an InputError with its place is a fault. */
export async function attempt(reader: FuzzedReader, bytes: Uint8Array): Promise<Outcome> {
  try {
    await reader.read(bytes);
    return { kind: 'read' };
  } catch (error) {
    if (!(error instanceof InputError)) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { kind: 'fault', message: text.split('\n').slice(0, 4).join('\n') };
    }
    const { code, file, line, byte, message } = error.fault;
    // What is wrong with a motion or a cell as a whole is said by numbers of waypoints, or by names.
    const named = /\b(waypoint|waypoints|segment|track|tracks) \d|"/.test(message);
    const whole = code === 'configuration/missing' || code === 'bag/topic';
    const placed = line !== undefined || byte !== undefined || named || whole;
    if (file === undefined || !placed) {
      return { kind: 'fault', message: `no place: ${code}: ${message.slice(0, 300)}` };
    }
    if (error.message.length > 2000) {
      return { kind: 'fault', message: `a message of ${error.message.length} characters: ${code}` };
    }
    return { kind: 'refused', code };
  }
}
