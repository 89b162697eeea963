/** The answer about one edge as JSON: what `--json` lists, and what a line of a stream is. */
import type { EdgeAnswer } from '../edges.ts';
import { limitsJson, openJson, type Place, witnessJson } from './places.ts';

/** Plain data of an answer; with `all` every pair that is not free. */
export function edgeJson(answer: EdgeAnswer, place: Place, all: boolean) {
  const { verdict, witness, witnesses, open, limits } = answer;
  return {
    verdict,
    ...(witness ? witnessJson(witness, place) : {}),
    ...(all && witnesses.length > 0
      ? { violations: witnesses.map((w) => ({ verdict: w.verdict, ...witnessJson(w, place) })) }
      : {}),
    ...(verdict === 'undecided' ? { open: open.map((o) => openJson(o, place)) } : {}),
    limits: limitsJson(limits),
  };
}
