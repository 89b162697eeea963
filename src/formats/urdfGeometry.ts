/**
 * Collision and visual elements of a URDF: placed primitives and meshes. Lengths in metres, poses in
 * the frame of the link. A mesh is read once per file, and scaled once per file and scale.
 */
import { MAX_COORDINATE, type Shape, shapeFault, type Triangles } from '../geometry/index.ts';
import type { Colour, MeshColours, MeshGeometry, Part } from '../kinematics/index.ts';
import { type Fault, InputError, identityPose, nameHint, poseFromRpy } from '../math/index.ts';
import { metresAbout } from '../words/index.ts';
import { readMesh } from './mesh.ts';
import { turnedIfMirrored } from './mirrored.ts';
import { lookedFor, type Resolver, resolve } from './resolver.ts';
import { checkAttributes, onlyChild } from './urdfElements.ts';
import type { XmlElement } from './xml.ts';

/** A mesh larger than this is probably in millimetres. */
export const LARGE_MESH_M = 20;

/** A mesh file as an element names it. */
export interface MeshReference {
  readonly element: XmlElement;
  /** Which of its attributes does. */
  readonly attribute: string;
  readonly reference: string;
  /** Factors along x, y, z. */
  readonly scale: Float64Array;
}

export interface LoadedMesh {
  readonly geometry: MeshGeometry;
  readonly colours: MeshColours | undefined;
}

/** What the readers of parts share: where meshes come from, and those that were read. */
export class MeshLibrary {
  /** Every file that was read, by path. */
  readonly files = new Map<string, Uint8Array>();
  private readonly resolver: Resolver;
  private readonly from: string;
  private readonly notes: Fault[];
  private readonly read = new Map<string, Triangles>();
  /** Of the files that have any; read only if visuals are. */
  private readonly colours = new Map<string, MeshColours>();
  private readonly withColours: boolean;
  private readonly scaled = new Map<string, Triangles>();

  constructor(resolver: Resolver, from: string, notes: Fault[], withColours: boolean) {
    this.resolver = resolver;
    this.from = from;
    this.notes = notes;
    this.withColours = withColours;
  }

  /** The mesh that a <mesh> element names, scaled, and the colours of its file. */
  mesh(element: XmlElement): LoadedMesh {
    checkAttributes(element);
    const reference = element.requireAttribute('filename');
    const scale = element.attributes.has('scale') ? readScale(element) : Float64Array.of(1, 1, 1);
    return this.load({ element, attribute: 'filename', reference, scale });
  }

  /** The mesh of a file, scaled, and the colours of its file. Throws at the attribute that names it. */
  load({ element, attribute, reference, scale }: MeshReference): LoadedMesh {
    const found = resolve(this.resolver, reference, this.from);
    const { path, bytes } = found;
    if (!bytes) {
      throw element.error(
        'missing-mesh',
        `the mesh "${reference}" was not found`,
        lookedFor(found) +
          (reference.startsWith('package:') ? '; the folder of a package can be given' : ''),
        attribute,
      );
    }
    const key = `${scale.join(' ')} ${path}`;
    let triangles = this.scaled.get(key);
    if (!triangles) {
      triangles = scaleTriangles(this.triangles(path, bytes, element), scale, element);
      this.scaled.set(key, triangles);
      this.noteLarge(triangles, element, reference);
    }
    return { geometry: { kind: 'mesh', triangles, reference }, colours: this.colours.get(path) };
  }

  private triangles(path: string, bytes: Uint8Array, element: XmlElement): Triangles {
    const known = this.read.get(path);
    if (known) return known;
    const files = new Map([[path, bytes]]);
    try {
      // What a mesh refers to, such as the buffers of a .gltf, is looked for from its own folder.
      const read = (reference: string) => {
        const found = resolve(this.resolver, reference, path);
        if (found.bytes) files.set(found.path, found.bytes);
        return found.bytes;
      };
      const options = { file: path, read, colours: this.withColours };
      const { triangles, notes, colours } = readMesh(bytes, options);
      // What is named as a mesh and is none is no file of the robot.
      for (const [name, contents] of files) this.files.set(name, contents);
      this.notes.push(...notes);
      if (colours) this.colours.set(path, colours);
      this.read.set(path, triangles);
      return triangles;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const at = `${element.file ?? this.from}:${element.line} refers to it`;
      const { hint } = error.fault;
      throw new InputError({ ...error.fault, hint: hint ? `${hint}; ${at}` : at });
    }
  }

  private noteLarge(triangles: Triangles, element: XmlElement, reference: string): void {
    const size = largestExtent(triangles.positions);
    if (size <= LARGE_MESH_M) return;
    this.notes.push(
      element.fault(
        'large-mesh',
        `the mesh "${reference}" is ${metresAbout(size, 3)} large`,
        'if it is in millimetres, give scale="0.001 0.001 0.001"',
      ),
    );
  }
}

