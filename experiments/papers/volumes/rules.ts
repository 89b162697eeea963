/** Kinds of trees and rules by which they are split, as the tables show them. */
import type { SplitName, VolumeKind } from 'surepath/bvh';

/** [E] is about OBB and RSS; boxes are what our trees have by default. */
export const KINDS: readonly { readonly volume: VolumeKind; readonly name: string }[] = [
  { volume: 'obb', name: 'OBB' },
  { volume: 'rss', name: 'RSS' },
  { volume: 'box', name: 'boxes' },
];

/** What a tree is split by. `mean` comes first: the others are compared with it. */
export interface Rule {
  readonly split: SplitName;
  readonly name: string;
}

/** [E 3.1] PDC and ACD, for solids. */
export const SOLID_RULES: readonly Rule[] = [{ split: 'mean', name: 'principal directions' }];

/** [E 4] The same and extracted shells, for sheets; and what our trees have otherwise. */
export const SHEET_RULES: readonly Rule[] = [
  ...SOLID_RULES,
  { split: 'sah', name: 'surface areas (ours)' },
];
