/** The timeline as SVG: what is known of each part of the path, witnesses, and the cover per pair. */

import { count as countText, markText, stepText, stretchText } from '../words/index.ts';
import { placeOn } from './axis.ts';
import { BINS, type CoverLane } from './cover.ts';
import type { ReportData, ReportPiece } from './data.ts';
import { escaped, shortened } from './markup.ts';

/** Both pictures along the path have the same width and margins, so that a cursor goes through both. */
export const WIDTH = 1000;
export const LEFT = 236;
export const RIGHT = 14;
const INNER = WIDTH - LEFT - RIGHT;

const BAND = 26;
const BAND_TOP = 22;
const LANE = 17;
const LANE_TOP = BAND_TOP + BAND + 24;
/** Numbers of segments that are shown. */
const NUMBERS = 40;
const LABEL = 38;
/** Shades of bars, from halved never to halved most often. */
const SHADES = 4;
/** Pairs that are not proven everywhere and get a lane; and that are named in one place. */
const OPEN_LANES = 24;
const NAMED = 4;
/** Pieces of the band beyond which short ones are joined. */
const MANY = 300;

export interface Along {
  /** Where a place of the axis is in the picture. */
  readonly x: (at: number) => number;
}

export function alongOf({ axis: { knots } }: Pick<ReportData, 'axis'>): Along {
  const [begin, end] = [knots[0], knots[knots.length - 1]];
  return { x: (at) => LEFT + (INNER * (at - begin)) / (end - begin) };
}

export function rounded(x: number): number {
  return Math.round(10 * x) / 10;
}

/** The picture's frame; a viewer finds its margins in the attributes. */
export function alongSvg(title: string, height: number, content: string): string {
  return `<svg class="along" viewBox="0 0 ${WIDTH} ${height}" data-width="${WIDTH}" data-left="${LEFT}" data-right="${RIGHT}" role="img" aria-label="${escaped(title)}">${content}<line class="cursor" x1="0" y1="0" x2="0" y2="${height}" visibility="hidden"/></svg>`;
}

export function timelineSvg(data: ReportData): string {
  const along = alongOf(data);
  const lanes = data.cover?.lanes ?? [];
  const blamed = openLanes(data, along);
  const open = blamed.slice(0, OPEN_LANES);
  const count = lanes.length + open.length + (open.length < blamed.length ? 1 : 0);
  const bottom = count > 0 ? LANE_TOP + LANE * count + 4 : BAND_TOP + BAND + 18;
  const out = [
    HATCH,
    ticks(data, along, bottom),
    label(BAND_TOP + BAND / 2 + 4, 'all pairs'),
    ...bandOf(data, along),
    `<rect class="frame" x="${LEFT}" y="${BAND_TOP}" width="${INNER}" height="${BAND}"/>`,
    ...witnessMarks(data, along),
  ];
  if (data.pieces.length === 0) {
    out.push(
      text(LEFT + 8, BAND_TOP + 17, 'start', 'nothing is known of single parts of the path'),
    );
  }
  const deepest = Math.max(1, data.cover?.deepest ?? 1);
  let y = LANE_TOP;
  for (const lane of open) {
    out.push(openLane(lane, y));
    y += LANE;
  }
  if (open.length < blamed.length) {
    const more = countText(blamed.length - open.length, 'more pair');
    out.push(label(y + 12, `and ${more} not proven free`));
    y += LANE;
  }
  for (const lane of lanes) {
    out.push(laneOf(lane, y, data, along, deepest));
    y += LANE;
  }
  return alongSvg(`Timeline of the path: ${data.verdict}`, bottom + 18, out.join(''));
}

const HATCH =
  '<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" class="hatch-back"/><line x1="0" y1="0" x2="0" y2="6" class="hatch-line"/></pattern></defs>';

function label(y: number, name: string, full = name): string {
  return `<text x="${LEFT - 8}" y="${rounded(y)}" text-anchor="end">${escaped(shortened(name, LABEL))}<title>${escaped(full)}</title></text>`;
}

function text(x: number, y: number, anchor: string, content: string): string {
  return `<text x="${rounded(x)}" y="${rounded(y)}" text-anchor="${anchor}">${escaped(content)}</text>`;
}

