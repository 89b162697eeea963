/** Shapes of the cell file, and objects made of them: obstacles and what robots carry. */
import {
  assertShape,
  boundingRadius,
  buildMesh,
  hullShape,
  type Shape,
  type Triangles,
} from '../geometry/index.ts';
import type { MeshGeometry, Part } from '../kinematics/index.ts';
import { type Fault, identityPose } from '../math/index.ts';
import { metresAbout } from '../words/index.ts';
import { readMesh } from './mesh.ts';
import { assertCoordinates, readPoint, readPose } from './poseValue.ts';
import { type Resolver, resolve } from './resolver.ts';
import type { Mapping, Value } from './value.ts';

/** What all parts of a cell are read with. */
export interface CellContext {
  /** The cell file, against which references are resolved. */
  readonly file: string;
  readonly resolver: Resolver;
  /** Whether robots are read with what is for drawing only. */
  readonly visuals: boolean;
  /** Links without collision geometry are tested by their visuals, unless the file says otherwise. */
  readonly testVisuals: boolean;
  /** Every file read, by the path that had it. */
  readonly files: Map<string, Uint8Array>;
  readonly notes: Fault[];
}

const KINDS = [
  'box',
  'sphere',
  'cylinder',
  'capsule',
  'cone',
  'ellipsoid',
  'half_space',
  'plane',
  'hull',
  'mesh',
] as const;
type Kind = (typeof KINDS)[number];

/** Larger than this, in metres, and a size was probably meant in millimetres. */
const SUSPICIOUS_RADIUS = 50;

/** Keys of an object that readObject takes care of. */
export const OBJECT_KEYS = ['name', 'shape', 'parts', 'pose'] as const;

export interface CellObject {
  readonly pose: Float64Array;
  /** In the object's frame. */
  readonly parts: readonly Part[];
  readonly solid: boolean;
  readonly mustBeSolid?: boolean;
}

/** `shape` and `pose`, or `parts`, a list of such shapes, and `pose`. */
export function readObject(
  object: Mapping<(typeof OBJECT_KEYS)[number]>,
  context: CellContext,
): CellObject {
  const pose = object.optional('pose', identityPose(), (v) => readPose(v, context.notes));
  const list = object.get('parts');
  const shape = object.get('shape');
  if (list && shape) {
    throw object.keyError('parts', 'cell/two-shapes', 'an object has shape or parts, not both');
  }
  if (!list) {
    const { geometry, solid } = readShape(object.need('shape'), context);
    return { pose, parts: [{ pose: identityPose(), geometry }], ...solidity(solid) };
  }
  const parts: Part[] = [];
  const solids: (boolean | undefined)[] = [];
  for (const item of list.list('parts')) {
    const part = item.mapping('a part', ['shape', 'pose']);
    const { geometry, solid } = readShape(part.need('shape'), context);
    const partPose = part.optional('pose', identityPose(), (v) => readPose(v, context.notes));
    parts.push({ pose: partPose, geometry });
    if (geometry.kind === 'mesh') solids.push(solid);
  }
  if (parts.length === 0) throw list.error('cell/empty', 'parts is empty, expected shapes');
  const [solid] = solids;
  if (solids.some((s) => s !== solid)) {
    throw list.error(
      'cell/mixed-solid',
      'some meshes of the object are solid, or must be, and some are not',
      'say the same of all of them, or make two objects of it',
    );
  }
  return { pose, parts, ...solidity(solid) };
}

/** What the file says of meshes: solid, not solid, or nothing, and then closed ones are. */
function solidity(said: boolean | undefined): Pick<CellObject, 'solid' | 'mustBeSolid'> {
  return { solid: said ?? true, ...(said === true && { mustBeSolid: true }) };
}

function readShape(
  value: Value,
  context: CellContext,
): { geometry: Shape | MeshGeometry; solid?: boolean } {
  const shape = value.mapping('a shape', [...KINDS, 'scale', 'solid']);
  const kinds = KINDS.filter((kind) => shape.get(kind) !== undefined);
  if (kinds.length !== 1) {
    const found = kinds.length === 0 ? 'none' : kinds.join(' and ');
    throw value.error('cell/shape', `a shape has one of ${KINDS.join(', ')}; found ${found}`);
  }
  const [kind] = kinds;
  if (kind === 'mesh') {
    const geometry = readMeshShape(shape, context);
    const said = shape.get('solid');
    if (!said) return { geometry };
    const solid = said.boolean('solid');
    if (solid) assertSolid(said, geometry);
    return { geometry, solid };
  }
  for (const key of ['scale', 'solid'] as const) {
    if (shape.get(key) === undefined) continue;
    throw shape.keyError(key, 'cell/mesh-only', `${key} is for meshes; this shape is a ${kind}`);
  }
  const given = shape.need(kind);
  const geometry = given.locate(() => {
    const made = primitive(kind, given);
    assertShape(made);
    return made;
  });
  warnAboutSize(given, geometry.kind === 'half-space' ? 0 : boundingRadius(geometry), context);
  return { geometry };
}

