/**
 * All pairs of bodies as a matrix: a canvas as large as what is seen of it, with names at its edges
 * that stay while it is scrolled. What is tested, assumed and excluded differs in shape as well as in
 * colour.
 */
import type { OpenedCell, PairInfo, PairStatus } from '../engine/protocol.ts';
import { element } from '../model/dom.ts';

/** Pixels: a finger needs more of them. */
const CELL = globalThis.matchMedia?.('(pointer: coarse)').matches ? 30 : 16;
/** Names are cut beyond this. */
const MAX_NAMES = 116;
const MIN_NAMES = 40;

interface Colours {
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly field: string;
  readonly raised: string;
  readonly accent: string;
  readonly tested: string;
  readonly assumed: string;
}

export class PairMatrix {
  readonly element: HTMLElement;
  /** A pair was chosen by click or by arrow keys. */
  onSelect: (pair: PairInfo) => void = () => undefined;
  /** The pair below the mouse; null: none. */
  onHover: (pair: PairInfo | null) => void = () => undefined;
  private readonly canvas = element('canvas', { 'aria-hidden': 'true' });
  private readonly spacer = element('div', {});
  private names: readonly string[] = [];
  private pairs = new Map<number, PairInfo>();
  private rows: readonly number[] = [];
  private columns: readonly number[] = [];
  private selected: readonly [row: number, column: number] | null = null;
  private hovered: readonly [row: number, column: number] | null = null;
  private drawing = 0;
  /** Room for names, at the left and above. */
  margin = MIN_NAMES;

  constructor() {
    this.spacer.append(this.canvas);
    this.element = element(
      'div',
      {
        class: 'matrix',
        tabindex: 0,
        role: 'application',
        testid: 'pair-matrix',
        'aria-label':
          'Matrix of pairs. Arrow keys choose a pair; what is known of it is said below.',
      },
      this.spacer,
    );
    this.canvas.style.position = 'sticky';
    this.canvas.style.top = '0';
    this.canvas.style.left = '0';
    this.element.addEventListener('scroll', () => this.draw());
    this.element.addEventListener('keydown', (event) => this.key(event));
    this.canvas.addEventListener('pointermove', (event) => this.hover(this.at(event)));
    this.canvas.addEventListener('pointerleave', () => this.hover(null));
    this.canvas.addEventListener('click', (event) => {
      const place = this.at(event);
      if (place) this.choose(place);
    });
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /** Shows the bodies whose names have `filter` as rows, all as columns. */
  show(cell: OpenedCell, filter: string): void {
    this.names = cell.bodies.map(({ name }) => name);
    const n = this.names.length;
    this.pairs = new Map(cell.pairs.map((pair) => [pair.a * n + pair.b, pair]));
    const wanted = filter.trim().toLowerCase();
    // Of very many obstacles none has a row: their pairs are not told one by one.
    const shown = n - (cell.otherPairs?.members ?? 0);
    const all = this.names.slice(0, shown).map((_, i) => i);
    this.columns = all;
    this.rows = wanted ? all.filter((i) => this.names[i].toLowerCase().includes(wanted)) : all;
    this.selected = null;
    this.hovered = null;
    this.margin = this.measure();
    this.spacer.style.width = `${this.margin + CELL * this.columns.length + 4}px`;
    this.spacer.style.height = `${this.margin + CELL * this.rows.length + 4}px`;
    this.draw();
  }

  /** Marks a pair, without saying so to `onSelect`. */
  mark(pair: Pick<PairInfo, 'a' | 'b'> | null): void {
    this.selected = null;
    if (pair) {
      const row = this.rows.indexOf(pair.a);
      if (row >= 0) this.selected = [row, this.columns.indexOf(pair.b)];
      else if (this.rows.includes(pair.b)) {
        this.selected = [this.rows.indexOf(pair.b), this.columns.indexOf(pair.a)];
      }
    }
    this.draw();
  }

  /** The next frame draws it; colours are taken from the page. */
  draw(): void {
    if (this.drawing) return;
    this.drawing = requestAnimationFrame(() => {
      this.drawing = 0;
      this.paint();
    });
  }

  private pairAt([row, column]: readonly [number, number]): PairInfo | null {
    const a = this.rows[row];
    const b = this.columns[column];
    if (a === undefined || b === undefined || a === b) return null;
    return this.pairs.get(Math.min(a, b) * this.names.length + Math.max(a, b)) ?? null;
  }

  private at({ offsetX, offsetY }: MouseEvent): readonly [number, number] | null {
    if (offsetX < this.margin || offsetY < this.margin) return null;
    const column = Math.floor((offsetX - this.margin + this.element.scrollLeft) / CELL);
    const row = Math.floor((offsetY - this.margin + this.element.scrollTop) / CELL);
    return row < this.rows.length && column < this.columns.length ? [row, column] : null;
  }

  private hover(place: readonly [number, number] | null): void {
    if (place?.[0] === this.hovered?.[0] && place?.[1] === this.hovered?.[1]) return;
    this.hovered = place;
    this.onHover(place && this.pairAt(place));
    this.draw();
  }

  private choose(place: readonly [number, number]): void {
    const pair = this.pairAt(place);
    this.selected = place;
    this.draw();
    if (pair) this.onSelect(pair);
  }

  private key(event: KeyboardEvent): void {
    const all = this.columns.length;
    const step = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      PageUp: [-10, 0],
      PageDown: [10, 0],
      Home: [0, -all],
      End: [0, all],
    }[event.key];
    if (!step || this.rows.length === 0) return;
    event.preventDefault();
    const [row, column] = this.selected ?? [0, 0];
    const next = [
      Math.max(0, Math.min(this.rows.length - 1, row + step[0])),
      Math.max(0, Math.min(this.columns.length - 1, column + step[1])),
    ] as const;
    this.choose(next);
    this.reveal(next);
  }

