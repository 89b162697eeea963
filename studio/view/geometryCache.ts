/**
 * Geometry for the graphics card, each piece once: shapes by their numbers, meshes by what they
 * contain. An edited cell arrives as a copy; its meshes are found again and not sent anew.
 *
 *   cache.begin(); ... cache.of(part.geometry) ...; cache.end()   // end() frees what nobody asked for
 */
import { BufferAttribute, BufferGeometry, CircleGeometry } from 'three';
import { type Shape, type Triangles, triangulate } from '../../src/geometry/index.ts';
import type { MeshColours, MeshGeometry } from '../../src/kinematics/index.ts';
import { creased } from './creased.ts';

/** Corners of a circle are four times as many. */
const ROUND = 10;

export class GeometryCache {
  private readonly entries = new Map<string, { geometry: BufferGeometry; round: number }>();
  private readonly keys = new WeakMap<object, string>();
  private round = 0;

  begin(): void {
    this.round++;
  }

  /** A half-space is a disc of radius 1 across z, to be placed and scaled. */
  of(shape: Shape | MeshGeometry): BufferGeometry {
    const key = this.keyOf(shape);
    let entry = this.entries.get(key);
    if (!entry) {
      entry = { geometry: build(shape), round: 0 };
      this.entries.set(key, entry);
    }
    entry.round = this.round;
    return entry.geometry;
  }

  end(): void {
    for (const [key, { geometry, round }] of this.entries) {
      if (round === this.round) continue;
      geometry.dispose();
      this.entries.delete(key);
    }
  }

  get size(): number {
    return this.entries.size;
  }

  dispose(): void {
    this.begin();
    this.end();
  }

  private keyOf(shape: Shape | MeshGeometry): string {
    if (shape.kind === 'half-space') return shape.kind;
    if (shape.kind !== 'mesh' && shape.kind !== 'hull') return JSON.stringify(shape);
    if (shape.kind === 'hull') return this.known(shape.hull, contentKey);
    const key = this.known(shape.triangles, contentKey);
    return shape.colours ? `${key} ${this.known(shape.colours, coloursKey)}` : key;
  }

  private known<T extends object>(thing: T, keyOf: (thing: T) => string): string {
    let key = this.keys.get(thing);
    if (key === undefined) {
      key = keyOf(thing);
      this.keys.set(thing, key);
    }
    return key;
  }
}

function build(shape: Shape | MeshGeometry): BufferGeometry {
  if (shape.kind === 'half-space') return new CircleGeometry(1, 96);
  const { positions, indices } =
    shape.kind === 'mesh' ? shape.triangles : triangulate(shape, ROUND);
  const geometry = geometryFrom(positions, indices);
  if (shape.kind === 'mesh' && shape.colours) groupByColour(geometry, shape.colours);
  return geometry;
}

/** Triangles of one colour become one group, so that as few pieces as possible are drawn. */
function groupByColour(geometry: BufferGeometry, { palette, of }: MeshColours): void {
  const { array } = geometry.index!;
  const next = new Uint32Array(palette.length + 1);
  for (const colour of of) next[colour + 1] += 3;
  for (let c = 0; c < palette.length; c++) {
    geometry.addGroup(next[c], next[c + 1], c);
    next[c + 1] += next[c];
  }
  const sorted = new Uint32Array(array.length);
  for (let t = 0; t < of.length; t++) {
    for (let k = 0; k < 3; k++) sorted[next[of[t]]++] = array[3 * t + k];
  }
  array.set(sorted);
}

export function geometryFrom(
  points: ArrayLike<number>,
  corners: ArrayLike<number>,
): BufferGeometry {
  const { positions, normals, indices } = creased(points, corners);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  geometry.computeBoundingSphere();
  geometry.computeBoundingBox();
  return geometry;
}

/** Sizes and 64 bits of all numbers: two different meshes share it about never. */
export function contentKey({ positions, indices }: Triangles): string {
  const words = new Uint32Array(positions.buffer, positions.byteOffset, 2 * positions.length);
  return `${positions.length} ${indices.length} ${hash(words, indices)}`;
}

/** Which triangles are drawn together; in what colour is not for the geometry to say. */
function coloursKey({ palette, of }: MeshColours): string {
  return `${palette.length} ${hash(of)}`;
}

function hash(...lists: (Uint32Array | Uint8Array)[]): string {
  let a = 0x811c9dc5;
  let b = 0x1b873593;
  for (const words of lists) {
    for (let i = 0; i < words.length; i++) {
      a = Math.imul(a ^ words[i], 0x01000193);
      b = Math.imul((b << 13) ^ (b >>> 19) ^ words[i], 0x85ebca6b);
    }
  }
  return `${a >>> 0} ${b >>> 0}`;
}
