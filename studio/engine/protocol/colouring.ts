/** Shells and convex pieces of bodies, for whoever wants to see them in colours. No part of any verdict. */

export interface ColouringRequest {
  /** What has a colour of its own. */
  readonly by: 'shells' | 'pieces';
}

/** Kinds of lines on a mesh: boundaries of shells, of their holes, branch edges, edges between pieces. */
export const LINE_KINDS = ['boundary', 'hole', 'branch', 'cut'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** A mesh by its shells or pieces. */
export interface ColouredMesh {
  /** Per triangle the number of its shell or piece; those of most triangles come first. */
  readonly of: Uint32Array;
  /** How many shells, how many of them are open, how many pieces: 0 if nobody asked. */
  readonly shells: number;
  readonly open: number;
  readonly pieces: number;
  /** How many there are of each kind: boundaries without holes, holes, branch edges, edges between pieces. */
  readonly counts: Readonly<Record<LineKind, number>>;
  /** Six numbers per line, in the frame of the mesh. */
  readonly lines: Readonly<Record<LineKind, Float32Array>>;
}

export interface ColouringAnswer {
  readonly by: ColouringRequest['by'];
  /** Each once, however many bodies have it. */
  readonly meshes: readonly ColouredMesh[];
  /** Per body and number of its part: which mesh. Parts that are no meshes are left out. */
  readonly parts: readonly {
    readonly body: string;
    readonly part: number;
    readonly mesh: number;
  }[];
}
