/** Kinds of trees and rules by which they are split, as the tables show them. */
import type { VolumeKind } from 'surepath/bvh';
import { divideNotches, divideShells, findOpenShells, type Mesh } from 'surepath/geometry';
import { BY_PRINCIPAL_DIRECTIONS, splitBy, type TreeRule } from '../trees.ts';

/** [E] is about OBB and RSS; boxes are what our trees have by default. */
export const KINDS: readonly { readonly volume: VolumeKind; readonly name: string }[] = [
  { volume: 'obb', name: 'OBB' },
  { volume: 'rss', name: 'RSS' },
  { volume: 'box', name: 'boxes' },
];

/** [E 3.1] Approximate convex decomposition, by planes that bisect the notch's angle. */
export const AT_NOTCHES: TreeRule = {
  name: 'notches',
  options: (mesh) => ({ division: atNotches(mesh), split: 'mean' }),
};

/** [E 3.2] Extracted shells, divided at their concave vertices and holes; what is closed at its notches. */
export const BY_SHELLS: TreeRule = {
  name: 'shells',
  options: (mesh) => ({ division: byShells(mesh), split: 'mean' }),
};

/** What the product offers beyond the paper: planes that are compared, and surface areas below. */
export const OUR_NOTCHES: TreeRule = { ...splitBy('notch'), name: 'notches (ours)' };
export const OUR_SHELLS: TreeRule = { ...splitBy('shells'), name: 'shells (ours)' };
export const BY_AREAS: TreeRule = { ...splitBy('sah'), name: 'surface areas (ours)' };

/** For solids. The first is what others are compared with. */
export const SOLID_RULES: readonly TreeRule[] = [
  BY_PRINCIPAL_DIRECTIONS,
  AT_NOTCHES,
  OUR_NOTCHES,
  BY_AREAS,
];

/** For sheets. */
export const SHEET_RULES: readonly TreeRule[] = [
  BY_PRINCIPAL_DIRECTIONS,
  AT_NOTCHES,
  BY_SHELLS,
  OUR_NOTCHES,
  OUR_SHELLS,
  BY_AREAS,
];

function atNotches(mesh: Mesh) {
  return divideNotches(mesh, { cut: 'bisector', measure: 'nearest' });
}

function byShells(mesh: Mesh) {
  return divideShells(mesh, findOpenShells(mesh)).division;
}
