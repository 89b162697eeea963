/** What the signs in the view mean. */
import type { FlightAnswer } from '../engine/protocol.ts';
import { lengthText } from '../view/legend.ts';
import { PALETTE } from '../view/materials.ts';
import type { LegendEntry } from '../view/types.ts';
import { spanText } from './clock.ts';
import { soonLimits } from './watchLines.ts';

/** The soonest first. */
export const SOON_COLOURS = [PALETTE.vermillion, PALETTE.orange, PALETTE.sky] as const;

/** What is drawn besides lines. */
export interface FlightSigns {
  /** Null: there is no grid. */
  readonly gridStep: number | null;
  /** Dots in the place of small bodies. */
  readonly dots: boolean;
  /** Where fixed steps look. */
  readonly steps: boolean;
}

export function legendOfFlight(
  { begin, end, broadPhase, fixed }: FlightAnswer,
  { gridStep, dots, steps }: FlightSigns,
): LegendEntry[] {
  const [near, far] = soonLimits(end - begin);
  const which = broadPhase ? 'watched' : 'all pairs';
  const entries: LegendEntry[] = [
    { text: `${which}: may meet within ${spanText(near)}`, colour: css(0), sign: 'line' },
    { text: `within ${spanText(far)}`, colour: css(1), sign: 'line' },
    { text: 'surely not before', colour: css(2), sign: 'line' },
  ];
  if (steps && fixed) {
    const text = `seen by steps of ${spanText(fixed.step)}`;
    entries.push({ text, colour: '#d55e00', sign: 'filled' });
  }
  if (dots)
    entries.push({ text: 'a body too small to be seen', colour: '#cc79a7', sign: 'filled' });
  if (gridStep !== null) {
    entries.push({ text: `grid ${lengthText(gridStep)}`, colour: '', sign: 'none' });
  }
  return entries;
}

function css(soon: number): string {
  return `#${SOON_COLOURS[soon].toString(16).padStart(6, '0')}`;
}
