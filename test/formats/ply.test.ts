import { describe, expect, test } from 'vitest';
import { readPly } from '../../src/formats/index.ts';
import { corners, expectValid, faultOf, join, pack, utf8 } from '../helpers/formats/helpers.ts';

function header(format: string, vertices: number, faces: number, list = 'uchar int'): string {
  return `ply
format ${format} 1.0
comment made by hand
obj_info nothing
element vertex ${vertices}
property float x
property float y
property float z
element face ${faces}
property list ${list} vertex_indices
end_header
`;
}

const POINTS = '0 0 0\n1 0 0\n1 1 0\n0 1 0\n';
const XYZ = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];

describe('ascii PLY', () => {
  test.each([
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['CR', '\r'],
  ])('triangles and polygons, with empty lines, lines that end with %s', (_, end) => {
    const text = `${header('ascii', 4, 2)}${POINTS}\n3 0 1 2\n4 0 1 2 3\n\n`;
    const mesh = readPly(utf8(text.replaceAll('\n', end)));
    expectValid(mesh);
    expect([...mesh.triangles.positions]).toEqual(XYZ);
    expect([...mesh.triangles.indices]).toEqual([0, 1, 2, 0, 1, 2, 0, 2, 3]);
    expect(mesh).toMatchObject({ format: 'ply', groups: [], notes: [] });
  });

  test('other properties and elements, any order, faces first', () => {
    const text = `ply
format ascii 1.0
element camera 2
property list uchar float k
element face 1
property uchar red
property list int int vertex_index
property list uchar float texcoord
element vertex 3
property float quality
property double z
property list uchar int near
property int y
property double x
element edge 0
end_header
2 0.5 nan
0
255 3 2 1 0 2 0.1 0.2
nan 3 0 2 1
0 6 1 7 5 4
0 9 0 8 7
`;
    const mesh = readPly(utf8(text), 'a.ply');
    expectValid(mesh);
    expect(corners(mesh.triangles)).toEqual([7, 8, 9, 4, 5, 6, 1, 2, 3]);
    expect(mesh.notes).toMatchObject([{ code: 'ply/ignored-element', line: 3, file: 'a.ply' }]);
  });

  const body = `${POINTS}3 0 1 2\n`;
  const good = header('ascii', 4, 1) + body;
  test.each([
    ['empty', '', 'ply/empty', undefined, undefined],
    ['not PLY', 'plyx\n', 'ply/unrecognized', 1, 1],
    ['more behind "ply"', 'ply 1\n', 'ply/syntax', 1, 5],
    ['header cut', good.slice(0, 40), 'ply/truncated', 3, 20],
    ['no format', 'ply\nend_header\n', 'ply/syntax', 2, 1],
    ['format twice', good.replace('comment made', 'format ascii 1.0\ncomment'), 'ply/syntax', 3, 1],
    ['bad format', good.replace('ascii', 'utf8'), 'ply/bad-format', 2, 8],
    ['bad version', good.replace('1.0', '2.0'), 'ply/bad-format', 2, 14],
    ['bad statement', good.replace('obj_info', 'info'), 'ply/syntax', 4, 1],
    ['bad type', good.replace('float y', 'int64 y'), 'ply/bad-type', 7, 10],
    ['bad list type', good.replace('uchar', 'list'), 'ply/bad-type', 10, 15],
    ['no name', good.replace('float y', 'float'), 'ply/syntax', 7, 15],
    ['more behind a name', good.replace('float y', 'float y z'), 'ply/syntax', 7, 18],
    ['property twice', good.replace('float y', 'float x'), 'ply/duplicate', 7, 16],
    ['element twice', good.replace('element face', 'element vertex'), 'ply/duplicate', 9, 9],
    ['property first', 'ply\nformat ascii 1.0\nproperty int x\n', 'ply/syntax', 3, 1],
    ['no count', good.replace('vertex 4', 'vertex'), 'ply/missing-value', 5, 15],
    ['negative count', good.replace('vertex 4', 'vertex -4'), 'ply/bad-count', 5, 16],
    ['fractional count', good.replace('vertex 4', 'vertex 4.5'), 'ply/bad-count', 5, 16],
    [
      'huge count',
      good.replace('vertex 4', 'vertex 4294967295'),
      'ply/truncated',
      undefined,
      undefined,
    ],
    ['absurd count', good.replace('vertex 4', 'vertex 1e99'), 'ply/bad-count', 5, 16],
    ['no z', good.replace('float z', 'float w'), 'ply/missing-property', 5, undefined],
    [
      'z is a list',
      good.replace('float z', 'list int int z'),
      'ply/missing-property',
      5,
      undefined,
    ],
    ['no indices', good.replace('vertex_indices', 'corners'), 'ply/missing-property', 9, undefined],
    [
      'no properties',
      `${good.replace('element face', 'element cell 4000000000\nelement face')}`,
      'ply/missing-property',
      9,
      undefined,
    ],
    ['strips', good.replace('face', 'tristrips'), 'ply/unsupported-element', 9, undefined],
    ['no faces', header('ascii', 4, 0) + POINTS, 'ply/no-triangles', 9, undefined],
    ['bad number', good.replace('1 1 0', '1 1.0abc 0'), 'ply/bad-number', 14, 3],
    ['nan', good.replace('1 1 0', '1 nan 0'), 'ply/non-finite', 14, 3],
    ['missing value', good.replace('1 1 0', '1 1'), 'ply/missing-value', 14, 4],
    ['extra value', good.replace('1 1 0', '1 1 0 5'), 'ply/line-size', 14, 7],
    ['list too short', good.replace('3 0 1 2', '3 0 1'), 'ply/truncated', 16, 1],
    ['list too long', good.replace('3 0 1 2', '3 0 1 2 3'), 'ply/line-size', 16, 9],
    ['two corners', good.replace('3 0 1 2', '2 0 1'), 'ply/face-size', 16, 1],
    ['negative list', good.replace('3 0 1 2', '-3 0 1 2'), 'ply/bad-count', 16, 1],
    ['huge list', good.replace('3 0 1 2', '4e9 0 1 2'), 'ply/truncated', 16, 1],
    ['index too large', good.replace('3 0 1 2', '3 0 1 4'), 'ply/index-out-of-range', 16, 7],
    ['index negative', good.replace('3 0 1 2', '3 0 -1 2'), 'ply/index-out-of-range', 16, 5],
    ['index fractional', good.replace('3 0 1 2', '3 0 0.5 2'), 'ply/index-out-of-range', 16, 5],
    ['body cut', header('ascii', 4, 1) + POINTS, 'ply/truncated', 16, 1],
    ['text behind', `${good}3 0 1 2\n`, 'ply/trailing-text', 17, 1],
  ])('%s', (_, text, code, line, column) => {
    const fault = faultOf(() => readPly(utf8(text), 'x.ply'));
    expect(fault).toMatchObject({ code, file: 'x.ply' });
    if (line !== undefined) expect(fault.line).toBe(line);
    if (column !== undefined) expect(fault.column).toBe(column);
  });
});

