import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type PlyEncoding,
  readObj,
  readPly,
  readStl,
  writeObj,
  writePly,
  writeStl,
} from '../../src/formats/index.ts';
import type { Triangles } from '../../src/geometry/index.ts';
import { corners, faultOf, utf8 } from '../helpers/formats/helpers.ts';

function meshes(coordinate: fc.Arbitrary<number>): fc.Arbitrary<Triangles> {
  return fc.integer({ min: 1, max: 12 }).chain((vertexCount) =>
    fc.record({
      positions: fc
        .array(coordinate, { minLength: 3 * vertexCount, maxLength: 3 * vertexCount })
        .map((list) => Float64Array.from(list)),
      indices: fc
        .array(fc.tuple(...Array(3).fill(fc.nat(vertexCount - 1))), { minLength: 1, maxLength: 12 })
        .map((list) => Uint32Array.from(list.flat())),
    }),
  );
}

const doubles = fc.double({ noNaN: true, noDefaultInfinity: true });
const floats = fc.float({ noNaN: true, noDefaultInfinity: true });

/** Bit for bit: toEqual tells 0 from -0. */
function expectSame(actual: Triangles, expected: Triangles): void {
  expect(actual.positions).toEqual(expected.positions);
  expect(actual.indices).toEqual(expected.indices);
}

describe('what is written is read back', () => {
  test('OBJ, exactly (seed 11)', () => {
    fc.assert(
      fc.property(meshes(doubles), (mesh) => {
        expectSame(readObj(utf8(writeObj(mesh))).triangles, mesh);
      }),
      { seed: 11, numRuns: 300 },
    );
  });

  test.each<PlyEncoding>(['ascii', 'binary_little_endian', 'binary_big_endian'])(
    'PLY %s, exactly (seed 12)',
    (format) => {
      fc.assert(
        fc.property(meshes(doubles), (mesh) => {
          expectSame(readPly(writePly(mesh, format)).triangles, mesh);
        }),
        { seed: 12, numRuns: 300 },
      );
    },
  );

  test('STL, exactly for float32 (seed 13)', () => {
    fc.assert(
      fc.property(meshes(floats), (mesh) => {
        expect(corners(readStl(writeStl(mesh)).triangles)).toEqual(corners(mesh));
      }),
      { seed: 13, numRuns: 300 },
    );
  });

  test('STL rounds float64 to float32 (seed 14)', () => {
    const range = fc.double({ min: -1e30, max: 1e30, noNaN: true });
    fc.assert(
      fc.property(meshes(range), (mesh) => {
        const read = readStl(writeStl(mesh)).triangles;
        expect(corners(read)).toEqual(corners(mesh).map(Math.fround));
      }),
      { seed: 14, numRuns: 100 },
    );
  });
});

test('STL has unit normals, and zero ones where there are none', () => {
  const positions = Float64Array.of(0, 0, 0, 2, 0, 0, 0, 0, 2);
  const view = new DataView(
    writeStl({ positions, indices: Uint32Array.of(0, 1, 2, 0, 0, 1) }).buffer,
  );
  const normal = (at: number) => [0, 4, 8].map((k) => view.getFloat32(at + k, true) + 0);
  expect(normal(84)).toEqual([0, -1, 0]);
  expect(normal(134)).toEqual([0, 0, 0]);
});

test.each([
  ['a coordinate that is not finite', [0, NaN, 0], [0, 0, 0], 'mesh/non-finite'],
  ['a vertex that does not exist', [0, 0, 0], [0, 1, 0], 'mesh/index-out-of-range'],
  ['a part of a vertex', [0, 0], [], 'mesh/bad-length'],
  ['a part of a triangle', [0, 0, 0], [0, 0], 'mesh/bad-length'],
])('%s is refused by every writer', (_, positions, indices, code) => {
  const mesh = { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
  for (const write of [writeStl, writeObj, writePly]) {
    expect(faultOf(() => write(mesh)).code).toBe(code);
  }
});

test('STL refuses what float32 cannot hold', () => {
  const mesh = { positions: Float64Array.of(0, 1e39, 0), indices: Uint32Array.of(0, 0, 0) };
  expect(faultOf(() => writeStl(mesh)).code).toBe('stl/float32-range');
});
