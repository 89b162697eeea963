/** Meshes and colours of an MJCF model. A mesh is read when a geom first asks for it. */
import type { PlainShape, Triangles } from '../../geometry/index.ts';
import type { Colour, MeshGeometry } from '../../kinematics/index.ts';
import { nameHint, unrotateVectorInto } from '../../math/index.ts';
import { colourOf } from '../meshColours.ts';
import { turnedIfMirrored } from '../mirrored.ts';
import type { MeshLibrary } from '../urdfGeometry.ts';
import type { Defaults } from './defaults.ts';
import type { Fields } from './fields.ts';
import type { ModelFiles } from './modelFiles.ts';
import { fromQuaternion, readPosition } from './placement.ts';
import type { Settings } from './settings.ts';

export class Assets {
  private readonly meshes = new Map<string, Fields>();
  private readonly materials = new Map<string, Fields>();
  private readonly loaded = new Map<string, MeshGeometry | PlainShape>();
  private readonly library: MeshLibrary;
  private readonly settings: Settings;

  constructor(model: ModelFiles, defaults: Defaults, library: MeshLibrary, settings: Settings) {
    this.library = library;
    this.settings = settings;
    for (const section of model.sections('asset')) {
      for (const element of model.childrenOf(section)) {
        if (element.name === 'mesh') this.addMesh(defaults.fields(element));
        if (element.name === 'material') this.addMaterial(defaults.fields(element));
      }
    }
  }

  private addMesh(fields: Fields): void {
    const name = fields.text('name') ?? stem(fields.text('file') ?? '');
    if (name === '') throw fields.error('missing-attribute', 'a <mesh> needs a "name" or a "file"');
    const first = this.meshes.get(name);
    if (first) {
      const hint = `the first is on line ${first.element.line}`;
      throw fields.error('duplicate-mesh', `there are two meshes called "${name}"`, hint);
    }
    this.meshes.set(name, fields);
  }

  private addMaterial(fields: Fields): void {
    const name = fields.text('name');
    if (name !== undefined) this.materials.set(name, fields);
  }

  /** The geometry of a mesh asset, in its own frame. Throws at `geom`, or where the asset stands. */
  mesh(name: string, geom: Fields): MeshGeometry | PlainShape {
    const fields = this.meshes.get(name);
    if (!fields) {
      const hint = nameHint(name, this.meshes.keys());
      throw geom.error('unknown-mesh', `there is no mesh "${name}"`, hint, 'mesh');
    }
    let geometry = this.loaded.get(name);
    if (!geometry) {
      geometry = this.read(name, fields);
      this.loaded.set(name, geometry);
    }
    return geometry;
  }

  private read(name: string, fields: Fields): MeshGeometry | PlainShape {
    for (const unread of ['builtin', 'plugin']) {
      if (!fields.has(unread)) continue;
      const message = `the mesh "${name}" is made by MuJoCo ("${unread}") and cannot be read`;
      throw fields.error('unsupported', message, 'give it a file', unread);
    }
    const scale = fields.numbers('scale', 3) ?? Float64Array.of(1, 1, 1);
    if (scale.some((each) => each === 0)) {
      throw fields.error('zero-scale', 'a mesh with scale 0 has no volume', undefined, 'scale');
    }
    const file = fields.text('file');
    if (file === undefined) return inlineMesh(name, fields, scale, placeOf(fields));
    const { strippath, meshdir } = this.settings;
    const path = strippath
      ? file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
      : file;
    const reference = meshdir === '' || path.startsWith('/') ? path : `${meshdir}/${path}`;
    const place = placeOf(fields);
    const asked = { element: fields.element, attribute: 'file', reference };
    if (!place) return this.library.load({ ...asked, scale }).geometry;
    const plain = this.library.load({ ...asked, scale: Float64Array.of(1, 1, 1) }).geometry;
    return { ...plain, triangles: moved(plain.triangles, place, scale) };
  }

  /** The colour of a geom: its own, else that of its material. */
  colour(geom: Fields): Colour | null {
    const rgba = geom.numbers('rgba', 4);
    if (rgba) return colourOf(rgba);
    const material = this.materials.get(geom.text('material') ?? '');
    const own = material?.numbers('rgba', 4);
    return own ? colourOf(own) : null;
  }
}

/** The name of a file without folders and ending. */
function stem(file: string): string {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Where the frame of a mesh stands in its file's; null if it is the file's. */
function placeOf(fields: Fields): Float64Array | null {
  const at = readPosition(fields, 'refpos');
  const quaternion = fields.numbers('refquat', 4);
  if (!at && !quaternion) return null;
  const pose = fromQuaternion(fields, 'refquat', quaternion ? [...quaternion] : [1, 0, 0, 0]);
  pose.set(at ?? [0, 0, 0], 9);
  return pose;
}

/** Vertices seen from a frame in their file's frame, and then scaled. */
function moved(mesh: Triangles, place: Float64Array, scale: Float64Array): Triangles {
  const positions = movedPoints(mesh.positions, place, scale);
  return { positions, indices: turnedIfMirrored(mesh.indices, scale) };
}

function movedPoints(
  points: Float64Array,
  place: Float64Array | null,
  scale: Float64Array,
): Float64Array {
  const out = points.slice();
  for (let i = 0; i < out.length; i += 3) {
    if (place) {
      for (let k = 0; k < 3; k++) out[i + k] -= place[9 + k];
      unrotateVectorInto(place, 0, out, i);
    }
    for (let k = 0; k < 3; k++) out[i + k] *= scale[k];
  }
  return out;
}

/** Vertices in the file itself; without faces it is their convex hull, as in MuJoCo. */
function inlineMesh(
  name: string,
  fields: Fields,
  scale: Float64Array,
  place: Float64Array | null,
): MeshGeometry | PlainShape {
  const vertices = fields.someNumbers('vertex', 12, Number.POSITIVE_INFINITY);
  if (!vertices || vertices.length % 3 !== 0) {
    const message = `the mesh "${name}" needs a "file", or a "vertex" list of three numbers each, four at least`;
    throw fields.error('missing-attribute', message);
  }
  const positions = movedPoints(vertices, place, scale);
  const faces = fields.someNumbers('face', 3, Number.POSITIVE_INFINITY);
  if (!faces) return { kind: 'hull', hull: { positions } };
  const count = positions.length / 3;
  const isIndex = (each: number) => Number.isInteger(each) && each >= 0 && each < count;
  if (faces.length % 3 !== 0 || !faces.every(isIndex)) {
    const message = `the faces of the mesh "${name}" are not three numbers of vertices each`;
    throw fields.error('bad-faces', message, `there are ${count} vertices, from 0 on`, 'face');
  }
  const triangles = { positions, indices: turnedIfMirrored(Uint32Array.from(faces), scale) };
  return { kind: 'mesh', triangles, reference: name };
}
