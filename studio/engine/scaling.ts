/**
 * Meshes and hulls of points that were made larger or smaller. Always from what was opened or added, so
 * that a factor means the same however often it is changed, and a factor of 1 is the thing itself.
 */
import type { PointHull } from '../../src/geometry/index.ts';
import type { MeshGeometry } from '../../src/kinematics/index.ts';
import type { Geometry } from './sizes.ts';

export type Scalable = MeshGeometry | PointHull;

/** Sizes of one mesh that are kept at hand, for undo: each may have a tree of some megabytes. */
const KEPT = 4;

export class Scaling {
  private readonly origins = new WeakMap<object, { of: Scalable; factor: number }>();
  private readonly made = new WeakMap<object, Map<number, Scalable>>();

  /** 1 for what nobody scaled. */
  factorOf(geometry: Geometry): number {
    return isScalable(geometry) ? (this.origins.get(pointsOf(geometry))?.factor ?? 1) : 1;
  }

  /** The same object for the same factor, so that it is compiled once. */
  scaled<T extends Scalable>(geometry: T, factor: number, make: (base: T) => T): T {
    const base = (this.origins.get(pointsOf(geometry))?.of ?? geometry) as T;
    if (factor === 1) return base;
    const known = this.made.get(pointsOf(base)) ?? new Map<number, Scalable>();
    this.made.set(pointsOf(base), known);
    const made = (known.get(factor) as T | undefined) ?? make(base);
    known.delete(factor);
    known.set(factor, made);
    if (known.size > KEPT) known.delete(known.keys().next().value!);
    this.origins.set(pointsOf(made), { of: base, factor });
    return made;
  }
}

export function isScalable(geometry: Geometry): geometry is Scalable {
  return geometry.kind === 'mesh' || geometry.kind === 'hull';
}

/** Geometry that is described anew shares its numbers with what it was. */
function pointsOf(geometry: Scalable): object {
  return geometry.kind === 'mesh' ? geometry.triangles : geometry.hull;
}
