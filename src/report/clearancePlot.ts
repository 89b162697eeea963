/** How close bodies come along the path, as SVG: what is proven as an area, what was measured as dots. */
import type { ReportData, ReportProfile } from './data.ts';
import { escaped } from './markup.ts';
import { type Along, alongOf, alongSvg, LEFT, RIGHT, rounded, WIDTH } from './timeline.ts';

const HEIGHT = 230;
const TOP = 12;
const BOTTOM = 14;
const TALL = HEIGHT - TOP - BOTTOM;
/** Millimetres. The scale is that of square roots: near things matter most. */
const TICKS = [0, 0.1, 1, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000];
/** Pixels between two ticks that are shown. */
const APART = 16;

export function clearanceSvg(data: ReportData, profile: ReportProfile): string {
  const along = alongOf(data);
  const highest = Math.max(
    profile.clearance,
    ...profile.steps.map(([, , lower]) => Math.min(lower, profile.horizon)),
    ...profile.seen.map(([, distance]) => Math.min(distance, profile.horizon)),
    1e-4,
  );
  const top = Math.min(1.08 * highest, Math.max(profile.horizon, profile.clearance));
  const y = (d: number) => TOP + TALL * (1 - Math.sqrt(Math.min(Math.max(d, 0), top) / top));
  const out = [
    axis(y, top),
    area(profile, along, y),
    ...profile.seen
      .filter(([, distance]) => distance <= top)
      .map(
        ([at, distance]) =>
          `<circle class="seen" cx="${rounded(along.x(at))}" cy="${rounded(y(distance))}" r="2"/>`,
      ),
  ];
  if (profile.clearance > 0) {
    const at = rounded(y(profile.clearance));
    out.push(
      `<line class="asked" x1="${LEFT}" y1="${at}" x2="${WIDTH - RIGHT}" y2="${at}"><title>clearance asked for</title></line>`,
      `<text class="asked-text" x="${WIDTH - RIGHT - 4}" y="${at - 4}" text-anchor="end">asked for</text>`,
    );
  }
  return alongSvg('Clearance along the path, in millimetres', HEIGHT, out.join(''));
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

function area({ steps }: ReportProfile, { x }: Along, y: (d: number) => number): string {
  if (steps.length === 0) return '';
  const base = rounded(y(0));
  const parts: string[] = [];
  let from = x(steps[0][0]);
  let low = Number.POSITIVE_INFINITY;
  parts.push(`M${rounded(from)} ${base}`);
  steps.forEach(([, to, lower], i) => {
    low = Math.min(low, lower);
    const end = x(to);
    if (end - from < NARROW && i + 1 < steps.length) return;
    parts.push(`V${rounded(y(low))}H${rounded(end)}`);
    from = end;
    low = Number.POSITIVE_INFINITY;
  });
  parts.push(`V${base}Z`);
  return `<path class="proven" d="${parts.join('')}"><title>proven: nothing is nearer than this</title></path>`;
}
