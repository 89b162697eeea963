/** What a report says about its verdict, in sentences: those of src/words, with a large letter and a full stop. */
import type { Verdict } from '../check/index.ts';
import {
  capital,
  foundText,
  freeText,
  placeText,
  provenPlaceText,
  SAMPLES_FREE,
  undecidedText,
} from '../words/index.ts';
import { placeOn } from './axis.ts';
import type { ReportData } from './data.ts';

/** How a verdict is taken: good, bad, or neither. */
export type Tone = 'free' | 'bad' | 'warn';

/** Whether a verdict is good news, bad news, or neither. */
export function toneOf(verdict: Verdict): Tone {
  if (verdict === 'free') return 'free';
  return verdict === 'colliding' || verdict === 'too-close' ? 'bad' : 'warn';
}

/** One sentence, without the verdict's own word. */
export function sentenceOf(data: ReportData): string {
  const { verdict, cell, axis, open, contact, settings } = data;
  const [witness] = data.witnesses;
  if (witness && (verdict === 'colliding' || verdict === 'too-close')) {
    // Near each other there, and in contact farther on.
    const first = witness.verdict === verdict ? '' : `First ${witness.verdict}: `;
    return `${first}${foundText(witness, settings.delta)}, on ${whereOf(data, witness.segment, witness.t)}.`;
  }
  if (contact) {
    return `${contact.pair.join(' and ')}, on ${whereOf(data, contact.segment, contact.from, provenPlaceText)}.`;
  }
  switch (verdict) {
    case 'free':
      return sentence(freeText(cell));
    case 'no collision found':
      return sentence(SAMPLES_FREE);
    case 'undecided': {
      const left = new Set(open.map(({ segment }) => segment)).size;
      return sentence(undecidedText(settings.timeLimit_ms !== null, left, axis.knots.length - 1));
    }
    default:
      return 'See below.';
  }
}

export function sentence(text: string): string {
  return `${capital(text)}.`;
}

/** Of a place that was looked at; `said` is for how far something is proven. */
export function whereOf(data: ReportData, segment: number, t: number, said = placeText): string {
  const { path, axis } = data;
  const time = axis.timed ? placeOn(axis, segment, t) : undefined;
  return said(path, { segment, t, time });
}
