/**
 * The proof, pair by pair: a lane for every pair, a bar for every slab from where to where it holds, a
 * dot at the sample that proves it. The shorter the interval, the stronger the colour and the higher the
 * number of halvings. Only lanes in sight are drawn. Keys go from bar to bar.
 */

import { stepText } from '../../src/words/index.ts';
import { element } from '../model/index.ts';
import { clamp } from './axis.ts';
import { Chart, fitted, type Palette } from './chart.ts';
import { type Bar, barAt, covered, filterLanes, type Lane } from './lanes.ts';
import { plural } from './words.ts';

const LANE = 24;
/** Above and below the bars of a lane. */
const PAD = 3;
/** Pixels by which a pointer and a finger may miss a bar. */
const MISS = 3;
const TOUCH_MISS = 12;

export class CoverLanes extends Chart {
  /** The scrolled box with the canvas in it: what to put in the page. */
  readonly root: HTMLElement;
  override readonly scrolls = true;
  private readonly spacer: HTMLElement;
  private all: readonly Lane[] = [];
  private lanes: readonly Lane[] = [];
  private filter = '';
  private deepest = 1;
  private chosen: { lane: number; bar: number } | null = null;
  /** What is known of the distance at a bar's sample; empty if nothing is. */
  gapOf: (lane: Lane, bar: Bar) => string = () => '';
  private readonly onScrub: (position: number) => void;
  private readonly onText: (text: string, isLow: boolean) => void;

  /** `onText` gets a slab in words; `isLow`: there is room for it at the bottom. */
  constructor(onScrub: (position: number) => void, onText: (text: string, isLow: boolean) => void) {
    super('tl-cover');
    this.onScrub = onScrub;
    this.onText = onText;
    const { canvas } = this;
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute(
      'aria-label',
      'Cover of the path, a lane per pair. Arrow keys go from slab to slab and from pair to pair.',
    );
    this.spacer = element('div', { class: 'tl-spacer' });
    this.spacer.append(canvas);
    this.root = element('div', { class: 'tl-lanes' }, this.spacer);
    this.root.addEventListener('scroll', () => this.redraw());
    // The canvas is as high as what can be seen, and stays there while the lanes pass by.
    new ResizeObserver(() => {
      canvas.style.height = `${this.root.clientHeight}px`;
    }).observe(this.root);
    canvas.addEventListener('pointermove', (event) => {
      // A finger that moves scrolls.
      if (event.pointerType !== 'touch') this.choose(this.at(event));
    });
    canvas.addEventListener('pointerleave', (event) => {
      if (event.pointerType === 'touch' || document.activeElement === canvas) return;
      this.choose(null);
    });
    canvas.addEventListener('blur', () => this.choose(null));
    canvas.addEventListener('click', (event) => {
      const { pointerType } = event as PointerEvent;
      const hit = this.at(event, pointerType === 'touch' ? TOUCH_MISS : MISS);
      this.choose(hit);
      if (hit) this.onScrub(this.lanes[hit.lane].bars[hit.bar].at);
    });
    canvas.addEventListener('keydown', (event) => this.key(event));
  }

  /** How many pairs there are, and how many the filter leaves. */
  get shown(): { readonly all: number; readonly lanes: number } {
    return { all: this.all.length, lanes: this.lanes.length };
  }

  setLanes(lanes: readonly Lane[]): void {
    this.all = lanes;
    this.deepest = Math.max(1, ...lanes.map((lane) => lane.deepest));
    this.setFilter(this.filter);
  }

  setFilter(filter: string): void {
    this.filter = filter;
    this.lanes = filterLanes(this.all, filter);
    this.spacer.style.height = `${this.lanes.length * LANE}px`;
    this.chosen = null;
    this.onText('', true);
    this.redraw();
  }

  private at(event: MouseEvent, miss = MISS): { lane: number; bar: number } | null {
    const box = this.canvas.getBoundingClientRect();
    const y = event.clientY - box.top + this.root.scrollTop;
    const index = Math.floor(y / LANE);
    const lane = this.lanes[index];
    const x = event.clientX - box.left;
    if (!lane || x < this.gutter - 4) return null;
    const position = this.position(x);
    const row = Math.floor(((y - index * LANE - PAD) / (LANE - 2 * PAD)) * lane.rows);
    let bar = barAt(lane, position, this.reach(miss), clamp(row, 0, lane.rows - 1));
    if (bar < 0) bar = barAt(lane, position, this.reach(miss));
    return bar < 0 ? null : { lane: index, bar };
  }

  private choose(chosen: { lane: number; bar: number } | null): void {
    this.chosen = chosen;
    if (chosen) {
      const lane = this.lanes[chosen.lane];
      const bar = lane.bars[chosen.bar];
      const gap = this.gapOf(lane, bar);
      const isLow = (chosen.lane + 0.5) * LANE - this.root.scrollTop < this.height / 2;
      this.onText(slabText(lane, bar) + (gap === '' ? '' : `; ${gap}`), isLow);
    } else this.onText('', true);
    this.remark();
  }

