/** How fast a motion may run, as JSON: beside what was found of it. */
import type { Verdict } from '../../check/index.ts';
import type { BrakingAnswer } from '../braking.ts';
import type { JsonObject } from './motion.ts';

/** Adds the factor that is proven, 0 where none is: of a motion that is not proven free there is none. */
export function addBraking(json: JsonObject, verdict: Verdict, answer: BrakingAnswer): void {
  const { factor, limit, reaction_s, complete, clearance, limiting } = answer;
  json.speedFactor = verdict === 'free' ? factor : 0;
  json.braking = {
    ...{ limit, reaction_s, complete },
    clearance: finiteOr(clearance),
    limiting: limiting && { ...limiting, lower: finiteOr(limiting.lower) },
  };
}

/** JSON has no infinite numbers: null, where there is nothing to measure. */
function finiteOr(x: number): number | null {
  return Number.isFinite(x) ? x : null;
}
