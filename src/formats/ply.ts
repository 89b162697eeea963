/**
 * PLY, text and binary. Read are x, y and z of the elements `vertex` and the lists
 * `vertex_indices` (or `vertex_index`) of the elements `face`; vertices count from 0. Other
 * properties are passed over; other elements too, with a note, unless they have a list of
 * vertices: those, such as triangle strips, are surfaces that it would be wrong to leave out.
 *
 * Text has one element per line, and its numbers are read as float64 whatever type the header
 * gives. Memory and time are linear in the file's size, whatever the header claims.
 */
import { type Fault, InputError } from '../math/index.ts';
import { countOf, Faces, noTriangles } from './faces.ts';
import { type MeshFile, refuseHopeless } from './meshFile.ts';
import { type PlyElement, type PlyProperty, readPlyHeader } from './plyHeader.ts';
import { PlyBinary, PlyText, type PlyValues } from './plyValues.ts';
import { Scanner } from './scan.ts';
import { type CloudPoints, PointList } from './worlds/points.ts';

/** Reads a PLY file. Throws InputError; `file` is the name to use in it. */
export function readPly(bytes: Uint8Array, file?: string): MeshFile {
  refuseHopeless(bytes, 'ply', file);
  const scan = new Scanner(bytes, 'ply', file);
  const { encoding, elements, bodyStart } = readPlyHeader(scan);
  const notes: Fault[] = [];
  for (const element of elements) checkElement(element, file, notes);
  const vertices = elements.find(({ name }) => name === 'vertex');
  const vertexCount = vertices?.count ?? 0;

  const values: PlyValues =
    encoding === 'ascii'
      ? new PlyText(scan)
      : new PlyBinary(bytes, bodyStart, encoding === 'binary_little_endian', file);
  let positions = new Float64Array(0);
  const faces = new Faces();
  for (const element of elements) {
    values.reserve(element);
    if (element.name === 'vertex') positions = readVertices(values, element);
    else if (element.name === 'face') readFaces(values, element, vertexCount, faces);
    else skipElement(values, element);
  }
  values.end();
  if (faces.triangleCount === 0) {
    const line = elements.find(({ name }) => name === 'face')?.line;
    throw noTriangles('ply', file, { line: line ?? 1 });
  }
  const indices = faces.split(positions, values.placeKind, 'ply', file, notes);
  return { format: 'ply', triangles: { positions, indices }, groups: [], notes };
}

/** The vertices of a PLY file alone, as points; what its elements else are is passed over. Throws InputError. */
export function readPlyPoints(bytes: Uint8Array, file: string): CloudPoints {
  refuseHopeless(bytes, 'ply', file);
  const scan = new Scanner(bytes, 'ply', file);
  const { encoding, elements, bodyStart } = readPlyHeader(scan);
  const notes: Fault[] = [];
  const values: PlyValues =
    encoding === 'ascii'
      ? new PlyText(scan)
      : new PlyBinary(bytes, bodyStart, encoding === 'binary_little_endian', file);
  let found = new Float64Array(0);
  for (const element of elements) {
    const { name, count, line } = element;
    if (count > 0 && name !== 'vertex' && element.properties.some(isVertexList)) {
      const message = `the file has ${countOf(count, 'element')} "${name}": it is a mesh, and its points alone would leave its surface out`;
      const hint =
        'name it as an obstacle with the shape {mesh: FILE}, or save the points without faces';
      throw new InputError({ code: 'ply/not-points', message, file, line, hint });
    }
    checkElement(element, file, notes);
    values.reserve(element);
    if (name === 'vertex') found = readVertices(values, element);
    else skipElement(values, element);
  }
  values.end();
  const list = new PointList(found.length / 3, 'ply', file);
  for (let i = 0; i < found.length; i += 3) list.add(found[i], found[i + 1], found[i + 2]);
  return list.finish(notes);
}

/** Checks that an element can be read, before any of it is. */
function checkElement(element: PlyElement, file: string | undefined, notes: Fault[]): void {
  const { name, count, properties, line } = element;
  const fail = (code: string, message: string, hint?: string) =>
    new InputError({ code: `ply/${code}`, message, file, line, hint });
  if (count === 0) return;
  if (properties.length === 0) throw fail('missing-property', `"${name}" has no properties`);
  const lists = properties.filter(isVertexList).length;
  if (name === 'vertex') {
    for (const axis of AXES) {
      if (!properties.some((p) => p.name === axis && p.countType === undefined)) {
        throw fail('missing-property', `"vertex" has no property "${axis}" with a single value`);
      }
    }
  } else if (name === 'face') {
    if (lists !== 1) {
      throw fail('missing-property', '"face" must have one list, vertex_indices or vertex_index');
    }
  } else if (lists > 0) {
    throw fail(
      'unsupported-element',
      `cannot read "${name}": only faces are read, and leaving a surface out would be wrong`,
      'export the model with faces',
    );
  } else {
    const message = `ignored ${countOf(count, 'element')} "${name}"`;
    notes.push({ code: 'ply/ignored-element', message, file, line });
  }
}

const AXES = ['x', 'y', 'z'];

function isVertexList({ name, countType }: PlyProperty): boolean {
  return countType !== undefined && (name === 'vertex_indices' || name === 'vertex_index');
}

function readVertices(values: PlyValues, element: PlyElement): Float64Array<ArrayBuffer> {
  const positions = new Float64Array(3 * element.count);
  const axes = element.properties.map(({ name }) => AXES.indexOf(name));
  const labels = element.properties.map(({ name }) => `coordinate ${name}`);
  for (let i = 0; i < element.count; i++) {
    for (let k = 0; k < axes.length; k++) {
      const property = element.properties[k];
      if (axes[k] < 0) skipProperty(values, property);
      else positions[3 * i + axes[k]] = values.value(property.type, labels[k]);
    }
    values.endRecord(element);
  }
  return positions;
}

function readFaces(
  values: PlyValues,
  element: PlyElement,
  vertexCount: number,
  faces: Faces,
): void {
  const isCorners = element.properties.map(isVertexList);
  for (let i = 0; i < element.count; i++) {
    const place = values.place();
    for (let k = 0; k < isCorners.length; k++) {
      const property = element.properties[k];
      if (isCorners[k]) readCorners(values, property, vertexCount, faces);
      else skipProperty(values, property);
    }
    faces.end(place);
    values.endRecord(element);
  }
}

function readCorners(
  values: PlyValues,
  property: PlyProperty,
  vertexCount: number,
  faces: Faces,
): void {
  const count = values.count(property);
  if (count < 3) {
    throw values.error('face-size', `a face has ${count} corners, expected at least 3`);
  }
  for (let i = 0; i < count; i++) {
    const vertex = values.value(property.type, 'a vertex number');
    if (!Number.isInteger(vertex) || vertex < 0 || vertex >= vertexCount) {
      throw values.error(
        'index-out-of-range',
        `a face refers to vertex ${vertex}, but there are ${vertexCount}, counted from 0`,
      );
    }
    faces.corner(vertex);
  }
}

function skipElement(values: PlyValues, element: PlyElement): void {
  for (let i = 0; i < element.count; i++) {
    for (const property of element.properties) skipProperty(values, property);
    values.endRecord(element);
  }
}

function skipProperty(values: PlyValues, property: PlyProperty): void {
  values.skip(property.type, property.countType ? values.count(property) : 1);
}
