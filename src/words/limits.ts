/** Limits of joints that a motion leaves, in words: no part of a verdict, and told with every one. */
import { secondsText, tText } from './numbers.ts';
import { about } from './plain.ts';

/** Where a joint is farthest beyond a limit. */
export interface LeftLimitFacts {
  readonly joint: string;
  readonly kind: 'position' | 'velocity' | 'acceleration';
  readonly unit: string;
  readonly value: number;
  readonly limit: number;
  /** A velocity that changes at once, by that much. */
  readonly jump?: number;
  readonly segment: number;
  readonly t: number;
  /** Seconds, where the path has times. */
  readonly time?: number;
  readonly held?: true;
  /** On how many segments. */
  readonly segments: number;
}

/** `joint2 reaches 9 rad on segment 0 at t = 1 (limit 3.14)`; `place` for other words on where. */
export function limitText(left: LeftLimitFacts, place = limitPlace(left)): string {
  const { joint, kind, value, limit, jump, unit, held } = left;
  if (held) return `${joint} is held at ${digits(left)} ${unit} (limit ${limit})`;
  const more = left.segments - 1;
  const others = more > 0 ? `, and on ${more} more ${more === 1 ? 'segment' : 'segments'}` : '';
  const size = kind === 'position' ? limit : Math.abs(limit);
  const where = `${place === '' ? '' : `${place} `}(${jump === undefined ? 'limit' : 'limit of acceleration'} ${size})${others}`;
  if (kind === 'position') return `${joint} reaches ${digits(left)} ${unit} ${where}`;
  if (kind === 'velocity') return `${joint} moves at ${digits(left)} ${unit}/s ${where}`;
  if (jump === undefined) return `${joint} accelerates by ${digits(left)} ${unit}/s^2 ${where}`;
  const by = about(Math.abs(jump), 4);
  return `${joint} changes its velocity by ${by} ${unit}/s at once, ${value > 0 ? 'up' : 'down'}, ${where}`;
}

/** A limit that one of many edges leaves. */
export function edgeLimitText(left: LeftLimitFacts, edge: number): string {
  return limitText(left, `on edge ${edge} at t = ${tText(left.t)}`);
}

/** What was looked at, where all limits are kept. */
export function limitsKeptText(looked: Readonly<Record<LeftLimitFacts['kind'], number>>): string {
  const words = (['position', 'velocity', 'acceleration'] as const).map((kind) =>
    looked[kind] === 0 ? `no ${kind}` : `${looked[kind]} of ${kind}`,
  );
  return `keeps limits: ${words.join(', ')}`;
}

function limitPlace({ segment, t, time }: LeftLimitFacts): string {
  const seconds = time === undefined ? '' : `, ${secondsText(time)}`;
  return `on segment ${segment} at t = ${tText(t)}${seconds}`;
}

/** Six digits, or as many as it takes to see that the limit is left. */
function digits({ value, limit }: LeftLimitFacts): string {
  for (let n = 6; n < 17; n++) {
    const text = about(value, n);
    if (Number(text) !== limit && Number(text) > limit === value > limit) return text;
  }
  return `${value}`;
}
