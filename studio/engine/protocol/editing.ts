/** Changes to a cell, and what is saved of it. */
import type { PathRequest } from './checking.ts';
import type { Files } from './files.ts';

export type NewShape =
  | { readonly kind: 'box'; readonly size: readonly [number, number, number] }
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: 'cylinder'; readonly radius: number; readonly length: number }
  | {
      readonly kind: 'mesh';
      readonly file: string;
      readonly bytes: Uint8Array;
      /** Default 1. */
      readonly scale?: number;
    };

export type SizedKind =
  | 'box'
  | 'sphere'
  | 'cylinder'
  | 'capsule'
  | 'cone'
  | 'ellipsoid'
  | 'mesh'
  | 'hull';

/** The size of a piece of geometry, by numbers that mean what SIZE_NAMES of sizes.ts says. */
export interface PartSize {
  /** The kind that it has: a size makes nothing else of it. */
  readonly kind: SizedKind;
  /** Metres; of a mesh or hull one factor, against how it was opened or added. */
  readonly sizes: readonly number[];
}

/** One change; an edit is a list of them, done in order, all or none. */
export type Change =
  | { readonly kind: 'move'; readonly obstacle: number; readonly pose: ArrayLike<number> }
  | {
      readonly kind: 'add';
      readonly name: string;
      readonly shape: NewShape;
      readonly pose: ArrayLike<number>;
    }
  | {
      readonly kind: 'shape';
      readonly obstacle: number;
      /** Number among its parts. */
      readonly part: number;
      readonly size: PartSize;
    }
  | { readonly kind: 'remove'; readonly obstacle: number }
  | { readonly kind: 'rename'; readonly obstacle: number; readonly name: string }
  | { readonly kind: 'solid'; readonly obstacle: number; readonly solid: boolean }
  /** Numbers of bodies are those of the cell before the edit: names are safer here. */
  | { readonly kind: 'allow'; readonly a: string; readonly b: string; readonly reason: string }
  /** Test the pair though somebody declared that it need not be. */
  | { readonly kind: 'forbid'; readonly a: string; readonly b: string }
  | { readonly kind: 'clearance'; readonly distance: number }
  | {
      readonly kind: 'pair-clearance';
      readonly a: string;
      readonly b: string;
      /** Null: as the others. */
      readonly distance: number | null;
    }
  /** Of all joints that have none of their own. */
  | { readonly kind: 'tracking'; readonly tolerance: number }
  /** Back to an earlier cell of this session, for undo: its `id`. */
  | { readonly kind: 'restore'; readonly id: number };

export interface EditRequest {
  readonly changes: readonly Change[];
}

export interface SaveCellAnswer {
  /** The cell file's path among `files`. */
  readonly entry: string;
  /** Everything that `surepath check` needs to read the same model. */
  readonly files: Files;
  /** Of the model that a reader makes of these files. */
  readonly digest: string;
  /** It is the open cell's, bit by bit. Poses of a planning scene may differ by their last bits. */
  readonly exact: boolean;
}

export interface ReportRequest extends PathRequest {
  readonly title?: string;
  /** Text for the report, as the caller likes it. */
  readonly date?: string;
  /** The viewer's script, from report-viewer.js. */
  readonly viewer: string;
  readonly certificateDigest?: string;
}
