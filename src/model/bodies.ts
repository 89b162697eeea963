/**
 * Bodies as the model has them: rigid things of triangles and exact shapes. A body rides on one kinematic
 * frame and has pieces. Everything is in the body's frame: mesh vertices are placed there once, which
 * rounds them to doubles, and from then on they are the mesh; a shape keeps its own frame and is placed by
 * a pose. What is closed, and what is a hole in it, is known for every mesh.
 */
import { buildMesh, type Mesh } from '../geometry/mesh.ts';
import { assertShape, type PlainShape } from '../geometry/shapes.ts';
import type { Triangles } from '../geometry/triangles.ts';
import type { MeshGeometry, Part } from '../kinematics/description.ts';
import { orthonormalise } from '../kinematics/joint.ts';
import { InputError } from '../math/fault.ts';
import {
  assertPose,
  composePoses,
  composePosesInto,
  identityPose,
  transformPointInto,
} from '../math/pose.ts';
import { requireAmount } from './amounts.ts';
import type { ObstacleDescription, ObstacleSet } from './description.ts';
import { MemberPlaces, memberName, memberShape, requireSet, setSize } from './sets.ts';

export interface MeshModel {
  readonly kind: 'mesh';
  readonly name: string;
  readonly mesh: Mesh;
}

/** A convex shape, placed in the body's frame. */
export interface ShapeModel {
  readonly kind: 'convex';
  readonly name: string;
  readonly shape: PlainShape;
  readonly pose: Float64Array;
}

export type PieceModel = MeshModel | ShapeModel;

export interface BodyModel {
  /** Scoped: `left/panda_hand`, `table`. */
  readonly name: string;
  readonly kind: 'link' | 'attached' | 'obstacle';
  /** The frame of the kinematic tree that it rides on; 0 is the world. */
  readonly frame: number;
  readonly pieces: readonly PieceModel[];
  /** Metres by which it is grown. */
  readonly padding: number;
}

export interface BodyOptions {
  readonly name: string;
  readonly kind: BodyModel['kind'];
  readonly frame: number;
  readonly parts: readonly Part[];
  /** Places the parts' frame in the body's frame. */
  readonly pose?: Float64Array;
  readonly padding?: number;
  readonly scale?: number;
  /** `false` makes closed meshes surfaces. */
  readonly solid?: boolean;
  /** Meshes that are nearly closed are closed by triangles, and open ones are a fault. */
  readonly mustBeSolid?: boolean;
}

/** One body. Throws an InputError if a part is not sound. */
export function modelBody(options: BodyOptions): BodyModel {
  const { name, kind, frame, padding = 0, scale = 1 } = options;
  requireAmount(`the padding of "${name}"`, padding);
  requireAmount(`the scale of "${name}"`, scale, true);
  return { name, kind, frame, pieces: modelPieces(options), padding };
}

function modelPieces(options: BodyOptions): PieceModel[] {
  const { name, parts, pose: outer = IDENTITY } = options;
  return parts.map((part, i) => {
    assertPose(outer);
    assertPose(part.pose);
    const label = part.name ?? (parts.length > 1 ? `${name}#${i}` : name);
    return modelPiece(label, part, options);
  });
}

const IDENTITY = identityPose();

/**
 * An obstacle. One made of shapes alone is looked at here, so that what is not sound is refused, and its pieces are
 * made when somebody asks for them: of many obstacles only a few are ever near anything. Throws an InputError.
 */
export function modelObstacle(described: ObstacleDescription): BodyModel {
  const { pose, parts } = described;
  if (parts.some(({ geometry }) => geometry.kind === 'mesh')) {
    return modelBody({ ...described, kind: 'obstacle', frame: 0 });
  }
  for (const part of parts) {
    assertPose(pose);
    assertPose(part.pose);
    if (part.geometry.kind !== 'mesh') assertShape(part.geometry);
  }
  return new ShapeObstacle(described);
}

/** An obstacle made of shapes: pieces when they are asked for. */
class ShapeObstacle implements BodyModel {
  private readonly described: ObstacleDescription;
  private made: readonly PieceModel[] | null = null;

  constructor(described: ObstacleDescription) {
    this.described = described;
  }

  get name(): string {
    return this.described.name;
  }

  get kind(): 'obstacle' {
    return 'obstacle';
  }

  get frame(): number {
    return 0;
  }

  get padding(): number {
    return 0;
  }

  get pieces(): readonly PieceModel[] {
    this.made ??= this.makePieces();
    return this.made;
  }

  /** As `visitPieces`. */
  visit(look: (shape: PlainShape, pose: Float64Array) => void): void {
    const { pose, parts } = this.described;
    for (const part of parts) {
      if (part.geometry.kind === 'mesh') continue;
      composePosesInto(pose, 0, part.pose, 0, lent, 0);
      orthonormalise(lent);
      look(part.geometry, lent);
    }
  }

  get isMade(): boolean {
    return this.made !== null;
  }

  private makePieces(): PieceModel[] {
    const { name, pose, parts } = this.described;
    return parts.map((part, i) => {
      const label = part.name ?? (parts.length > 1 ? `${name}#${i}` : name);
      return modelPiece(label, part, { pose });
    });
  }
}

