/**
 * How a monitor finds collision vectors: one choice for each of the four aspects of [D 2, table 1]. Fewer
 * computations, prepared beforehand (hierarchies) or kept from step to step (update); each computation cheaper,
 * prepared beforehand (primitives) or kept from step to step (initialization). Every combination gives the same
 * vectors; they differ in what they look at, which they count.
 */

/** [D 3.1] How the approximations of two members are chosen, one pair of primitives after the other. */
export type PrimitiveStrategy =
  /** The pairs whose distance costs least come first; */
  | 'complexity'
  /** those whose volume exceeds the members' least; */
  | 'error'
  /** for each member the next of a fixed order; */
  | 'fixed-order'
  /** boxes along the axes of the world, then the members themselves. */
  | 'boxes-only';

/** [D 3.2] What makes two members, or compositions of members, neighbours: the smaller the better. */
export type Criterion = 'diameter' | 'volume' | 'surface';

/** [D 3.2] Which of two compositions that are too near each other is replaced by its parts. */
export type Substitution = 'both' | 'one';

export interface Approach {
  /** Approximations that are looked at before the members themselves. */
  readonly primitives: PrimitiveStrategy | 'none';
  /** Whether a distance computation begins from what the same one found in the step before. */
  readonly initialization: boolean;
  /**
   * Trees of compositions: `static`, of what does not move within its class; `dynamic`, of every class, with the structure
   * that fits the configuration; `virtual-manipulator`, the arms with their last links replaced by what they can sweep.
   */
  readonly hierarchy: 'none' | 'static' | 'dynamic' | 'virtual-manipulator';
  /**
   * Distances of the step before less what bodies have moved: of every two members (`local`), or of the shortest
   * alone (`global`, which loses the vector's direction while nothing is computed).
   */
  readonly update: 'none' | 'local' | 'global';
  readonly criterion: Criterion;
  readonly substitution: Substitution;
}
