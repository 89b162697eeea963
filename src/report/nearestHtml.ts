/** Two numbers in place of one: how near a motion comes to the surroundings, and how near a robot comes to itself. */
import { apartText, mmUpper } from '../words/index.ts';
import type { ReportData } from './data.ts';
import { escaped } from './markup.ts';
import type { ReportPart, ReportProfile } from './profile.ts';

/** An item for each kind of pairs that there is. */
export function nearestItems({ verdict }: ReportData, profile: ReportProfile): string {
  const { parts, horizon, accuracy } = profile;
  const apart = verdict === 'free';
  const item = (what: string, part: ReportPart | null): string => {
    if (!part) return '';
    const { nearest } = part;
    const upper = nearest?.upper ?? null;
    const bound = apartText({ lower: part.lower, upper, apart, accuracy });
    const isProven = part.lower > 0 || apart;
    const far = part.lower >= horizon ? ' (nobody asked for more)' : '';
    const seen = upper === null || upper === 0 ? '' : `, seen ${mmUpper(upper)}`;
    const who = nearest ? `: ${escaped(nearest.pair.join(' and '))}${seen}` : '';
    return `<li><strong>${what}${isProven ? ' proven' : ''} ${bound}</strong>${far}${who}</li>`;
  };
  return `${item('To the surroundings', parts.surroundings)}${item('To itself', parts.self)}`;
}
