/** The planning groups of a cell: what its SRDFs call groups, as degrees of freedom and a link to drag. */
import type { Cell } from '../../src/cell/index.ts';
import { groupJoints } from '../../src/formats/index.ts';
import {
  type Group,
  type PlacedRobot,
  type SemanticDescription,
  scopedName,
} from '../../src/kinematics/index.ts';
import { InputError } from '../../src/math/index.ts';
import type { GroupInfo } from './protocol.ts';

/** Those that move something; none of a group that cannot be resolved, which its reader has said. */
export function groupsOf(cell: Cell): GroupInfo[] {
  const { robots } = cell.description;
  return robots.flatMap((placed) => {
    const { name: robot, semantics } = placed;
    if (!semantics) return [];
    return semantics.groups.flatMap((group) => {
      const dofs = dofsOf(cell, placed, semantics, group);
      if (dofs.length === 0) return [];
      const plain = robot === '' || robots.length === 1;
      const tips = tipsOf(cell, placed, semantics, group);
      return [{ name: plain ? group.name : `${robot}: ${group.name}`, dofs, tips }];
    });
  });
}

function dofsOf(
  { tree }: Cell,
  { name: robot, robot: description }: PlacedRobot,
  semantics: SemanticDescription,
  group: Group,
): number[] {
  try {
    const { joints, virtualJoints } = groupJoints(description, semantics, group.name);
    const names = new Set([...joints, ...virtualJoints].map((joint) => scopedName(robot, joint)));
    // Followers have no degree of freedom of their own: that of their leader moves them.
    return [...tree.dofs.keys()].filter((d) => names.has(tree.dofs[d].joint));
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
}

/** Where its end effectors hang, then the tips of its chains, then what hangs lowest of its links. */
function tipsOf(
  { tree }: Cell,
  { name: robot, robot: description }: PlacedRobot,
  semantics: SemanticDescription,
  group: Group,
): string[] {
  const effectors = semantics.endEffectors.filter(
    ({ parentGroup, parentLink }) =>
      parentGroup === group.name ||
      (parentGroup === undefined && group.chains.some(({ tip }) => tip === parentLink)),
  );
  const members = groupJoints(description, semantics, group.name).links;
  const lowest = members
    .map((link) => tree.frameOf.get(scopedName(robot, link)) ?? -1)
    .filter((frame) => frame > 0)
    .sort((f, g) => tree.depth[g] - tree.depth[f] || f - g)
    .map((frame) => tree.frameNames[frame]);
  const named = [
    ...effectors.map(({ parentLink }) => parentLink),
    ...group.chains.map(({ tip }) => tip),
  ].map((link) => scopedName(robot, link));
  const all = new Set([...named, ...lowest.slice(0, 1)]);
  return [...all].filter((link) => tree.frameOf.has(link));
}
