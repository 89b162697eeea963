/** How close bodies come along the path, as SVG: what is proven as an area, what was measured as dots. */
import type { ReportData } from './data.ts';
import { escaped } from './markup.ts';
import type { ReportPart, ReportProfile } from './profile.ts';
import { type Along, alongOf, alongSvg, LEFT, RIGHT, rounded, WIDTH } from './timeline.ts';

const HEIGHT = 230;
const TOP = 12;
const BOTTOM = 14;
const TALL = HEIGHT - TOP - BOTTOM;
/** Millimetres. The scale is that of square roots: near things matter most. */
const TICKS = [0, 0.1, 1, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000];
/** Pixels between two ticks that are shown. */
const APART = 16;

/** One curve to the surroundings and one of robots to themselves, over one scale, each with its minimum marked. */
export function clearanceSvg(data: ReportData, profile: ReportProfile): string {
  const along = alongOf(data);
  const { surroundings, self } = profile.parts;
  const shown = [surroundings, self].filter((part) => part !== null);
  const within = (d: number) => Math.min(d, profile.horizon);
  const highest = shown.reduce(
    (most, { steps, seen }) =>
      Math.max(
        most,
        steps.reduce((so, [, , lower]) => Math.max(so, within(lower)), 0),
        seen.reduce((so, [, distance]) => Math.max(so, within(distance)), 0),
      ),
    Math.max(profile.clearance, 1e-4),
  );
  const top = Math.min(1.08 * highest, Math.max(profile.horizon, profile.clearance));
  const y = (d: number) => TOP + TALL * (1 - Math.sqrt(Math.min(Math.max(d, 0), top) / top));
  const dots = (part: ReportPart | null, className: string) =>
    (part?.seen ?? [])
      .filter(([, distance]) => distance <= top)
      .map(
        ([at, distance]) =>
          `<circle class="${className}" cx="${rounded(along.x(at))}" cy="${rounded(y(distance))}" r="2"/>`,
      );
  const out = [
    axis(y, top),
    surroundings ? area(surroundings, along, y) : '',
    self ? line(self, along, y) : '',
    ...dots(surroundings, 'seen'),
    ...dots(self, 'seen-self'),
  ];
  if (profile.clearance > 0) {
    const at = rounded(y(profile.clearance));
    out.push(
      `<line class="asked" x1="${LEFT}" y1="${at}" x2="${WIDTH - RIGHT}" y2="${at}"><title>clearance asked for</title></line>`,
      `<text class="asked-text" x="${WIDTH - RIGHT - 4}" y="${at - 4}" text-anchor="end">asked for</text>`,
    );
  }
  out.push(...minima(profile, along, y));
  return alongSvg('Clearance along the path, in millimetres', HEIGHT, out.join(''));
}

/** Characters of a name beside a minimum. */
const NAMED = 40;

/** Where the pair of each kind comes nearest: a ring, and who it is. Two that are close stand above each other. */
function minima({ parts }: ReportProfile, { x }: Along, y: (d: number) => number): string[] {
  let taken: { readonly x: number; readonly y: number } | null = null;
  return (['surroundings', 'self'] as const).flatMap((kind) => {
    const nearest = parts[kind]?.nearest;
    if (!nearest || nearest.at === null || nearest.upper === null) return [];
    const [cx, cy] = [rounded(x(nearest.at)), rounded(y(nearest.upper))];
    const isLeft = cx < (LEFT + WIDTH - RIGHT) / 2;
    let at = cy - 9 > TOP + 8 ? cy - 9 : cy + 20;
    if (taken && Math.abs(taken.x - cx) < 300 && Math.abs(taken.y - at) < 15) at = taken.y - 15;
    taken = { x: cx, y: at };
    const names = nearest.pair.map((name) =>
      name.length > NAMED / 2 ? `…${name.slice(1 - NAMED / 2)}` : name,
    );
    return [
      `<circle class="minimum minimum-${kind}" cx="${cx}" cy="${cy}" r="5"><title>${escaped(nearest.pair.join(' and '))}</title></circle>`,
      `<text class="minimum-text" x="${isLeft ? cx + 8 : cx - 8}" y="${rounded(at)}" text-anchor="${isLeft ? 'start' : 'end'}">${escaped(names.join(' – '))}</text>`,
    ];
  });
}

function axis(y: (d: number) => number, top: number): string {
  const out: string[] = [];
  let last = Number.POSITIVE_INFINITY;
  for (const tick of TICKS) {
    if (tick / 1000 > top) break;
    const at = rounded(y(tick / 1000));
    if (last - at < APART) continue;
    last = at;
    out.push(
      `<line class="${tick === 0 ? 'axis' : 'tick'}" x1="${LEFT}" y1="${at}" x2="${WIDTH - RIGHT}" y2="${at}"/>`,
      `<text x="${LEFT - 8}" y="${at + 4}" text-anchor="end">${escaped(`${tick} mm`)}</text>`,
    );
  }
  return out.join('');
}

/** Steps narrower than this are drawn as one, with the lowest of them. */
const NARROW = 0.5;

function area(part: ReportPart, along: Along, y: (d: number) => number): string {
  const { steps } = part;
  if (steps.length === 0) return '';
  const base = rounded(y(0));
  const from = rounded(along.x(steps[0][0]));
  return `<path class="proven" d="M${from} ${base}${climb(part, along, y)}V${base}Z"><title>proven: to the surroundings nothing is nearer than this</title></path>`;
}

function line(part: ReportPart, along: Along, y: (d: number) => number): string {
  const { steps } = part;
  if (steps.length === 0) return '';
  const from = rounded(along.x(steps[0][0]));
  const at = rounded(y(steps[0][2]));
  return `<path class="proven-self" d="M${from} ${at}${climb(part, along, y)}"><title>proven: no robot is nearer to itself than this</title></path>`;
}

/** Up and along the steps. */
function climb({ steps }: ReportPart, { x }: Along, y: (d: number) => number): string {
  const parts: string[] = [];
  let from = x(steps[0][0]);
  let low = Number.POSITIVE_INFINITY;
  steps.forEach(([, to, lower], i) => {
    low = Math.min(low, lower);
    const end = x(to);
    if (end - from < NARROW && i + 1 < steps.length) return;
    parts.push(`V${rounded(y(low))}H${rounded(end)}`);
    from = end;
    low = Number.POSITIVE_INFINITY;
  });
  return parts.join('');
}
