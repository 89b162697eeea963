/**
 * How much of the longest campaigns runs: all of it with SUREPATH_CAMPAIGN=whole (`npm run test:campaign:whole`), before a
 * release and after changes of what they are about; the first quarter otherwise, so that all
 * of them are through in half an hour.
 */

export const PART = process.env.SUREPATH_CAMPAIGN === 'whole' ? 1 : 0.25;

/** Of those that need more, so that all kinds of things are among them, the half. */
export const HALF = Math.min(1, 2 * PART);

/** The first of them. */
export function partOf<T>(all: readonly T[]): T[] {
  return all.slice(0, Math.ceil(PART * all.length));
}
