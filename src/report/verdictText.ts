/** What a report says about its verdict, in sentences. */
import type { Verdict } from '../check/index.ts';
import { mm, mmBelow, mmUpper, secondsText, tProven, tText } from '../math/index.ts';
import type { ReportData, ReportWitness } from './data.ts';
import { count } from './words.ts';

export type Tone = 'free' | 'bad' | 'warn';

export function toneOf(verdict: Verdict): Tone {
  if (verdict === 'free') return 'free';
  return verdict === 'colliding' || verdict === 'too-close' ? 'bad' : 'warn';
}

/** One sentence, without the verdict's own word. */
export function sentenceOf(data: ReportData): string {
  const { verdict, cell, axis, pieces, contact, settings } = data;
  const [witness] = data.witnesses;
  if (witness && (verdict === 'colliding' || verdict === 'too-close')) {
    // Near each other there, and in contact farther on.
    const first = witness.verdict === verdict ? '' : `First ${witness.verdict}: `;
    return `${first}${witnessText(witness, settings.delta)}, on ${placeText(data, witness.segment, witness.t)}.`;
  }
  if (contact) {
    return `${contact.pair.join(' and ')}, on ${placeText(data, contact.segment, contact.from, tProven)}.`;
  }
  const segments = axis.knots.length - 1;
  switch (verdict) {
    case 'free': {
      const asked = cell.clearance > 0 ? `, with a clearance of ${mm(cell.clearance)}` : '';
      const strays = cell.tracking ? ', wherever tracking lets joints stray' : '';
      return `Proven for every configuration on the path${asked}${strays}.`;
    }
    case 'no collision found':
      return 'Samples of the path are free, which proves nothing about what lies between them.';
    case 'undecided': {
      const open = pieces.filter(({ state }) => state === 'open');
      const left = new Set(open.map(({ segment }) => segment)).size;
      const ended = settings.timeLimit_ms === null ? 'The budget' : 'The budget or the time';
      const where = left > 0 ? `; ${left} of ${count(segments, 'segment')} not settled` : '';
      return `${ended} ended before the path was proven or a collision was found${where}.`;
    }
    default:
      return 'See below.';
  }
}

export function witnessText(witness: ReportWitness, delta: number): string {
  const { pair, verdict, contained, distance, clearance, tracking, violated } = witness;
  const names = pair.join(' and ');
  if (verdict === 'colliding') return `${names}${contained ? ', one inside the other' : ''}`;
  const isShort = distance < clearance + tracking;
  const measured = isShort ? mmBelow(distance, clearance + tracking) : mmUpper(distance);
  const apart = `${names} are ${measured} apart`;
  const needs = [
    ...(clearance > 0 ? [`a clearance of ${mm(clearance)}`] : []),
    ...(tracking > 0 ? [`${mm(tracking)} for tracking`] : []),
  ].join(' and ');
  if (violated) return `${apart}; asked for ${needs}`;
  if (isShort) return `${apart}; needs ${needs}`;
  const what = needs ? `not proven to keep ${needs}` : 'contact is not excluded';
  return `${apart}; ${what} (delta ${mm(delta)})`;
}

/** Of a place that was looked at; `said` is for how far something is proven. */
export function placeText(data: ReportData, segment: number, t: number, said = tText): string {
  const { knots, timed } = data.axis;
  const seconds = knots[segment] + t * (knots[segment + 1] - knots[segment]);
  const at = timed ? `, at ${secondsText(seconds)}` : '';
  return `${segmentText(data, segment)} at t = ${said(t)}${at}`;
}

export function segmentText({ path }: ReportData, segment: number): string {
  if (path.labels[segment]) return `segment ${segment} (${path.labels[segment]})`;
  if (path.waypoints === 1) return `segment ${segment} (standing still)`;
  return `segment ${segment} (waypoint ${segment} to ${segment + 1})`;
}
