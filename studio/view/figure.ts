/**
 * All robots of a cell as objects of three.js: a group per frame, meshes in it. Figures of one cell
 * share their geometry; each has its own pose and its own materials. Posing allocates nothing.
 */
import { Group, type Material, Matrix4, Mesh, Object3D } from 'three';
import type { Kinematics } from '../../src/kinematics/index.ts';
import type { DrawnPart } from './drawPlan.ts';
import type { GeometryCache } from './geometryCache.ts';
import { poseToMatrix } from './poses.ts';

/** Chooses the material of a part, or one for each colour of its palette. */
export type Paint = (part: DrawnPart) => Material | Material[];

/** What a mesh of the scene stands for: put into `userData`. */
export interface MeshData {
  readonly part: DrawnPart;
  /** Number of the obstacle, or -1. */
  readonly obstacle: number;
}

export class Figure {
  readonly root = new Group();
  readonly meshes: Mesh[] = [];
  private readonly frames: (Object3D | null)[];

  constructor(frameCount: number, parts: readonly DrawnPart[], cache: GeometryCache, paint: Paint) {
    this.frames = new Array<Object3D | null>(frameCount).fill(null);
    this.root.matrixAutoUpdate = false;
    for (const part of parts) {
      const mesh = meshOf(part, -1, cache, paint);
      this.frame(part.frame).add(mesh);
      this.meshes.push(mesh);
    }
  }

  /** The group that moves with a frame; made when first asked for. */
  frame(number: number): Object3D {
    let group = this.frames[number];
    if (!group) {
      group = new Object3D();
      group.matrixAutoUpdate = false;
      this.frames[number] = group;
      this.root.add(group);
    }
    return group;
  }

  pose(kinematics: Kinematics): void {
    const { frames } = this;
    for (let f = 0; f < frames.length; f++) {
      const group = frames[f];
      if (!group) continue;
      poseToMatrix(kinematics.poses, kinematics.poseOf(f), group.matrix);
      group.matrixWorldNeedsUpdate = true;
    }
  }

  /** Poses of all frames from outside, 12 numbers each from poses[o] on. */
  place(poses: ArrayLike<number>, o = 0): void {
    const { frames } = this;
    for (let f = 0; f < frames.length; f++) {
      const group = frames[f];
      if (!group) continue;
      poseToMatrix(poses, o + 12 * f, group.matrix);
      group.matrixWorldNeedsUpdate = true;
    }
  }

  paint(paint: Paint): void {
    for (const mesh of this.meshes) mesh.material = paint((mesh.userData as MeshData).part);
  }
}

export function meshOf(
  part: DrawnPart,
  obstacle: number,
  cache: GeometryCache,
  paint: Paint,
): Mesh {
  const mesh = new Mesh(cache.of(part.geometry), paint(part));
  mesh.userData = { part, obstacle } satisfies MeshData;
  mesh.matrixAutoUpdate = false;
  placePart(mesh, DISC);
  return mesh;
}

/** Radius of the disc that stands for a half-space until somebody knows better, in metres. */
const DISC = 4;

/** Planes have no end; they are drawn so far. */
export function sizePlanes(meshes: readonly Mesh[], radius: number): void {
  for (const mesh of meshes) {
    if ((mesh.userData as MeshData).part.geometry.kind === 'half-space') placePart(mesh, radius);
  }
}

const placement = new Matrix4();

/** Puts a mesh where its part is, in its frame. */
function placePart(mesh: Mesh, disc: number): void {
  const { pose, scale, geometry } = (mesh.userData as MeshData).part;
  poseToMatrix(pose, 0, mesh.matrix, scale);
  if (geometry.kind === 'half-space') {
    mesh.matrix.multiply(discMatrix(geometry.normal, geometry.offset, disc, placement));
  }
  mesh.matrixWorldNeedsUpdate = true;
}

/** Places a disc of radius 1 across z on the boundary of a half-space. */
function discMatrix(n: readonly number[], offset: number, size: number, out: Matrix4): Matrix4 {
  // Any two directions across the normal will do.
  const helper = Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  let u = cross(n, helper);
  const length = Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  u = u.map((x) => x / length);
  const v = cross(n, u);
  const pose = [u[0], v[0], n[0], u[1], v[1], n[1], u[2], v[2], n[2]];
  return poseToMatrix([...pose, ...n.map((x) => x * offset)], 0, out, size);
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
