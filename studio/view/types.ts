/**
 * What the view takes and tells. Lengths in metres, angles in radians; poses are 12 numbers as in
 * math/pose.ts; colours are numbers 0xrrggbb or red, green, blue from 0 to 1.
 */

export type Theme = 'dark' | 'light';

export interface Layers {
  readonly visual: boolean;
  readonly collision: boolean;
  readonly frames: boolean;
  readonly grid: boolean;
  readonly obstacles: boolean;
  /** Copies of the robots along the path. */
  readonly trail: boolean;
}

export const DEFAULT_LAYERS: Layers = {
  visual: true,
  collision: false,
  frames: false,
  grid: true,
  obstacles: true,
  trail: false,
};

export type HandleMode = 'translate' | 'rotate' | 'scale' | 'none';
/** `drag` many times while the hand moves, `end` once, with the last pose. */
export type Phase = 'drag' | 'end';

/** Where a link went. */
export interface Trace {
  readonly link: string;
  /** Three numbers per point. */
  readonly points: ArrayLike<number>;
  /** Red, green, blue per point, 0 to 1 as on the screen. */
  readonly colours?: ArrayLike<number>;
}

/** Configurations to be shown as translucent robots. */
export interface Ghosts {
  readonly start?: ArrayLike<number> | null;
  readonly goal?: ArrayLike<number> | null;
}

export const STANDARD_VIEWS = ['free', 'front', 'back', 'left', 'right', 'top', 'bottom'] as const;
export type StandardView = (typeof STANDARD_VIEWS)[number];

/** Where the camera stands and looks: six numbers that survive JSON. */
export interface CameraState {
  readonly position: readonly [number, number, number];
  readonly target: readonly [number, number, number];
}

export interface LegendEntry {
  readonly text: string;
  /** CSS colour. */
  readonly colour: string;
  readonly sign: 'filled' | 'sheet' | 'palette' | 'line' | 'dashed' | 'none';
  /** What the word means, for whoever asks. */
  readonly hint?: string;
}

/** A vector to be drawn as an arrow. */
export interface Arrow {
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  readonly text: string;
  /** `overlap`: how far and which way to move out. `lost`: what was so when last heard of. */
  readonly kind: 'shortest' | 'other' | 'overlap' | 'lost';
}

/** Triangles of two bodies that touch, 9 numbers each in the world, and a point of both where one is known. */
export interface Touch {
  readonly trianglesA: ArrayLike<number>;
  readonly trianglesB: ArrayLike<number>;
  readonly point: ArrayLike<number> | null;
}
