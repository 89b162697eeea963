/**
 * The obstacles of a cell, a group each, with the frame around the one that is selected. Groups stay
 * when a cell is edited, so that an obstacle in hand is not lost.
 */
import {
  Box3,
  Box3Helper,
  type BufferGeometry,
  Color,
  Group,
  Matrix4,
  type Mesh,
  type Object3D,
} from 'three';
import type { ObstacleDescription } from '../../src/cell/index.ts';
import type { DrawnPart } from './drawPlan.ts';
import { type MeshData, meshOf, type Paint } from './figure.ts';
import type { GeometryCache } from './geometryCache.ts';
import { PALETTE } from './materials.ts';
import { placeObject, placeObjectBy, poseToMatrix } from './poses.ts';
import { encloses, shadowed } from './shadows.ts';
import { followed } from './stretch.ts';

/** Chooses the material of a part of an obstacle. */
export type ObstaclePaint = (part: DrawnPart, obstacle: number) => ReturnType<Paint>;

export class ObstacleGroups {
  readonly root = new Group();
  readonly groups: Group[] = [];
  private readonly frameBox = new Box3();
  /** Numbers of those that cast no shadows. */
  private halls: ReadonlySet<number> = new Set();
  /** The selected obstacle as its pivot has it. */
  private readonly fromPivot = new Matrix4();
  private readonly frameLines = new Box3Helper(this.frameBox, new Color(PALETTE.yellow));

  constructor() {
    this.frameLines.visible = false;
    this.frameLines.raycast = () => {};
    this.root.add(this.frameLines);
  }

  /** Shows these; what somebody has in hand stays where the hand is. */
  set(
    obstacles: readonly ObstacleDescription[],
    parts: readonly (readonly DrawnPart[])[],
    inHand: Object3D | null,
    cache: GeometryCache,
    paint: ObstaclePaint,
  ): void {
    while (this.groups.length > obstacles.length) this.groups.pop()?.removeFromParent();
    obstacles.forEach(({ pose }, i) => {
      let group = this.groups[i];
      if (!group) {
        group = new Group();
        this.groups.push(group);
        this.root.add(group);
      }
      group.clear();
      for (const part of parts[i]) {
        group.add(meshOf(part, i, cache, (own) => paint(own, i)));
      }
      if (group !== inHand) placeObject(group, pose);
    });
    this.castShadows();
  }

  /** Puts an object where an obstacle's piece is; false if it has several, or no size to be changed. */
  placeStretch(obstacle: number, object: Object3D): boolean {
    const mesh = this.stretchable(obstacle);
    if (!mesh) return false;
    mesh.updateWorldMatrix(true, false);
    placeObjectBy(object, mesh.matrixWorld);
    return true;
  }

  /** Puts an object in the middle of an obstacle, turned as it is: what moves the object moves the obstacle. */
  placePivot(obstacle: number, object: Object3D): void {
    const group = this.groups[obstacle];
    group.updateWorldMatrix(true, true);
    const box = boxOf(group.children as Mesh[], new Box3());
    object.quaternion.copy(group.quaternion);
    object.scale.setScalar(1);
    if (box.isEmpty()) object.position.copy(group.position);
    else box.getCenter(object.position);
    object.updateMatrix();
    this.fromPivot.copy(object.matrix).invert().multiply(group.matrix);
  }

  /** The obstacle goes where its pivot went. */
  followPivot(obstacle: number, object: Object3D): void {
    object.updateMatrix();
    const group = this.groups[obstacle];
    group.matrix.multiplyMatrices(object.matrix, this.fromPivot);
    group.matrix.decompose(group.position, group.quaternion, group.scale);
  }

  /** Draws the piece as large as somebody pulled that object, as far as its kind can follow: the factors. */
  stretch(obstacle: number, { scale }: Object3D): readonly number[] | null {
    const mesh = this.stretchable(obstacle);
    if (!mesh) return null;
    const { pose, geometry } = (mesh.userData as MeshData).part;
    const factors = followed(geometry.kind, scale.toArray());
    scale.set(...factors);
    poseToMatrix(pose, 0, mesh.matrix).scale(scale);
    mesh.matrixWorldNeedsUpdate = true;
    return factors;
  }

  private stretchable(obstacle: number): Mesh | null {
    const [only, ...others] = (this.groups[obstacle]?.children ?? []) as Mesh[];
    if (!only || others.length > 0) return null;
    return (only.userData as MeshData).part.geometry.kind === 'half-space' ? null : only;
  }

  meshes(): Mesh[] {
    return this.groups.flatMap((group) => group.children as Mesh[]);
  }

  paint(paint: ObstaclePaint): void {
    this.groups.forEach((group, i) => {
      for (const mesh of group.children as Mesh[]) {
        mesh.material = paint(mesh.userData.part as DrawnPart, i);
      }
    });
  }

  /** Puts the frame around an obstacle; null takes it away. */
  frame(obstacle: number | null): void {
    const group = obstacle === null ? undefined : this.groups[obstacle];
    this.frameLines.visible = false;
    if (!group) return;
    group.updateWorldMatrix(true, true);
    boxOf(group.children as Mesh[], this.frameBox);
    this.frameLines.visible = !this.frameBox.isEmpty();
  }

  /** Shadows of all but these: now, and when they are made anew. */
  castShadows(halls: ReadonlySet<number> = this.halls): void {
    this.halls = halls;
    for (const [i, group] of this.groups.entries()) shadowed(group, !halls.has(i));
  }

  /** Numbers of those that enclose what moves. */
  enclosing(moving: Box3): Set<number> {
    this.root.updateWorldMatrix(true, true);
    const box = (group: Group) => boxOf(group.children as Mesh[], own);
    return new Set(this.groups.flatMap((group, i) => (encloses(box(group), moving) ? [i] : [])));
  }

  /** The box around all of them. */
  box(): Box3 {
    this.root.updateWorldMatrix(true, true);
    return boxOf(this.meshes(), new Box3());
  }

  dispose(): void {
    this.frameLines.dispose();
  }
}

const own = new Box3();

/** The box around meshes in the world, without planes that have no end. */
export function boxOf(meshes: readonly Mesh<BufferGeometry>[], out: Box3): Box3 {
  out.makeEmpty();
  for (const mesh of meshes) {
    if ((mesh.userData.part as DrawnPart).geometry.kind === 'half-space') continue;
    if (!mesh.geometry.boundingBox) continue;
    out.union(own.copy(mesh.geometry.boundingBox).applyMatrix4(mesh.matrixWorld));
  }
  return out;
}
