/**
 * STL, binary and ASCII. Every triangle has three vertices of its own; nothing is merged. Normals
 * and attribute bytes are ignored: the order of the vertices says where outside is.
 *
 * Binary: 80 bytes of header, a count (uint32), then 50 bytes for each triangle: normal and
 * three vertices (12 float32, little-endian) and 2 attribute bytes.
 */
import { Growing } from '../arrays/index.ts';
import { InputError } from '../math/index.ts';
import { noTriangles } from './faces.ts';
import { GroupList, type MeshFile, refuseHopeless } from './meshFile.ts';
import { Scanner } from './scan.ts';

export const STL_HEADER_SIZE = 84;
export const STL_TRIANGLE_SIZE = 50;

/** Reads an STL file. Throws InputError; `file` is the name to use in it. */
export function readStl(bytes: Uint8Array, file?: string): MeshFile {
  refuseHopeless(bytes, 'stl', file);
  if (isBinaryStlSize(bytes)) return readBinary(bytes, file);
  // The size is not that of a binary file, so it is ASCII or broken. "solid" alone does not tell,
  // because headers of binary files may begin with it, but text has no bytes below the tab.
  const isText = bytes.every((byte) => byte >= 9);
  const scan = new Scanner(bytes, 'stl', file);
  if (isText && scan.word() && scan.isAnyCase('solid')) return readAscii(scan);
  if (isText) {
    throw new InputError({
      code: 'stl/unrecognized',
      message: 'text that does not begin with "solid" is not an STL file',
      file,
      line: 1,
      column: 1,
      hint: 'is it another format, or a download that failed?',
    });
  }
  throw wrongSize(bytes, file);
}

/** Is the size of the data exactly what its triangle count, read as binary STL, asks for? */
export function isBinaryStlSize(bytes: Uint8Array): boolean {
  if (bytes.length < STL_HEADER_SIZE) return false;
  return bytes.length === STL_HEADER_SIZE + STL_TRIANGLE_SIZE * declaredCount(bytes);
}

function declaredCount(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(80, true);
}

function wrongSize(bytes: Uint8Array, file: string | undefined): InputError {
  const size = bytes.length;
  if (size < STL_HEADER_SIZE) {
    return new InputError({
      code: 'stl/truncated',
      message: `the file ends after ${size} bytes, within the ${STL_HEADER_SIZE}-byte header`,
      file,
      byte: size,
    });
  }
  const count = declaredCount(bytes);
  const expected = STL_HEADER_SIZE + STL_TRIANGLE_SIZE * count;
  const room = Math.floor((size - STL_HEADER_SIZE) / STL_TRIANGLE_SIZE);
  if (size < expected) {
    return new InputError({
      code: 'stl/truncated',
      message: `the header declares ${count} triangles (${expected} bytes), but the file ends after ${size} bytes, with room for ${room}`,
      file,
      byte: size,
    });
  }
  return new InputError({
    code: 'stl/trailing-bytes',
    message: `the header declares ${count} triangles (${expected} bytes), but the file has ${size} bytes`,
    file,
    byte: expected,
    hint: 'if the program that wrote the file never filled in the count, export again',
  });
}

function readBinary(bytes: Uint8Array, file: string | undefined): MeshFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = declaredCount(bytes);
  if (count === 0) throw noTriangles('stl', file, { byte: 80 });
  const positions = new Float64Array(9 * count);
  for (let t = 0, out = 0; t < count; t++) {
    const firstVertex = STL_HEADER_SIZE + STL_TRIANGLE_SIZE * t + 12;
    for (let k = 0; k < 9; k++) {
      const byte = firstVertex + 4 * k;
      const value = view.getFloat32(byte, true);
      if (!Number.isFinite(value)) {
        throw new InputError({
          code: 'stl/non-finite',
          message: `coordinate ${'xyz'[k % 3]} of triangle ${t} is ${value}, not a finite number`,
          file,
          byte,
        });
      }
      positions[out++] = value;
    }
  }
  const triangles = { positions, indices: countUp(3 * count) };
  return { format: 'stl', triangles, groups: [], notes: [] };
}

/** `scan` has just read the first `solid`. */
function readAscii(scan: Scanner): MeshFile {
  const positions = new Growing(Float64Array);
  const groups = new GroupList();
  do {
    if (!scan.isAnyCase('solid')) throw unexpected(scan, '"solid" or the end of the file');
    groups.begin(scan.restOfLine(), positions.length / 9);
    for (;;) {
      scan.word();
      if (scan.isAnyCase('endsolid')) break;
      if (!scan.isAnyCase('facet')) throw unexpected(scan, '"facet" or "endsolid"');
      readFacet(scan, positions);
    }
    scan.restOfLine();
  } while (scan.word());
  const count = positions.length / 9;
  if (count === 0) throw noTriangles('stl', scan.file, { line: scan.line });
  const triangles = { positions: positions.finish(), indices: countUp(3 * count) };
  return { format: 'stl', triangles, groups: groups.finish(count), notes: [] };
}

/** `scan` has just read `facet`. */
function readFacet(scan: Scanner, positions: Growing<Float64Array<ArrayBuffer>>): void {
  expect(scan, 'normal');
  for (let k = 0; k < 3; k++) skipNormalComponent(scan);
  expect(scan, 'outer');
  expect(scan, 'loop');
  for (let k = 0; k < 3; k++) {
    scan.word();
    if (scan.isAnyCase('endloop')) {
      throw scan.error('not-a-triangle', `a facet has ${k} vertices, expected 3`);
    }
    if (!scan.isAnyCase('vertex')) throw unexpected(scan, '"vertex"');
    for (const axis of AXES) {
      if (!scan.word()) throw unexpected(scan, axis);
      positions.push(scan.number(axis));
    }
  }
  scan.word();
  if (scan.isAnyCase('vertex')) {
    throw scan.error('not-a-triangle', 'a facet has more than 3 vertices', 'export triangles');
  }
  if (!scan.isAnyCase('endloop')) throw unexpected(scan, '"endloop"');
  expect(scan, 'endfacet');
}

const AXES = ['coordinate x', 'coordinate y', 'coordinate z'];
/** How C libraries print what is not a number; common in normals of degenerate facets. */
const NOT_FINITE = /^[+-]?(nan|inf|1\.#)/i;

function skipNormalComponent(scan: Scanner): void {
  if (!scan.word()) throw unexpected(scan, 'a normal');
  if (NOT_FINITE.test(scan.text())) return;
  scan.number('a normal');
}

function expect(scan: Scanner, keyword: string): void {
  scan.word();
  if (!scan.isAnyCase(keyword)) throw unexpected(scan, `"${keyword}"`);
}

function unexpected(scan: Scanner, expected: string): InputError {
  const code = scan.end === scan.start ? 'truncated' : 'syntax';
  return scan.error(code, `expected ${expected}, found ${scan.found()}`);
}

function countUp(length: number): Uint32Array {
  const indices = new Uint32Array(length);
  for (let i = 0; i < length; i++) indices[i] = i;
  return indices;
}
