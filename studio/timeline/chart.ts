/**
 * A canvas that shares its horizontal axis with others: the same gutter left and right, so that one
 * cursor line runs through all of them. Draws when something changed, once per frame, in the colours
 * that the page has at that moment. What does not move with the cursor is kept as a picture: a proof of
 * many slabs is drawn once, not for every frame of a motion that plays.
 */
import { visible } from '../../src/words/index.ts';
import { clamp, type TimeAxis } from './axis.ts';
import { type Span, wholeSpan } from './span.ts';

/** Room for names and numbers on the left, wide and narrow, and for half a marker on the right. */
const GUTTERS = [132, 92] as const;
const NARROW = 560;
const MARGIN = 14;

export interface Palette {
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly field: string;
  readonly panel: string;
  /** Proven. */
  readonly good: string;
  /** Refuted. */
  readonly bad: string;
  /** Neither. */
  readonly warn: string;
  readonly accent: string;
}

const PROPERTIES: Readonly<Record<keyof Palette, string>> = {
  text: '--text',
  muted: '--muted',
  line: '--line',
  field: '--field',
  panel: '--panel',
  good: '--good',
  bad: '--danger',
  warn: '--warn',
  accent: '--accent',
};

export abstract class Chart {
  readonly canvas: HTMLCanvasElement;
  protected width = 0;
  protected height = 0;
  protected axis: TimeAxis | null = null;
  /** A plain wheel scrolls it. */
  readonly scrolls: boolean = false;
  /** The part of the axis that is shown. */
  protected span: Span = wholeSpan(1);
  protected cursor = 0;
  private frame = 0;
  private picture: HTMLCanvasElement;
  private isStale = true;
  /** As of the last time that all was drawn: to ask for styles at every picture of a motion is not cheap. */
  private palette: Palette | null = null;

  constructor(className: string) {
    this.canvas = document.createElement('canvas');
    this.canvas.className = className;
    this.picture = document.createElement('canvas');
    new ResizeObserver(() => this.resize()).observe(this.canvas);
  }

  setAxis(axis: TimeAxis | null): void {
    this.axis = axis;
    this.setSpan(wholeSpan(axis?.end ?? 1));
  }

  setSpan(span: Span): void {
    this.span = span;
    this.redraw();
  }

  setCursor(position: number): void {
    if (position === this.cursor) return;
    this.cursor = position;
    this.remark();
  }

  /** Draws all of it with the next frame. */
  redraw(): void {
    this.isStale = true;
    this.remark();
  }

  /** Draws what moves with the next frame. */
  protected remark(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.paint();
    });
  }

  /** Whether there is nothing to draw: then the canvas is not shown at all. */
  protected get isEmpty(): boolean {
    return false;
  }

  protected abstract draw(context: CanvasRenderingContext2D, palette: Palette): void;

  /** What moves: the cursor, and what one points at. */
  protected abstract drawMoving(context: CanvasRenderingContext2D, palette: Palette): void;

  /** From positions to pixels and back. */
  x(position: number): number {
    const { from, to } = this.span;
    return this.gutter + ((position - from) / (to - from)) * this.inner;
  }

  position(x: number): number {
    const { from, to } = this.span;
    return clamp(from + ((x - this.gutter) / this.inner) * (to - from), from, to);
  }

  /** Whether some of it is in sight. */
  protected isShown(from: number, to = from): boolean {
    return to >= this.span.from && from <= this.span.to;
  }

  /** Draws only where the axis is: what is zoomed in goes beyond it on both sides. */
  protected clipped(context: CanvasRenderingContext2D, top: number, draw: () => void): void {
    context.save();
    context.beginPath();
    context.rect(this.gutter, top, this.inner + 1, this.height);
    context.clip();
    draw();
    context.restore();
  }

  protected get gutter(): number {
    return this.width < NARROW ? GUTTERS[1] : GUTTERS[0];
  }

  protected get inner(): number {
    return Math.max(1, this.width - this.gutter - MARGIN);
  }

  /** Seconds of the axis that are so many pixels. */
  protected reach(pixels: number): number {
    return (pixels / this.inner) * (this.span.to - this.span.from);
  }

  protected font(size = 11, weight = 400): string {
    return `${weight} ${size}px system-ui, sans-serif`;
  }

  protected drawCursor(context: CanvasRenderingContext2D, { text }: Palette): void {
    if (!this.isShown(this.cursor)) return;
    const x = Math.round(this.x(this.cursor)) + 0.5;
    context.strokeStyle = text;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x, this.height);
    context.stroke();
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.width = clientWidth;
    this.height = clientHeight;
    this.redraw();
  }

  private paint(): void {
    const { canvas, width, height } = this;
    if (width === 0 || !canvas.isConnected) return;
    const ratio = window.devicePixelRatio || 1;
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== w || canvas.height !== h) this.isStale = true;
    if (this.isStale) {
      // Sized anew it is empty, whatever browsers do about clearing: what was drawn of another cell must not stay.
      canvas.width = w;
      canvas.height = h;
      // A new one: of one that is cleared and then not drawn on, browsers may go on to copy what was there.
      this.picture = document.createElement('canvas');
      this.picture.width = w;
      this.picture.height = h;
    }
    const { picture } = this;
    const context = canvas.getContext('2d');
    const still = picture.getContext('2d');
    if (!context || !still) return;
    if (this.isStale || !this.palette) this.palette = paletteOf(canvas);
    const { palette } = this;
    if (this.isStale) {
      this.isStale = false;
      still.setTransform(ratio, 0, 0, ratio, 0, 0);
      this.draw(still, palette);
      canvas.style.visibility = this.isEmpty ? 'hidden' : '';
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, w, h);
    context.drawImage(picture, 0, 0);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.drawMoving(context, palette);
  }
}

function paletteOf(canvas: HTMLElement): Palette {
  const style = getComputedStyle(canvas);
  const palette: Partial<Record<keyof Palette, string>> = {};
  for (const key of Object.keys(PROPERTIES) as (keyof Palette)[]) {
    palette[key] = style.getPropertyValue(PROPERTIES[key]).trim() || '#888888';
  }
  return palette as Palette;
}

/** Cuts a text so that it fits, from the front: names of bodies differ at their ends. */
export function fitted(context: CanvasRenderingContext2D, name: string, width: number): string {
  const text = visible(name);
  if (context.measureText(text).width <= width) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (context.measureText('…' + text.slice(middle)).width <= width) high = middle;
    else low = middle + 1;
  }
  return '…' + text.slice(low);
}
