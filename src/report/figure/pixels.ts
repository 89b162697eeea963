/**
 * A canvas of dots, red, green and blue. It is drawn larger and made smaller at the end, so that edges are smooth. Letters
 * are drawn by strokes, as a plotter does.
 */
import type { Canvas, Faces, Lettering, Stroke } from './canvas.ts';
import type { Rgb } from './colours.ts';
import { letterStrokes } from './letters.ts';

/** Rows of dots from the top, three bytes each. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Begins with a white sheet; `resolution` dots per length, an even number. */
export class PixelCanvas implements Canvas {
  private readonly width: number;
  private readonly height: number;
  private readonly resolution: number;
  private readonly data: Uint8Array;
  /** 1 where the line under way has been, so that it covers nothing twice. */
  private readonly touched: Uint8Array;

  constructor(width: number, height: number, resolution: number) {
    this.resolution = resolution;
    this.width = Math.round(width * resolution);
    this.height = Math.round(height * resolution);
    this.data = new Uint8Array(3 * this.width * this.height).fill(255);
    this.touched = new Uint8Array(this.width * this.height);
  }

  rectangle(x: number, y: number, width: number, height: number, fill: Rgb): void {
    const { resolution } = this;
    const left = Math.max(0, Math.round(x * resolution));
    const wide = Math.min(this.width, Math.round((x + width) * resolution)) - left;
    const bottom = Math.min(this.height, Math.round((y + height) * resolution));
    if (wide <= 0) return;
    const row = new Uint8Array(3 * wide);
    for (let i = 0; i < wide; i++) row.set(fill, 3 * i);
    for (let j = Math.max(0, Math.round(y * resolution)); j < bottom; j++) {
      this.data.set(row, 3 * (j * this.width + left));
    }
  }

  faces({ left, top, resolution, buffer, colourOf }: Faces): void {
    const { data } = this;
    const [x0, y0] = [Math.round(left * this.resolution), Math.round(top * this.resolution)];
    const scale = this.resolution / resolution;
    const [wide, high] = [buffer.width, buffer.height].map((n) => Math.round(n * scale));
    // Neighbours mostly show the same triangle.
    let shown = -1;
    let [r, g, b]: Rgb = [0, 0, 0];
    for (let j = 0; j < high; j++) {
      const row = buffer.width * Math.floor((j + 0.5) / scale);
      let o = 3 * ((y0 + j) * this.width + x0);
      for (let i = 0; i < wide; i++, o += 3) {
        const owner = buffer.owner[row + Math.floor((i + 0.5) / scale)];
        if (owner < 0) continue;
        if (owner !== shown) [r, g, b] = colourOf(owner);
        shown = owner;
        data[o] = r;
        data[o + 1] = g;
        data[o + 2] = b;
      }
    }
  }

  line(points: readonly number[], stroke: Stroke): void {
    const dots: number[] = [];
    for (const run of stroke.dash ? dashes(points, stroke.dash) : [points]) {
      if (run.length === 2) this.segment(run[0], run[1], run[0], run[1], stroke, dots);
      for (let i = 0; i + 3 < run.length; i += 2) {
        this.segment(run[i], run[i + 1], run[i + 2], run[i + 3], stroke, dots);
      }
    }
    for (const dot of dots) this.touched[dot] = 0;
  }

  circle(x: number, y: number, radius: number, fill: Rgb, ring: Stroke): void {
    this.line([x, y], { colour: ring.colour, width: 2 * radius + ring.width });
    this.line([x, y], { colour: fill, width: Math.max(0, 2 * radius - ring.width) });
  }

  text(x: number, y: number, text: string, { size, colour, bold = false }: Lettering): void {
    const width = size * (bold ? 0.12 : 0.09);
    for (const stroke of letterStrokes(text, x, y, size)) this.line(stroke, { colour, width });
  }

  /** Made smaller by a whole number of dots. */
  finish(smaller: number): Pixels {
    const [width, height] = [this.width, this.height].map((n) => Math.floor(n / smaller));
    const data = new Uint8Array(3 * width * height);
    const area = smaller * smaller;
    const stride = 3 * this.width;
    for (let j = 0, o = 0; j < height; j++) {
      for (let i = 0; i < width; i++) {
        const first = smaller * (j * stride + 3 * i);
        for (let k = 0; k < 3; k++) {
          let sum = 0;
          for (let v = 0; v < smaller; v++) {
            for (let u = 0; u < smaller; u++) sum += this.data[first + v * stride + 3 * u + k];
          }
          data[o++] = Math.round(sum / area);
        }
      }
    }
    return { width, height, data };
  }

  /** All dots within half the width of a segment. */
  private segment(
    fromX: number,
    fromY: number,
    toX: number,
    toY: number,
    { colour, width, opacity = 1 }: Stroke,
    dots: number[],
  ): void {
    const { resolution, data, touched } = this;
    const [ax, ay] = [fromX * resolution, fromY * resolution];
    const [dx, dy] = [toX * resolution - ax, toY * resolution - ay];
    const reach = (width * resolution) / 2;
    const square = dx * dx + dy * dy;
    const left = Math.max(0, Math.floor(Math.min(ax, ax + dx) - reach));
    const right = Math.min(this.width - 1, Math.ceil(Math.max(ax, ax + dx) + reach));
    const top = Math.max(0, Math.floor(Math.min(ay, ay + dy) - reach));
    const bottom = Math.min(this.height - 1, Math.ceil(Math.max(ay, ay + dy) + reach));
    for (let j = top; j <= bottom; j++) {
      const py = j + 0.5 - ay;
      for (let i = left; i <= right; i++) {
        const px = i + 0.5 - ax;
        const t = square > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / square)) : 0;
        const [ex, ey] = [px - t * dx, py - t * dy];
        const dot = j * this.width + i;
        if (ex * ex + ey * ey > reach * reach || touched[dot] === 1) continue;
        touched[dot] = 1;
        dots.push(dot);
        for (let k = 0; k < 3; k++) {
          data[3 * dot + k] = Math.round((1 - opacity) * data[3 * dot + k] + opacity * colour[k]);
        }
      }
    }
  }
}

/** A line cut into dashes: what is left of it. */
export function dashes(
  points: readonly number[],
  [on, off]: readonly [number, number],
): number[][] {
  const runs: number[][] = [];
  let run: number[] | null = [points[0], points[1]];
  let left = on;
  for (let i = 0; i + 3 < points.length; i += 2) {
    const [dx, dy] = [points[i + 2] - points[i], points[i + 3] - points[i + 1]];
    const length = Math.hypot(dx, dy);
    let done = 0;
    while (length - done > left) {
      done += left;
      const at = [points[i] + (done / length) * dx, points[i + 1] + (done / length) * dy];
      if (run) runs.push([...run, ...at]);
      left = run ? off : on;
      run = run ? null : at;
    }
    left -= length - done;
    run?.push(points[i + 2], points[i + 3]);
  }
  if (run && run.length > 2) runs.push(run);
  return runs;
}