function readScale(element: XmlElement): Float64Array {
  const given = element.numbersAttribute('scale');
  // Three numbers by the format; one is common and can only mean all three.
  const scale = given.length === 1 ? new Float64Array(3).fill(given[0]) : given;
  if (scale.length !== 3) return element.numbersAttribute('scale', 3);
  if (scale.every((each) => each !== 0)) return scale;
  throw element.error('zero-scale', 'a mesh with scale 0 has no volume', undefined, 'scale');
}

/** Scaled along x, y, z. */
function scaleTriangles(mesh: Triangles, scale: Float64Array, element: XmlElement): Triangles {
  if (scale.every((each) => each === 1)) return mesh;
  const positions = mesh.positions.map((value, i) => value * scale[i % 3]);
  if (!positions.every((value) => Math.abs(value) <= MAX_COORDINATE)) {
    throw element.error(
      'too-large',
      `the scaled mesh has coordinates beyond ${MAX_COORDINATE} m`,
      undefined,
      'scale',
    );
  }
  return { positions, indices: turnedIfMirrored(mesh.indices, scale) };
}

function largestExtent(positions: Float64Array): number {
  let largest = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = axis; i < positions.length; i += 3) {
      if (positions[i] < low) low = positions[i];
      if (positions[i] > high) high = positions[i];
    }
    largest = Math.max(largest, high - low);
  }
  return largest;
}

/** The pose that the <origin> of an element gives, the identity if it has none. */
export function readOrigin(element: XmlElement): Float64Array {
  const origin = onlyChild(element, 'origin');
  if (!origin) return identityPose();
  checkAttributes(origin);
  const [x, y, z] = origin.attributes.has('xyz') ? origin.numbersAttribute('xyz', 3) : [0, 0, 0];
  const [roll, pitch, yaw] = origin.attributes.has('rpy')
    ? origin.numbersAttribute('rpy', 3)
    : [0, 0, 0];
  if (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) > MAX_COORDINATE) {
    const message = `an origin beyond ${MAX_COORDINATE} m cannot be computed with`;
    throw origin.error('too-large', message, undefined, 'xyz');
  }
  return poseFromRpy(roll, pitch, yaw, x, y, z);
}

/** A <collision> element. */
export function readPart(element: XmlElement, library: MeshLibrary): Part {
  return read(element, library).part;
}

/** A <visual> element. As in RViz, a mesh that has colours keeps them; `colour` is for all else. */
export function readVisual(element: XmlElement, library: MeshLibrary, colour: Colour | null): Part {
  const { part, colours } = read(element, library);
  const [only] = colours?.palette.length === 1 ? colours.palette : [];
  const own = only ?? colour;
  const geometry =
    colours && !only && part.geometry.kind === 'mesh'
      ? { ...part.geometry, colours }
      : part.geometry;
  return { ...part, geometry, ...(own && { colour: own }) };
}

function read(
  element: XmlElement,
  library: MeshLibrary,
): { readonly part: Part; readonly colours?: MeshColours | undefined } {
  const pose = readOrigin(element);
  const holder = onlyChild(element, 'geometry') ?? element.requireChild('geometry');
  const name = element.attribute('name');
  const { geometry, colours } = readGeometry(holder, library);
  return { part: name === undefined ? { pose, geometry } : { pose, geometry, name }, colours };
}

const KINDS = ['box', 'cylinder', 'sphere', 'capsule', 'mesh', 'ellipsoid', 'cone'];

function readGeometry(
  holder: XmlElement,
  library: MeshLibrary,
): { geometry: Shape | MeshGeometry; colours?: MeshColours | undefined } {
  const [element, second] = holder.children;
  if (!element) {
    throw holder.error('missing-element', '<geometry> is empty', `expected ${KINDS.join(', ')}`);
  }
  if (second) {
    throw second.error(
      'duplicate-element',
      '<geometry> has more than one shape',
      `give <${holder.parent?.name}> several times instead`,
    );
  }
  if (element.local === 'mesh') return library.mesh(element);
  const shape = readShape(element);
  const fault = shapeFault(shape);
  if (fault) throw element.error('bad-size', fault.message, fault.hint);
  return { geometry: shape };
}

function readShape(element: XmlElement): Shape {
  const kind = element.local;
  switch (kind) {
    case 'box': {
      const [x, y, z] = element.numbersAttribute('size', 3);
      return { kind, half: [x / 2, y / 2, z / 2] };
    }
    case 'sphere':
      return { kind, radius: element.numberAttribute('radius') };
    case 'cylinder':
    case 'capsule':
    case 'cone':
      return {
        kind,
        radius: element.numberAttribute('radius'),
        length: element.numberAttribute('length'),
      };
    case 'ellipsoid': {
      if (element.attributes.has('radii')) {
        const [x, y, z] = element.numbersAttribute('radii', 3);
        return { kind, radii: [x, y, z] };
      }
      const [x, y, z] = ['a', 'b', 'c'].map((name) => element.numberAttribute(name));
      return { kind, radii: [x, y, z] };
    }
    default:
      throw element.error(
        'unknown-geometry',
        `<${element.name}> is not a geometry that can be read`,
        nameHint(kind, KINDS),
      );
  }
}
