/** What a mesh reader gives back, and the two checks that all readers begin with. */
import type { Triangles } from '../geometry/index.ts';
import type { MeshColours } from '../kinematics/index.ts';
import { type Fault, InputError } from '../math/index.ts';

/** The mesh formats that can be read. */
export type MeshFormat = 'stl' | 'obj' | 'ply' | 'dae' | 'gltf';

/**
 * A run of triangles under one name: a solid of an ASCII STL file, an `o` or `g` of an OBJ file, an
 * instance of a COLLADA geometry or glTF mesh.
 */
export interface MeshGroup {
  /** As in the file; may be empty, and may occur again in a later run. */
  readonly name: string;
  readonly firstTriangle: number;
  /** At least 1: a name without triangles makes no group. */
  readonly triangleCount: number;
}

/**
 * The contents of a mesh file. Coordinates are finite and indices are in range; nothing else is
 * promised: triangles may be degenerate, vertices repeated or unused. Units are the file's own, but metres for COLLADA and glTF, which say
 * what their units are. No axes are turned.
 */
export interface MeshFile {
  readonly format: MeshFormat;
  /** At least one triangle. */
  readonly triangles: Triangles;
  /** In file order and without gaps; empty where the file names nothing. */
  readonly groups: readonly MeshGroup[];
  /** If they were asked for and the file has any. Triangles are the same with and without. */
  readonly colours?: MeshColours;
  /** What is worth telling but is not an error, such as statements that were left out. */
  readonly notes: readonly Fault[];
}

const LFS_POINTER = 'version https://git-lfs';

/** Throws for bytes that no reader can do anything with. */
export function refuseHopeless(bytes: Uint8Array, format: string, file?: string): void {
  if (bytes.length === 0) {
    throw new InputError({ code: `${format}/empty`, message: 'the file is empty', file, byte: 0 });
  }
  if (startsWith(bytes, LFS_POINTER)) {
    throw new InputError({
      code: `${format}/lfs-pointer`,
      message: 'this is a Git LFS pointer, not the mesh itself',
      file,
      line: 1,
      hint: 'fetch the real file with "git lfs pull"',
    });
  }
}

/** Does the data begin with this ASCII text? */
export function startsWith(bytes: Uint8Array, text: string): boolean {
  if (bytes.length < text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Collects the named runs of triangles while a file is read. */
export class GroupList {
  private readonly groups: MeshGroup[] = [];
  private name: string | undefined;
  private first = 0;

  /**
   * From triangle `triangleCount` on, triangles belong to `name`. Those before the first name
   * make a group with an empty name.
   */
  begin(name: string, triangleCount: number): void {
    this.close(triangleCount);
    this.name = name;
  }

  /** All groups, given the number of triangles in the end; none if there was no name. */
  finish(triangleCount: number): readonly MeshGroup[] {
    if (this.name !== undefined) this.close(triangleCount);
    return this.groups;
  }

  private close(triangleCount: number): void {
    const firstTriangle = this.first;
    this.first = triangleCount;
    if (triangleCount === firstTriangle) return;
    this.groups.push({
      name: this.name ?? '',
      firstTriangle,
      triangleCount: triangleCount - firstTriangle,
    });
  }
}