  private reveal([row, column]: readonly [number, number]): void {
    const { element: box } = this;
    const right = CELL * (column + 1) + this.margin - box.clientWidth;
    const bottom = CELL * (row + 1) + this.margin - box.clientHeight;
    box.scrollLeft = Math.min(CELL * column, Math.max(box.scrollLeft, right));
    box.scrollTop = Math.min(CELL * row, Math.max(box.scrollTop, bottom));
  }

  private paint(): void {
    const { clientWidth: width, clientHeight: height, scrollLeft, scrollTop } = this.element;
    const context = this.canvas.getContext('2d');
    if (!context || width === 0) return;
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    context.scale(ratio, ratio);
    const colours = coloursOf(this.element);
    context.fillStyle = colours.field;
    context.fillRect(0, 0, width, height);
    const firstRow = Math.floor(scrollTop / CELL);
    const lastRow = Math.min(
      this.rows.length - 1,
      Math.floor((scrollTop + height - this.margin) / CELL),
    );
    const firstColumn = Math.floor(scrollLeft / CELL);
    const lastColumn = Math.min(
      this.columns.length - 1,
      Math.floor((scrollLeft + width - this.margin) / CELL),
    );
    const x = (column: number) => this.margin + CELL * column - scrollLeft;
    const y = (row: number) => this.margin + CELL * row - scrollTop;
    const active = this.hovered ?? this.selected;
    context.save();
    context.beginPath();
    context.rect(this.margin, this.margin, width, height);
    context.clip();
    if (active) {
      context.fillStyle = colours.raised;
      context.fillRect(this.margin, y(active[0]), width, CELL);
      context.fillRect(x(active[1]), this.margin, CELL, height);
    }
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++) {
        const pair = this.pairAt([row, column]);
        if (pair) paintPair(context, x(column), y(row), pair.status, colours);
        else if (this.rows[row] === this.columns[column]) {
          context.fillStyle = colours.line;
          context.fillRect(x(column) + 1, y(row) + 1, CELL - 2, CELL - 2);
        }
      }
    }
    if (this.selected) {
      context.strokeStyle = colours.accent;
      context.lineWidth = 2;
      context.strokeRect(x(this.selected[1]), y(this.selected[0]), CELL, CELL);
    }
    context.restore();
    context.font = this.font();
    context.textBaseline = 'middle';
    paintRowNames(context, this, active, { firstRow, lastRow, y, height, colours });
    paintColumnNames(context, this, active, { firstColumn, lastColumn, x, width, colours });
  }

  private measure(): number {
    const context = this.canvas.getContext('2d');
    if (!context) return MIN_NAMES;
    context.font = this.font();
    const widths = this.names.map((name) => context.measureText(name).width);
    return Math.ceil(Math.min(MAX_NAMES, Math.max(MIN_NAMES, ...widths) + 12));
  }

  private font(): string {
    return `11px ${getComputedStyle(this.element).fontFamily || 'sans-serif'}`;
  }

  /** For painting. */
  rowName(row: number): string {
    return this.names[this.rows[row]];
  }

  columnName(column: number): string {
    return this.names[this.columns[column]];
  }
}

