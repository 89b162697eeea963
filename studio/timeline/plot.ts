/**
 * The clearance along the path: what is proven as a shaded area, what was measured as a line, what is
 * asked for as a dashed one. Millimetres. Pointing at it scrubs; a crosshair says what is known there.
 */

import { about, apartText, boundText, mmUpper, requiredText } from '../../src/words/index.ts';
import { Chart, type Palette } from './chart.ts';
import { type ClearanceCurves, lowerAt, measuredNear } from './curves.ts';
import { type ScaleKind, scaleTicks, shareOf } from './scale.ts';

/** Metres that pairs have to keep, and those that tracking needs besides. */
export interface Required {
  readonly clearance: number;
  readonly tracking: number;
}

export const NOTHING_REQUIRED: Required = { clearance: 0, tracking: 0 };

function metresOf({ clearance, tracking }: Required): number {
  return clearance + tracking;
}

/** Pixels: the line of text above, where the scale begins, and what is below it. */
const HEAD = 10;
const TOP = 22;
const BOTTOM = 8;

export class ClearancePlot extends Chart {
  private curves: ClearanceCurves | null = null;
  private apart = false;
  private horizon = Number.POSITIVE_INFINITY;
  private required: Required = NOTHING_REQUIRED;
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

  /** `required`: what is asked for. */
  /** `apart`: the path is proven free, however small a bound came out. */
  setCurves(
    curves: ClearanceCurves | null,
    horizon: number,
    required: Required,
    apart = false,
  ): void {
    this.curves = curves;
    this.apart = apart;
    this.horizon = horizon;
    this.required = required;
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
  private readout(curves: ClearanceCurves): string {
    const x = this.hover ?? this.cursor;
    const proven = lowerAt(curves.lower, x);
    if (proven >= this.horizon)
      return `proven: ${apartText({ lower: this.horizon, upper: null, apart: this.apart })}`;
    const near = measuredNear(curves.measured, x);
    const isNear = near !== null && Math.abs(near.x - x) <= this.reach(12);
    return (
      `proven: ${boundText({ lower: proven, apart: this.apart })}` +
      (isNear ? `, measured nearby: ${mmUpper(near.y)}` : '')
    );
  }

  /** The top of the scale, in metres: what comes near in the part that is shown fills it. */
  private top(): number {
    const { lower, measured } = this.curves!;
    let highest = 0;
    for (let i = 2; i < lower.length; i += 3) {
      if (lower[i] < this.horizon && this.isShown(lower[i - 2], lower[i - 1])) {
        highest = Math.max(highest, lower[i]);
      }
    }
    for (let i = 1; i < measured.length; i += 2) {
      if (measured[i] < this.horizon && this.isShown(measured[i - 1])) {
        highest = Math.max(highest, measured[i]);
      }
    }
    const most = Number.isFinite(this.horizon) ? this.horizon : Math.max(highest, 1e-3);
    return Math.max(1.15 * (highest || most), 1.6 * metresOf(this.required), 1e-6);
  }

  protected override get isEmpty(): boolean {
    return !this.axis || !this.curves;
  }

  protected override draw(context: CanvasRenderingContext2D, palette: Palette): void {
    const { axis, curves } = this;
    if (!axis || !curves) return;
    this.scale = this.top();
    this.drawScale(context, palette);
    this.clipped(context, TOP - 2, () => {
      this.drawProven(context, palette, curves);
      this.drawMeasured(context, palette, curves);
    });
    this.drawRequired(context, palette);
    this.drawLegend(context, palette);
  }

  protected override drawMoving(context: CanvasRenderingContext2D, palette: Palette): void {
    const { axis, curves } = this;
    if (!axis || !curves) return;
    this.drawCursor(context, palette);
    if (this.hover !== null) this.drawHover(context, palette, curves);
    const readout = this.readout(curves);
    this.canvas.setAttribute('aria-label', `Clearance along the path; ${readout}`);
    context.font = this.font(11, 600);
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    context.fillStyle = palette.text;
    context.fillText(readout, this.gutter + 6, HEAD);
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
    { lower }: ClearanceCurves,
  ): void {
    if (lower.length === 0) return;
    context.beginPath();
    context.moveTo(this.x(lower[0]), this.y(0));
    for (let i = 0; i < lower.length; i += 3) {
      const at = this.y(lower[i + 2]);
      context.lineTo(this.x(lower[i]), at);
      context.lineTo(this.x(lower[i + 1]), at);
    }
    context.lineTo(this.x(lower[lower.length - 2]), this.y(0));
    context.closePath();
    context.globalAlpha = 0.3;
    context.fillStyle = palette.good;
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = palette.good;
    context.lineWidth = 1;
    context.stroke();
  }

  private drawMeasured(
    context: CanvasRenderingContext2D,
    palette: Palette,
    { measured }: ClearanceCurves,
  ): void {
    if (measured.length === 0) return;
    context.strokeStyle = palette.warn;
    context.lineWidth = 1.5;
    context.beginPath();
    for (let i = 0; i < measured.length; i += 2) {
      const x = this.x(measured[i]);
      const at = this.y(measured[i + 1]);
      if (i === 0) context.moveTo(x, at);
      else context.lineTo(x, at);
    }
    context.stroke();
    context.fillStyle = palette.warn;
    let free = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < measured.length; i += 2) {
      // Dots that would touch are a thick line and say less than the thin one.
      const x = this.x(measured[i]);
      if (!this.isShown(measured[i]) || x < free) continue;
      free = x + 5;
      context.fillRect(this.x(measured[i]) - 1.5, this.y(measured[i + 1]) - 1.5, 3, 3);
    }
  }

  private drawRequired(context: CanvasRenderingContext2D, palette: Palette): void {
    const metres = metresOf(this.required);
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
    context.fillText(`required ${requiredText(this.required)}`, this.gutter + 6, at - 8);
  }

  private drawLegend(context: CanvasRenderingContext2D, palette: Palette): void {
    if (this.inner < 420) return;
    context.font = this.font(10);
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    const entries = [
      { text: 'measured', colour: palette.warn, height: 2 },
      { text: 'proven', colour: palette.good, height: 8 },
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
    { lower }: ClearanceCurves,
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
