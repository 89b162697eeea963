/**
 * Figures of meshes: panels side by side, each a mesh looked at without perspective, with faces in colours, lines and circles
 * on it, a caption and, below all of them, what the signs mean. They are drawn on a canvas: an SVG or a raster of dots.
 */
import type { Canvas, Stroke } from './canvas.ts';
import type { Rgb } from './colours.ts';
import { DOT, drawPanel, type FigurePanel, ring } from './panel.ts';
import { PixelCanvas, type Pixels } from './pixels.ts';
import { SvgCanvas } from './svg.ts';

/** What a sign means. */
export type FigureSign = {
  readonly text: string;
} & ({ readonly line: Stroke } | { readonly dot: Rgb } | { readonly face: Rgb });

export interface Figure {
  readonly title: string;
  readonly panels: readonly FigurePanel[];
  readonly signs: readonly FigureSign[];
}

const PANEL = { width: 460, height: 340, margin: 16, caption: 30 };
const TITLE = 34;
const SIGNS = { row: 22, column: 230 };
const INK: Rgb = [34, 40, 49];
const SHEET: Rgb = [247, 248, 250];
/** Dots per length of what tells what is hidden in a vector file. */
const VECTOR_RESOLUTION = 2;

/** As the text of an SVG file. */
export function figureSvg(figure: Figure): string {
  const { width, height } = sheetOf(figure);
  const canvas = new SvgCanvas(width, height, figure.title);
  draw(figure, canvas, VECTOR_RESOLUTION);
  return canvas.finish();
}

/** As dots, `scale` of them to a length; a page wants 2. */
export function figurePixels(figure: Figure, scale = 2): Pixels {
  const { width, height } = sheetOf(figure);
  const canvas = new PixelCanvas(width, height, 2 * scale);
  draw(figure, canvas, 2 * scale);
  return canvas.finish(2);
}

function columnsOf({ panels }: Figure): number {
  return panels.length > 1 ? 2 : 1;
}

function sheetOf(figure: Figure): { width: number; height: number; signsTop: number } {
  const columns = columnsOf(figure);
  const rows = Math.ceil(figure.panels.length / columns);
  const { margin, caption } = PANEL;
  const width = margin + columns * (PANEL.width + margin);
  const signsTop = TITLE + rows * (PANEL.height + caption + margin);
  const signRows = Math.ceil(figure.signs.length / perRow(width));
  return { width, height: signsTop + signRows * SIGNS.row + 12, signsTop };
}

function perRow(width: number): number {
  return Math.max(1, Math.floor((width - PANEL.margin) / SIGNS.column));
}

function draw(figure: Figure, canvas: Canvas, resolution: number): void {
  const { margin, caption } = PANEL;
  const { width, signsTop } = sheetOf(figure);
  const columns = columnsOf(figure);
  canvas.text(margin, 23, figure.title, { size: 15, colour: INK, bold: true });
  figure.panels.forEach((panel, i) => {
    const left = margin + (i % columns) * (PANEL.width + margin);
    const top = TITLE + Math.floor(i / columns) * (PANEL.height + caption + margin);
    canvas.rectangle(left, top, PANEL.width, PANEL.height, SHEET);
    drawPanel(panel, canvas, { left, top, width: PANEL.width, height: PANEL.height }, resolution);
    canvas.text(left + 2, top + PANEL.height + 19, panel.caption, { size: 13, colour: INK });
  });
  figure.signs.forEach((sign, i) => {
    const x = margin + (i % perRow(width)) * SIGNS.column;
    drawSign(sign, canvas, x, signsTop + Math.floor(i / perRow(width)) * SIGNS.row + 6);
  });
}

function drawSign(sign: FigureSign, canvas: Canvas, x: number, y: number): void {
  if ('line' in sign) canvas.line([x, y, x + 26, y], sign.line);
  else if ('dot' in sign) canvas.circle(x + 13, y, DOT, [255, 255, 255], ring(sign.dot));
  else canvas.rectangle(x, y - 6, 26, 12, sign.face);
  canvas.text(x + 34, y + 4.5, sign.text, { size: 12, colour: INK });
}
