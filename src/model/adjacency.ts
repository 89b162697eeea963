/** Links that are joined: what may be assumed harmless of a robot that has no SRDF. */
import { scopedName } from '../kinematics/assemble.ts';
import { buildKinematics } from '../kinematics/compile.ts';
import type { KinematicTree } from '../kinematics/tree.ts';
import { suggestedText } from '../words/assumptions.ts';
import type { AllowedPair, CellDescription } from './description.ts';

/**
 * Adjacent links of robots without an SRDF, as entries of `allow`, in the order of bodies. The links that are always in contact are
 * found by search (src/cell/suggest.ts), and are not among them.
 */
export function adjacentPairs(description: CellDescription): AllowedPair[] {
  const areAdjacent = adjacency(description, buildKinematics(description.robots));
  const reason = suggestedText('Adjacent', true, 0);
  return description.robots.flatMap(({ name, robot, semantics }) => {
    if (semantics !== undefined) return [];
    const links = robot.links
      .filter(({ collisions }) => collisions.length > 0)
      .map((link) => scopedName(name, link.name))
      // In an entry a * stands for any characters.
      .filter((link) => !link.includes('*'));
    return links.flatMap((a, i) =>
      links
        .slice(i + 1)
        .filter((b) => areAdjacent(a, b))
        .map((b) => ({ between: [a, b] as const, reason })),
    );
  });
}

/**
 * Whether two links are joined: by a joint, or by several of which one moves at most, with nothing but links without
 * collision geometry between them.
 */
export function adjacency(
  description: Pick<CellDescription, 'robots'>,
  tree: KinematicTree,
): (link1: string, link2: string) => boolean {
  const above = new Map<string, { readonly parent: string; readonly moves: boolean }>();
  const bare = new Set<string>();
  for (const { name, robot } of description.robots) {
    const scoped = (each: string) => scopedName(name, each);
    for (const { name: link, collisions } of robot.links) {
      if (collisions.length === 0) bare.add(scoped(link));
    }
    for (const joint of robot.joints) {
      const state = tree.joints.get(scoped(joint.name))?.state;
      const moves = state === 'free' || state === 'coupled';
      above.set(scoped(joint.child), { parent: scoped(joint.parent), moves });
    }
  }
  /** Links that are reached upward through bare ones: the first with geometry, and bare ones on the way, with joints that move. */
  const upward = (link: string): Map<string, number> => {
    const reached = new Map([[link, 0]]);
    let moving = 0;
    for (let next = above.get(link); next; next = above.get(next.parent)) {
      if (next.moves) moving++;
      reached.set(next.parent, moving);
      if (!bare.has(next.parent)) break;
    }
    return reached;
  };
  return (link1, link2) => {
    const other = upward(link2);
    for (const [link, moving] of upward(link1)) {
      const more = other.get(link);
      if (more === undefined) continue;
      // Meeting in a link with geometry that is neither of them: it stands between.
      const between = link !== link1 && link !== link2 && !bare.has(link);
      return !between && moving + more <= 1;
    }
    return false;
  };
}
