/**
 * Changes of a cell that somebody makes in the page. They make a new description that shares what is not
 * changed with the one before: compiled meshes are known by their triangles and not made again.
 */
import type { CellDescription, ObstacleDescription } from '../../src/cell/index.ts';
import { sha256 } from '../../src/certificate/index.ts';
import { readMesh } from '../../src/formats/index.ts';
import { hullShape, type PlainShape, type Triangles } from '../../src/geometry/index.ts';
import {
  editFault,
  obstacleAt,
  type PoseText,
  statedPose,
  withAllowed,
  withClearance,
  withForbidden,
  withNewObstacle,
  withObstacle,
  withoutObstacle,
  withPairClearance,
  withRenamed,
  withSolid,
  withTracking,
} from '../../src/jobs/index.ts';
import type { MeshGeometry, Part } from '../../src/kinematics/index.ts';
import { identityPose } from '../../src/math/index.ts';
import type { Change, NewShape, PartSize } from './protocol.ts';
import { Scaling } from './scaling.ts';
import { assertSize, type Geometry, primitiveOf } from './sizes.ts';

/** A mesh that was added: the file it came from. */
export interface AddedMesh {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly scale: number;
  /** The same for the same contents, format and scale. */
  readonly key: string;
}

export class Editor {
  /** Where meshes came from that no file of the cell names. */
  readonly added = new WeakMap<Triangles, AddedMesh>();
  readonly scaling = new Scaling();
  /** By the parts of obstacles with other sizes: the parts as they were opened or added. */
  readonly sized = new WeakMap<readonly Part[], readonly Part[]>();
  /** How a file writes the poses that were given here. */
  readonly texts = new WeakMap<Float64Array, PoseText>();
  private readonly meshes = new Map<string, Triangles>();
  private readonly keys = new WeakMap<Triangles, string>();

  /** The description with all changes, in order. Throws an InputError; the description stays as it was. */
  apply(description: CellDescription, changes: readonly Change[]): CellDescription {
    return changes.reduce((before, change) => this.change(before, change), description);
  }

  private change(cell: CellDescription, change: Change): CellDescription {
    switch (change.kind) {
      case 'move':
        return withObstacle(cell, change.obstacle, { pose: this.pose(change.pose) });
      case 'shape': {
        const parts = this.resized(obstacleAt(cell, change.obstacle), change);
        return withObstacle(cell, change.obstacle, { parts });
      }
      case 'solid':
        return withSolid(cell, change.obstacle, change.solid);
      case 'rename':
        return withRenamed(cell, change.obstacle, change.name);
      case 'add':
        return withNewObstacle(cell, this.obstacle(change));
      case 'remove':
        return withoutObstacle(cell, change.obstacle);
      case 'allow': {
        const { a, b } = change;
        const reason = change.reason.trim() || 'allowed in the studio';
        return withAllowed(cell, { a, b, reason });
      }
      case 'forbid':
        return withForbidden(cell, change.a, change.b);
      case 'clearance':
        return withClearance(cell, change.distance);
      case 'pair-clearance':
        return withPairClearance(cell, change.a, change.b, change.distance);
      case 'tracking':
        return withTracking(cell, change.tolerance);
      case 'restore':
        throw editFault('edit/restore', 'an earlier cell can only be restored by itself');
    }
  }

  private pose(given: ArrayLike<number>): Float64Array {
    const { pose, text } = statedPose(given);
    this.texts.set(pose, text);
    return pose;
  }

  private obstacle({ name, shape, pose }: Extract<Change, { kind: 'add' }>): ObstacleDescription {
    const geometry = shape.kind === 'mesh' ? this.mesh(shape) : primitive(shape);
    return {
      name,
      pose: this.pose(pose),
      parts: [{ pose: identityPose(), geometry }],
      solid: true,
    };
  }

  private resized(
    { name, parts }: ObstacleDescription,
    { part, size }: Extract<Change, { kind: 'shape' }>,
  ): readonly Part[] {
    if (!parts[part]) throw editFault('edit/part', `"${name}" has no part number ${part}`);
    const made = parts.map((each, i) =>
      i === part ? { ...each, geometry: this.sizedGeometry(each.geometry, size) } : each,
    );
    this.sized.set(made, this.sized.get(parts) ?? parts);
    return made;
  }

  private sizedGeometry(geometry: Geometry, size: PartSize): Geometry {
    assertSize(geometry, size);
    const [factor] = size.sizes;
    switch (geometry.kind) {
      case 'mesh':
        return this.scaling.scaled(geometry, factor, (base) => this.scaledMesh(base, factor));
      case 'hull':
        return this.scaling.scaled(geometry, factor, ({ hull }) =>
          hullShape(hull.positions.map((x) => x * factor)),
        );
      default:
        return primitiveOf(size);
    }
  }

  /** With the numbers that a reader gets of the file and one factor. */
  private scaledMesh(base: MeshGeometry, factor: number): MeshGeometry {
    const added = this.added.get(base.triangles);
    const triangles = added
      ? this.fromFile(added.file, added.bytes, added.scale * factor, sha256(added.bytes))
      : times(base.triangles, factor);
    return { ...base, triangles };
  }

  private mesh({ file, bytes, scale = 1 }: Extract<NewShape, { kind: 'mesh' }>): MeshGeometry {
    if (!(scale > 0 && scale < Infinity)) {
      throw editFault('edit/scale', `a scale of ${scale} is none; expected a number above 0`);
    }
    const digest = sha256(bytes);
    const key = addedKey(file, digest, scale);
    const triangles = this.meshes.get(key) ?? this.fromFile(file, bytes, scale, digest);
    this.meshes.set(key, triangles);
    return { kind: 'mesh', triangles, reference: file };
  }

  private fromFile(file: string, bytes: Uint8Array, scale: number, digest: string): Triangles {
    const triangles = times(readMesh(bytes, { file }).triangles, scale);
    this.added.set(triangles, { file, bytes, scale, key: addedKey(file, digest, scale) });
    return triangles;
  }

  /** Of a mesh that no file of the cell has as it is: the same for the same contents. */
  keyOf(triangles: Triangles): string | undefined {
    const added = this.added.get(triangles);
    if (added) return `added ${added.key}`;
    const factor = this.scaling.factorOf({ kind: 'mesh', triangles, reference: '' });
    if (factor === 1) return undefined;
    let key = this.keys.get(triangles);
    if (key === undefined) {
      key = `scaled ${[triangles.positions, triangles.indices].map(digestOf).join(' ')}`;
      this.keys.set(triangles, key);
    }
    return key;
  }
}

/** The name says the format: the same bytes may be a mesh in two of them. */
function addedKey(file: string, digest: string, scale: number): string {
  return `${digest} ${scale} ${file.slice(file.lastIndexOf('.')).toLowerCase()}`;
}

function digestOf({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array): string {
  return sha256(new Uint8Array(buffer, byteOffset, byteLength));
}

function times({ positions, indices }: Triangles, factor: number): Triangles {
  return { positions: positions.map((x) => x * factor), indices };
}

function primitive(shape: Exclude<NewShape, { kind: 'mesh' }>): PlainShape {
  switch (shape.kind) {
    case 'box':
      return primitiveOf({ kind: shape.kind, sizes: shape.size });
    case 'sphere':
      return primitiveOf({ kind: shape.kind, sizes: [shape.radius] });
    case 'cylinder':
      return primitiveOf({ kind: shape.kind, sizes: [shape.radius, shape.length] });
  }
}
