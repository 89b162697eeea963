/**
 * Geometry for the graphics card, each piece once: shapes by their numbers, meshes by what they
 * contain. An edited cell arrives as a copy; its meshes are found again and not sent anew.
 *
 *   cache.begin(); ... cache.of(part.geometry) ...; cache.end()   // end() frees what nobody asked for
 */
import { BufferAttribute, BufferGeometry, CircleGeometry } from 'three';
import {
  compiledShape,
  type PlainShape,
  type Triangles,
  triangulate,
} from '../../src/geometry/index.ts';
import type { MeshGeometry } from '../../src/kinematics/index.ts';
import { creased } from '../engine/creased.ts';
import type { DrawnGeometry, DrawnMesh } from '../engine/protocol.ts';

/** Corners of a circle are four times as many. */
const ROUND = 10;

/** Geometry as descriptions have it, or made ready for drawing. */
export type AnyGeometry = PlainShape | MeshGeometry | DrawnGeometry;

export class GeometryCache {
  private readonly entries = new Map<string, { geometry: BufferGeometry; round: number }>();
  private readonly keys = new WeakMap<object, string>();
  private round = 0;
  private drawn = 0;

  begin(): void {
    this.round++;
  }

  /** A half-space is a disc of radius 1 across z, to be placed and scaled. */
  of(shape: AnyGeometry): BufferGeometry {
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

  private keyOf(shape: AnyGeometry): string {
    switch (shape.kind) {
      case 'half-space':
        return shape.kind;
      case 'mesh':
        return this.known(shape.triangles, contentKey);
      case 'hull':
        return this.known(shape.hull, ({ positions }) =>
          contentKey({ positions, indices: new Uint32Array(0) }),
        );
      case 'drawn':
        // Sent to the page once: it is its own key.
        return this.known(shape.mesh, () => `drawn ${++this.drawn}`);
      default:
        return JSON.stringify(shape);
    }
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

function build(shape: AnyGeometry): BufferGeometry {
  if (shape.kind === 'half-space') return new CircleGeometry(1, 96);
  if (shape.kind === 'drawn') return geometryOf(shape.mesh);
  const { positions, indices } =
    shape.kind === 'mesh' ? shape.triangles : triangulate(compiledShape(shape), ROUND);
  return geometryFrom(positions, indices);
}

export function geometryFrom(
  points: ArrayLike<number>,
  corners: ArrayLike<number>,
): BufferGeometry {
  return geometryOf(creased(points, corners));
}

function geometryOf({ positions, normals, indices, starts }: DrawnMesh): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  for (let c = 0; starts && c + 1 < starts.length; c++) {
    geometry.addGroup(starts[c], starts[c + 1] - starts[c], c);
  }
  geometry.computeBoundingSphere();
  geometry.computeBoundingBox();
  return geometry;
}

/** Sizes and 64 bits of all numbers: two different meshes share it about never. */
export function contentKey({ positions, indices }: Triangles): string {
  const words = new Uint32Array(positions.buffer, positions.byteOffset, 2 * positions.length);
  return `${positions.length} ${indices.length} ${hash(words, indices)}`;
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