const lent = new Float64Array(12);

/** Members of a set as bodies: light objects, of which pieces are made each time that they are asked for. */
export function modelSet(set: ObstacleSet): BodyModel[] {
  requireSet(set);
  const places = new MemberPlaces(set);
  return Array.from({ length: setSize(set) }, (_, i) => new MemberBody(set, places, i));
}

class MemberBody implements BodyModel {
  private readonly set: ObstacleSet;
  private readonly places: MemberPlaces;
  private readonly member: number;

  constructor(set: ObstacleSet, places: MemberPlaces, member: number) {
    this.set = set;
    this.places = places;
    this.member = member;
  }

  get name(): string {
    return memberName(this.set, this.member);
  }

  get kind(): 'obstacle' {
    return 'obstacle';
  }

  get frame(): number {
    return 0;
  }

  get padding(): number {
    return 0;
  }

  get pieces(): readonly PieceModel[] {
    const shape = memberShape(this.set, this.member);
    return [{ kind: 'convex', name: this.name, shape, pose: this.places.of(this.member).slice() }];
  }

  /** As `visitPieces`. */
  visit(look: (shape: PlainShape, pose: Float64Array) => void): void {
    look(memberShape(this.set, this.member), this.places.of(this.member));
  }
}

/** What looks at the pieces of a body, one after the other. A pose is lent for the time of a look. */
export interface PieceVisitor {
  mesh(mesh: Mesh): void;
  shape(shape: PlainShape, pose: Float64Array): void;
}

/** Shows the pieces of a body; those that were not made yet stay unmade. */
export function visitPieces(body: BodyModel, visitor: PieceVisitor): void {
  if (body instanceof MemberBody) body.visit(visitor.shape);
  else if (body instanceof ShapeObstacle && !body.isMade) body.visit(visitor.shape);
  else {
    for (const piece of body.pieces) {
      if (piece.kind === 'mesh') visitor.mesh(piece.mesh);
      else visitor.shape(piece.shape, piece.pose);
    }
  }
}

/** Whether the pieces of a body are there, asked for or not. */
export function isModelled(body: BodyModel): boolean {
  if (body instanceof MemberBody) return false;
  return !(body instanceof ShapeObstacle) || body.isMade;
}

type Placing = Pick<BodyOptions, 'pose' | 'scale' | 'solid' | 'mustBeSolid'>;

function modelPiece(name: string, part: Part, options: Placing): PieceModel {
  const { pose: outer = IDENTITY, scale = 1 } = options;
  const pose = composePoses(outer, part.pose);
  orthonormalise(pose);
  if (part.geometry.kind === 'mesh') {
    return { kind: 'mesh', name, mesh: placedMesh(part.geometry, pose, scale, options) };
  }
  const shape = scaled(part.geometry, scale, name);
  assertShape(shape);
  return { kind: 'convex', name, shape, pose };
}

type Solidity = Pick<BodyOptions, 'solid' | 'mustBeSolid'>;

/** Meshes by their triangles: robots of one kind, and scenes with one robot, share them. */
const placedMeshes = new WeakMap<Triangles, { key: string; mesh: Mesh }[]>();

function placedMesh(
  { triangles, reference }: MeshGeometry,
  pose: Float64Array,
  scale: number,
  { solid = true, mustBeSolid = false }: Solidity,
): Mesh {
  const key = `${pose.join()} ${scale} ${solid} ${mustBeSolid}`;
  const known = placedMeshes.get(triangles) ?? [];
  const found = known.find((entry) => entry.key === key);
  if (found) return found.mesh;
  const mesh = buildMesh(placed(triangles, pose, scale), { solid, mustBeSolid, file: reference });
  placedMeshes.set(triangles, [...known, { key, mesh }]);
  return mesh;
}

function placed(triangles: Triangles, pose: Float64Array, scale: number): Triangles {
  const scaledUp = scale === 1 ? triangles.positions : triangles.positions.map((x) => scale * x);
  return { positions: placedPoints(scaledUp, pose), indices: triangles.indices };
}

/** Points of a piece in the body's frame. */
export function placedPoints(points: Float64Array, pose: Float64Array): Float64Array {
  const out = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) transformPointInto(pose, 0, points, i, out, i);
  return out;
}

function scaled(shape: PlainShape, s: number, name: string): PlainShape {
  if (s === 1) return shape;
  const times = (v: readonly [number, number, number]): [number, number, number] => [
    s * v[0],
    s * v[1],
    s * v[2],
  ];
  switch (shape.kind) {
    case 'box':
      return { ...shape, half: times(shape.half) };
    case 'sphere':
      return { ...shape, radius: s * shape.radius };
    case 'cylinder':
    case 'capsule':
    case 'cone':
      return { ...shape, radius: s * shape.radius, length: s * shape.length };
    case 'ellipsoid':
      return { ...shape, radii: times(shape.radii) };
    case 'hull':
      return { kind: 'hull', hull: { positions: shape.hull.positions.map((x) => s * x) } };
    case 'half-space':
      throw new InputError({
        code: 'cell/scale',
        message: `"${name}" is a half-space, which cannot be scaled`,
      });
  }
}
