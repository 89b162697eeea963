/** What glTF files mean: containers, primitives, scenes. */
import { describe, expect, test } from 'vitest';
import { readGltf, readMesh, writeGlb } from '../../src/formats/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import {
  asset,
  codes,
  FIRST_HALF,
  glb,
  gltf,
  type Loose,
  read,
  SQUARE,
  SQUARE_FACES,
} from '../helpers/formats/gltfAsset.ts';
import { corners, faultOf, join, pack } from '../helpers/formats/helpers.ts';

describe('glTF containers', () => {
  test('JSON with a data URI, and GLB', () => {
    for (const bytes of [gltf(), glb()]) {
      const mesh = read(bytes);
      expect(corners(mesh.triangles)).toEqual(SQUARE_FACES);
      expect(mesh.groups).toEqual([]);
      expect(mesh.notes).toMatchObject([{ code: 'gltf/up-axis', file: 'arm.gltf' }]);
      expect(readMesh(bytes).format).toBe('gltf');
    }
    expect(readMesh(glb(), { file: 'a.GLB' }).format).toBe('gltf');
  });

  test('data in another file', () => {
    const { bytes } = asset();
    const text = gltf((json) => {
      json.buffers[0].uri = 'my%20arm.bin';
    });
    const asked: string[] = [];
    const from = (reference: string) => {
      asked.push(reference);
      return bytes;
    };
    expect(corners(read(text, { read: from }).triangles)).toEqual(SQUARE_FACES);
    expect(asked).toEqual(['my arm.bin']);
    expect(faultOf(() => read(text, { read: () => undefined })).code).toBe('gltf/missing-file');
    const fault = faultOf(() => readGltf(text, 'arm.gltf'));
    expect(fault).toMatchObject({ code: 'gltf/missing-file', file: 'arm.gltf' });
    expect(fault.message).toContain('my arm.bin');
    const short = faultOf(() => read(text, { read: () => bytes.subarray(1) }));
    expect(short.code).toBe('gltf/truncated');
  });

  test('a part of a larger array, and chunks that nobody knows', () => {
    const bytes = join('xyz', glb(), 'xyz').subarray(3, -3);
    expect(corners(read(bytes).triangles)).toEqual(SQUARE_FACES);
    const longer = join(glb(), pack([['Uint32', 4]], true), 'WHAT', 'data');
    new DataView(longer.buffer).setUint32(8, longer.length, true);
    expect(corners(read(longer).triangles)).toEqual(SQUARE_FACES);
  });

  test('what writeGlb writes is read back, but for the rounding to float32', () => {
    const random = new Random(6);
    const positions = Float64Array.from({ length: 60 }, () => random.between(-9, 9));
    const indices = Uint32Array.from({ length: 90 }, () => random.below(20));
    const back = read(writeGlb({ positions, indices })).triangles;
    expect(back.positions).toEqual(positions.map(Math.fround));
    expect(back.indices).toEqual(indices);
    const tooLarge = { positions: Float64Array.of(1e39, 0, 0), indices: Uint32Array.of(0, 0, 0) };
    expect(() => writeGlb(tooLarge)).toThrow(InputError);
    const bad = { positions: Float64Array.of(0, 0, 0), indices: Uint32Array.of(0, 0, 1) };
    expect(faultOf(() => writeGlb(bad)).code).toBe('mesh/index-out-of-range');
  });
});