const KINDS: Record<string, string> = {
  char: 'Int8',
  uchar: 'Uint8',
  short: 'Int16',
  ushort: 'Uint16',
  int: 'Int32',
  uint: 'Uint32',
  float: 'Float32',
  double: 'Float64',
  int8: 'Int8',
  uint8: 'Uint8',
  int16: 'Int16',
  uint16: 'Uint16',
  int32: 'Int32',
  uint32: 'Uint32',
  float32: 'Float32',
  float64: 'Float64',
};

describe.each([
  ['binary_little_endian', true],
  ['binary_big_endian', false],
])('%s PLY', (format, littleEndian) => {
  test.each(Object.entries(KINDS))('%s as coordinate, count and index', (type, kind) => {
    const text = header(format, 4, 2, `${type} ${type}`).replace(/float (?=[xyz])/g, `${type} `);
    const body = pack([[kind, ...XYZ, 3, 0, 1, 2, 4, 0, 1, 2, 3]], littleEndian);
    const mesh = readPly(join(text, body));
    expectValid(mesh);
    expect([...mesh.triangles.positions]).toEqual(XYZ);
    expect([...mesh.triangles.indices]).toEqual([0, 1, 2, 0, 1, 2, 0, 2, 3]);
  });

  test('other properties and elements are passed over', () => {
    const text = `ply
format ${format} 1.0
element face 1
property list uchar double texcoord
property list ushort uchar vertex_index
property short flags
element other 2
property list int float k
property char c
element vertex 3
property float x
property uchar red
property double y
property list uchar short near
property short z
end_header
`;
    const face = pack(
      [
        ['Uint8', 2],
        ['Float64', NaN, 1],
        ['Uint16', 3],
        ['Uint8', 2, 0, 1],
        ['Int16', -1],
      ],
      littleEndian,
    );
    const other = pack(
      [
        ['Int32', 1],
        ['Float32', NaN],
        ['Int8', 7],
        ['Int32', 0],
        ['Int8', 7],
      ],
      littleEndian,
    );
    const vertex = (x: number, y: number, z: number) =>
      pack(
        [
          ['Float32', x],
          ['Uint8', 9],
          ['Float64', y],
          ['Uint8', 1],
          ['Int16', 5, z],
        ],
        littleEndian,
      );
    const mesh = readPly(
      join(text, face, other, vertex(0.1, 0.1, 1), vertex(2, 3, 4), vertex(5, 6, -7)),
    );
    expectValid(mesh);
    expect(corners(mesh.triangles)).toEqual([5, 6, -7, Math.fround(0.1), 0.1, 1, 2, 3, 4]);
    expect(mesh.notes).toMatchObject([{ code: 'ply/ignored-element', line: 7 }]);
  });

  test.each([
    ['CR LF', '\r\n'],
    ['CR', '\r'],
  ])('a header with %s, before data that begins like a line end', (_, end) => {
    // 10 is the first byte of a little-endian 10 and, times 2^24, of a big-endian one.
    const first = littleEndian ? 10 : 10 * 2 ** 24;
    const text = header(format, 3, 1).replaceAll('float', 'int').replaceAll('\n', end);
    const body = pack(
      [
        ['Int32', first, 0, 0, 1, 0, 0, 0, 1, 0],
        ['Uint8', 3],
        ['Int32', 0, 1, 2],
      ],
      littleEndian,
    );
    expect(readPly(join(text, body)).triangles.positions[0]).toBe(first);
  });

  const start = header(format, 4, 1).length;
  const points: [string, ...number[]] = ['Float32', ...XYZ];
  const face: [string, ...number[]][] = [
    ['Uint8', 3],
    ['Int32', 0, 1, 2],
  ];
  const cases: [name: string, text: string, body: Uint8Array, code: string, byte: number][] = [
    [
      'vertices cut',
      header(format, 4, 1),
      pack([points], littleEndian).subarray(0, 40),
      'ply/truncated',
      0,
    ],
    ['faces missing', header(format, 4, 1), pack([points], littleEndian), 'ply/truncated', 48],
    [
      'a face cut',
      header(format, 4, 1),
      pack([points, ...face], littleEndian).subarray(0, 60),
      'ply/truncated',
      48,
    ],
    [
      'bytes behind',
      header(format, 4, 1),
      pack([points, ...face, ['Uint8', 0]], littleEndian),
      'ply/trailing-bytes',
      61,
    ],
    [
      'nan',
      header(format, 4, 1),
      pack([['Float32', 0, NaN, ...XYZ.slice(2)], ...face], littleEndian),
      'ply/non-finite',
      4,
    ],
    [
      'index too large',
      header(format, 4, 1),
      pack([points, ['Uint8', 3], ['Int32', 0, 4, 1]], littleEndian),
      'ply/index-out-of-range',
      53,
    ],
    [
      'index negative',
      header(format, 4, 1),
      pack([points, ['Uint8', 3], ['Int32', -1, 0, 1]], littleEndian),
      'ply/index-out-of-range',
      49,
    ],
    [
      'two corners',
      header(format, 4, 1),
      pack([points, ['Uint8', 2], ['Int32', 0, 1]], littleEndian),
      'ply/face-size',
      48,
    ],
  ];
  test.each(cases)('%s', (_, text, body, code, byte) => {
    const fault = faultOf(() => readPly(join(text, body), 'x.ply'));
    expect(fault).toMatchObject({ code, byte: start + byte, file: 'x.ply' });
  });

  test.each([
    ['negative', 'char', 'Int8', -3, 'ply/bad-count'],
    ['huge', 'uint', 'Uint32', 2 ** 32 - 1, 'ply/truncated'],
    ['fractional', 'float', 'Float32', 3.5, 'ply/bad-count'],
    ['infinite', 'double', 'Float64', Infinity, 'ply/non-finite'],
    ['absurd', 'double', 'Float64', 1e300, 'ply/truncated'],
  ])('a list whose count is %s', (_, type, kind, count, code) => {
    const text = header(format, 4, 1, `${type} int`);
    const body = pack([points, [kind, count], ['Int32', 0, 1, 2, 3]], littleEndian);
    expect(faultOf(() => readPly(join(text, body)))).toMatchObject({
      code,
      byte: text.length + 48,
    });
  });

  test('a short file that claims 2^32 - 1 vertices or faces', () => {
    for (const text of [header(format, 2 ** 32 - 1, 1), header(format, 0, 2 ** 32 - 1)]) {
      const fault = faultOf(() => readPly(join(text, new Uint8Array(100))));
      expect(fault).toMatchObject({ code: 'ply/truncated', byte: text.length });
    }
  });
});
