/**
 * A panel of a figure: a mesh without perspective, faces in colours as light falls on them, lines and circles on it. A depth
 * buffer says what is hidden; lines are drawn there all the same, faintly.
 */
import type { Triangles } from '../../geometry/index.ts';
import type { Canvas, Stroke } from './canvas.ts';
import { type Rgb, shaded } from './colours.ts';
import { depthBuffer } from './depthBuffer.ts';
import { lineRuns } from './lineRuns.ts';
import type { View } from './view.ts';

/** Some triangles in a colour. */
export interface PaintedFaces {
  readonly triangles: Uint32Array;
  readonly colour: Rgb;
}

/** A chain of vertices as a line. */
export interface PaintedLine {
  readonly vertices: ArrayLike<number>;
  readonly stroke: Stroke;
  /** Where it is hidden it is not drawn; else it is, faintly. */
  readonly onlySeen?: boolean;
}

/** Vertices as small circles. */
export interface PaintedDots {
  readonly vertices: ArrayLike<number>;
  readonly colour: Rgb;
}

export interface FigurePanel {
  readonly caption: string;
  readonly mesh: Triangles;
  readonly view: View;
  readonly faces: readonly PaintedFaces[];
  readonly lines: readonly PaintedLine[];
  readonly dots: readonly PaintedDots[];
}

/** Where a panel is in its figure. */
export interface PanelPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Of what is hidden, besides half of its width. */
const HIDDEN = 0.28;
/** Radius of circles. */
export const DOT = 3.4;

/** The rim of a circle. */
export function ring(colour: Rgb): Stroke {
  return { colour, width: 1.6 };
}

/** Draws a panel in its place, with so many dots of its depth buffer per length. */
export function drawPanel(
  panel: FigurePanel,
  canvas: Canvas,
  { left, top, width, height }: PanelPlace,
  resolution: number,
): void {
  const { mesh, view, faces, lines, dots } = panel;
  const size = { width: Math.round(width * resolution), height: Math.round(height * resolution) };
  const places = placesOf(panel, size, 14 * resolution);
  const colours = new Map<number, Rgb>();
  for (const { triangles, colour } of faces) for (const t of triangles) colours.set(t, colour);
  const buffer = depthBuffer(size, places, mesh.indices, colours.keys());
  const lit = new Map<number, Rgb>();
  const colourOf = (t: number) => {
    const known = lit.get(t) ?? shaded(colours.get(t)!, lightOn(mesh, t, view));
    lit.set(t, known);
    return known;
  };
  canvas.faces({ left, top, resolution, buffer, places, indices: mesh.indices, colourOf });
  const slack = 0.004 * size.width;
  const at = (x: number, y: number) => [left + x / resolution, top + y / resolution];
  const runs = lines.map(({ vertices }) => lineRuns(buffer, places, vertices, slack));
  for (const isSeenNow of [false, true]) {
    lines.forEach(({ stroke, onlySeen = false }, k) => {
      if (onlySeen && !isSeenNow) return;
      const look = isSeenNow
        ? stroke
        : { ...stroke, width: stroke.width / 2, opacity: HIDDEN * (stroke.opacity ?? 1) };
      for (const { seen, points } of runs[k]) {
        if (seen !== isSeenNow) continue;
        const moved: number[] = [];
        for (let i = 0; i + 1 < points.length; i += 2) moved.push(...at(points[i], points[i + 1]));
        canvas.line(moved, look);
      }
    });
  }
  for (const { vertices, colour } of dots) {
    for (let i = 0; i < vertices.length; i++) {
      const [x, y] = at(places[3 * vertices[i]], places[3 * vertices[i] + 1]);
      canvas.circle(x, y, DOT, [255, 255, 255], ring(colour));
    }
  }
}

/** Vertices as the panel shows them, in dots, with nearness on the same scale. */
function placesOf(
  { mesh, view, faces }: FigurePanel,
  { width, height }: { readonly width: number; readonly height: number },
  margin: number,
): Float64Array {
  const { positions, indices } = mesh;
  const places = new Float64Array(positions.length);
  const axes = [view.right, view.up.map((x) => -x), view.toward];
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  // About a vertex, so that far from the origin nothing is lost.
  const first =
    3 * (indices[3 * (faces.find((f) => f.triangles.length > 0)?.triangles[0] ?? 0)] ?? 0);
  for (let v = 0; v < positions.length; v += 3) {
    for (let k = 0; k < 3; k++) {
      let x = 0;
      for (let i = 0; i < 3; i++) x += axes[k][i] * (positions[v + i] - positions[first + i]);
      places[v + k] = x;
    }
  }
  for (const { triangles } of faces) {
    for (const t of triangles) {
      for (let c = 0; c < 3; c++) {
        for (let k = 0; k < 3; k++) {
          const x = places[3 * indices[3 * t + c] + k];
          low[k] = Math.min(low[k], x);
          high[k] = Math.max(high[k], x);
        }
      }
    }
  }
  const fit = Math.min(
    (width - 2 * margin) / (high[0] - low[0] || 1e-300),
    (height - 2 * margin) / (high[1] - low[1] || 1e-300),
  );
  const scale = Number.isFinite(fit) && fit < 1e290 ? fit : 1;
  const middle = low.map((x, k) => (x + high[k]) / 2);
  const offset = [width / 2, height / 2, 0];
  for (let v = 0; v < places.length; v += 3) {
    for (let k = 0; k < 3; k++) places[v + k] = offset[k] + scale * (places[v + k] - middle[k]);
  }
  return places;
}

/** From dark to light as a face turns to whoever looks, and a little to the light from the upper left. */
function lightOn({ positions, indices }: Triangles, t: number, view: View): number {
  const [a, b, c] = [0, 1, 2].map((k) => 3 * indices[3 * t + k]);
  const u = [0, 1, 2].map((k) => positions[b + k] - positions[a + k]);
  const v = [0, 1, 2].map((k) => positions[c + k] - positions[a + k]);
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.hypot(...n) || 1;
  const along = (axis: readonly number[]) =>
    (n[0] * axis[0] + n[1] * axis[1] + n[2] * axis[2]) / length;
  const facing = along(view.toward);
  // Sheets are lit on whichever side is seen.
  const side = facing < 0 ? -1 : 1;
  const lamp = 0.75 * Math.abs(facing) + side * (0.45 * along(view.up) - 0.3 * along(view.right));
  // Few steps, so that files stay small.
  return Math.round(32 * Math.min(1.22, Math.max(0.5, 0.55 + 0.55 * lamp))) / 32;
}
