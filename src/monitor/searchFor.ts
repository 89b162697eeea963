/**
 * The search of an approach: one choice for each of the four aspects of [D 2, table 1] becomes leaves in each other, a
 * search over the pairs of two classes, and what is kept of the whole.
 */
import type { Approach } from './approach.ts';
import { AllPairs } from './approaches/allPairs.ts';
import { GlobalUpdate } from './approaches/globalUpdate.ts';
import { HierarchyApproach, LeafDistance } from './approaches/hierarchyApproach.ts';
import { ExactLeaf, type Leaf } from './approaches/leaf.ts';
import { LocalUpdate } from './approaches/localUpdate.ts';
import { PrimitiveLeaf } from './approaches/primitiveLeaf.ts';
import { VirtualSearch } from './approaches/virtual/virtualSearch.ts';
import { type HierarchyPlan, HierarchySearch, planHierarchies } from './hierarchy/index.ts';
import { PrimitiveLadder } from './primitives/index.ts';
import { type MemberDistance, newCounts, type SearchCounts, type VectorSearch } from './search.ts';
import type { World } from './world.ts';

/**
 * Makes the search for an approach. Hierarchies are planned here, which takes a few tenths of a second for an arm, unless a
 * plan for classes like these is given.
 */
export function searchFor(
  approach: Approach,
  world: World,
  distance: MemberDistance,
  plan?: HierarchyPlan,
): VectorSearch {
  const counts = newCounts();
  const leaf = leafFor(approach, world, distance, counts);
  const search = overPairs({ approach, world, leaf, counts, plan });
  return approach.update === 'global' ? new GlobalUpdate(world, search) : search;
}

/** How the pairs of members of two classes are gone through. */
function overPairs({
  approach,
  world,
  leaf,
  counts,
  plan,
}: {
  approach: Approach;
  world: World;
  leaf: Leaf;
  counts: SearchCounts;
  plan: HierarchyPlan | undefined;
}): VectorSearch {
  switch (approach.hierarchy) {
    case 'virtual-manipulator':
      return new VirtualSearch(world, leaf, counts, approach.substitution);
    case 'static':
    case 'dynamic': {
      const { hierarchy, criterion, substitution } = approach;
      const made = plan ?? planHierarchies(world, { hierarchy, criterion });
      // As the paper has it: nothing is kept of the step before but what the leaves keep.
      const settings = { substitution, lastFirst: false };
      const search = new HierarchySearch(world, new LeafDistance(leaf), made, settings);
      return new HierarchyApproach(search, leaf, counts);
    }
    default:
      return new AllPairs(world, leaf, counts, !isBare(approach));
  }
}

function leafFor(
  approach: Approach,
  world: World,
  distance: MemberDistance,
  counts: SearchCounts,
): Leaf {
  // [D 2] computes distances in full; where bounds of all sorts are there first, no more than is needed.
  const { primitives, initialization, update } = approach;
  const full = update === 'local' || isBare(approach);
  const exact = new ExactLeaf(distance, counts, { warm: initialization, full });
  const leaf =
    primitives === 'none'
      ? exact
      : new PrimitiveLeaf(new PrimitiveLadder(world, primitives, counts), exact);
  return update === 'local' ? new LocalUpdate(world, leaf) : leaf;
}

/** Whether every distance is computed at every step: [D 2] plain, initialization, and the global update of these. */
function isBare({ primitives, hierarchy, update }: Approach): boolean {
  return primitives === 'none' && hierarchy === 'none' && update !== 'local';
}