/** An error at `value`, which says so, if a mesh cannot be a solid. */
export function assertSolid(value: Value, { triangles }: MeshGeometry): void {
  value.locate(() => buildMesh(triangles, { mustBeSolid: true }));
}

function primitive(kind: Exclude<Kind, 'mesh'>, value: Value): Shape {
  switch (kind) {
    case 'box': {
      const [x, y, z] = value.numbers('box', 3);
      return { kind, half: [x / 2, y / 2, z / 2] };
    }
    case 'sphere':
      return {
        kind,
        radius: value.mapping('a sphere', ['radius']).need('radius').number('radius'),
      };
    case 'cylinder':
    case 'capsule':
    case 'cone': {
      const round = value.mapping(`a ${kind}`, ['radius', 'length']);
      const radius = round.need('radius').number('radius');
      return { kind, radius, length: round.need('length').number('length') };
    }
    case 'ellipsoid': {
      const radii = value.mapping('an ellipsoid', ['radii']).need('radii');
      const [x, y, z] = radii.numbers('radii', 3);
      return { kind, radii: [x, y, z] };
    }
    case 'half_space':
    case 'plane': {
      const plane = value.mapping('a half-space', ['normal', 'offset']);
      const normal = plane.need('normal');
      const offset = plane.optional('offset', 0, (v) => v.number('offset'));
      return halfSpace(normal, normal.numbers('normal', 3), offset);
    }
    case 'hull':
      return hullShape(Float64Array.from(value.list('hull').flatMap(readPoint)));
  }
}

/** The points x with normal . x <= offset, for a normal of any length; an error at `value` for 0. */
export function halfSpace(value: Value, normal: readonly number[], offset: number): Shape {
  const [x, y, z] = normal;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 1e-100 && length < 1e100)) {
    throw value.error('cell/normal', `the normal [${normal.join(', ')}] has no direction`);
  }
  const unit = [x / length, y / length, z / length] as const;
  return { kind: 'half-space', normal: unit, offset: offset / length };
}

function readMeshShape(shape: Mapping<'mesh' | 'scale'>, context: CellContext): MeshGeometry {
  const value = shape.need('mesh');
  const scale = shape.optional('scale', [1, 1, 1], (v) =>
    Array.isArray(v.data) ? v.numbers('scale', 3) : Array(3).fill(v.number('scale')),
  );
  if (scale.some((s) => s === 0)) {
    throw shape.keyError('scale', 'cell/scale', 'a scale of 0 leaves nothing of the mesh');
  }
  return loadMesh(value, value.text('mesh'), scale, context);
}

/** The mesh that `reference` names, scaled along its own axes. */
export function loadMesh(
  value: Value,
  reference: string,
  scale: readonly number[],
  context: CellContext,
): MeshGeometry {
  const { path, bytes } = readReference(value, reference, context);
  // A mesh may itself be in several files, named from its own folder.
  const read = (part: string) => {
    const found = resolve(context.resolver, part, path);
    if (found.bytes) context.files.set(found.path, found.bytes);
    return found.bytes;
  };
  const mesh = readMesh(bytes, { file: path, read });
  context.notes.push(...mesh.notes);
  const triangles = scaled(mesh.triangles, scale);
  assertCoordinates(value, triangles.positions);
  let radius = 0;
  for (const c of triangles.positions) radius = Math.max(radius, Math.abs(c));
  warnAboutSize(value, radius, context);
  return { kind: 'mesh', triangles, reference };
}

function scaled({ positions, indices }: Triangles, scale: readonly number[]): Triangles {
  if (scale[0] * scale[1] * scale[2] < 0) {
    // A mirrored mesh is inside out: turn its triangles round.
    indices = indices.slice();
    for (let i = 0; i < indices.length; i += 3) {
      [indices[i], indices[i + 1]] = [indices[i + 1], indices[i]];
    }
  }
  return { positions: positions.map((c, i) => c * scale[i % 3]), indices };
}

/** A file that the cell refers to; a missing one is an error where it is named. */
export function readReference(
  value: Value,
  reference: string,
  { file, resolver, files }: CellContext,
): { path: string; bytes: Uint8Array } {
  const { path, bytes, tried } = resolve(resolver, reference, file);
  if (!bytes) {
    const where = tried.length > 4 ? [...tried.slice(0, 4), '...'] : tried;
    throw value.error(
      'cell/missing-file',
      `there is no file ${JSON.stringify(reference)}`,
      `looked for ${where.join(', ')}`,
    );
  }
  files.set(path, bytes);
  return { path, bytes };
}

function warnAboutSize(value: Value, radius: number, { notes }: CellContext): void {
  if (radius <= SUSPICIOUS_RADIUS) return;
  const size = `the shape reaches ${metresAbout(radius, 3)} from its origin`;
  notes.push(value.error('cell/millimetres', size, 'lengths are in metres, not millimetres').fault);
}
