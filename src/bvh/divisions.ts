/**
 * Split rules that look at a whole mesh before they divide it: each gives a division for the upper levels of a tree.
 * Below its sets a plain rule (split.ts) goes on.
 */
import { type Division, divideShells, findOpenShells, type Triangles } from '../geometry/index.ts';
import { type RuleName, SPLIT_RULES } from './split.ts';

/** Rules that divide a mesh as a whole: along the boundaries of its open shells. */
export type DivisionName = 'shells';

/** The divisions by their names. */
export const DIVISIONS: Readonly<Record<DivisionName, (mesh: Triangles) => Division>> = {
  shells: (mesh) => divideShells(mesh, findOpenShells(mesh)).division,
};

/** Everything by which a tree can be split. */
export type SplitName = RuleName | DivisionName;

/** All names of rules and divisions. */
export const SPLIT_NAMES: readonly SplitName[] = [
  ...(Object.keys(SPLIT_RULES) as RuleName[]),
  ...(Object.keys(DIVISIONS) as DivisionName[]),
];

export function isDivisionName(name: SplitName): name is DivisionName {
  return Object.hasOwn(DIVISIONS, name);
}
