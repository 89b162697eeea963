/** The clearance profile for a person: the closest pairs in a table, then drawn over the path. */

import type { PairProfile, ProfilePiece, ProfileResult } from '../../check/index.ts';
import { type Place, pairNames } from '../../jobs/index.ts';
import {
  boundText,
  count,
  farText,
  mmNumber,
  mmUpper,
  profileText,
  secondsText,
  seenText,
} from '../../words/index.ts';

/** Pairs in the table, and of them those that are drawn; --json has them all. */
const LISTED = 20;
const DRAWN = 8;

/** Characters of a drawn line, and the most for the name before it. */
const COLUMNS = 60;
const NAME = 34;

/** The path that is drawn over. */
export interface Along {
  readonly waypoints: number;
  readonly segments: number;
  /** Seconds, where the path has times. */
  time(segment: number, t: number): number | undefined;
}

const BARS = '▁▂▃▄▅▆▇█';

/** Not proven apart. */
const CONTACT = '×';

/** `apart`: the path is proven free, so that all pairs are, however small a bound came out. */
export function profileLines(
  profile: ProfileResult,
  place: Place,
  along: Along,
  apart: boolean,
): string[] {
  const { accuracy, relative, horizon, complete, pairs, far, others } = profile;
  const lines = [`  ${profileText(accuracy, relative, horizon)}:`];
  if (!complete) {
    lines.push(
      '    not to that accuracy everywhere: the budget ended first. What it says is proven',
    );
  }
  lines.push(...tableLines(profile, place, along, apart));
  if (far.length > 0) {
    const more = count(far.length, pairs.length > 0 ? 'more pair' : 'pair');
    lines.push(`    ${farText(more, { lower: far[0].lower, apart })}`);
  }
  if (Number.isFinite(others)) {
    lines.push(`    ${farText('all other pairs', { lower: others, apart })}`);
  }
  if (pairs.some(({ pair }) => pair.tracking > 0)) {
    lines.push('    what tracking lets joints stray is not taken off');
  }
  if (pairs.length > 0) lines.push(...plotLines(profile, place, along, apart));
  return lines;
}

function tableLines(
  { accuracy, pairs }: ProfileResult,
  { cell }: Place,
  along: Along,
  apart: boolean,
): string[] {
  if (pairs.length === 0) return [];
  const rows = pairs.slice(0, LISTED).map((found) => {
    const { pair, lower, upper, nearest } = found;
    const seen = nearest === null ? '-' : mmUpper(upper);
    return [
      boundText({ lower, upper, apart, accuracy }),
      seen,
      pairNames(cell, pair).join(' and '),
      whereText(along, found),
    ];
  });
  const all = [['proven at least', 'seen at most', 'pair', 'where seen'], ...rows];
  const widths = [0, 1, 2].map((k) => Math.max(...all.map((row) => row[k].length)));
  const lines = all.map(([lower, upper, names, where]) =>
    [
      `    ${lower.padStart(widths[0])}`,
      upper.padStart(widths[1]),
      names.padEnd(widths[2]),
      where,
    ].join('  '),
  );
  if (pairs.length > LISTED) lines.push(`    and ${pairs.length - LISTED} more; --json has all`);
  return lines;
}

function whereText(along: Along, { nearest }: PairProfile): string {
  if (nearest === null) return 'not seen';
  const { segment, t } = nearest;
  return seenText(segment, t, along.time(segment, t));
}

function plotLines(
  profile: ProfileResult,
  { cell }: Place,
  along: Along,
  apart: boolean,
): string[] {
  const { pairs, overall, horizon } = profile;
  const limits = limitsUpTo(horizon);
  const rows = [
    { name: 'all pairs', pieces: overall },
    ...pairs.slice(0, DRAWN).map(({ pair, pieces }) => ({
      name: shortened(pairNames(cell, pair)),
      pieces,
    })),
  ];
  const width = Math.max(...rows.map(({ name }) => name.length));
  const scale = limits.map((limit, i) => `${BARS[i]} < ${mmNumber(limit)}`);
  const none = apart ? '' : `${CONTACT} not proven apart  `;
  const lines = [`    proven over the path, mm:  ${none}${scale.join('  ')}  ${BARS.at(-1)} more`];
  for (const { name, pieces } of rows) {
    const bars = columnsOf(along, pieces).map((lower) => barFor(lower, limits, apart));
    lines.push(`    ${name.padEnd(width)}  ${bars.join('')}`);
  }
  lines.push(`    ${''.padEnd(width)}  ${axis(along)}`);
  return lines;
}

/** Steps of a scale in 1, 2 and 5 that ends at the horizon: what is close shows best. */
function limitsUpTo(horizon: number): number[] {
  const limits = [horizon];
  for (let power = Math.floor(Math.log10(horizon)); limits.length < BARS.length - 1; power--) {
    for (const digit of [5, 2, 1]) {
      const limit = Number(`${digit}e${power}`);
      if (limit <= 0.5 * horizon && limits.length < BARS.length - 1) limits.unshift(limit);
    }
  }
  return limits;
}

function barFor(lower: number, limits: readonly number[], apart: boolean): string {
  if (lower === 0 && !apart) return CONTACT;
  const i = limits.findIndex((limit) => lower < limit);
  return BARS[i < 0 ? BARS.length - 1 : i];
}

/** The smallest bound within each column. */
function columnsOf(along: Along, pieces: readonly ProfilePiece[]): number[] {
  const lowest = new Array<number>(COLUMNS).fill(Number.POSITIVE_INFINITY);
  for (const { segment, from, to, lower } of pieces) {
    const first = Math.min(COLUMNS - 1, Math.floor(COLUMNS * position(along, segment, from)));
    const end = Math.min(COLUMNS, Math.ceil(COLUMNS * position(along, segment, to)));
    for (let c = first; c < Math.max(end, first + 1); c++) lowest[c] = Math.min(lowest[c], lower);
  }
  return lowest;
}

/** From 0 to 1 along the path: by time where there are times, else each segment is as long. */
function position(along: Along, segment: number, t: number): number {
  const time = along.time(segment, t);
  const begin = along.time(0, 0);
  const whole = seconds(along);
  if (time !== undefined && begin !== undefined && whole > 0) {
    return Math.min(1, Math.max(0, (time - begin) / whole));
  }
  return (segment + t) / along.segments;
}

/** How long the path takes; 0 if nobody says. */
function seconds({ segments, time }: Along): number {
  return (time(segments - 1, 1) ?? 0) - (time(0, 0) ?? 0);
}

/** Numbers of waypoints below the places where they are, as many as fit. */
function axis(along: Along): string {
  const { waypoints, segments } = along;
  const whole = seconds(along);
  let line = '';
  for (let i = 0; i < waypoints; i++) {
    const where = i < segments ? position(along, i, 0) : 1;
    const at = Math.round((COLUMNS - 1) * where);
    if (at < line.length + (line === '' ? 0 : 1)) continue;
    line = `${line.padEnd(at)}${i}`;
  }
  return `${line}  waypoints${whole > 0 ? `, by time: ${secondsText(whole)}` : ''}`;
}

/** Both names in as much room as there is: their ends tell more than their beginnings. */
function shortened([a, b]: readonly [string, string]): string {
  const room = NAME - 3;
  const cut = (name: string, most: number) =>
    name.length <= most ? name : `…${name.slice(name.length - most + 1)}`;
  const forA = Math.max(Math.floor(room / 2), room - b.length);
  const first = cut(a, forA);
  return `${first} - ${cut(b, room - first.length)}`;
}
