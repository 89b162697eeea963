/**
 * What was made of meshes not long ago, by their triangles: the same triangles, read again or from another file, are not
 * compiled again. Compared number by number, so that nothing is ever taken for something else. Bounded: what was asked for
 * longest ago is forgotten.
 */
import type { Triangles } from '../geometry/index.ts';

/** Triangles that are remembered together; with tree and hull some 150 bytes each. */
const MOST_TRIANGLES = 500_000;

interface Remembered<T> {
  readonly triangles: Triangles;
  readonly made: T;
}

export class RememberedMeshes<T> {
  /** The one asked for longest ago first. */
  private readonly entries = new Map<string, Remembered<T>>();
  private readonly most: number;
  private count = 0;

  constructor(most = MOST_TRIANGLES) {
    this.most = most;
  }

  /** What was made of the same triangles under this name, or undefined. */
  find(name: string, triangles: Triangles): T | undefined {
    const entry = this.entries.get(name);
    if (!entry || !areSame(entry.triangles, triangles)) return undefined;
    this.entries.delete(name);
    this.entries.set(name, entry);
    return entry.made;
  }

  add(name: string, triangles: Triangles, made: T): void {
    this.forget(name);
    if (sizeOf(triangles) > this.most) return;
    this.entries.set(name, { triangles, made });
    this.count += sizeOf(triangles);
    for (const [oldest] of this.entries) {
      if (this.count <= this.most) break;
      this.forget(oldest);
    }
  }

  private forget(name: string): void {
    const entry = this.entries.get(name);
    if (!entry) return;
    this.entries.delete(name);
    this.count -= sizeOf(entry.triangles);
  }
}

function sizeOf({ indices }: Triangles): number {
  return indices.length / 3;
}

function areSame(a: Triangles, b: Triangles): boolean {
  return areEqual(a.indices, b.indices) && areEqual(a.positions, b.positions);
}

/** By their bits' values: there is neither -0 nor NaN among welded vertices. */
function areEqual(a: Float64Array | Uint32Array, b: Float64Array | Uint32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
