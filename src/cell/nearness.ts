/**
 * How well a distance is to be known, and what is remembered of it from one question about a pair of bodies to the next:
 * which triangles were nearest. Along a motion they mostly stay so, or near ones are.
 */
import type { Piece } from './body.ts';

/** What `PairQuery.measureAbout` is told, and what it keeps. One per pair of bodies. */
export class Nearness {
  /** By how much the distance found may exceed what is proven: metres, or this part of it if that is more. */
  readonly absolute: number;
  readonly relative: number;
  /** The pieces whose triangles were nearest, and these, in tree order; null and -1 if that is not known. */
  a: Piece | null = null;
  b: Piece | null = null;
  triangleA = -1;
  triangleB = -1;

  constructor(absolute: number, relative: number) {
    this.absolute = absolute;
    this.relative = relative;
  }
}
