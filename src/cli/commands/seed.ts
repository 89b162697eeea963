/** `--seed N`, of whoever draws random numbers. */
import { DEFAULT_SEED } from '../../jobs/index.ts';
import { numberIn, usageFault } from '../command.ts';

/** A whole number; the same ones as everywhere. */
export function seedFrom(command: string, text: string | undefined): number {
  if (text === undefined) return DEFAULT_SEED;
  const seed = numberIn(command, 'seed', text, 0, 2 ** 31 - 1);
  if (Number.isInteger(seed)) return seed;
  throw usageFault(command, `--seed takes a whole number; found "${text}"`);
}
