/**
 * Split rules that look at a whole mesh before they divide it: each gives a division for the upper levels of a tree.
 * Below its sets a plain rule (split.ts) goes on.
 */
import type { Division, Triangles } from '../geometry/index.ts';
import { type RuleName, SPLIT_RULES } from './split.ts';

/** Divides a mesh. */
type Divide = (mesh: Triangles) => Division;

/** The divisions by their names. */
export const DIVISIONS: Readonly<Record<string, Divide>> = {};

/** Everything by which a tree can be split. */
export type SplitName = RuleName;

/** All names of rules and divisions. */
export const SPLIT_NAMES: readonly SplitName[] = [...(Object.keys(SPLIT_RULES) as RuleName[])];

export function isDivisionName(name: string): boolean {
  return Object.hasOwn(DIVISIONS, name);
}