const STATES: Record<ReportPiece['state'], string> = {
  free: 'proven free',
  open: 'not proven free',
  sampled: 'sampled only',
};

/** Part of the band, in the picture. */
interface Stretch {
  readonly left: number;
  readonly right: number;
  readonly state: ReportPiece['state'];
  readonly title: string;
}

/** The band: what is not proven comes last, so that nothing is drawn over it. */
function bandOf(data: ReportData, along: Along): string[] {
  const { pieces } = data;
  const stretches = pieces.map((piece) => stretchOf(piece, data, along));
  const shown = pieces.length <= MANY ? stretches : joined(stretches);
  const isOpen = ({ state }: Stretch) => state === 'open';
  return [...shown.filter((s) => !isOpen(s)), ...shown.filter(isOpen)].map(stretchRect);
}

function stretchOf(piece: ReportPiece, { axis }: ReportData, { x }: Along): Stretch {
  const { segment, from, to, state, pairs } = piece;
  const named = pairs.slice(0, NAMED).map((names) => names.join(' and '));
  if (pairs.length > NAMED) named.push(countText(pairs.length - NAMED, 'more pair'));
  const who = named.length > 0 ? `: ${named.join(', ')}` : '';
  return {
    left: x(placeOn(axis, segment, from)),
    right: x(placeOn(axis, segment, to)),
    state,
    title: `${stretchText(piece, state === 'free')}: ${STATES[state]}${who}`,
  };
}

/** Among very many, those alike are one, and what is too short to be seen joins what is not proven. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const alike: Stretch[] = [];
  for (const stretch of stretches) {
    const last = alike.at(-1);
    if (last?.state === stretch.state) {
      alike[alike.length - 1] = { ...last, right: stretch.right, title: STATES[last.state] };
    } else alike.push(stretch);
  }
  const out: Stretch[] = [];
  for (const stretch of alike) {
    const last = out.at(-1);
    const faint = stretch.right - stretch.left < 1;
    if (last?.state === 'open' && (faint || stretch.state === 'open')) {
      out[out.length - 1] = { ...last, right: stretch.right, title: STATES.open };
    } else out.push(stretch);
  }
  return out;
}

function stretchRect({ left, right, state, title }: Stretch): string {
  // What is not proven is seen however short it is.
  const width = Math.max(right - left, state === 'free' ? 0 : 1.5);
  const middle = left + width / 2;
  const plate = `<rect class="plate" x="${rounded(middle - 50)}" y="${BAND_TOP + 4}" width="100" height="${BAND - 8}"/>`;
  const words =
    width > 110
      ? `${state === 'open' ? plate : ''}${text(middle, BAND_TOP + BAND / 2 + 4, 'middle', STATES[state])}`
      : '';
  return `<g class="piece ${state}"><rect x="${rounded(left)}" y="${BAND_TOP}" width="${rounded(width)}" height="${BAND}"><title>${escaped(title)}</title></rect>${words}</g>`;
}

/** A triangle that points at the band, with a line through it. */
function witnessMarks(data: ReportData, { x }: Along): string[] {
  return data.witnesses
    .map(({ at, segment, t, verdict, pair }, i) => {
      const place = rounded(x(at));
      const title = `${verdict}: ${pair.join(' and ')}, ${markText({ segment, t })}`;
      const size = i === 0 ? 8 : 5;
      const tip = BAND_TOP + 2;
      return `<g class="mark"><path d="M${place} ${tip}L${rounded(place - size)} ${tip - 1.6 * size}H${rounded(place + size)}Z"><title>${escaped(title)}</title></path><line x1="${place}" y1="${tip}" x2="${place}" y2="${BAND_TOP + BAND}"/></g>`;
    })
    .reverse();
}