/** A full square, a square with a stroke through it, a point. */
function paintPair(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  status: PairStatus,
  colours: Colours,
): void {
  if (status === 'excluded') {
    context.fillStyle = colours.muted;
    context.globalAlpha = 0.8;
    context.fillRect(x + CELL / 2 - 1, y + CELL / 2 - 1, 2, 2);
    context.globalAlpha = 1;
    return;
  }
  context.fillStyle = status === 'tested' ? colours.tested : colours.assumed;
  context.fillRect(x + 2, y + 2, CELL - 4, CELL - 4);
  if (status === 'assumed') {
    context.strokeStyle = '#1a1300';
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(x + 3.5, y + CELL - 3.5);
    context.lineTo(x + CELL - 3.5, y + 3.5);
    context.stroke();
  }
}

function paintRowNames(
  context: CanvasRenderingContext2D,
  matrix: PairMatrix,
  active: readonly [number, number] | null,
  at: {
    firstRow: number;
    lastRow: number;
    y: (row: number) => number;
    height: number;
    colours: Colours;
  },
): void {
  context.save();
  context.beginPath();
  context.rect(0, matrix.margin, matrix.margin - 4, at.height);
  context.clip();
  context.textAlign = 'right';
  for (let row = at.firstRow; row <= at.lastRow; row++) {
    context.fillStyle = active?.[0] === row ? at.colours.text : at.colours.muted;
    const name = fitted(context, matrix.rowName(row), matrix.margin - 12);
    context.fillText(name, matrix.margin - 6, at.y(row) + CELL / 2 + 0.5);
  }
  context.restore();
}

function paintColumnNames(
  context: CanvasRenderingContext2D,
  matrix: PairMatrix,
  active: readonly [number, number] | null,
  at: {
    firstColumn: number;
    lastColumn: number;
    x: (column: number) => number;
    width: number;
    colours: Colours;
  },
): void {
  context.save();
  context.beginPath();
  context.rect(matrix.margin, 0, at.width, matrix.margin - 4);
  context.clip();
  context.textAlign = 'left';
  for (let column = at.firstColumn; column <= at.lastColumn; column++) {
    context.save();
    context.translate(at.x(column) + CELL / 2 + 0.5, matrix.margin - 6);
    context.rotate(-Math.PI / 2);
    context.fillStyle = active?.[1] === column ? at.colours.text : at.colours.muted;
    context.fillText(fitted(context, matrix.columnName(column), matrix.margin - 12), 0, 0);
    context.restore();
  }
  context.restore();
}

/** The end of a name says most: its beginning gives way. */
function fitted(context: CanvasRenderingContext2D, name: string, width: number): string {
  if (context.measureText(name).width <= width) return name;
  let from = 1;
  while (from < name.length && context.measureText(`…${name.slice(from)}`).width > width) from++;
  return `…${name.slice(from)}`;
}

function coloursOf(of: Element): Colours {
  const style = getComputedStyle(of);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: read('--text'),
    muted: read('--muted'),
    line: read('--line'),
    field: read('--field'),
    raised: read('--raised'),
    accent: read('--accent'),
    tested: read('--blue'),
    assumed: read('--orange'),
  };
}
