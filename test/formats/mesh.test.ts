import { describe, expect, test } from 'vitest';
import {
  type MeshFormat,
  readMesh,
  writeObj,
  writePly,
  writeStl,
} from '../../src/formats/index.ts';
import { faultOf, utf8 } from '../helpers/formats/helpers.ts';

const TRIANGLE = {
  positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
  indices: Uint32Array.of(0, 1, 2),
};
const STL = writeStl(TRIANGLE);
const OBJ = utf8(`# an object\n${writeObj(TRIANGLE)}`);
const PLY = writePly(TRIANGLE);
const ASCII_STL = utf8(
  'solid\nfacet normal 0 0 0 outer loop vertex 0 0 0 vertex 0 0 0 vertex 0 0 0 endloop endfacet\nendsolid',
);

describe('readMesh', () => {
  test.each<[string, Uint8Array, string | undefined, MeshFormat]>([
    ['extension', STL, 'a/b.stl', 'stl'],
    ['extension in upper case', OBJ, 'C:\\b.OBJ', 'obj'],
    ['extension', PLY, 'b.v2.ply', 'ply'],
    ['contents', STL, undefined, 'stl'],
    ['contents', ASCII_STL, 'b', 'stl'],
    ['contents', OBJ, 'b.txt', 'obj'],
    ['contents', PLY, 'a.stl/b', 'ply'],
  ])('tells the format by the %s', (_, bytes, file, format) => {
    const mesh = readMesh(bytes, { file });
    expect(mesh.format).toBe(format);
    expect(mesh.triangles.indices.length).toBe(3);
  });

  test('the format that is given counts most', () => {
    expect(readMesh(OBJ, { file: 'a.stl', format: 'obj' }).format).toBe('obj');
    expect(faultOf(() => readMesh(OBJ, { file: 'a.stl' })).code).toBe('stl/unrecognized');
    expect(faultOf(() => readMesh(OBJ, { format: 'ply' })).code).toBe('ply/unrecognized');
  });

  test.each([
    ['an unknown extension', '<html>', 'arm.fbx', '.fbx'],
    ['no extension', '<html>', 'arm', 'contents'],
    ['white space only', ' \n ', undefined, 'contents'],
    ['an inherited property as extension', '?', 'a.constructor', '.constructor'],
  ])('%s names what is supported', (_, text, file, part) => {
    const fault = faultOf(() => readMesh(utf8(text), { file }));
    expect(fault).toMatchObject({ code: 'mesh/unknown-format', file });
    expect(fault.message).toContain(part);
    expect(fault.hint).toMatch(/STL.*OBJ.*PLY/);
  });

  test('a format that does not exist', () => {
    const format = 'fbx' as MeshFormat;
    expect(faultOf(() => readMesh(OBJ, { format })).code).toBe('mesh/unknown-format');
  });

  test('nothing at all', () => {
    expect(faultOf(() => readMesh(new Uint8Array(0))).code).toBe('mesh/empty');
    const pointer = utf8('version https://git-lfs.github.com/spec/v1\noid sha256:0\n');
    expect(faultOf(() => readMesh(pointer)).code).toBe('mesh/lfs-pointer');
  });
});
