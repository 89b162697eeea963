/** Collision vectors at every step: how near the classes of a cell are to each other, a thousand times a second. */

export type { Approach, Criterion, PrimitiveStrategy, Substitution } from './approach.ts';
export type { ClassPair, CollisionClass } from './classes.ts';
export type { MemberDistance, Nearest, SearchCounts, VectorSearch } from './search.ts';
export { BALL_ROOM, BOX_ROOM, POSE_ROOM, type World } from './world.ts';
