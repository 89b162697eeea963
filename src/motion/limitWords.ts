/** Limits that a motion leaves, in words: for people, wherever an answer is told. */
import type { Cell } from '../cell/index.ts';
import type { Fault } from '../math/index.ts';
import { type LeftLimit, type LimitFindings, limitsLeft } from './limits.ts';
import type { Path } from './path.ts';

/** `joint2 reaches 9 rad on segment 0 at t = 1 (limit 3.14)`; `place` for other words on where. */
export function limitText(left: LeftLimit, place = placeText(left)): string {
  const { joint, kind, value, limit, jump, unit, held } = left;
  if (held) return `${joint} is held at ${digits(left)} ${unit} (limit ${limit})`;
  const more = left.segments - 1;
  const others = more > 0 ? `, and on ${more} more ${more === 1 ? 'segment' : 'segments'}` : '';
  const size = kind === 'position' ? limit : Math.abs(limit);
  const where = `${place === '' ? '' : `${place} `}(${jump === undefined ? 'limit' : 'limit of acceleration'} ${size})${others}`;
  if (kind === 'position') return `${joint} reaches ${digits(left)} ${unit} ${where}`;
  if (kind === 'velocity') return `${joint} moves at ${digits(left)} ${unit}/s ${where}`;
  if (jump === undefined) return `${joint} accelerates by ${digits(left)} ${unit}/s^2 ${where}`;
  const by = Number(Math.abs(jump).toPrecision(4));
  return `${joint} changes its velocity by ${by} ${unit}/s at once, ${value > 0 ? 'up' : 'down'}, ${where}`;
}

/** What was looked at, where all limits are kept. */
export function keptText({ looked }: LimitFindings): string {
  const words = (['position', 'velocity', 'acceleration'] as const).map((kind) =>
    looked[kind] === 0 ? `no ${kind}` : `${looked[kind]} of ${kind}`,
  );
  return `keeps limits: ${words.join(', ')}`;
}

/** As notes, for whoever opens a motion and asks nothing yet. */
export function limitNotes(cell: Cell, path: Path): Fault[] {
  return limitsLeft(cell, path).left.map((left) => ({
    code: 'path/limits',
    message: limitText(left),
  }));
}

function placeText({ segment, t, time }: LeftLimit): string {
  const seconds = time === undefined ? '' : `, ${Number(time.toPrecision(6))} s`;
  return `on segment ${segment} at t = ${Number(t.toPrecision(6))}${seconds}`;
}

/** Six digits, or as many as it takes to see that the limit is left. */
function digits({ value, limit }: LeftLimit): string {
  for (let n = 6; n < 17; n++) {
    const rounded = Number(value.toPrecision(n));
    if (rounded !== limit && rounded > limit === value > limit) return `${rounded}`;
  }
  return `${value}`;
}
