/**
 * What changed between two models of a cell. All that the model's digest depends on is compared, to the bit, and nothing
 * else: the difference is empty if and only if the digests are equal. Costs what there are numbers in both.
 */
import {
  type CellDescription,
  type ObstacleDescription,
  type ObstacleSet,
  setMember,
  setSize,
} from '../../model/index.ts';
import type { ModelChange } from '../../words/index.ts';
import { matchLists } from './lists.ts';
import { comings, entryChanges, robotChanges, solidChanges, valueChange } from './robots.ts';
import { type DigestOf, partChanges, poseChanges } from './shapes.ts';

export interface DifferenceSettings {
  /** Digests of meshes that differ, for people to compare. Default: none are made. */
  readonly digestOf?: DigestOf;
}

/** What changed from one model to another. Files, notes, states and what is for drawing only are no part of it. */
export function modelDifference(
  before: CellDescription,
  after: CellDescription,
  { digestOf }: DifferenceSettings = {},
): ModelChange[] {
  const scope = { name: '', digestOf };
  const robots = matchLists(before.robots, after.robots, ({ name }) => name);
  const obstacles = matchLists(obstaclesOf(before), obstaclesOf(after), ({ name }) => name);
  const collisions = (robot: CellDescription['robots'][number]) =>
    robot.robot.links.flatMap((link) => link.collisions);
  return [
    ...comings('robot', scope, robots, collisions),
    ...robots.kept.flatMap(([was, is]) => robotChanges(was, is, digestOf)),
    ...comings('obstacle', scope, obstacles, ({ parts }) => parts),
    ...obstacles.kept.flatMap(([was, is]) => {
      const owner = { what: 'obstacle', name: is.name } as const;
      return [
        ...poseChanges(owner, null, was.pose, is.pose),
        ...partChanges(owner, was.parts, is.parts, digestOf),
        ...solidChanges([is.name], was, is),
      ];
    }),
    ...declaredChanges(before, after),
  ];
}

/** All of them, those of sets as obstacles of their own. */
function obstaclesOf({ obstacles, sets = [] }: CellDescription): readonly ObstacleDescription[] {
  return [...obstacles, ...sets.flatMap((set) => allOf(set))];
}

function allOf(set: ObstacleSet): ObstacleDescription[] {
  return Array.from({ length: setSize(set) }, (_, i) => setMember(set, i));
}

/** Clearances, and pairs that may touch. */
function declaredChanges(before: CellDescription, after: CellDescription): ModelChange[] {
  const key = ({ between }: { readonly between: readonly string[] }) => JSON.stringify(between);
  const of = ({ between }: { readonly between: readonly string[] }) => between;
  const clearances = matchLists(before.clearance.pairs, after.clearance.pairs, key);
  const allowed = matchLists(before.allow, after.allow, key);
  return [
    ...valueChange('clearance', [], before.clearance.default, after.clearance.default),
    ...entryChanges('', 'pairClearance', clearances, { of, value: ({ distance }) => distance }),
    ...entryChanges('', 'allow', allowed, { of, value: ({ reason }) => reason }),
  ];
}
