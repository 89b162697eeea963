/**
 * Zooming in on a part of the path, the same part in all charts: by wheel (with Ctrl where the wheel
 * scrolls), by pinching, by buttons, and by + - 0 while something of the timeline has the focus.
 */

import { column } from '../../src/words/index.ts';
import { button, element, usable } from '../model/index.ts';
import type { TimeAxis } from './axis.ts';
import type { Chart } from './chart.ts';
import { panned, revealing, type Span, wholeSpan, zoomed } from './span.ts';
import { NO_PATH } from './words.ts';

const STEP = 0.5;
/** Pixels of a wheel for one such step. */
const WHEEL = 240;

export class Zoom {
  readonly root: HTMLElement;
  private readonly charts: readonly Chart[];
  private readonly cursor: () => number;
  private readonly readout = element('output', { class: 'tl-zoom number', testid: 'zoom' });
  private readonly out: HTMLButtonElement;
  private readonly all: HTMLButtonElement;
  private readonly in: HTMLButtonElement;
  private axis: TimeAxis | null = null;
  private span: Span = wholeSpan(1);

  /** `cursor`: the position that stays in place where no pointer says another. */
  constructor(charts: readonly Chart[], cursor: () => number) {
    this.charts = charts;
    this.cursor = cursor;
    const make = (label: string, text: string, testid: string, click: () => void) =>
      button(text, click, { 'aria-label': label, title: label, testid });
    this.out = make('Zoom out (-)', '−', 'zoom-out', () => this.by(1 / STEP));
    this.in = make('Zoom in at the cursor (+)', '+', 'zoom-in', () => this.by(STEP));
    this.all = make('Show the whole path (0)', '↔', 'zoom-all', () => this.whole());
    this.root = element(
      'div',
      { class: 'tl-zooms', role: 'group', 'aria-label': 'Zoom' },
      this.readout,
      this.out,
      this.in,
      this.all,
    );
    for (const chart of charts) {
      chart.canvas.addEventListener('wheel', (event) => this.wheel(event, chart), {
        passive: false,
      });
    }
    this.show();
  }

  setAxis(axis: TimeAxis | null): void {
    this.axis = axis;
    this.set(wholeSpan(axis?.end ?? 1));
  }

  /** Keeps a position in sight. */
  reveal(position: number): void {
    if (!this.axis) return;
    const span = revealing(this.span, this.axis.end, position);
    if (span !== this.span) this.set(span);
  }

  /** True if the key was one of these. */
  key({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey || altKey) return false;
    if (key === '+' || key === '=') this.by(STEP);
    else if (key === '-') this.by(1 / STEP);
    else if (key === '0') this.whole();
    else return false;
    return true;
  }

  private whole(): void {
    if (this.axis) this.set(wholeSpan(this.axis.end));
  }

  private by(factor: number, around = this.cursor()): void {
    if (this.axis) this.set(zoomed(this.span, this.axis.end, factor, around));
  }

  private wheel(event: WheelEvent, chart: Chart): void {
    if (!this.axis) return;
    const width = this.span.to - this.span.from;
    const sideways = event.deltaX || (event.shiftKey ? event.deltaY : 0);
    if (sideways !== 0 && !event.ctrlKey) {
      const share = sideways / Math.max(1, chart.canvas.clientWidth);
      this.set(panned(this.span, this.axis.end, share * width));
    } else if (chart.scrolls && !event.ctrlKey) return;
    else {
      const x = event.clientX - chart.canvas.getBoundingClientRect().left;
      // Pinching comes as small steps with Ctrl.
      const pixels = event.deltaY * (event.deltaMode === 1 ? 40 : 1) * (event.ctrlKey ? 4 : 1);
      this.by(STEP ** (-Math.max(-WHEEL, Math.min(WHEEL, pixels)) / WHEEL), chart.position(x));
    }
    event.preventDefault();
  }

  private set(span: Span): void {
    this.span = span;
    for (const chart of this.charts) chart.setSpan(span);
    this.show();
  }

  private show(): void {
    const { from, to } = this.span;
    const times = (this.axis?.end ?? 1) / (to - from);
    const isWhole = !(times > 1.0001);
    this.readout.textContent = isWhole ? '' : `${column(times, times < 10 ? 1 : 0)}×`;
    const noPath = this.axis ? null : NO_PATH;
    for (const each of [this.out, this.all]) {
      usable(each, noPath ?? (isWhole ? 'all of the path is shown' : null));
    }
    usable(this.in, noPath);
  }
}
