/** What all experiments of paper D ask, unless they say otherwise. */
import type { Sampler } from '../sampler.ts';
import type { Question } from './measure.ts';

/** Nearer than this is near, in metres. */
export const THRESHOLD = 0.02;
/** Between steps. */
export const SECONDS = 0.01;

export function questionOf(sampler: Sampler, threshold: number, seconds = SECONDS): Question {
  return {
    threshold,
    seconds,
    steps: sampler.count(4000, 150),
    rounds: sampler.count(5, 2),
  };
}

/** [D 3.2] Between samples of joints, in degrees. */
export function degreesOf(sampler: Sampler): number {
  return sampler.count(15, 45);
}
