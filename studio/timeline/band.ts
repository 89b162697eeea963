/**
 * The band on which one scrubs: segments with their ticks and labels, what is proven in blue, what is
 * not in hatched grey, witnesses as diamonds in the colour of contacts. It is a slider: by mouse, touch and keys.
 */

import { column, markText } from '../../src/words/index.ts';
import { clamp } from './axis.ts';
import { Chart, type Palette } from './chart.ts';
import { roundNumbers } from './curves.ts';
import type { BandInterval } from './intervals.ts';
import { makeSlider } from './slider.ts';
import { count } from './words.ts';

export interface Mark {
  /** On the axis. */
  readonly at: number;
  readonly label: string;
}

/** From the top: ticks and labels, the band, what sampling looked at. */
const TICKS = 15;
const BAND = 18;
/** Narrower than this, labels of segments would touch. */
const LABEL = 26;
/** Pixels from one to the next where there are very many. */
const LABEL_ROOM = 90;

export class Band extends Chart {
  private intervals: readonly BandInterval[] = [];
  private marks: readonly Mark[] = [];
  private samples: ArrayLike<number> = [];
  private labels: readonly string[] = [];
  private verdict = '';
  private readonly onScrub: (position: number) => void;

  constructor(onScrub: (position: number) => void) {
    super('tl-band');
    this.onScrub = onScrub;
    makeSlider(this.canvas, {
      testid: 'scrub',
      label: 'Position on the path',
      isReady: () => this.axis !== null,
      onDrag: (event) => this.scrubTo(event),
      onKey: (event) => this.key(event),
    });
  }

  setIntervals(intervals: readonly BandInterval[], marks: readonly Mark[], verdict: string): void {
    this.intervals = intervals;
    this.marks = marks;
    this.verdict = verdict;
    this.redraw();
    this.describe();
  }

  /** Positions that a sampling check looked at. */
  setSamples(samples: ArrayLike<number>): void {
    this.samples = samples;
    this.redraw();
  }

  /** What each segment is called. */
  setLabels(labels: readonly string[]): void {
    this.labels = labels;
    this.redraw();
  }

  override setCursor(position: number): void {
    super.setCursor(position);
    this.describe();
  }

  private describe(): void {
    const { canvas, axis } = this;
    canvas.setAttribute('aria-disabled', String(axis === null));
    if (!axis) {
      canvas.setAttribute('aria-valuenow', '0');
      canvas.setAttribute('aria-valuetext', 'no path');
      return;
    }
    canvas.setAttribute('aria-valuemax', column(axis.end, 3));
    canvas.setAttribute('aria-valuenow', column(this.cursor, 3));
    const place = axis.place(this.cursor);
    canvas.setAttribute('aria-valuetext', `${markText(place)}, ${this.verdict}`);
  }

  private scrubTo(event: PointerEvent): void {
    const { left } = this.canvas.getBoundingClientRect();
    let position = this.position(event.clientX - left);
    // A witness is where one wants to be, to the digit.
    const near = event.pointerType === 'touch' ? 14 : 5;
    for (const { at } of this.marks) {
      if (Math.abs(this.x(at) - this.x(position)) < near) position = at;
    }
    this.onScrub(position);
  }

