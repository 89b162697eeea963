/** Plots as SVG, for a page that brings the colours: classes and no styles, so that it can be dark. */
import type { BarPlot, CurvePlot, HistogramPlot, LinePlot, Plot, Source } from './table.ts';

const WIDTH = 720;
const HEIGHT = 300;
const LEFT = 64;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 46;
const INNER = WIDTH - LEFT - RIGHT;
const TALL = HEIGHT - TOP - BOTTOM;

/** The plot's picture. The legend is the page's business: see `legendOf`. */
export function svgOf(plot: Plot): string {
  switch (plot.kind) {
    case 'bars':
      return frame(plot.title, HEIGHT, bars(plot));
    case 'lines':
      return frame(plot.title, HEIGHT, lines(plot));
    case 'histogram':
      return frame(plot.title, HEIGHT, histogram(plot));
    case 'curve':
      return frame(plot.title, CURVE_HEIGHT, curve(plot));
    case 'drawing': {
      // An image: its styles and names are its own.
      const data = Buffer.from(plot.svg).toString('base64');
      return `<img alt="${escaped(plot.title)}" src="data:image/svg+xml;base64,${data}">`;
    }
  }
}

/** Names with the class that paints them. */
export function legendOf(plot: Plot): { name: string; paint: string; shape: string }[] {
  switch (plot.kind) {
    case 'bars':
      return plot.series.map(({ name }, i) => ({ name, paint: paintOf(plot, i), shape: 'bar' }));
    case 'lines':
      return plot.series.map(({ name }, i) => ({ name, paint: `ours${i}`, shape: 'bar' }));
    case 'histogram':
    case 'drawing':
      return [];
    case 'curve':
      return plot.marks.map(({ name, shape }, i) => ({ name, paint: `mark${i}`, shape }));
  }
}

/** Published bars have a paint for each paper, ours one for each method. */
function paintOf({ series }: BarPlot, i: number): string {
  const { source } = series[i];
  if (source !== 'ours') return `paper${source}`;
  return `ours${series.slice(0, i).filter((s) => s.source === 'ours').length}`;
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function frame(title: string, height: number, content: string): string {
  return `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">${content}</svg>`;
}

function text(x: number, y: number, anchor: string, content: string, more = ''): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"${more}>${escaped(content)}</text>`;
}

function line(x1: number, y1: number, x2: number, y2: number, kind: string): string {
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" class="${kind}"/>`;
}

function round(x: number): number {
  return Math.round(10 * x) / 10;
}

/** Where values lie on the vertical axis, and the ticks. */
interface Scale {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

function linear(high: number): Scale {
  const step = niceStep(high / 5);
  const top = step * Math.max(1, Math.ceil(high / step - 1e-9));
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step);
  return { at: (v) => TOP + TALL * (1 - v / top), ticks };
}

function logarithmic(low: number, high: number): Scale {
  const from = Math.floor(Math.log10(low) + 1e-9);
  const to = Math.max(from + 1, Math.ceil(Math.log10(high) - 1e-9));
  const ticks = Array.from({ length: to - from + 1 }, (_, i) => 10 ** (from + i));
  return { at: (v) => TOP + TALL * (1 - (Math.log10(v) - from) / (to - from)), ticks };
}

function niceStep(about: number): number {
  const power = 10 ** Math.floor(Math.log10(about));
  const factor = [1, 2, 5, 10].find((f) => f * power >= about * (1 - 1e-9)) ?? 10;
  return factor * power;
}

