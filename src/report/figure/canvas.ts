/** What figures are drawn on: a vector file or a raster of dots. Lengths are those of the figure, y goes down. */
import type { Rgb } from './colours.ts';
import type { DepthBuffer } from './depthBuffer.ts';

/** How a line looks. */
export interface Stroke {
  readonly colour: Rgb;
  readonly width: number;
  /** 0 to 1. Default 1. */
  readonly opacity?: number;
  /** Lengths of dash and gap. Default: none. */
  readonly dash?: readonly [number, number];
}

/** Triangles that were looked at, with what is seen of them. */
export interface Faces {
  /** The corner of the buffer in the figure, and dots per length. */
  readonly left: number;
  readonly top: number;
  readonly resolution: number;
  readonly buffer: DepthBuffer;
  /** Of the vertices, in dots of the buffer: x, y, nearness. */
  readonly places: Float64Array;
  readonly indices: Uint32Array;
  /** Of every triangle, as light falls on it. */
  readonly colourOf: (triangle: number) => Rgb;
}

/** How text stands at its place. */
export interface Lettering {
  readonly size: number;
  readonly colour: Rgb;
  readonly bold?: boolean;
}

export interface Canvas {
  rectangle(x: number, y: number, width: number, height: number, fill: Rgb): void;
  faces(faces: Faces): void;
  /** Through points of two numbers each. */
  line(points: readonly number[], stroke: Stroke): void;
  /** A ring, filled with a colour. */
  circle(x: number, y: number, radius: number, fill: Rgb, ring: Stroke): void;
  /** From x on to the right, on a baseline. */
  text(x: number, y: number, text: string, lettering: Lettering): void;
}