  private key(event: KeyboardEvent): void {
    const { axis } = this;
    if (!axis || event.ctrlKey || event.metaKey || event.altKey) return;
    const { from, to: until } = this.span;
    const step = (until - from) / (event.shiftKey ? 1000 : 100);
    const { starts } = axis;
    const to: Record<string, () => number> = {
      ArrowRight: () => this.cursor + step,
      ArrowUp: () => this.cursor + step,
      ArrowLeft: () => this.cursor - step,
      ArrowDown: () => this.cursor - step,
      PageDown: () => starts.find((s) => s > this.cursor + 1e-9) ?? axis.end,
      PageUp: () => starts.findLast((s) => s < this.cursor - 1e-9) ?? 0,
      Home: () => 0,
      End: () => axis.end,
    };
    const move = to[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    this.onScrub(clamp(move(), 0, axis.end));
  }

  protected override draw(context: CanvasRenderingContext2D, palette: Palette): void {
    const { axis } = this;
    context.font = this.font();
    context.textBaseline = 'middle';
    context.fillStyle = palette.muted;
    context.textAlign = 'left';
    context.fillText(axis?.timed ? 'time' : 'path', 10, TICKS + BAND / 2);
    if (!axis) {
      context.fillStyle = palette.line;
      context.fillRect(this.gutter, TICKS, this.inner, BAND);
      return;
    }
    if (this.samples.length > 0) context.fillText('samples', 10, TICKS + BAND + 6);
    this.clipped(context, 0, () => this.drawAxis(context, palette));
    this.drawMarks(context, palette);
  }

  private drawAxis(context: CanvasRenderingContext2D, palette: Palette): void {
    for (const { kind, from, to } of this.intervals) {
      if (!this.isShown(from, to)) continue;
      // Not from far outside: hatching would go on for ever.
      const x = this.x(Math.max(from, this.span.from));
      const width = Math.max(1, this.x(Math.min(to, this.span.to)) - x);
      if (kind === 'free') {
        context.fillStyle = palette.good;
        context.fillRect(x, TICKS, width, BAND);
      } else hatch(context, x, width, kind === 'open' ? palette.warn : palette.line);
    }
    this.drawTicks(context, palette);
    this.drawSamples(context, palette);
  }

  private drawTicks(context: CanvasRenderingContext2D, palette: Palette): void {
    const { starts } = this.axis!;
    const shown = (this.span.to - this.span.from) / this.axis!.end;
    const isDense = this.inner / (starts.length * shown) < 4;
    context.fillStyle = palette.panel;
    const near = this.segmentsInSight();
    if (!isDense) {
      for (const k of near) if (k > 0) context.fillRect(this.x(starts[k]) - 0.5, TICKS, 1.5, BAND);
    }
    context.font = this.font(10);
    context.fillStyle = palette.muted;
    context.textAlign = 'center';
    let free = Number.NEGATIVE_INFINITY;
    for (const k of near) {
      // The label of a segment stands in the middle of what is shown of it.
      const from = this.x(Math.max(starts[k], this.span.from));
      const to = this.x(Math.min(starts[k + 1], this.span.to));
      if (to <= from) continue;
      const label = this.labels[k] || count(k);
      const half = Math.max(LABEL, context.measureText(label).width + 6) / 2;
      const middle = (from + to) / 2;
      if (to - from < 2 * half - 8 && middle - half < free) continue;
      if (middle - half < free || middle + half > this.width) continue;
      context.fillText(label, middle, TICKS / 2);
      free = middle + half;
    }
  }

  /** Those that are shown; of more than there are pixels some with round numbers. */
  private segmentsInSight(): number[] {
    const axis = this.axis!;
    const first = axis.place(this.span.from).segment;
    const last = axis.place(this.span.to).segment;
    const steps = Math.ceil(this.inner / 4);
    if (last - first <= steps) return Array.from({ length: last - first + 1 }, (_, i) => first + i);
    return roundNumbers(first, last, this.inner / LABEL_ROOM);
  }

  private drawSamples(context: CanvasRenderingContext2D, palette: Palette): void {
    const { samples } = this;
    if (samples.length === 0) return;
    context.fillStyle = palette.text;
    for (let i = 0; i < samples.length; i++) {
      if (!this.isShown(samples[i])) continue;
      context.fillRect(this.x(samples[i]) - 0.5, TICKS + BAND + 3, 1, 5);
    }
  }

  private drawMarks(context: CanvasRenderingContext2D, palette: Palette): void {
    context.lineWidth = 1.5;
    context.strokeStyle = palette.panel;
    for (const { at, label } of this.marks) {
      if (!this.isShown(at)) continue;
      const x = this.x(at);
      const y = TICKS + BAND / 2;
      context.fillStyle = palette.bad;
      context.beginPath();
      context.moveTo(x, y - 11);
      context.lineTo(x + 8, y);
      context.lineTo(x, y + 11);
      context.lineTo(x - 8, y);
      context.closePath();
      context.fill();
      context.stroke();
      if (this.marks.length > 3) continue;
      context.font = this.font(11, 600);
      const width = context.measureText(label).width;
      const isLeft = x + 14 + width > this.width - 4;
      context.textAlign = isLeft ? 'right' : 'left';
      const edge = x + (isLeft ? -14 : 14);
      context.fillStyle = palette.panel;
      context.fillRect(isLeft ? edge - width - 4 : edge - 4, y - 8, width + 8, 16);
      context.fillStyle = palette.bad;
      context.fillText(label, edge, y + 0.5);
    }
  }

  protected override drawMoving(context: CanvasRenderingContext2D, palette: Palette): void {
    if (!this.axis || !this.isShown(this.cursor)) return;
    this.drawCursor(context, palette);
    const x = this.x(this.cursor);
    context.fillStyle = palette.text;
    context.beginPath();
    context.moveTo(x - 5, TICKS - 7);
    context.lineTo(x + 5, TICKS - 7);
    context.lineTo(x, TICKS);
    context.closePath();
    context.fill();
  }
}

function hatch(context: CanvasRenderingContext2D, x: number, width: number, colour: string): void {
  context.save();
  context.beginPath();
  context.rect(x, TICKS, width, BAND);
  context.clip();
  context.globalAlpha = 0.35;
  context.fillStyle = colour;
  context.fillRect(x, TICKS, width, BAND);
  context.globalAlpha = 1;
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  for (let at = x - BAND; at < x + width; at += 7) {
    context.moveTo(at, TICKS + BAND);
    context.lineTo(at + BAND, TICKS);
  }
  context.stroke();
  context.restore();
}
