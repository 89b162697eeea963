/**
 * What may change between two models of a cell, as plain data. Names are scoped, as those of bodies. Whoever looks from
 * the other side sees the same changes with `before` and `after`, `added` and `removed` exchanged.
 */
import type { PairReasonWord } from './pairs.ts';

/** What a cell is made of. */
export type Thing = 'robot' | 'link' | 'joint' | 'attached' | 'obstacle';

/** What somebody said about a thing, or about a pair of them. */
export type ValueWord =
  /** Of joints. */
  | 'jointKind'
  | 'parent'
  | 'child'
  | 'axis'
  | 'limits'
  | 'mimic'
  /** Of robots: how the base moves, and what is said about single joints and links of theirs. */
  | 'baseJoint'
  | 'held'
  | 'coupling'
  | 'padding'
  | 'scale'
  | 'tracking'
  | 'virtualJoint'
  /** Of bodies. */
  | 'carrier'
  | 'touches'
  | 'surface'
  | 'mustBeSolid'
  | 'visualOnly'
  /** Of pairs. */
  | 'disabled'
  | 'allow'
  | 'pairClearance'
  /** Of the cell. */
  | 'clearance';

/** A joint that follows another one, as far as it can be told in few words. */
export interface FollowedFacts {
  readonly joint: string;
  /** Null where a law says how. */
  readonly multiplier: number | null;
  readonly offset: number;
  /** Points of the law, and how far the mechanism may be from it. */
  readonly points?: number;
  readonly deviation?: number;
}

/** What was said; null where nothing was. */
export type ChangedValue = number | string | boolean | readonly (number | string)[] | FollowedFacts;

/** A piece of geometry in few numbers. */
export interface GeometryFacts {
  readonly kind: string;
  /** Metres: the edges of the box around it, in its own frame; null for a half space, which has none. */
  readonly size: readonly [number, number, number] | null;
  /** Of a mesh, as the referring file wrote it. */
  readonly reference?: string;
  readonly triangles?: number;
  /** Of the points of a mesh or a hull. */
  readonly points?: number;
  /** Of what the mesh consists of, where whoever asked can make one. */
  readonly digest?: string;
}

/** One thing that the model's digest depends on, and that is not as it was. */
export type ModelChange =
  | {
      readonly kind: 'added' | 'removed';
      readonly what: Thing;
      readonly name: string;
      /** Of its parts, if it has any. */
      readonly geometry: readonly GeometryFacts[];
    }
  | {
      /** A robot on its base, a joint on its parent, an obstacle in the world, or a part on its body. */
      readonly kind: 'moved';
      readonly what: Thing;
      readonly name: string;
      /** Number of the part; null for the whole. */
      readonly part: number | null;
      /** Metres in the frame it is placed in, their length, and radians. */
      readonly by: readonly [number, number, number];
      readonly distance: number;
      readonly angle: number;
    }
  | {
      readonly kind: 'geometry';
      readonly what: Thing;
      readonly name: string;
      readonly part: number;
      /** Null where the part is new, or gone. */
      readonly before: GeometryFacts | null;
      readonly after: GeometryFacts | null;
    }
  | {
      readonly kind: 'value';
      readonly what: ValueWord;
      /** Of what it is said: a thing, or two names or patterns. Empty for the whole cell. */
      readonly of: readonly string[];
      readonly before: ChangedValue | null;
      readonly after: ChangedValue | null;
    }
  | {
      /** The same things in another order, which numbers bodies and joints, or decides which entry counts. */
      readonly kind: 'order';
      readonly what: Thing | ValueWord;
      /** Of the robot or body whose list it is; empty for the cell's. */
      readonly of: string;
    };

/** What is done about a pair of bodies. */
export interface PairFacts {
  /** Why it is not tested; null if it is. */
  readonly reason: Exclude<PairReasonWord, 'swept'> | null;
  readonly detail: string;
  /** Metres. */
  readonly clearance: number;
}

/** Two bodies that both cells have, and of which other things are asked. */
export interface PairChange {
  readonly pair: readonly [string, string];
  readonly before: PairFacts;
  readonly after: PairFacts;
}
