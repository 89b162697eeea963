/**
 * `visual` of a robot in the cell file: what becomes of links that have visuals and no collision geometry.
 * `visual: collide` tests them by their visuals, `visual: {tool: collide}` this one.
 */
import type { LinkDescription } from '../kinematics/index.ts';
import { nameHint } from '../math/index.ts';
import { errorAt, quote, type Value } from './value.ts';

const WORDS = ['collide', 'ignore'] as const;
type Word = (typeof WORDS)[number];

export interface VisualRule {
  readonly default: Word;
  /** By link. */
  readonly links: ReadonlyMap<string, Word>;
}

/**
 * `collide`, `ignore`, or `{default: word, link: word}`. Whoever asks for all to be tested overrules the
 * default; links that are named keep their word.
 */
export function readVisualRule(value: Value | undefined, testAll: boolean): VisualRule {
  const usual = (word: Word) => (testAll ? 'collide' : word);
  if (!value) return { default: usual('ignore'), links: new Map() };
  if (!(value.data instanceof Map)) return { default: usual(readWord(value)), links: new Map() };
  const links = new Map<string, Word>();
  for (const { key, value: given } of value.entries('visual').values()) {
    links.set(key, readWord(given));
  }
  const own = links.get('default');
  links.delete('default');
  return { default: usual(own ?? 'ignore'), links };
}

/** Links that are named must be such that the rule says something about them. */
export function checkVisualRule(value: Value | undefined, links: readonly LinkDescription[]): void {
  if (!value || !(value.data instanceof Map)) return;
  for (const { key, at } of value.entries('visual').values()) {
    const link = links.find(({ name }) => name === key);
    if (key === 'default' || link?.visualOnly) continue;
    if (!link) {
      const known = links.filter(({ visualOnly }) => visualOnly).map(({ name }) => name);
      const message = `the robot has no link ${quote(key)}`;
      throw errorAt(value.source, at, 'cell/unknown-link', message, nameHint(key, known));
    }
    const why =
      link.collisions.length > 0
        ? 'has collision geometry and is tested by that'
        : 'has no visual that could be tested';
    const hint = 'visual is for links that have visuals and no collision geometry';
    throw errorAt(value.source, at, 'cell/visual', `link ${quote(key)} ${why}`, hint);
  }
}

export function collides({ default: usual, links }: VisualRule, link: string): boolean {
  return (links.get(link) ?? usual) === 'collide';
}

function readWord(value: Value): Word {
  const text = value.text('visual');
  const word = WORDS.find((each) => each === text);
  if (word) return word;
  throw value.error(
    'cell/visual',
    `visual: expected ${WORDS.join(' or ')}; found ${quote(text)}`,
    nameHint(text, WORDS),
  );
}
