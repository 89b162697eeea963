/** Triangles as they come from a file or a generator: nothing checked, nothing merged. */
export interface Triangles {
  /** Three coordinates per vertex. */
  readonly positions: Float64Array;
  /** Three vertex numbers per triangle, counter-clockwise seen from outside. */
  readonly indices: Uint32Array;
}
