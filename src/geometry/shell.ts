/** What a chain of triangles encloses, for whoever finds it and whoever asks. */

/** A closed component of a mesh, and how its inside is told. */
export interface Shell {
  /** Numbers of the mesh's triangles. */
  readonly triangles: Uint32Array;
  /** 1 for each of them that counts as run through the other way round; null if none does. */
  readonly turned: Uint8Array | null;
  /** Inside is where the count is odd, and not only where it is not zero. */
  readonly odd: boolean;
}
