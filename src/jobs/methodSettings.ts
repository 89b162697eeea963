/** What the methods of a check can be told, which method each word is for, and the checker that comes of it. */
import type { CheckerOptions, Method, Turns } from '../check/index.ts';
import { InputError } from '../math/index.ts';

/** How a check is made; what each does is said in `CheckerOptions`. */
export interface MethodSettings {
  /** Default ladder. */
  readonly method?: Method | undefined;
  /** For `fixed`: the largest step between samples, in radians; 0 bisects until something is found. */
  readonly resolution?: number | undefined;
  /** For `adaptive`: which distance is asked for. */
  readonly distance?: CheckerOptions['distance'] | undefined;
  /** For `adaptive` with the distance `relative`. */
  readonly relativeError?: number | undefined;
  /** For `adaptive` and `refined`: how the motion of bodies is bounded. */
  readonly bounds?: CheckerOptions['bounds'] | undefined;
  /** For `adaptive`: where to look in what is not covered. */
  readonly covering?: CheckerOptions['covering'] | undefined;
  /** For `adaptive`: which interval is looked at next. */
  readonly order?: CheckerOptions['order'] | undefined;
  /** For `adaptive` and `refined`: whether hulls are compared before trees of volumes. */
  readonly hulls?: boolean | undefined;
  /** Which of several segments is gone on with. The ladder has `budgets` alone. */
  readonly turns?: Turns | undefined;
}

/** Words that are not for every method, with those that they are for. */
export const METHODS_OF = {
  resolution: ['fixed'],
  distance: ['adaptive'],
  relativeError: ['adaptive'],
  bounds: ['adaptive', 'refined'],
  covering: ['adaptive'],
  order: ['adaptive'],
  hulls: ['adaptive', 'refined'],
} as const satisfies Partial<Record<keyof MethodSettings, readonly Method[]>>;

/** A word of `METHODS_OF`. */
export type MethodWord = keyof typeof METHODS_OF;
const WORDS = Object.keys(METHODS_OF) as MethodWord[];

/** A word that the method cannot be told; null if there is none. */
export function misplacedWord(settings: MethodSettings): MethodWord | null {
  const { method = 'ladder' } = settings;
  const isMisplaced = (word: MethodWord) =>
    settings[word] !== undefined && !(METHODS_OF[word] as readonly Method[]).includes(method);
  return WORDS.find(isMisplaced) ?? null;
}

/** Options of the checker. Throws an InputError for a word that the method cannot be told. */
export function checkerOf(settings: MethodSettings): CheckerOptions {
  const { method = 'ladder' } = settings;
  const word = misplacedWord(settings);
  if (word) {
    throw new InputError({
      code: 'check/option',
      message: `${word} is for the method ${METHODS_OF[word].join(' or ')}, not for ${method}`,
      hint: 'leave it out, or choose the method',
    });
  }
  if (settings.relativeError !== undefined && settings.distance !== 'relative') {
    throw new InputError({
      code: 'check/option',
      message: `relativeError is for the distance relative, not for ${settings.distance ?? 'threshold'}`,
      hint: 'leave it out, or ask for the distance relative',
    });
  }
  const given = WORDS.filter((each) => settings[each] !== undefined);
  return { method, ...Object.fromEntries(given.map((each) => [each, settings[each]])) };
}
