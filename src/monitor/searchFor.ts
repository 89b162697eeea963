/** The search that a record of choices asks for. */
import type { Approach } from './approach.ts';
import { PlainSearch } from './plain.ts';
import type { MemberDistance, VectorSearch } from './search.ts';
import type { World } from './world.ts';

/** Finds collision vectors as the record says, between the classes of a world. */
export function searchFor(
  approach: Approach,
  world: World,
  distance: MemberDistance,
): VectorSearch {
  return new PlainSearch(world, distance, approach.initialization);
}