  private key(event: KeyboardEvent): void {
    if (this.lanes.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const { lane, bar } = this.chosen ?? { lane: 0, bar: -1 };
    const steps: Record<string, readonly [number, number]> = {
      ArrowRight: [0, 1],
      ArrowLeft: [0, -1],
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      PageDown: [5, 0],
      PageUp: [-5, 0],
    };
    if (event.key === 'Enter' && this.chosen) {
      this.onScrub(this.lanes[lane].bars[bar].at);
    } else if (event.key in steps) {
      const [down, right] = steps[event.key];
      const to = clamp(lane + down, 0, this.lanes.length - 1);
      const { bars } = this.lanes[to];
      if (bars.length === 0) return;
      const beside = down === 0 ? bar + right : this.nearest(to, lane, Math.max(0, bar));
      this.choose({ lane: to, bar: clamp(beside, 0, bars.length - 1) });
      this.reveal(to);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Of another lane the bar whose sample is nearest to that of this one. */
  private nearest(to: number, lane: number, bar: number): number {
    const at = this.lanes[lane].bars[bar]?.at ?? 0;
    let best = 0;
    this.lanes[to].bars.forEach((other, i) => {
      if (Math.abs(other.at - at) < Math.abs(this.lanes[to].bars[best].at - at)) best = i;
    });
    return best;
  }

  private reveal(lane: number): void {
    const { root } = this;
    const top = lane * LANE;
    if (top < root.scrollTop) root.scrollTop = top;
    else if (top + LANE > root.scrollTop + root.clientHeight) {
      root.scrollTop = top + LANE - root.clientHeight;
    }
  }

  protected override get isEmpty(): boolean {
    return !this.axis || this.lanes.length === 0;
  }

  protected override draw(context: CanvasRenderingContext2D, palette: Palette): void {
    if (!this.axis) return;
    const { scrollTop } = this.root;
    const first = Math.max(0, Math.floor(scrollTop / LANE));
    const last = Math.min(this.lanes.length - 1, Math.floor((scrollTop + this.height) / LANE));
    context.textBaseline = 'middle';
    for (let i = first; i <= last; i++) {
      this.drawLane(context, palette, this.lanes[i], i * LANE - scrollTop);
    }
  }

  protected override drawMoving(context: CanvasRenderingContext2D, palette: Palette): void {
    if (!this.axis || this.lanes.length === 0) return;
    if (this.chosen) {
      const { lane: index, bar } = this.chosen;
      const lane = this.lanes[index];
      const top = index * LANE - this.root.scrollTop;
      context.textBaseline = 'middle';
      this.drawNames(context, palette.text, lane, top);
      this.clipped(context, top - 1, () =>
        this.drawBar(context, palette, lane, lane.bars[bar], top, true),
      );
    }
    this.drawCursor(context, palette);
  }

  private drawLane(
    context: CanvasRenderingContext2D,
    palette: Palette,
    lane: Lane,
    top: number,
  ): void {
    context.fillStyle = palette.line;
    context.fillRect(0, top + LANE - 1, this.width, 1);
    this.drawNames(context, palette.muted, lane, top);
    // Bars lie in rows; what is proven at all shows between them.
    const parts = covered(lane);
    this.clipped(context, top, () => {
      context.globalAlpha = 0.12;
      context.fillStyle = palette.good;
      for (let i = 0; i < parts.length; i += 2) {
        const x = this.x(parts[i]);
        context.fillRect(x, top + PAD, this.x(parts[i + 1]) - x, LANE - 2 * PAD);
      }
      context.globalAlpha = 1;
      for (const bar of lane.bars) {
        if (this.isShown(bar.from, bar.to)) this.drawBar(context, palette, lane, bar, top, false);
      }
    });
  }

  private drawNames(
    context: CanvasRenderingContext2D,
    colour: string,
    { names }: Lane,
    top: number,
  ): void {
    context.font = this.font(9.5);
    context.textAlign = 'left';
    context.fillStyle = colour;
    names.forEach((name, i) => {
      context.fillText(fitted(context, name, this.gutter - 14), 8, top + LANE * (0.28 + 0.44 * i));
    });
  }

  private drawBar(
    context: CanvasRenderingContext2D,
    palette: Palette,
    { rows }: Lane,
    bar: Bar,
    top: number,
    isChosen: boolean,
  ): void {
    const height = (LANE - 2 * PAD) / rows;
    const x = this.x(bar.from);
    const y = top + PAD + bar.row * height;
    const width = Math.max(1, this.x(bar.to) - x - 0.75);
    const tall = Math.max(1, height - (height > 4 ? 1 : 0));
    context.globalAlpha = isChosen ? 1 : 0.25 + 0.75 * Math.min(1, bar.slab.depth / this.deepest);
    context.fillStyle = isChosen ? palette.warn : palette.good;
    context.fillRect(x, y, width, tall);
    context.globalAlpha = 1;
    if (isChosen) {
      context.strokeStyle = palette.text;
      context.lineWidth = 1;
      context.strokeRect(x - 0.5, y - 0.5, width + 1, tall + 1);
    }
    if (height < 4 || width < 5) return;
    context.fillStyle = palette.text;
    context.beginPath();
    context.arc(this.x(bar.at), y + tall / 2, Math.min(2, tall / 3), 0, 2 * Math.PI);
    context.fill();
  }
}

/** "a – b: segment 2 proven from t = 0.1 to 0.3 by the sample at t = 0.2, 3 halvings deep". */
export function slabText({ name }: Lane, { slab }: Bar): string {
  const deep = Math.max(0, Math.round(slab.depth));
  const how = deep === 0 ? '' : `, ${plural(deep, 'halving')} deep`;
  return `${name}: ${stepText(slab)}${how}`;
}
