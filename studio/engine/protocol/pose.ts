/** What is asked at once while a slider, the tool or an obstacle is dragged. */

export interface PoseRequest {
  readonly configuration: ArrayLike<number>;
  /** Obstacles in somebody's hand: the answer is of the cell with them there; the cell stays as it is. */
  readonly moved?: readonly MovedObstacle[];
}

export interface MovedObstacle {
  /** Number among description.obstacles. */
  readonly obstacle: number;
  /** In the world. */
  readonly pose: ArrayLike<number>;
}

export interface Finding {
  /** Bodies. */
  readonly a: number;
  readonly b: number;
  /** 0 where they collide. */
  readonly distance: number;
  readonly colliding: boolean;
  /** One lies inside the other. */
  readonly contained: boolean;
  /** Nearest points in the world, on a and on b; null where there are none. */
  readonly points: readonly [Float64Array, Float64Array] | null;
  readonly clearance: number;
}

export interface CollidingPair extends Finding {
  /** Triangles that touch, 9 numbers each in the world; at most some hundreds. */
  readonly trianglesA: Float32Array;
  readonly trianglesB: Float32Array;
}

export interface PoseAnswer {
  /** The closest pair, or one that collides; null if no pair is tested. */
  readonly closest: Finding | null;
  readonly colliding: readonly CollidingPair[];
  /** Pairs nearer than their clearance, not colliding. */
  readonly tooClose: readonly Finding[];
  readonly limits: readonly {
    readonly dof: string;
    readonly value: number;
    readonly lower: number;
    readonly upper: number;
  }[];
}

export interface InverseRequest {
  /** Scoped name of a link. */
  readonly link: string;
  /** Where it shall be in the world. */
  readonly pose: Float64Array;
  readonly from: ArrayLike<number>;
  /** Degrees of freedom that may move. Default: all. */
  readonly moving?: readonly number[];
  /** `false`: only the position counts; `if possible`: where both cannot be had. Default true. */
  readonly rotation?: boolean | 'if possible';
  /** Solutions must be free of collision. Default false: one may drag a tool through things. */
  readonly free?: boolean;
  /** Tries from random configurations. Default 0: stay near `from`. */
  readonly restarts?: number;
}

export interface InverseAnswer {
  /** The nearest configuration that was found, also where it does not reach. */
  readonly configuration: Float64Array;
  readonly reached: boolean;
  readonly positionError: number;
  readonly rotationError: number;
}
