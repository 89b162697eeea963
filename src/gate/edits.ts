/**
 * Applies edits to the description of a cell, all or none: where an edit throws, the description before is unchanged.
 * The same edits of the same cell make the same description, bit by bit, in every worker.
 */
import type { CellDescription } from '../cell/index.ts';
import { sha256 } from '../certificate/index.ts';
import { readMesh } from '../formats/index.ts';
import { assertShape, type PlainShape, type Triangles } from '../geometry/index.ts';
import {
  attachedPlace,
  linkPlace,
  type OpenCell,
  type OwnFrame,
  type OwnFrames,
  obstacleAt,
  obstacleNumber,
  ownFrame,
  statedPose,
  withAllowed,
  withClearance,
  withForbidden,
  withGrasped,
  withNewObstacle,
  withObstacle,
  withoutAttached,
  withoutObstacle,
  withPairClearance,
  withPutDown,
  withTracking,
} from '../jobs/index.ts';
import { Kinematics, type MeshGeometry, type Part } from '../kinematics/index.ts';
import { composePoses, type Fault, InputError, invertPoseInto, POSE_SIZE } from '../math/index.ts';
import type { ConfigurationValue, Edit, Pose, ShapeValue } from './protocol/index.ts';
import { bytesOfBase64, configurationOf, poseFrom } from './values.ts';

/** Meshes that are remembered, so that one that comes again is not compiled again. */
const MOST_MESHES = 64;

/** Makes edits of one cell, and remembers what later ones need. */
export class GateEditor {
  private readonly frames: OwnFrames = new WeakMap();
  private readonly meshes = new Map<string, Triangles>();

  /** The description after edits of a cell. Throws an InputError that names the edit. */
  apply(open: OpenCell, edits: readonly Edit[]): CellDescription {
    let { description } = open;
    edits.forEach((edit, i) => {
      try {
        description = this.made(open, description, edit);
      } catch (error) {
        throw error instanceof InputError ? inEdit(error, i, edit) : error;
      }
    });
    return description;
  }

  /** The own frames of all attached objects, in order; null for those that files attach. */
  framesOf({ robots }: CellDescription): readonly (OwnFrame | null)[] {
    return robots.flatMap(({ attached }) =>
      attached.map(({ parts }) => this.frames.get(parts) ?? null),
    );
  }

  private made(open: OpenCell, cell: CellDescription, edit: Edit): CellDescription {
    switch (edit.kind) {
      case 'add-obstacle': {
        const { name, pose, shape, solid = true } = edit;
        const parts = (edit.parts ?? [{ shape: shape! }]).map((part) => this.part(part));
        return withNewObstacle(cell, { name, pose: poseFrom(pose), parts, solid });
      }
      case 'move-obstacle':
        return withObstacle(cell, obstacleNumber(cell, edit.obstacle), {
          pose: poseFrom(edit.pose),
        });
      case 'remove-obstacle':
        return withoutObstacle(cell, obstacleNumber(cell, edit.obstacle));
      case 'attach':
        return this.attached(open, cell, edit);
      case 'detach':
        return this.detached(open, cell, edit);
      case 'remove-attached':
        return withoutAttached(cell, attachedPlace(cell, edit.object));
      case 'allow': {
        const { a, b, reason = '' } = edit;
        return withAllowed(cell, { a, b, reason: reason.trim() || 'allowed by an edit' });
      }
      case 'forbid':
        return withForbidden(cell, edit.a, edit.b);
      case 'clearance':
        return withClearance(cell, edit.distance);
      case 'pair-clearance':
        return withPairClearance(cell, edit.a, edit.b, edit.distance);
      case 'tracking':
        return withTracking(cell, edit.tolerance);
    }
  }

  private attached(
    open: OpenCell,
    cell: CellDescription,
    { obstacle: name, link, q, pose, touching = [] }: Extract<Edit, { kind: 'attach' }>,
  ): CellDescription {
    const obstacle = obstacleNumber(cell, name);
    const place = linkPlace(cell, link);
    const inLink = pose
      ? poseFrom(pose)
      : relative(linkInWorld(open, place.name, q!), obstacleAt(cell, obstacle).pose);
    return withGrasped(cell, { obstacle, place, inLink, touching }, this.frames);
  }

  private detached(
    open: OpenCell,
    cell: CellDescription,
    { object, q, pose }: Extract<Edit, { kind: 'detach' }>,
  ): CellDescription {
    const place = attachedPlace(cell, object);
    const { inLink } = ownFrame(place, this.frames);
    const down = pose
      ? poseFrom(pose)
      : statedPose(composePoses(linkInWorld(open, place.link.name, q!), inLink)).pose;
    return withPutDown(cell, place, down, this.frames);
  }

  private part({ shape, pose }: { shape: ShapeValue; pose?: Pose | undefined }): Part {
    return { pose: poseFrom(pose), geometry: this.geometry(shape) };
  }

  private geometry(shape: ShapeValue): PlainShape | MeshGeometry {
    if (shape.kind === 'mesh') return this.mesh(shape);
    const made = primitive(shape);
    assertShape(made);
    return made;
  }

  private mesh({ file, base64, scale = 1 }: Extract<ShapeValue, { kind: 'mesh' }>): MeshGeometry {
    const bytes = bytesOfBase64(base64, file);
    const key = `${sha256(bytes)} ${scale} ${file.slice(file.lastIndexOf('.'))}`;
    let triangles = this.meshes.get(key);
    if (!triangles) {
      const { positions, indices } = readMesh(bytes, { file }).triangles;
      triangles = { positions: positions.map((x) => x * scale), indices };
      const [oldest] = this.meshes.keys();
      if (this.meshes.size >= MOST_MESHES) this.meshes.delete(oldest);
      this.meshes.set(key, triangles);
    }
    return { kind: 'mesh', triangles, reference: file };
  }
}

function primitive(shape: Exclude<ShapeValue, { kind: 'mesh' }>): PlainShape {
  switch (shape.kind) {
    case 'box': {
      const [x, y, z] = shape.size;
      return { kind: 'box', half: [x / 2, y / 2, z / 2] };
    }
    case 'sphere':
      return { kind: 'sphere', radius: shape.radius };
    default:
      return { kind: shape.kind, radius: shape.radius, length: shape.length };
  }
}

/** Where a link is at a configuration. */
function linkInWorld(open: OpenCell, link: string, q: ConfigurationValue): Float64Array {
  const { tree } = open.cell;
  const kinematics = new Kinematics(tree);
  kinematics.setConfiguration(configurationOf(open, q, 'q').q);
  const at = kinematics.poseOf(tree.frameOf.get(link)!);
  return kinematics.poses.slice(at, at + POSE_SIZE);
}

/** Where `inner` is in `outer`: the nearest pose that a file can state. */
function relative(outer: Float64Array, inner: Float64Array): Float64Array {
  const inverse = new Float64Array(POSE_SIZE);
  invertPoseInto(outer, 0, inverse, 0);
  return statedPose(composePoses(inverse, inner)).pose;
}

function inEdit({ fault }: InputError, i: number, { kind }: Edit): InputError {
  const placed: Fault & { place: string } = {
    ...fault,
    message: `edit ${i} (${kind}): ${fault.message}`,
    place: `/edits/${i}`,
  };
  return new InputError(placed);
}