function tickText(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))} M`;
  if (value >= 1e4) return `${Number((value / 1e3).toPrecision(3))} k`;
  return String(Number(value.toPrecision(3)));
}

function axes({ at, ticks }: Scale, name: string): string {
  const grid = ticks.map(
    (v) =>
      line(LEFT, at(v), WIDTH - RIGHT, at(v), v === ticks[0] ? 'axis' : 'grid') +
      text(LEFT - 6, at(v) + 4, 'end', tickText(v)),
  );
  const y = TOP + TALL / 2;
  return grid.join('') + text(14, y, 'middle', name, ` transform="rotate(-90 14 ${round(y)})"`);
}

function bars(plot: BarPlot): string {
  const { groups, series, log, axis } = plot;
  const values = groups.flatMap((g) => g.values).filter((v): v is number => v !== null && v > 0);
  if (values.length === 0) return text(WIDTH / 2, HEIGHT / 2, 'middle', 'no samples');
  const high = Math.max(...values);
  const scale = log ? logarithmic(Math.min(1, ...values), high) : linear(high);
  const base = TOP + TALL;
  const wide = INNER / groups.length;
  const bar = Math.min(30, (0.8 * wide) / series.length);
  const out = [axes(scale, axis)];
  groups.forEach(({ name, values: each }, g) => {
    const middle = LEFT + wide * (g + 0.5);
    const left = middle - (bar * series.length) / 2;
    each.forEach((value, i) => {
      if (value === null || !(value > 0)) return;
      const top = scale.at(value);
      const label = escaped(`${name}, ${series[i].name}: ${Number(value.toPrecision(3))}`);
      out.push(
        `<rect x="${round(left + i * bar + 0.5)}" y="${round(top)}" width="${round(bar - 1)}" height="${round(Math.max(1, base - top))}" class="${paintOf(plot, i)}"><title>${label}</title></rect>`,
      );
    });
    out.push(text(middle, base + 18, 'middle', name));
  });
  // Where ours and theirs would be equal in cost.
  if (values.some((v) => v < 1) && high > 1) {
    out.push(line(LEFT, scale.at(1), WIDTH - RIGHT, scale.at(1), 'one'));
  }
  return out.join('');
}

function lines({ series, axis, across }: LinePlot): string {
  const tops = series.flatMap(({ mean, deviation }) => mean.map((m, i) => m + deviation[i]));
  const scale = linear(Math.max(...tops));
  const most = Math.max(...series.flatMap(({ x }) => x));
  const xAt = (x: number) => LEFT + (INNER * (x - 0.5)) / most;
  const out = [axes(scale, axis), text(LEFT + INNER / 2, HEIGHT - 6, 'middle', across)];
  for (const x of series[0].x) out.push(text(xAt(x), TOP + TALL + 18, 'middle', String(x)));
  series.forEach(({ x, mean, deviation }, s) => {
    const shift = 5 * (s - (series.length - 1) / 2);
    const points = x.map((v, i) => `${round(xAt(v) + shift)},${round(scale.at(mean[i]))}`);
    out.push(`<polyline points="${points.join(' ')}" class="line ours${s}-line"/>`);
    x.forEach((v, i) => {
      const px = xAt(v) + shift;
      const low = scale.at(Math.max(0, mean[i] - deviation[i]));
      const high = scale.at(mean[i] + deviation[i]);
      out.push(
        line(px, low, px, high, `line ours${s}-line`),
        line(px - 3, low, px + 3, low, `line ours${s}-line`),
        line(px - 3, high, px + 3, high, `line ours${s}-line`),
        `<circle cx="${round(px)}" cy="${round(scale.at(mean[i]))}" r="3.5" class="ours${s}"/>`,
      );
    });
  });
  return out.join('');
}

function histogram({ series, from, to, across }: HistogramPlot): string {
  const { shares } = series[0];
  const scale = linear(100 * Math.max(...shares, 1e-6));
  const wide = INNER / shares.length;
  const base = TOP + TALL;
  const out = [axes(scale, '% of ratios'), text(LEFT + INNER / 2, HEIGHT - 6, 'middle', across)];
  shares.forEach((share, i) => {
    const top = scale.at(100 * share);
    out.push(
      `<rect x="${round(LEFT + i * wide + 0.5)}" y="${round(top)}" width="${round(wide - 1)}" height="${round(base - top)}" class="ours0"/>`,
    );
  });
  const step = niceStep((to - from) / 10);
  for (let v = Math.ceil(from / step) * step; v <= to + 1e-9; v += step) {
    const x = LEFT + (INNER * (v - from)) / (to - from);
    out.push(line(x, base, x, base + 4, 'axis'), text(x, base + 18, 'middle', tickText(v)));
  }
  return out.join('');
}

const CURVE_HEIGHT = 480;
/** The view: turned about the vertical, then looked at from above, by these angles. */
const TURNED = 0.6;
const ABOVE = 0.42;

const BESIDE = 12;

/** Across and up in the picture. */
function projected(x: number, y: number, z: number): [number, number] {
  const [c, s] = [Math.cos(TURNED), Math.sin(TURNED)];
  const away = s * x + c * y;
  return [c * x - s * y, Math.cos(ABOVE) * z + Math.sin(ABOVE) * away];
}

function curve({ curve: points, marks }: CurvePlot): string {
  const low = [0, 1, 2].map((k) => Math.min(...every(points, k)));
  const high = [0, 1, 2].map((k) => Math.max(...every(points, k)));
  const corners = Array.from({ length: 8 }, (_, i) =>
    projected(
      ...([0, 1, 2].map((k) => ((i >> k) & 1 ? high[k] : low[k])) as [number, number, number]),
    ),
  );
  const [left, right] = extremes(corners.map(([u]) => u));
  const [bottom, top] = extremes(corners.map(([, v]) => v));
  const margin = 28;
  const scale = Math.min(
    (WIDTH - 2 * margin) / Math.max(right - left, 1e-9),
    (CURVE_HEIGHT - 2 * margin) / Math.max(top - bottom, 1e-9),
  );
  const place = (u: number, v: number): [number, number] => [
    WIDTH / 2 + scale * (u - (left + right) / 2),
    CURVE_HEIGHT / 2 - scale * (v - (bottom + top) / 2),
  ];
  const at = (x: number, y: number, z: number) => place(...projected(x, y, z));
  const path = (floor: boolean) => {
    const out: string[] = [];
    for (let i = 0; i < points.length; i += 3) {
      const [u, v] = at(points[i], points[i + 1], floor ? low[2] : points[i + 2]);
      out.push(`${round(u)},${round(v)}`);
    }
    return out.join(' ');
  };
  const out: string[] = [];
  // The box that the curve fills: its edges.
  for (let i = 0; i < 8; i++) {
    for (const k of [1, 2, 4]) {
      if (i & k) continue;
      out.push(line(...place(...corners[i]), ...place(...corners[i | k]), 'grid'));
    }
  }
  out.push(`<polyline points="${path(true)}" class="shadow"/>`);
  out.push(`<polyline points="${path(false)}" class="tip"/>`);
  marks.forEach(({ shape, points: p }, m) => {
    for (let i = 0; i < p.length; i += 3) {
      const [across, v] = at(p[i], p[i + 1], p[i + 2]).map(round);
      // Crosses stand beside the curve, or they would hide the dots.
      const u = shape === 'cross' ? across + BESIDE : across;
      if (shape === 'dot') {
        out.push(
          `<rect x="${round(u - 1.6)}" y="${round(v - 1.6)}" width="3.2" height="3.2" class="mark${m}"/>`,
        );
      } else if (shape === 'ring') {
        out.push(`<circle cx="${u}" cy="${v}" r="6.5" class="ring mark${m}-line"/>`);
      } else {
        out.push(
          line(u - 2.5, v - 2.5, u + 2.5, v + 2.5, `line mark${m}-line`),
          line(u - 2.5, v + 2.5, u + 2.5, v - 2.5, `line mark${m}-line`),
        );
      }
    }
  });
  const size = [0, 1, 2].map((k) => `${(high[k] - low[k]).toFixed(2)} m`).join(' x ');
  out.push(text(WIDTH - 8, CURVE_HEIGHT - 8, 'end', `box: ${size}`));
  return out.join('');
}

function every(points: readonly number[], k: number): number[] {
  return points.filter((_, i) => i % 3 === k);
}

function extremes(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

/** The words for a source. */
export function sourceName(source: Source): string {
  return source === 'ours' ? 'ours' : `paper ${source}`;
}
