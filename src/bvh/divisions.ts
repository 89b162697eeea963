/**
 * Split rules that look at a whole mesh before they divide it: each gives a division for the upper levels of a tree.
 * Below its sets a plain rule (split.ts) goes on.
 */
import {
  type Cut,
  type Division,
  divideNotches,
  divideShells,
  findOpenShells,
  notchDivider,
  type Triangles,
} from '../geometry/index.ts';
import { type RuleName, SPLIT_RULES } from './split.ts';
import type { VolumeKind } from './tree.ts';

/** Rules that divide a mesh as a whole: at the notches under its convex hull, along the boundaries of its open shells. */
export type DivisionName = 'notch' | 'shells';

/** What a tree is built for: its volumes, and how the rule below the division would divide triangles in two. */
export interface DivisionPlan {
  readonly volume: VolumeKind;
  readonly below: Cut;
}

/** The divisions by their names. */
export const DIVISIONS: Readonly<
  Record<DivisionName, (mesh: Triangles, plan: DivisionPlan) => Division>
> = {
  // Where the rule below does better than any plane through the notch, it is the one that divides.
  notch: (mesh, { volume, below }) =>
    divideNotches(mesh, { cut: volume === 'box' ? 'box' : 'hull', other: below }),
  shells: byShells,
};

/** Sets of at least so many triangles are divided at notches below a division by shells. */
const SOME = 12;

/** Shells first; closed ones, and pieces of open ones that are bent rather than notched, at the notches under their hulls. */
function byShells(mesh: Triangles, { volume, below }: DivisionPlan): Division {
  const model = findOpenShells(mesh);
  const large = model.shells.filter(({ triangles }) => triangles.length >= SOME).length;
  // As many sets in all as notches alone would make, and some for each where there are many.
  const most = Math.max(4, Math.ceil(32 / Math.max(1, large)));
  const cut = volume === 'box' ? 'box' : 'hull';
  const divide = notchDivider(mesh, { cut, other: below, most });
  const further = (triangles: Uint32Array) =>
    triangles.length < SOME ? triangles : divide(triangles);
  return divideShells(mesh, model, { further }).division;
}

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
