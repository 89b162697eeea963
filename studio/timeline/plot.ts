/**
 * The clearance along the path: what is proven as a shaded area, what was measured as a line, what is
 * asked for as a dashed one; what robots keep from themselves as lines over the same scale, with the nearest place of each
 * marked. Millimetres. Pointing at it scrubs; a crosshair says what is known there.
 */

import {
  about,
  apartText,
  boundText,
  mmUpper,
  requiredText,
  visible,
} from '../../src/words/index.ts';
import { Chart, fitted, type Palette } from './chart.ts';
import { type ClearanceCurves, lowerAt, measuredNear } from './curves.ts';
import { type ScaleKind, scaleTicks, shareOf } from './scale.ts';

/** One of the curves. */
export interface PlotCurve extends ClearanceCurves {
  /** What it is called beside others. */
  readonly name: string;
  /** Drawn as lines over the one that is shaded. */
  readonly isLine: boolean;
  /** Where its pair comes nearest, what was measured there, who they are and what is proven of them. */
  readonly nearest: { readonly x: number; readonly y: number; readonly label: string } | null;
}

/** All that is drawn. */
export interface PlotContent {
  /** The one that is shaded first. */
  readonly curves: readonly PlotCurve[];
  readonly horizon: number;
  /** What is asked for. */
  readonly required: Required;
  /** The path is proven free, however small a bound came out. */
  readonly apart: boolean;
  /** Metres to which it was measured. */
  readonly accuracy: number;
}

/** Metres that pairs have to keep, and those that tracking needs besides. */
export interface Required {
  readonly clearance: number;
  readonly tracking: number;
}

function metresOf({ clearance, tracking }: Required): number {
  return clearance + tracking;
}

/** Pixels: the line of text above, where the scale begins, and what is below it. */
const HEAD = 10;
const TOP = 22;
const BOTTOM = 8;
/** Width from which on a legend and long readouts fit. */
const WIDE = 760;

export class ClearancePlot extends Chart {
  private content: PlotContent | null = null;
  private hover: number | null = null;
  /** Metres at the top of the scale. */
  private scale = 1;
  private kind: ScaleKind = 'root';

