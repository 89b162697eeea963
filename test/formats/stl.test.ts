import { describe, expect, test } from 'vitest';
import { readStl } from '../../src/formats/index.ts';
import { corners, expectValid, faultOf, join, pack, utf8 } from '../helpers/formats/helpers.ts';

/** A binary file; each triangle is nine coordinates. */
function binary(triangles: number[][], header = '', count = triangles.length): Uint8Array {
  const head = utf8(header.padEnd(80, '\0'));
  const body = triangles.map((t) =>
    pack(
      [
        ['Float32', 9, 9, 9, ...t],
        ['Uint16', 0x8421],
      ],
      true,
    ),
  );
  return join(head, pack([['Uint32', count]], true), ...body);
}

const T = [0, 0, 0, 1, 0, 0, 0, 1, 0.1];
const T32 = T.map(Math.fround);
const FACET = `facet normal 0 0 1
  outer loop
    vertex 0 0 0
    vertex 1 0 0
    vertex 0 1 0.1
  endloop
endfacet
`;

describe('binary STL', () => {
  test('float32 coordinates come out exactly, normals and attributes do not matter', () => {
    const mesh = readStl(binary([T, T]));
    expectValid(mesh);
    expect(mesh.format).toBe('stl');
    expect(corners(mesh.triangles)).toEqual([...T32, ...T32]);
    expect([...mesh.triangles.indices]).toEqual([0, 1, 2, 3, 4, 5]);
    expect(mesh.groups).toEqual([]);
  });

  test('a header that begins with "solid" is still binary', () => {
    expect(corners(readStl(binary([T], 'solid part\nfacet')).triangles)).toEqual(T32);
  });

  test('data that does not start at byte 0 of its buffer', () => {
    const shifted = join('xyz', binary([T])).subarray(3);
    expect(corners(readStl(shifted).triangles)).toEqual(T32);
  });

  test.each([
    ['too short for a header', binary([T]).subarray(0, 83), 'stl/truncated', 83],
    ['truncated', binary([T, T]).subarray(0, 180), 'stl/truncated', 180],
    ['truncated with "solid"', binary([T, T], 'solid').subarray(0, 180), 'stl/truncated', 180],
    ['lying count', binary([T, T], '', 2 ** 32 - 1), 'stl/truncated', 184],
    ['trailing bytes', join(binary([T]), 'x'), 'stl/trailing-bytes', 134],
    ['count never filled in', binary([T], '', 0), 'stl/trailing-bytes', 84],
    ['no triangles', binary([]), 'stl/no-triangles', 80],
    ['not a number', binary([T, [0, 0, 0, 0, NaN, 0, 0, 0, 0]]), 'stl/non-finite', 162],
    ['infinite', binary([[0, 0, 0, 0, 0, 0, 0, 0, -Infinity]]), 'stl/non-finite', 128],
    ['empty', new Uint8Array(0), 'stl/empty', 0],
  ])('%s', (_, bytes, code, byte) => {
    const fault = faultOf(() => readStl(bytes, 'part.stl'));
    expect(fault).toMatchObject({ code, byte, file: 'part.stl' });
  });

  test('200 bytes that claim 2^32 - 1 triangles', () => {
    const bytes = new Uint8Array(200);
    bytes.fill(255, 80, 84);
    expect(faultOf(() => readStl(bytes))).toMatchObject({ code: 'stl/truncated', byte: 200 });
  });
});

describe('ASCII STL', () => {
  test('coordinates are read as float64', () => {
    const mesh = readStl(utf8(`solid\n${FACET}endsolid\n`));
    expectValid(mesh);
    expect(corners(mesh.triangles)).toEqual(T);
    expect(mesh.groups).toEqual([{ name: '', firstTriangle: 0, triangleCount: 1 }]);
  });

  test.each([
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['CR', '\r'],
  ])('lines that end with %s, any case, a byte order mark', (_, end) => {
    const text = `\ufeff Solid a part \n${FACET.toUpperCase()}EndSolid a part`;
    const mesh = readStl(utf8(text.replaceAll('\n', end)));
    expect(corners(mesh.triangles)).toEqual(T);
    expect(mesh.groups[0].name).toBe('a part');
  });

  test('several solids make groups; an empty one makes none', () => {
    const text = `solid left hand\n${FACET}${FACET}endsolid left hand\nsolid gap\nendsolid\nsolid ü\n${FACET}endsolid\n\n`;
    const mesh = readStl(utf8(text));
    expectValid(mesh);
    expect(mesh.groups).toEqual([
      { name: 'left hand', firstTriangle: 0, triangleCount: 2 },
      { name: 'ü', firstTriangle: 2, triangleCount: 1 },
    ]);
  });

  test('line ends inside a facet do not matter, nor does a normal that is no number', () => {
    const facet = FACET.replace('0 0 1\n', 'nan -inf -1.#IND ').replace('vertex 1', 'vertex\n\n1');
    expect(corners(readStl(utf8(`solid\n${facet}endsolid`)).triangles)).toEqual(T);
  });

  const cases: [name: string, text: string, code: string, line: number, column?: number][] = [
    ['ends early', `solid\n${FACET}`, 'stl/truncated', 9, 1],
    ['ends within a facet', `solid\n${FACET.slice(0, 60)}`, 'stl/truncated', 5],
    ['nan', `solid\n${FACET.replace('0.1', 'NaN')}endsolid`, 'stl/non-finite', 6, 16],
    ['inf', `solid\n${FACET.replace('0.1', '-inf')}endsolid`, 'stl/non-finite', 6, 16],
    ['overflow', `solid\n${FACET.replace('0.1', '1e999')}endsolid`, 'stl/non-finite', 6, 16],
    ['garbage', `solid\n${FACET.replace('0.1', '1.0abc')}endsolid`, 'stl/bad-number', 6, 16],
    ['comma', `solid\n${FACET.replace('0.1', '0,1')}endsolid`, 'stl/bad-number', 6, 16],
    ['bad normal', `solid\n${FACET.replace('0 0 1', '0 0 1x')}endsolid`, 'stl/bad-number', 2, 18],
    ['missing value', `solid\n${FACET.replace(' 0.1', '')}endsolid`, 'stl/bad-number', 7, 3],
    ['wrong word', `solid\n${FACET.replace('outer', 'inner')}endsolid`, 'stl/syntax', 3, 3],
    ['wrong end', `solid\n${FACET.replace('endfacet', 'end')}endsolid`, 'stl/syntax', 8, 1],
    ['text behind', `solid\n${FACET}endsolid\nbye`, 'stl/syntax', 10, 1],
    [
      'two vertices',
      `solid\n${FACET.replace('vertex 1 0 0', '')}endsolid`,
      'stl/not-a-triangle',
      7,
      3,
    ],
    [
      'four vertices',
      `solid\n${FACET.replace('endloop', 'vertex 0 0 0 endloop')}endsolid`,
      'stl/not-a-triangle',
      7,
      3,
    ],
    ['no triangles', 'solid x\nendsolid x\n', 'stl/no-triangles', 3],
    ['another text', '<html></html>', 'stl/unrecognized', 1, 1],
    ['LFS pointer', 'version https://git-lfs.github.com/spec/v1\n', 'stl/lfs-pointer', 1],
  ];
  test.each(cases)('%s', (_, text, code, line, column) => {
    const fault = faultOf(() => readStl(utf8(text)));
    expect(fault).toMatchObject(column ? { code, line, column } : { code, line });
  });
});