function ticks({ axis: { knots, timed } }: ReportData, { x }: Along, bottom: number): string {
  const out: string[] = [];
  const segments = knots.length - 1;
  const lines = segments <= 4 * NUMBERS ? knots : [knots[0], knots[segments]];
  for (const knot of lines) {
    const place = rounded(x(knot));
    out.push(
      `<line class="tick" x1="${place}" y1="${BAND_TOP}" x2="${place}" y2="${rounded(bottom)}"/>`,
    );
  }
  const every = Math.ceil(segments / NUMBERS);
  let last = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < segments; i += every) {
    const middle = x(0.5 * (knots[i] + knots[i + 1]));
    if (middle - last < 18) continue;
    last = middle;
    out.push(text(middle, bottom + 13, 'middle', String(i)));
  }
  out.push(text(LEFT - 8, bottom + 13, 'end', timed ? 'segment (time is the axis)' : 'segment'));
  return out.join('');
}

interface OpenLane {
  readonly pair: readonly [string, string];
  /** In the picture, from left to right. */
  readonly stretches: (readonly [from: number, to: number])[];
}

/** Where a path is not proven free: the pairs that are to blame, in the order in which they appear. */
function openLanes({ open, axis }: ReportData, { x }: Along): OpenLane[] {
  const lanes = new Map<string, OpenLane>();
  const sorted = [...open].sort((p, q) => p.segment - q.segment || p.from - q.from);
  for (const { segment, from, to, pair } of sorted) {
    const key = JSON.stringify(pair);
    const { stretches } = lanes.get(key) ?? lanes.set(key, { pair, stretches: [] }).get(key)!;
    const [left, right] = [from, to].map((t) => x(placeOn(axis, segment, t)));
    const last = stretches.at(-1);
    // Those nearer to each other than can be seen are one.
    if (last && left - last[1] < 1) {
      stretches[stretches.length - 1] = [last[0], Math.max(last[1], right)];
    } else stretches.push([left, right]);
  }
  return [...lanes.values()];
}

function openLane({ pair, stretches }: OpenLane, y: number): string {
  const title = `${pair.join(' and ')}: not proven free here`;
  const rects = stretches.map(
    ([left, right]) =>
      `<rect class="unproven" x="${rounded(left)}" y="${y + 2}" width="${rounded(Math.max(1.5, right - left))}" height="${LANE - 4}"><title>${escaped(title)}</title></rect>`,
  );
  const name = label(y + 12, pair.join(' – '), pair.join(' and '));
  return `<g class="lane">${name}${rects.join('')}</g>`;
}

function laneOf(
  lane: CoverLane,
  y: number,
  { axis }: ReportData,
  { x }: Along,
  deepest: number,
): string {
  const name = lane.pair.join(' – ');
  const about = `${lane.pair.join(' and ')}: ${countText(lane.slabs, 'step')}, halved ${lane.deepest} times at most`;
  const paint = (depth: number) => `slab d${Math.round((SHADES * depth) / deepest)}`;
  const top = y + 2;
  const height = LANE - 4;
  const out = [label(y + 12, name, about)];
  // The deepest on top: parts of bodies have steps beside each other.
  const bars = [...(lane.bars ?? [])].sort((x, y) => x.depth - y.depth);
  for (const { segment, t, from, to, depth } of bars) {
    const left = x(placeOn(axis, segment, from));
    const width = Math.max(0.6, x(placeOn(axis, segment, to)) - left - 0.6);
    const title = `${lane.pair.join(' and ')}: ${stepText({ segment, t, from, to })}`;
    out.push(
      `<rect class="${paint(depth)}" x="${rounded(left)}" y="${top}" width="${rounded(width)}" height="${height}"><title>${escaped(title)}</title></rect><circle class="sample" cx="${rounded(x(placeOn(axis, segment, t)))}" cy="${top + height / 2}" r="1.5"/>`,
    );
  }
  const { depths } = lane;
  for (let i = 0; depths && i < BINS; ) {
    let next = i + 1;
    while (next < BINS && depths[next] === depths[i]) next++;
    if (depths[i] >= 0) {
      const title = `${lane.pair.join(' and ')}: halved ${depths[i]} times at most`;
      out.push(
        `<rect class="${paint(depths[i])}" x="${rounded(LEFT + (INNER * i) / BINS)}" y="${top}" width="${rounded((INNER * (next - i)) / BINS)}" height="${height}"><title>${escaped(title)}</title></rect>`,
      );
    }
    i = next;
  }
  return `<g class="lane">${out.join('')}</g>`;
}
