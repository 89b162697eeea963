/** What fixed steps see, in words. */
import { fixedStepsText } from '../../src/words/index.ts';
import type { FlightAnswer } from '../engine/protocol.ts';
import { lastUpTo } from './recording.ts';

/** What fixed steps see of what happens; empty where nothing does. */
export function stepsTextOf({ fixed, bodies, impacts }: FlightAnswer): string {
  if (!fixed || impacts.length === 0) return '';
  const { times, distances, a, b, step, looks } = fixed;
  const at = lastUpTo(times, impacts[0].hit);
  const look = (i: number) =>
    i < times.length ? { time: times[i], distance: distances[i] } : null;
  return fixedStepsText({
    step,
    looks,
    impacts: fixed.impacts,
    all: impacts.length,
    first: { names: [bodies[a].name, bodies[b].name], before: look(at), after: look(at + 1) },
  });
}