describe('glTF primitives', () => {
  const primitive = (change: (p: Loose) => void, data?: Uint8Array) =>
    read(glb((json) => change(json.meshes[0].primitives[0]), data)).triangles;

  test('strips, fans, and vertices without indices', () => {
    const strip = primitive((p) => Object.assign(p, { mode: 5, indices: undefined }));
    expect([...strip.indices]).toEqual([0, 1, 2, 1, 3, 2]);
    const fan = primitive((p) => Object.assign(p, { mode: 6, indices: undefined }));
    expect(corners(fan)).toEqual(SQUARE_FACES);
    const indexed = primitive((p) => Object.assign(p, { mode: 5 }));
    expect([...indexed.indices]).toEqual([0, 1, 2, 1, 0, 2, 2, 0, 2, 0, 3, 2]);
    const three = read(
      glb((json) => {
        json.accessors[0].count = 3;
        json.meshes[0].primitives[0].indices = undefined;
      }),
    );
    expect(corners(three.triangles)).toEqual(FIRST_HALF);
  });

  test.each([
    [5121, 'Uint8'],
    [5123, 'Uint16'],
    [5125, 'Uint32'],
  ])('indices of type %i', (componentType, kind) => {
    const data = join(pack([['Float32', ...SQUARE]], true), pack([[kind, 0, 1, 2, 0, 2, 3]], true));
    const mesh = read(glb((json) => Object.assign(json.accessors[1], { componentType }), data));
    expect(corners(mesh.triangles)).toEqual(SQUARE_FACES);
  });

  test('several primitives share vertices; points and lines are noted', () => {
    const mesh = read(
      glb((json) => {
        const [first] = json.meshes[0].primitives;
        json.meshes[0].primitives.push(
          { ...first, mode: 1 },
          { ...first, mode: 6 },
          { ...first, mode: 0 },
        );
        json.meshes[0].name = 'plate';
      }),
    );
    expect(mesh.triangles.positions.length).toBe(12);
    expect(mesh.triangles.indices.length).toBe(6 + 12);
    expect(mesh.groups).toEqual([{ name: 'plate', firstTriangle: 0, triangleCount: 6 }]);
    expect(codes(mesh)).toEqual(['gltf/ignored-primitive']);
    expect(mesh.notes[1].message).toContain('2 primitives');
  });

  test('a stride between vertices, and an offset', () => {
    const values: number[] = [];
    for (let i = 0; i < 12; i += 3) values.push(9, ...SQUARE.slice(i, i + 3), 9);
    const data = join(
      pack([['Float32', ...values]], true),
      pack([['Uint8', 0, 1, 2, 0, 2, 3]], true),
    );
    const mesh = read(
      glb((json) => {
        json.bufferViews = [
          { buffer: 0, byteLength: 80, byteStride: 20 },
          { buffer: 0, byteOffset: 80, byteLength: 6 },
        ];
        Object.assign(json.accessors[0], { byteOffset: 4 });
        Object.assign(json.accessors[1], { componentType: 5121 });
      }, data),
    );
    expect(corners(mesh.triangles)).toEqual(SQUARE_FACES);
  });

  test('sparse accessors, with and without a base', () => {
    const data = join(
      pack([['Float32', ...SQUARE]], true),
      pack([['Uint16', 0, 1, 2, 0, 2, 3]], true),
      pack([['Uint8', 1, 3, 0, 0]], true),
      pack([['Float32', 5, 6, 7, 8, 9, 10]], true),
    );
    const sparse = {
      count: 2,
      indices: { bufferView: 2, componentType: 5121 },
      values: { bufferView: 3 },
    };
    const change = (json: Loose) => {
      json.bufferViews[1].byteLength = 12;
      json.bufferViews.push(
        { buffer: 0, byteOffset: 60, byteLength: 2 },
        { buffer: 0, byteOffset: 64, byteLength: 24 },
      );
      json.accessors[0].sparse = sparse;
    };
    const based = read(glb(change, data)).triangles;
    expect([...based.positions]).toEqual([0, 0, 0, 5, 6, 7, 1, 1, 0, 8, 9, 10]);
    const bare = (json: Loose) => {
      change(json);
      json.accessors[0].bufferView = undefined;
    };
    const free = read(glb(bare, data)).triangles;
    expect([...free.positions]).toEqual([0, 0, 0, 5, 6, 7, 0, 0, 0, 8, 9, 10]);
    const huge = (json: Loose) => {
      bare(json);
      json.accessors[0].count = 1e9;
    };
    expect(faultOf(() => read(glb(huge, data))).code).toBe('gltf/out-of-bounds');
    const twice = data.slice();
    twice[61] = 1;
    expect(faultOf(() => read(glb(change, twice))).code).toBe('gltf/index-out-of-range');
    const beyond = data.slice();
    beyond[61] = 4;
    expect(faultOf(() => read(glb(change, beyond))).code).toBe('gltf/index-out-of-range');
  });

  test.each([
    [5120, 'Int8', 127],
    [5121, 'Uint8', 255],
    [5122, 'Int16', 32767],
    [5123, 'Uint16', 65535],
  ])('quantized positions of type %i', (componentType, kind, one) => {
    const values: number[] = [];
    for (let i = 0; i < 12; i += 3) values.push(...SQUARE.slice(i, i + 3).map((x) => x * one), 0);
    const size = pack([[kind, ...values]], true).length;
    const data = join(pack([[kind, ...values]], true), pack([['Uint16', 0, 1, 2, 0, 2, 3]], true));
    const change = (normalized: boolean) => (json: Loose) => {
      json.bufferViews[0] = { buffer: 0, byteLength: size, byteStride: size / 4 };
      json.bufferViews[1] = { buffer: 0, byteOffset: size, byteLength: 12 };
      Object.assign(json.accessors[0], { componentType, normalized });
      json.extensionsUsed = ['KHR_mesh_quantization'];
      json.extensionsRequired = ['KHR_mesh_quantization'];
    };
    expect(corners(read(glb(change(true), data)).triangles)).toEqual(SQUARE_FACES);
    const scaled = SQUARE_FACES.map((x) => x * one);
    expect(corners(read(glb(change(false), data)).triangles)).toEqual(scaled);
    const undeclared = (json: Loose) => {
      change(true)(json);
      json.extensionsUsed = [];
    };
    expect(faultOf(() => read(glb(undeclared, data))).code).toBe('gltf/position-type');
  });
});

