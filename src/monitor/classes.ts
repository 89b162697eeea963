/**
 * [D 3] The world model: bodies in collision classes, and the pairs of classes between which collisions are looked for.
 */

/** Bodies that are looked at together. */
export interface CollisionClass {
  readonly name: string;
  /** Numbers of the cell's bodies. */
  readonly bodies: readonly number[];
  /** Whether the class as a whole moves: its frame is not fixed in the world. */
  readonly moved: boolean;
  /** Whether its bodies move relative to each other. */
  readonly dynamic: boolean;
}

/**
 * An element of the index set I: numbers of two classes, a < b; or one class twice, where bodies of one class are
 * tested against each other as well, as the links of an arm are.
 */
export interface ClassPair {
  readonly a: number;
  readonly b: number;
}
