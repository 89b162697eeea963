/**
 * The slider for time: how many pairs are watched when, impacts as diamonds, where fixed steps look as ticks. By mouse,
 * touch and keys; Page Up and Page Down go from impact to impact.
 */
import { column } from '../../src/words/index.ts';
import { plural } from '../model/format.ts';
import { clamp, TimeAxis } from '../timeline/axis.ts';
import { Chart, type Palette } from '../timeline/chart.ts';
import { makeSlider } from '../timeline/slider.ts';
import { decimalsFor } from './clock.ts';
import type { Recording } from './recording.ts';

/** From the top: ticks with their numbers, the curve; below it impacts, and what fixed steps look at. */
const TICKS = 15;
const IMPACTS = 17;
const STEPS = 11;
/** Pixels between two numbers on the axis, at least. */
const APART = 70;
/** Pixels that an impact has on average, below which diamonds would hide each other. */
const CROWDED = 12;

export class FlightBand extends Chart {
  private readonly onScrub: (time: number) => void;
  private recording: Recording | null = null;
  private counts: ArrayLike<number> = [];
  private most = 1;

  constructor(onScrub: (time: number) => void) {
    super('flight-band');
    this.onScrub = onScrub;
    makeSlider(this.canvas, {
      testid: 'flight-time',
      label: 'Time',
      isReady: () => this.axis !== null,
      onDrag: (event) => this.scrubTo(event),
      onKey: (event) => this.key(event),
    });
    this.describe();
  }

  /** `most`: pairs that the height stands for; the same with and without the broad phase. */
  setRecording(recording: Recording | null, most: number): void {
    this.recording = recording;
    this.counts = recording?.watchedCounts() ?? [];
    this.most = Math.max(1, most);
    const { begin = 0, end = 0 } = recording?.answer ?? {};
    const times = [0, end - begin];
    this.setAxis(recording ? new TimeAxis({ waypoints: [[0], [0]], times }) : null);
    this.describe();
  }

  override setCursor(position: number): void {
    super.setCursor(position);
    this.describe();
  }

  private describe(): void {
    const { canvas, axis, recording } = this;
    canvas.setAttribute('aria-disabled', String(axis === null));
    if (!axis || !recording) {
      canvas.setAttribute('aria-valuenow', '0');
      canvas.setAttribute('aria-valuetext', 'nothing to play yet');
      return;
    }
    const decimals = decimalsFor(axis.end);
    canvas.setAttribute('aria-valuemax', column(axis.end, decimals));
    canvas.setAttribute('aria-valuenow', column(this.cursor, decimals));
    const { first, end } = recording.moment;
    const passed = (recording.impactAt(recording.answer.begin + this.cursor) ?? -1) + 1;
    canvas.setAttribute(
      'aria-valuetext',
      `${column(this.cursor, decimals)} seconds, ${plural(end - first, 'pair')} watched, ` +
        `${passed} of ${plural(recording.hits.length, 'impact')} passed`,
    );
  }

  private scrubTo(event: PointerEvent): void {
    const { left } = this.canvas.getBoundingClientRect();
    let position = this.position(event.clientX - left);
    // An impact is where one wants to be, to the digit.
    const near = this.reach(event.pointerType === 'touch' ? 10 : 4);
    const closest = [this.hit(position + near, -1), this.hit(position - near, 1)]
      .filter((hit) => Math.abs(hit - position) <= near)
      .sort((x, y) => Math.abs(x - position) - Math.abs(y - position));
    if (closest.length > 0) [position] = closest;
    this.onScrub(position);
  }

