import { describe, expect, test } from 'vitest';
import {
  readMesh,
  readObj,
  readPly,
  readStl,
  writePly,
  writeStl,
} from '../../src/formats/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import { expectValid, utf8 } from '../helpers/formats/helpers.ts';
import { mutate } from '../helpers/formats/mutate.ts';

/** A tetrahedron. */
const MESH = {
  positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
};
const FACET =
  'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 1e-3\nvertex 0 1 0.25\nendloop\nendfacet\n';
const SAMPLES = {
  stl: [writeStl(MESH), utf8(`solid a b\n${FACET}${FACET}endsolid a b\nsolid\n${FACET}endsolid\n`)],
  obj: [
    utf8(
      '# cube\nmtllib a.mtl\no cube\nv 0 0 0\nv 1 0 0 1\nv 1 1 0 1 0 0\nv 0 1 0\nv 0.5 0.25 -1e-3\n' +
        'vn 0 0 1\ng top\nf 1 2 3 4\nf 1/1 2/1/1 5//1\nl 1 2\nf -1 -2 \\\n -3\ng bottom\nf 1 2 5 3 4\n',
    ),
  ],
  ply: [
    writePly(MESH, 'ascii'),
    writePly(MESH, 'binary_little_endian'),
    writePly(MESH, 'binary_big_endian'),
    utf8(
      'ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n' +
        'property uchar red\nelement face 2\nproperty list uchar int vertex_index\nproperty list int int k\n' +
        'element edge 1\nproperty int a\nend_header\n0 0 0 1\n1 0 0 2\n1 1 0 3\n0 1 0 4\n4 0 1 2 3 0\n3 0 1 2 2 7 7\n5\n',
    ),
  ],
};
const READERS = { stl: readStl, obj: readObj, ply: readPly };
/** Bytes that mean something in one of the formats. */
const SPICE = utf8('0123456789+-.eE/\\#\n\r vflxnaif\0\xff');

describe.each(['stl', 'obj', 'ply'] as const)('damaged %s files', (format) => {
  test('2,000 of them give an InputError or a valid mesh (seed 21)', () => {
    const random = new Random(21);
    let read = 0;
    let refused = 0;
    for (let run = 0; run < 2000; run++) {
      const samples = SAMPLES[format];
      const bytes = mutate(samples[run % samples.length], random, SPICE);
      for (const reader of [READERS[format], readMesh]) {
        try {
          expectValid(reader(bytes));
          read++;
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
          const { code, line, byte } = error.fault;
          expect(code).toMatch(/^(stl|obj|ply|mesh)\/[a-z0-9-]+$/);
          expect(line !== undefined || byte !== undefined || code === 'mesh/unknown-format').toBe(
            true,
          );
          refused++;
        }
      }
    }
    expect(read).toBeGreaterThan(50);
    expect(refused).toBeGreaterThan(100);
  });

  test('every truncation gives an InputError or a valid mesh', () => {
    for (const sample of SAMPLES[format]) {
      expectValid(READERS[format](sample));
      for (let size = 0; size < sample.length; size++) {
        try {
          expectValid(READERS[format](sample.subarray(0, size)));
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
        }
      }
    }
  });

  test('random bytes (seed 22)', () => {
    const random = new Random(22);
    for (let run = 0; run < 500; run++) {
      const bytes = Uint8Array.from({ length: random.below(300) }, () => random.below(256));
      try {
        expectValid(READERS[format](bytes));
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
      }
    }
  });
});
