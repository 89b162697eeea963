/** The way of a link in the view, coloured by how near anything comes meanwhile. */
import type { ProfileAnswer } from '../engine/protocol.ts';
import type { App } from '../model/index.ts';
import type { TimeAxis } from './axis.ts';
import { lowerAt, stepsOf } from './curves.ts';
import type { PageMotion } from './motion.ts';

const POINTS = 600;
/** Metres from which on a place counts as wide open. */
const WIDE = 0.1;

/** Okabe and Ito: vermillion where it is tight, orange between, blue where there is room. */
const TIGHT = [0xd5 / 255, 0x5e / 255, 0];
const MIDDLE = [0xe6 / 255, 0x9f / 255, 0];
const OPEN = [0x56 / 255, 0xb4 / 255, 0xe9 / 255];
const UNKNOWN = [0.6, 0.6, 0.6];

export function drawTrace({ store, view }: App, motion: PageMotion | null): void {
  const { settings, results } = store.state;
  if (!motion || settings.traced === null) {
    view.setTrace(null);
    return;
  }
  const positions = motion.positions(POINTS);
  const points = motion.trace(settings.traced, positions);
  if (points.length === 0) {
    view.setTrace(null);
    return;
  }
  const colours = traceColours(positions, motion.axis, results.profile);
  view.setTrace([{ link: settings.traced, points, colours }]);
}

/** Red, green, blue per position, by the proven distance there. Grey where nothing is known. */
export function traceColours(
  positions: ArrayLike<number>,
  axis: TimeAxis,
  profile: ProfileAnswer | null,
): Float32Array {
  const colours = new Float32Array(3 * positions.length);
  const steps = profile ? stepsOf(profile.overall, axis) : null;
  for (let i = 0; i < positions.length; i++) {
    colours.set(steps ? colourOf(lowerAt(steps, positions[i])) : UNKNOWN, 3 * i);
  }
  return colours;
}

function colourOf(lower: number): number[] {
  // The root spreads the millimetres that matter.
  const share = Math.sqrt(Math.min(1, Math.max(0, lower / WIDE)));
  return share < 0.5 ? mix(TIGHT, MIDDLE, 2 * share) : mix(MIDDLE, OPEN, 2 * share - 1);
}

function mix(a: readonly number[], b: readonly number[], share: number): number[] {
  return a.map((x, i) => x + share * (b[i] - x));
}