  private key(event: KeyboardEvent): void {
    const { axis } = this;
    if (!axis || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = axis.end / (event.shiftKey ? 1000 : 100);
    const to: Record<string, () => number> = {
      ArrowRight: () => this.cursor + step,
      ArrowUp: () => this.cursor + step,
      ArrowLeft: () => this.cursor - step,
      ArrowDown: () => this.cursor - step,
      PageDown: () => Math.min(axis.end, this.hit(this.cursor, 1)),
      PageUp: () => Math.max(0, this.hit(this.cursor, -1)),
      Home: () => 0,
      End: () => axis.end,
    };
    const move = to[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    this.onScrub(clamp(move(), 0, axis.end));
  }

  /** The next impact after a position, or before it; infinitely far away if there is none. */
  private hit(position: number, way: 1 | -1): number {
    const { recording } = this;
    if (!recording) return way * Number.POSITIVE_INFINITY;
    const { begin } = recording.answer;
    return recording.hitBeside(begin + position, way) - begin;
  }

  protected override draw(context: CanvasRenderingContext2D, palette: Palette): void {
    const { axis, recording } = this;
    const bottom = this.height - STEPS - IMPACTS;
    context.font = this.font();
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    context.fillStyle = palette.muted;
    context.fillText('time', 10, TICKS / 2);
    context.fillText('pairs watched', 10, (TICKS + bottom) / 2);
    context.fillText('impacts', 10, bottom + IMPACTS / 2);
    context.fillStyle = palette.field;
    context.fillRect(this.gutter, TICKS, this.inner, bottom - TICKS);
    if (!axis || !recording) return;
    this.drawTicks(context, palette);
    this.drawCurve(context, palette, recording, bottom);
    this.drawSteps(context, palette, recording, bottom + IMPACTS);
    this.drawImpacts(context, palette, recording, bottom);
  }

  private drawTicks(context: CanvasRenderingContext2D, palette: Palette): void {
    const { end } = this.axis!;
    const rough = this.reach(APART);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * ([1, 2, 5, 10].find((x) => x * power >= rough) ?? 10);
    const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    context.font = this.font(10);
    context.fillStyle = palette.muted;
    context.textAlign = 'center';
    for (let i = 0; i * step <= end * (1 + 1e-9); i++) {
      const x = this.x(i * step);
      context.fillRect(x - 0.5, TICKS - 3, 1, 3);
      const text = `${column(i * step, decimals)} s`;
      if (x + context.measureText(text).width / 2 < this.width) {
        context.fillText(text, x, TICKS / 2 - 1);
      }
    }
  }

  private drawCurve(
    context: CanvasRenderingContext2D,
    palette: Palette,
    { answer }: Recording,
    bottom: number,
  ): void {
    const { times } = answer.watch;
    const high = bottom - TICKS - 2;
    context.fillStyle = palette.good;
    for (let f = 0, next = 1; f < times.length; f = next++) {
      while (next < times.length && this.counts[next] === this.counts[f]) next++;
      // Whole pixels: neighbours meet without a seam.
      const from = Math.round(this.x(times[f] - answer.begin));
      const end = next < times.length ? times[next] : answer.end;
      const to = Math.max(from + 1, Math.round(this.x(end - answer.begin)));
      const height = Math.min(1, this.counts[f] / this.most) * high;
      if (height > 0) context.fillRect(from, bottom - height, to - from, height);
    }
    context.font = this.font(10);
    context.textAlign = 'right';
    context.fillStyle = palette.muted;
    context.fillText(String(this.most), this.gutter - 4, TICKS + 6);
    context.fillText('0', this.gutter - 4, bottom - 5);
  }

  private drawSteps(
    context: CanvasRenderingContext2D,
    palette: Palette,
    { answer: { fixed, begin, end } }: Recording,
    bottom: number,
  ): void {
    if (!fixed) return;
    context.font = this.font();
    context.textAlign = 'left';
    context.fillStyle = palette.muted;
    context.fillText('fixed steps', 10, bottom + 4);
    context.fillStyle = palette.text;
    for (let i = 0; i <= Math.floor((end - begin) / fixed.step) && i < this.inner / 2; i++) {
      context.fillRect(this.x(i * fixed.step) - 0.5, bottom + 2, 1, 6);
    }
  }

  /** Diamonds; where there are too many of them, a bar for every pixel in which something meets. */
  private drawImpacts(
    context: CanvasRenderingContext2D,
    palette: Palette,
    { hits, answer }: Recording,
    bottom: number,
  ): void {
    const y = bottom + IMPACTS / 2;
    context.fillStyle = palette.bad;
    context.strokeStyle = palette.panel;
    context.lineWidth = 1;
    const dense = hits.length > this.inner / CROWDED;
    const pixels = new Set(Array.from(hits, (hit) => Math.round(this.x(hit - answer.begin))));
    for (const x of pixels) {
      if (dense) context.fillRect(x, y - 6, 1, 12);
      else drawDiamond(context, x, y);
    }
  }

  protected override drawMoving(context: CanvasRenderingContext2D, palette: Palette): void {
    if (this.axis) this.drawCursor(context, palette);
  }
}

function drawDiamond(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.beginPath();
  context.moveTo(x, y - 7);
  context.lineTo(x + 4.5, y);
  context.lineTo(x, y + 7);
  context.lineTo(x - 4.5, y);
  context.closePath();
  context.fill();
  context.stroke();
}