  constructor(onScrub: (position: number) => void) {
    super('tl-plot');
    const { canvas } = this;
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', 'Clearance along the path');
    let dragging = false;
    const at = (event: PointerEvent) =>
      this.position(event.clientX - canvas.getBoundingClientRect().left);
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || !this.axis) return;
      dragging = true;
      canvas.setPointerCapture(event.pointerId);
      onScrub(at(event));
    });
    canvas.addEventListener('pointermove', (event) => {
      this.setHover(at(event));
      if (dragging) onScrub(at(event));
    });
    for (const end of ['pointerup', 'pointercancel'] as const) {
      canvas.addEventListener(end, () => {
        dragging = false;
      });
    }
    canvas.addEventListener('pointerleave', () => this.setHover(null));
  }

  setContent(content: PlotContent | null): void {
    this.content = content;
    this.redraw();
  }

  setScale(kind: ScaleKind): void {
    this.kind = kind;
    this.redraw();
  }

  private setHover(position: number | null): void {
    this.hover = position;
    this.remark();
  }

  /** What is known at the cursor, or where one points. */
  private readout({ curves, horizon, apart, accuracy }: PlotContent): string {
    const x = this.hover ?? this.cursor;
    const isOne = curves.length === 1;
    const said = curves.map(({ name, lower, measured }) => {
      const proven = lowerAt(lower, x);
      const who = isOne ? '' : `${name} `;
      if (proven >= horizon) return `${who}${apartText({ lower: horizon, upper: null, apart })}`;
      const near = measuredNear(measured, x);
      const isNear = near !== null && Math.abs(near.x - x) <= this.reach(12);
      const bound = boundText({ lower: proven, upper: isNear ? near.y : null, apart, accuracy });
      if (!isNear || (!isOne && this.inner < WIDE)) return `${who}${bound}`;
      return `${who}${bound}, measured nearby: ${mmUpper(near.y)}`;
    });
    return `proven: ${said.join('; ')}`;
  }

  /** The top of the scale, in metres: what comes near in the part that is shown fills it. */
  private top({ curves, horizon, required }: PlotContent): number {
    let highest = 0;
    for (const { lower, measured } of curves) {
      for (let i = 2; i < lower.length; i += 3) {
        if (lower[i] < horizon && this.isShown(lower[i - 2], lower[i - 1])) {
          highest = Math.max(highest, lower[i]);
        }
      }
      for (let i = 1; i < measured.length; i += 2) {
        if (measured[i] < horizon && this.isShown(measured[i - 1])) {
          highest = Math.max(highest, measured[i]);
        }
      }
    }
    const most = Number.isFinite(horizon) ? horizon : Math.max(highest, 1e-3);
    return Math.max(1.15 * (highest || most), 1.6 * metresOf(required), 1e-6);
  }

  protected override get isEmpty(): boolean {
    return !this.axis || !this.content;
  }

  protected override draw(context: CanvasRenderingContext2D, palette: Palette): void {
    const { axis, content } = this;
    if (!axis || !content) return;
    this.scale = this.top(content);
    this.drawScale(context, palette);
    this.clipped(context, TOP - 2, () => {
      for (const curve of content.curves) {
        this.drawProven(context, palette, curve);
        this.drawMeasured(context, palette, curve);
      }
    });
    this.drawRequired(context, palette, content);
    this.drawNearest(context, palette, content);
    this.drawLegend(context, palette, content);
  }

  protected override drawMoving(context: CanvasRenderingContext2D, palette: Palette): void {
    const { axis, content } = this;
    if (!axis || !content) return;
    this.drawCursor(context, palette);
    const [first] = content.curves;
    if (this.hover !== null && first) this.drawHover(context, palette, first);
    const readout = this.readout(content);
    this.canvas.setAttribute('aria-label', `Clearance along the path; ${visible(readout)}`);
    context.font = this.font(11, 600);
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    context.fillStyle = palette.text;
    // On a phone it needs the room of the scale's numbers as well, which are below it.
    const isWide = context.measureText(readout).width <= this.inner - 6;
    const x = isWide ? this.gutter + 6 : 6;
    if (!isWide) context.font = this.font(10, 600);
    context.fillText(fitted(context, readout, this.width - x - 4), x, HEAD);
  }

  /** Of a distance in pixels from the top. */
  private y(metres: number): number {
    const base = this.height - BOTTOM;
    return base - Math.min(shareOf(this.kind, metres, this.scale), 1.05) * (base - TOP);
  }

  private drawScale(context: CanvasRenderingContext2D, palette: Palette): void {
    context.font = this.font(10);
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    context.lineWidth = 1;
    for (const mm of scaleTicks(this.kind, this.scale, Math.max(2, this.height / 26))) {
      const at = Math.round(this.y(mm / 1000)) + 0.5;
      if (at < TOP - 2) continue;
      context.strokeStyle = palette.line;
      context.beginPath();
      context.moveTo(this.gutter, at);
      context.lineTo(this.gutter + this.inner, at);
      context.stroke();
      context.fillStyle = palette.muted;
      const below = this.kind === 'log' && at > this.height - BOTTOM - 1 ? '≤ ' : '';
      context.fillText(`${below}${about(mm, 6)} mm`, this.gutter - 8, at);
    }
  }

  private drawProven(
    context: CanvasRenderingContext2D,
    palette: Palette,
    { lower, isLine }: PlotCurve,
  ): void {
    if (lower.length === 0) return;
    context.beginPath();
    context.moveTo(this.x(lower[0]), this.y(isLine ? lower[2] : 0));
    for (let i = 0; i < lower.length; i += 3) {
      const at = this.y(lower[i + 2]);
      context.lineTo(this.x(lower[i]), at);
      context.lineTo(this.x(lower[i + 1]), at);
    }
    if (!isLine) {
      context.lineTo(this.x(lower[lower.length - 2]), this.y(0));
      context.closePath();
      context.globalAlpha = 0.3;
      context.fillStyle = palette.good;
      context.fill();
      context.globalAlpha = 1;
    }
    context.strokeStyle = isLine ? palette.accent : palette.good;
    context.lineWidth = isLine ? 1.5 : 1;
    context.stroke();
  }

  private drawMeasured(
    context: CanvasRenderingContext2D,
    palette: Palette,
    { measured, isLine }: PlotCurve,
  ): void {
    if (measured.length === 0) return;
    const colour = isLine ? palette.accent : palette.warn;
    context.strokeStyle = colour;
    context.lineWidth = isLine ? 0.75 : 1.5;
    context.beginPath();
    for (let i = 0; i < measured.length; i += 2) {
      const x = this.x(measured[i]);
      const at = this.y(measured[i + 1]);
      if (i === 0) context.moveTo(x, at);
      else context.lineTo(x, at);
    }
    context.stroke();
    context.fillStyle = colour;
    let free = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < measured.length; i += 2) {
      // Dots that would touch are a thick line and say less than the thin one.
      const x = this.x(measured[i]);
      if (!this.isShown(measured[i]) || x < free) continue;
      free = x + 5;
      context.fillRect(this.x(measured[i]) - 1.5, this.y(measured[i + 1]) - 1.5, 3, 3);
    }
  }

  private drawRequired(
    context: CanvasRenderingContext2D,
    palette: Palette,
    { required }: PlotContent,
  ): void {
    const metres = metresOf(required);
    if (!(metres > 0)) return;
    const at = Math.round(this.y(metres)) + 0.5;
    context.strokeStyle = palette.bad;
    context.lineWidth = 1.5;
    context.setLineDash([6, 4]);
    context.beginPath();
    context.moveTo(this.gutter, at);
    context.lineTo(this.gutter + this.inner, at);
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = palette.bad;
    context.textAlign = 'left';
    context.font = this.font(10, 600);
    context.fillText(`required ${requiredText(required)}`, this.gutter + 6, at - 8);
  }

  /** A ring where each comes nearest, with the names of the pair and their bound beside it. */
  private drawNearest(
    context: CanvasRenderingContext2D,
    palette: Palette,
    { curves }: PlotContent,
  ): void {
    const [left, right] = [this.gutter, this.gutter + this.inner];
    let taken: { readonly x: number; readonly y: number } | null = null;
    for (const { nearest, isLine } of curves) {
      if (!nearest || !this.isShown(nearest.x)) continue;
      const [x, y] = [this.x(nearest.x), this.y(nearest.y)];
      context.beginPath();
      context.arc(x, y, 4, 0, 2 * Math.PI);
      context.fillStyle = palette.panel;
      context.fill();
      context.strokeStyle = isLine ? palette.accent : palette.warn;
      context.lineWidth = 2;
      context.stroke();
      const isLeft = x < (left + right) / 2;
      let at = y - 12 > TOP + 4 ? y - 12 : y + 13;
      if (taken && Math.abs(taken.x - x) < 240 && Math.abs(taken.y - at) < 13) at = taken.y - 13;
      taken = { x, y: at };
      context.font = this.font(10, 600);
      context.textAlign = isLeft ? 'left' : 'right';
      context.textBaseline = 'middle';
      const room = (isLeft ? right - x : x - left) - 10;
      const text = fitted(context, nearest.label, room);
      context.strokeStyle = palette.panel;
      context.lineWidth = 3;
      context.strokeText(text, isLeft ? x + 7 : x - 7, at);
      context.fillStyle = palette.text;
      context.fillText(text, isLeft ? x + 7 : x - 7, at);
    }
  }

  private drawLegend(
    context: CanvasRenderingContext2D,
    palette: Palette,
    { curves }: PlotContent,
  ): void {
    if (this.inner < (curves.length > 1 ? WIDE : 420)) return;
    context.font = this.font(10);
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    const self = curves.find(({ isLine }) => isLine);
    const others = curves.some(({ isLine }) => !isLine);
    const isOne = curves.length === 1;
    const entries = [
      ...(others ? [{ text: 'measured', colour: palette.warn, height: 2 }] : []),
      ...(others
        ? [{ text: isOne ? 'proven' : curves[0].name, colour: palette.good, height: 8 }]
        : []),
      ...(self ? [{ text: self.name, colour: palette.accent, height: 2 }] : []),
    ];
    let x = this.gutter + this.inner - 4;
    for (const { text, colour, height } of entries) {
      x -= context.measureText(text).width;
      context.fillStyle = palette.text;
      context.fillText(text, x, HEAD);
      x -= 18;
      context.globalAlpha = height > 4 ? 0.5 : 1;
      context.fillStyle = colour;
      context.fillRect(x, HEAD - height / 2, 14, height);
      context.globalAlpha = 1;
      x -= 12;
    }
  }

  private drawHover(
    context: CanvasRenderingContext2D,
    palette: Palette,
    { lower }: PlotCurve,
  ): void {
    const x = Math.round(this.x(this.hover!)) + 0.5;
    const at = this.y(lowerAt(lower, this.hover!));
    context.strokeStyle = palette.muted;
    context.lineWidth = 1;
    context.setLineDash([2, 3]);
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x, this.height);
    context.moveTo(this.gutter, at);
    context.lineTo(this.gutter + this.inner, at);
    context.stroke();
    context.setLineDash([]);
  }
}