describe('glTF scenes', () => {
  const node = (change: object) =>
    read(glb((json) => Object.assign(json.nodes[0], change))).triangles;

  test('matrices are stored by columns', () => {
    const matrix = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1];
    expect(corners(node({ matrix })).slice(0, 9)).toEqual([5, 6, 7, 5, 7, 7, 4, 7, 7]);
  });

  test('a reflection keeps outside outside', () => {
    expect(corners(node({ scale: [1, 1, -1] })).slice(0, 9)).toEqual([0, 0, 0, 1, 1, 0, 1, 0, 0]);
    expect(corners(node({ scale: [-1, -1, 1] })).slice(3, 6)).toEqual(
      [-1, 0 - 0, 0].map((x) => x + 0),
    );
  });

  test('chains of translations, rotations and scales, point by point (seed 7)', () => {
    const random = new Random(7);
    const number = () => random.between(-2, 2);
    for (let run = 0; run < 20; run++) {
      const chain = Array.from({ length: 4 }, () => {
        const q = [number(), number(), number(), number()];
        const length = Math.hypot(...q);
        return {
          translation: [number(), number(), number()],
          rotation: q.map((x) => x / length),
          scale: [number() + 3, number() + 3, number() + 3],
        };
      });
      const mesh = read(
        glb((json) => {
          json.nodes = chain.map((trs, i) =>
            i < 3 ? { ...trs, children: [i + 1] } : { ...trs, mesh: 0 },
          );
        }),
      );
      for (let i = 0; i < 4; i++) {
        const expected = chain.reduceRight(
          (p, trs) => place(p, trs),
          SQUARE.slice(3 * i, 3 * i + 3),
        );
        for (let k = 0; k < 3; k++) {
          expect(mesh.triangles.positions[3 * i + k]).toBeCloseTo(expected[k], 9);
        }
      }
    }
  });

  test('a mesh may be placed several times', () => {
    const mesh = read(
      glb((json) => {
        json.nodes = [
          { children: [2, 1] },
          { mesh: 0, name: 'b' },
          { mesh: 0, name: 'a', translation: [0, 0, 1] },
        ];
      }),
    );
    expect(mesh.groups.map((group) => group.name)).toEqual(['a', 'b']);
    expect(corners(mesh.triangles)[2]).toBe(1);
    expect(corners(mesh.triangles).slice(18)).toEqual(SQUARE_FACES);
  });

  test('the default scene, else all scenes, else all nodes, else all meshes', () => {
    const count = (change: (json: Loose) => void) => {
      const mesh = read(
        glb((json) => {
          json.nodes = [{ mesh: 0 }, { mesh: 0, children: [2] }, { mesh: 1 }];
          json.meshes.push(json.meshes[0]);
          json.scenes = [{ nodes: [0] }, { nodes: [0, 1] }, {}];
          change(json);
        }),
      );
      return [mesh.triangles.indices.length / 6, codes(mesh)];
    };
    expect(count(() => {})).toEqual([1, ['gltf/unused-mesh']]);
    expect(count((json) => Object.assign(json, { scene: 1 }))).toEqual([3, []]);
    expect(count((json) => Object.assign(json, { scene: undefined }))).toEqual([3, []]);
    expect(count((json) => Object.assign(json, { scene: undefined, scenes: undefined }))).toEqual([
      3,
      [],
    ]);
    const bare = { scene: undefined, scenes: undefined, nodes: undefined };
    expect(count((json) => Object.assign(json, bare))).toEqual([2, []]);
  });

  test('skins and morphs are noted', () => {
    const mesh = read(
      gltf((json) => {
        Object.assign(json.nodes[0], { skin: 0, translation: [1, 0, 0] });
        json.meshes[0].primitives[0].targets = [{ POSITION: 0 }];
      }),
    );
    expect(corners(mesh.triangles)[0]).toBe(1);
    expect(codes(mesh)).toEqual(['gltf/skin', 'gltf/morph']);
    for (const note of mesh.notes)
      expect(note).toMatchObject({ file: 'arm.gltf', line: expect.any(Number) });
  });

  test('a chain of 50,000 nodes', () => {
    const mesh = read(
      glb((json) => {
        json.nodes = Array.from({ length: 50000 }, (_, i) => ({ children: [i + 1] }));
        json.nodes.push({ mesh: 0 });
      }),
    );
    expect(corners(mesh.triangles)).toEqual(SQUARE_FACES);
  });
});

interface Placement {
  translation: number[];
  rotation: number[];
  scale: number[];
}

/** By the formula p + 2 w (v x p) + 2 v x (v x p), with no matrix. */
function place(point: number[], { translation, rotation, scale }: Placement): number[] {
  const p = point.map((x, k) => x * scale[k]);
  const v = rotation.slice(0, 3);
  const first = cross(v, p);
  const second = cross(v, first);
  return p.map((x, k) => x + 2 * rotation[3] * first[k] + 2 * second[k] + translation[k]);
}

function cross(a: number[], b: number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
