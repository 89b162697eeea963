/** Compares an engine's answers with the truth. */
import { short } from '../../lab/numbers.ts';
import { meanOf } from '../../lab/statistics.ts';
import type { Engine, Query } from './engine.ts';
import type { KnownPair } from './pairs.ts';

export interface Judgement {
  /** False where the answers are so wrong that a time would mean nothing. */
  readonly sound: boolean;
  /** Answers that break the query's promise beyond rounding. */
  readonly wrong: number;
  /** Of an exact distance. */
  readonly maxError?: number;
  /** Answer over truth, of bounds and approximations, where not touching. */
  readonly meanRatio?: number;
  readonly text: string;
}

/** What an engine said about every stride-th placement. */
export interface Answered {
  readonly engine: Engine;
  readonly query: Query;
  readonly stride: number;
  readonly answers: Float64Array;
}

export function judge({ engine, query, stride, answers }: Answered, data: KnownPair): Judgement {
  const truth = data.truth.filter((_, i) => i % stride === 0);
  const slack = 10 * engine.precision * data.size;
  const wrong = truth.filter((d, k) => !holds(query, answers[k], d, slack)).length;
  const sound = wrong <= 0.01 * truth.length;
  if (query === 'collide' || query === 'tolerance') {
    return { sound, wrong, text: `${wrong} wrong` };
  }
  if (query === 'distance' || query === 'distanceOnly') {
    const errors = truth.map((d, k) => Math.abs(Math.max(answers[k], 0) - d));
    const maxError = errors.reduce((a, b) => Math.max(a, b), 0);
    const close = errors.filter((e) => e > 1e-3 * data.size).length <= 0.01 * truth.length;
    const text = `${wrong} wrong verdicts, error up to ${short(maxError)}`;
    return { sound: sound && close, wrong, maxError, text };
  }
  const ratios = [...truth].flatMap((d, k) => (d > 0 ? [answers[k] / d] : []));
  const meanRatio = meanOf(ratios);
  const text = `${wrong} wrong, ${short(meanRatio)} of the distance on average`;
  return { sound, wrong, meanRatio, text };
}

/** Whether an answer keeps the query's promise, given the true distance. */
function holds(query: Query, answer: number, distance: number, slack: number): boolean {
  switch (query) {
    case 'collide':
      return answer === (distance > 0 ? 0 : 1);
    case 'tolerance':
      return answer === (distance > 0 ? 1 : 0);
    case 'greedy':
      return answer <= distance + slack;
    case 'approximate':
      return answer >= distance - slack && answer <= 1.25 * distance + slack;
    default:
      return distance > 0 ? answer > 0 : answer <= slack;
  }
}
