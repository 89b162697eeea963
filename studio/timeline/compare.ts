/** Sampling beside proof: how fine it looks, and what the two answers say about each other. */

import { openSpan } from '../../src/words/index.ts';
import type { CheckAnswer, SampledAnswer, WitnessData } from '../engine/protocol.ts';
import { samplesAround } from './intervals.ts';

/** Radians. The slider runs over their logarithms. */
const COARSEST = 0.5;
const FINEST = 0.01;
export const STEPS = 100;

export function resolutionOf(step: string | number): number {
  const share = Number(step) / STEPS;
  return Number((COARSEST * (FINEST / COARSEST) ** share).toPrecision(3));
}

export function stepOf(resolution: number): number {
  const share = Math.log(resolution / COARSEST) / Math.log(FINEST / COARSEST);
  return Math.round(STEPS * Math.min(1, Math.max(0, share)));
}

/** What the two answers say about each other; null while there is only one. */
export function comparison(sampled: SampledAnswer, check: CheckAnswer | null): string | null {
  if (!check) return null;
  if (sampled.verdict === 'undecided') return 'Sampling did not come to an end.';
  if (check.verdict === 'undecided') {
    return 'The check was not decided, so there is nothing to compare.';
  }
  const foundNothing = sampled.verdict === 'no collision found';
  if (check.verdict === 'free') {
    return foundNothing
      ? 'Sampling found nothing, and there is nothing; only the proof knows that.'
      : 'Sampling and proof do not agree: please report this.';
  }
  if (sampled.verdict === 'colliding' || sampled.verdict === check.verdict) {
    return 'Sampling hit it as well. With other steps it might not have.';
  }
  const saw = foundNothing ? 'Sampling' : 'Sampling saw bodies too close, but';
  return check.witness ? missedText(saw, check.witness, sampled.at) : `${saw} missed it.`;
}

function missedText(
  saw: string,
  { segment, t, verdict }: WitnessData,
  at: ArrayLike<number>,
): string {
  const what = verdict === 'colliding' ? 'the collision' : 'the place that is too close';
  const around = samplesAround({ segment, t }, at);
  if (!around) return `${saw} missed ${what} on segment ${segment}.`;
  const { before, after } = around;
  if (before === after) {
    return 'Sampling looked right there and saw nothing: bodies are too near to tell.';
  }
  return `${saw} missed ${what}: on segment ${segment} it lies between the samples at t = ${openSpan(before, after).join(' and t = ')}.`;
}
