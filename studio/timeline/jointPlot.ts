/**
 * Joints along the path: position, velocity or acceleration, against the limits of the robot's files. One joint in its own
 * units, or all of them as shares of their limits. What it draws are samples, one for each pixel: limits that a motion
 * leaves are found by the check, exactly.
 */
import { column } from '../../src/words/index.ts';
import type { OpenedCell } from '../engine/protocol.ts';
import { element, fill } from '../model/index.ts';
import { Chart, fitted, type Palette } from './chart.ts';
import { type JointSeries, jointSeries, type Quantity, valuesInto } from './jointSeries.ts';
import type { PageMotion } from './motion.ts';

/** Okabe and Ito, without black and yellow; beyond seven they are dashed. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8a6bbf'];
const TOP = 8;
const BOTTOM = 8;
const LINE = 14;

const QUANTITIES: readonly (readonly [Quantity, string])[] = [
  ['position', 'positions'],
  ['velocity', 'velocities'],
  ['acceleration', 'accelerations'],
];

interface Limits {
  readonly lower: number;
  readonly upper: number;
}

export class JointPlot extends Chart {
  /** What is drawn, to be chosen. */
  readonly tools: HTMLElement;
  private readonly quantity: HTMLSelectElement;
  private readonly joint: HTMLSelectElement;
  private motion: PageMotion | null = null;
  private cell: OpenedCell | null = null;
  private series: JointSeries | null = null;
  private row = new Float64Array(0);
  private degrees = true;

  constructor(onScrub: (position: number) => void) {
    super('tl-plot tl-joints');
    const { canvas } = this;
    canvas.setAttribute('role', 'img');
    this.quantity = element(
      'select',
      { class: 'small', 'aria-label': 'What of the joints', testid: 'joint-quantity' },
      ...QUANTITIES.map(([value, label]) => element('option', { value }, label)),
    );
    this.joint = element('select', {
      class: 'small',
      'aria-label': 'Which joint',
      testid: 'joint-choice',
    });
    for (const select of [this.quantity, this.joint]) {
      select.addEventListener('change', () => this.redraw());
    }
    const at = (event: PointerEvent) =>
      this.position(event.clientX - canvas.getBoundingClientRect().left);
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || !this.axis) return;
      canvas.setPointerCapture(event.pointerId);
      onScrub(at(event));
    });
    canvas.addEventListener('pointermove', (event) => {
      if (canvas.hasPointerCapture(event.pointerId)) onScrub(at(event));
    });
    this.tools = element('div', { class: 'tl-joints-tools' }, this.quantity, this.joint);
  }

  /** Another path, or none. */
  setMotion(motion: PageMotion | null, cell: OpenedCell | null, degrees: boolean): void {
    this.motion = motion;
    this.cell = cell;
    this.degrees = degrees;
    const before = this.joint.value;
    const dofs = cell?.dofs ?? [];
    fill(
      this.joint,
      element('option', { value: 'all' }, 'all joints'),
      ...dofs.map(({ name }, d) => element('option', { value: String(d) }, name)),
    );
    this.joint.value = dofs[Number(before)] ? before : 'all';
    this.redraw();
  }

  private get chosen(): Quantity {
    return this.quantity.value as Quantity;
  }

  /** The joints that are drawn. */
  private get drawn(): number[] {
    const count = this.cell?.dofs.length ?? 0;
    const one = Number(this.joint.value);
    return this.joint.value === 'all' ? [...Array(count).keys()] : [one];
  }

  private limitsOf(d: number): Limits | null {
    const dof = this.motion?.tree.dofs[d];
    if (!dof) return null;
    if (this.chosen === 'position') {
      const isBounded = Number.isFinite(dof.lower) && Number.isFinite(dof.upper);
      return isBounded ? dof : null;
    }
    const most = this.chosen === 'velocity' ? dof.velocityLimit : Number.POSITIVE_INFINITY;
    return Number.isFinite(most) ? { lower: -most, upper: most } : null;
  }

  protected draw(context: CanvasRenderingContext2D, palette: Palette): void {
    const { motion, axis } = this;
    this.series = null;
    this.canvas.setAttribute('aria-label', `Joint ${this.chosen} along the path`);
    if (!motion || !axis) return;
    context.font = this.font();
    context.textBaseline = 'middle';
    if (this.chosen !== 'position' && !axis.timed) {
      context.fillStyle = palette.muted;
      context.textAlign = 'center';
      const x = this.gutter + this.inner / 2;
      context.fillText('The path has no times: “Time” gives it some.', x, this.height / 2);
      return;
    }
    const series = jointSeries(motion, this.chosen, this.span, Math.max(2, Math.round(this.inner)));
    this.series = series;
    const { drawn } = this;
    const [low, high] = this.rangeOf(series, drawn);
    const y = (share: number) =>
      TOP + (this.height - TOP - BOTTOM) * (1 - (share - low) / (high - low || 1));
    this.drawScale(context, palette, y, low, high);
    this.clipped(context, 0, () => {
      for (const d of drawn) {
        const share = this.shareOf(d, series);
        context.strokeStyle = COLOURS[d % COLOURS.length];
        context.setLineDash(d < COLOURS.length ? [] : [5, 3]);
        context.lineWidth = 1.5;
        context.beginPath();
        series.at.forEach((x, i) => {
          context.lineTo(this.x(x), y(share(series.values[d][i])));
        });
        context.stroke();
      }
      context.setLineDash([]);
    });
  }

  /** One joint: its values. All: where between their limits, from -1 to 1, or what is most of their own. */
  private shareOf(d: number, series: JointSeries): (value: number) => number {
    if (this.joint.value !== 'all') return (value) => value;
    const limits = this.limitsOf(d);
    const most = Math.max(1e-12, ...[...series.values[d]].map(Math.abs));
    const [lower, upper] = limits ? [limits.lower, limits.upper] : [-most, most];
    return (value) => (upper > lower ? (2 * (value - lower)) / (upper - lower) - 1 : 0);
  }

  private rangeOf(series: JointSeries, drawn: readonly number[]): [number, number] {
    if (this.joint.value === 'all') {
      let most = 1;
      for (const d of drawn) {
        const share = this.shareOf(d, series);
        for (const value of series.values[d]) most = Math.max(most, Math.abs(share(value)));
      }
      return [-1.08 * most, 1.08 * most];
    }
    const limits = this.limitsOf(drawn[0]);
    let [low, high] = limits ? [limits.lower, limits.upper] : [0, 0];
    for (const value of series.values[drawn[0]] ?? []) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    const room = 0.06 * (high - low || 1);
    return [low - room, high + room];
  }

  private drawScale(
    context: CanvasRenderingContext2D,
    { muted, line, bad }: Palette,
    y: (share: number) => number,
    low: number,
    high: number,
  ): void {
    const [d] = this.drawn;
    const isAll = this.joint.value === 'all';
    const limits = isAll ? { lower: -1, upper: 1 } : this.limitsOf(d);
    const level = (value: number, text: string, colour: string, dash: number[]) => {
      if (value < low || value > high) return;
      const at = Math.round(y(value)) + 0.5;
      context.strokeStyle = colour;
      context.lineWidth = 1;
      context.setLineDash(dash);
      context.beginPath();
      context.moveTo(this.gutter, at);
      context.lineTo(this.gutter + this.inner, at);
      context.stroke();
      context.setLineDash([]);
      if (isAll) return;
      context.fillStyle = muted;
      context.textAlign = 'right';
      context.fillText(text, this.gutter - 6, at);
    };
    if (isAll || (low < 0 && high > 0)) level(0, this.text(0, d), line, []);
    if (!limits) return;
    level(limits.lower, this.text(limits.lower, d), bad, [4, 4]);
    level(limits.upper, this.text(limits.upper, d), bad, [4, 4]);
  }

  /** A value with its unit. */
  private text(value: number, d: number): string {
    const unit = this.cell?.dofs[d]?.unit;
    const per = { position: '', velocity: '/s', acceleration: '/s²' }[this.chosen];
    if (unit === 'angle' && this.degrees) return `${column((value * 180) / Math.PI, 1)}°${per}`;
    const name = unit === 'angle' ? ' rad' : unit === 'length' ? ' m' : '';
    return `${column(value, 3)}${name}${per}`;
  }

  protected drawMoving(context: CanvasRenderingContext2D, palette: Palette): void {
    const { motion, cell, series } = this;
    if (!motion || !cell) return;
    this.drawCursor(context, palette);
    if (!series) return;
    if (this.row.length !== cell.dofs.length) this.row = new Float64Array(cell.dofs.length);
    valuesInto(motion, this.chosen, this.cursor, this.row);
    const { drawn } = this;
    context.font = this.font();
    context.textBaseline = 'middle';
    if (this.joint.value !== 'all') {
      const limits = this.limitsOf(drawn[0]);
      const said = limits ? '' : ', no limit in the files';
      context.fillStyle = palette.text;
      context.textAlign = 'left';
      const value = this.text(this.row[drawn[0]], drawn[0]);
      context.fillText(`${value}${said}`, this.gutter + 8, TOP + LINE / 2);
      return;
    }
    const room = Math.max(1, Math.floor((this.height - TOP) / LINE));
    const shown = drawn.length > room ? room - 1 : drawn.length;
    drawn.slice(0, shown).forEach((d, i) => {
      const at = TOP + LINE * (i + 0.5);
      const value = this.text(this.row[d], d);
      context.textAlign = 'right';
      context.fillStyle = palette.text;
      context.fillText(value, this.gutter - 6, at);
      context.fillStyle = COLOURS[d % COLOURS.length];
      if (d < COLOURS.length) context.fillRect(4, at - 4, 3, 8);
      else for (const from of [-4, 1]) context.fillRect(4, at + from, 3, 3);
      context.textAlign = 'left';
      const left = this.gutter - 20 - context.measureText(value).width;
      context.fillStyle = palette.muted;
      if (left > 16) context.fillText(fitted(context, cell.dofs[d].name, left), 10, at);
    });
    if (shown === drawn.length) return;
    context.fillStyle = palette.muted;
    context.textAlign = 'left';
    context.fillText(`and ${drawn.length - shown} more`, 10, TOP + LINE * (shown + 0.5));
  }
}
