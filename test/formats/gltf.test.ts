import { describe, expect, test } from 'vitest';
import {
  type MeshFile,
  type ReadMeshOptions,
  readGltf,
  readMesh,
  writeGlb,
} from '../../src/formats/index.ts';
import type { Triangles } from '../../src/geometry/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import { corners, expectValid, faultOf, join, pack, utf8 } from '../helpers/formats/helpers.ts';

/** What the tests write: any JSON that may be wrong. */
// biome-ignore lint/suspicious/noExplicitAny: the tests break these objects in every way
type Loose = any;

const SQUARE = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
const SQUARE_FACES = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0];
const FIRST_HALF = SQUARE_FACES.slice(0, 9);

/** An asset of one node with a square, its data in the binary chunk or a data URI. */
function asset(change: (json: Loose) => void = () => {}, data?: Uint8Array) {
  const bytes =
    data ?? join(pack([['Float32', ...SQUARE]], true), pack([['Uint16', 0, 1, 2, 0, 2, 3]], true));
  const json: Loose = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3' },
      { bufferView: 1, componentType: 5123, count: 6, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 48 },
      { buffer: 0, byteOffset: 48, byteLength: bytes.length - 48 },
    ],
    buffers: [{ byteLength: bytes.length }],
  };
  change(json);
  return { json, bytes };
}

function gltf(change?: (json: Loose) => void, data?: Uint8Array): Uint8Array {
  const { json, bytes } = asset(change, data);
  const buffer = json.buffers?.[0];
  if (buffer)
    buffer.uri ??= `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
  return utf8(JSON.stringify(json, null, 1));
}

function glb(change?: (json: Loose) => void, data?: Uint8Array): Uint8Array {
  const { json, bytes } = asset(change, data);
  const text = utf8(JSON.stringify(json));
  const padded = join(text, ' '.repeat((4 - (text.length % 4)) % 4));
  const binary = join(bytes, new Uint8Array((4 - (bytes.length % 4)) % 4));
  return join(
    'glTF',
    pack([['Uint32', 2, 12 + 8 + padded.length + 8 + binary.length, padded.length]], true),
    join('JSON', padded, pack([['Uint32', binary.length]], true), 'BIN\0', binary),
  );
}

function read(bytes: Uint8Array, options: ReadMeshOptions = {}) {
  const mesh = readMesh(bytes, { file: 'arm.gltf', ...options });
  expectValid(mesh);
  expect(mesh.format).toBe('gltf');
  return mesh;
}

/** The notes but for the first, which every file has. */
function codes({ notes }: MeshFile): string[] {
  return notes.slice(1).map(({ code }) => code);
}

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

describe('glTF faults', () => {
  const set = (path: string, value: unknown) => (json: Loose) => {
    const keys = path.split('.');
    const last = keys.pop()!;
    keys.reduce((object, key) => object[key], json)[last] = value;
  };

  test.each<[code: string, change: (json: Loose) => void]>([
    ['missing-value', set('asset', undefined)],
    ['unsupported-version', set('asset.version', '1.0')],
    ['unsupported-version', set('asset.minVersion', '2.1')],
    ['bad-value', set('asset.version', 2)],
    ['unsupported-extension', set('extensionsRequired', ['EXT_geometry_of_the_future'])],
    ['compressed', set('extensionsRequired', ['KHR_draco_mesh_compression'])],
    ['compressed', set('extensionsRequired', ['EXT_meshopt_compression'])],
    ['compressed', set('meshes.0.primitives.0.extensions', { KHR_draco_mesh_compression: {} })],
    ['compressed', set('bufferViews.0.extensions', { EXT_meshopt_compression: {} })],
    ['unsupported-extension', set('nodes.0.extensions', { EXT_mesh_gpu_instancing: {} })],
    ['bad-value', set('extensionsUsed', [1])],
    ['no-triangles', set('scenes.0.nodes', [])],
    ['no-triangles', set('meshes.0.primitives', [])],
    ['no-triangles', set('meshes.0.primitives.0.mode', 1)],
    ['bad-value', set('meshes.0.primitives.0.mode', 7)],
    ['bad-value', set('meshes', {})],
    ['bad-value', set('nodes', [1])],
    ['index-out-of-range', set('scene', 1)],
    ['index-out-of-range', set('scenes.0.nodes', [1])],
    ['index-out-of-range', set('nodes.0.mesh', 1)],
    ['index-out-of-range', set('meshes.0.primitives.0.indices', 2)],
    ['index-out-of-range', set('meshes.0.primitives.0.attributes.POSITION', 2)],
    ['index-out-of-range', set('accessors.0.bufferView', 2)],
    ['index-out-of-range', set('bufferViews.0.buffer', 1)],
    ['index-out-of-range', set('accessors.0.count', 3)],
    ['missing-value', set('meshes.0.primitives.0.attributes', {})],
    ['node-cycle', set('nodes.0.children', [0])],
    ['node-cycle', set('scenes.0.nodes', [0, 0])],
    [
      'node-cycle',
      (json) =>
        Object.assign(json, {
          scene: undefined,
          scenes: undefined,
          nodes: [{ children: [0] }, { mesh: 0 }],
        }),
    ],
    ['bad-value', set('nodes.0.matrix', [1])],
    ['bad-matrix', set('nodes.0.matrix', Array(16).fill(1))],
    ['bad-rotation', set('nodes.0.rotation', [0, 0, 0, 2])],
    ['bad-rotation', set('nodes.0.rotation', [0, 0, 0, 0])],
    ['bad-value', set('nodes.0.translation', [1, 2, 'x'])],
    [
      'non-finite',
      (json) =>
        Object.assign(json, {
          nodes: [
            { scale: [1e200, 1, 1], children: [1] },
            { scale: [1e200, 1, 1], mesh: 0 },
          ],
        }),
    ],
    ['accessor-type', set('accessors.0.type', 'VEC2')],
    ['accessor-type', set('accessors.1.type', 'VEC3')],
    ['position-type', set('accessors.0.componentType', 5125)],
    ['position-type', set('accessors.0.normalized', true)],
    ['index-type', set('accessors.1.componentType', 5126)],
    ['index-type', set('accessors.1.normalized', true)],
    ['bad-value', set('accessors.0.count', -1)],
    ['bad-value', set('accessors.0.count', 1.5)],
    ['bad-count', set('accessors.0.count', 0)],
    ['bad-count', set('accessors.1.count', 5)],
    ['out-of-bounds', set('accessors.0.count', 5)],
    ['out-of-bounds', set('accessors.0.count', 2 ** 50)],
    ['out-of-bounds', set('accessors.0.byteOffset', 4)],
    ['out-of-bounds', set('bufferViews.0.byteStride', 16)],
    ['out-of-bounds', set('bufferViews.1.byteOffset', 52)],
    ['out-of-bounds', set('bufferViews.0.byteLength', 2 ** 53 - 1)],
    ['bad-stride', set('bufferViews.0.byteStride', 8)],
    ['bad-stride', set('bufferViews.0.byteStride', 0)],
    ['bad-stride', set('bufferViews.1.byteStride', 4)],
    ['truncated', set('buffers.0.byteLength', 100)],
    ['missing-data', set('accessors.0.bufferView', undefined)],
  ])('gltf/%s', (code, change) => {
    const text = faultOf(() => readGltf(gltf(change), 'arm.gltf'));
    expect(text).toMatchObject({ code: `gltf/${code}`, file: 'arm.gltf' });
    expect(text.line).toBeGreaterThan(0);
    expect(text.column).toBeGreaterThan(0);
    const binary = faultOf(() => readGltf(glb(change), 'arm.glb'));
    expect(binary).toMatchObject({ code: `gltf/${code}`, file: 'arm.glb' });
    expect(binary.byte).toBeGreaterThanOrEqual(20);
  });

  test.each([
    ['bad-uri', 'data:application/octet-stream,abc'],
    ['bad-uri', 'data:application/octet-stream;base64,AB*='],
    ['bad-uri', 'data:application/octet-stream;base64,ABCDE'],
    ['bad-uri', 'a%2.bin'],
    ['truncated', 'data:;base64,AAAA'],
    ['missing-file', 'a.bin'],
  ])('gltf/%s for %s', (code, uri) => {
    expect(faultOf(() => readGltf(gltf(set('buffers.0.uri', uri)))).code).toBe(`gltf/${code}`);
  });

  test('the line and column are those of the key', () => {
    const text =
      '{\n "asset": {"version": "2.0"},\n "meshes": [\n  {"name": 1,\n   "primitives": 2}]}';
    const fault = faultOf(() => readGltf(utf8(text)));
    expect(fault).toMatchObject({ code: 'gltf/bad-value', line: 5, column: 4 });
  });

  test.each<[code: string, line: number, column: number, text: string]>([
    ['syntax', 1, 1, '[]'],
    ['syntax', 1, 1, 'glue'],
    ['syntax', 2, 2, '{\n x}'],
    ['syntax', 1, 9, '{"a": 1,}'],
    ['syntax', 1, 9, '{"a": 1 "b": 2}'],
    ['syntax', 1, 7, '{"a": .1}'],
    ['syntax', 1, 8, '{"a": "\n"}'],
    ['syntax', 1, 7, '{"a": "\\x"}'],
    ['syntax', 1, 3, '{}{}'],
    ['truncated', 1, 7, '{"a": "'],
    ['truncated', 1, 8, '{"a": 1'],
    ['repeated-key', 1, 9, '{"a": 1,"a": 2}'],
    ['too-deep', 1, 206, `{"a":${'['.repeat(1000)}`],
    ['missing-value', 1, 1, '{}'],
  ])('gltf/%s at %i:%i', (code, line, column, text) => {
    const fault = faultOf(() => readGltf(utf8(text)));
    expect(fault).toMatchObject({ code: `gltf/${code}`, line, column });
  });

  test('GLB headers and chunks', () => {
    const good = glb();
    const fault = (change: (view: DataView, bytes: Uint8Array) => Uint8Array | undefined) => {
      const bytes = good.slice();
      const changed = change(new DataView(bytes.buffer), bytes) ?? bytes;
      return faultOf(() => readGltf(changed));
    };
    expect(fault((_, b) => b.subarray(0, 15))).toMatchObject({ code: 'gltf/truncated', byte: 15 });
    expect(fault((_, b) => b.subarray(0, -1))).toMatchObject({
      code: 'gltf/truncated',
      byte: good.length - 1,
    });
    const version = fault((v) => void v.setUint32(4, 1, true) as undefined);
    expect(version).toMatchObject({ code: 'gltf/unsupported-version', byte: 4 });
    const shorter = fault((v) => void v.setUint32(8, good.length - 4, true) as undefined);
    expect(shorter).toMatchObject({ code: 'gltf/trailing-bytes', byte: good.length - 4 });
    const chunk = fault((v) => void v.setUint32(12, 2 ** 31, true) as undefined);
    expect(chunk).toMatchObject({ code: 'gltf/truncated', byte: 12 });
    const kind = fault((v) => void v.setUint32(16, 7, true) as undefined);
    expect(kind).toMatchObject({ code: 'gltf/syntax', byte: 16 });
    const encoding = fault((v) => void v.setUint8(30, 0xff) as undefined);
    expect(encoding).toMatchObject({ code: 'gltf/encoding', byte: 20 });
    const jsonOnly = good.slice(0, 20 + new DataView(good.buffer).getUint32(12, true));
    new DataView(jsonOnly.buffer).setUint32(8, jsonOnly.length, true);
    expect(faultOf(() => readGltf(jsonOnly)).code).toBe('gltf/missing-buffer');
    const noData = faultOf(() => readGltf(good.subarray(0, 12)));
    expect(noData.code).toBe('gltf/truncated');
    expect(faultOf(() => readGltf(new Uint8Array(0))).code).toBe('gltf/empty');
  });

  test('a coordinate that is not a number, at its byte', () => {
    const data = join(
      pack([['Float32', ...SQUARE]], true),
      pack([['Uint16', 0, 1, 2, 0, 2, 3]], true),
    );
    new DataView(data.buffer).setFloat32(16, Number.NaN, true);
    const bytes = glb(undefined, data);
    const start = bytes.length - data.length;
    const fault = faultOf(() => readGltf(bytes));
    expect(fault).toMatchObject({ code: 'gltf/non-finite', byte: start + 16 });
    expect(fault.message).toContain('coordinate y of vertex 1');
    expect(faultOf(() => readGltf(gltf(undefined, data)))).toMatchObject({
      code: 'gltf/non-finite',
      line: 31,
    });
  });

  test('instances without end', () => {
    const count = 3000;
    const big = writeGlb(grid(60));
    const text = new TextDecoder().decode(
      big.subarray(20, 20 + new DataView(big.buffer).getUint32(12, true)),
    );
    const json = JSON.parse(text);
    json.nodes = Array.from({ length: count }, () => ({ mesh: 0 }));
    json.scenes = [{ nodes: json.nodes.map((_: unknown, i: number) => i) }];
    const data = big.subarray(big.length - json.buffers[0].byteLength);
    json.buffers[0].uri = `data:;base64,${Buffer.from(data).toString('base64')}`;
    expect(faultOf(() => readGltf(utf8(JSON.stringify(json)))).code).toBe('gltf/too-large');
  });
});

test('1,500 damaged glTF files give an InputError or a valid mesh (seed 41)', () => {
  const random = new Random(41);
  const rich = (json: Loose) => {
    json.nodes = [
      { children: [1], rotation: [0, 0, 0, 1] },
      { mesh: 0, name: 'é', scale: [1, -2, 3] },
    ];
    json.meshes[0].primitives.push({ attributes: { POSITION: 0 }, mode: 5 });
    json.accessors[0].sparse = {
      count: 1,
      indices: { bufferView: 1, byteOffset: 2, componentType: 5123 },
      values: { bufferView: 0 },
    };
  };
  const samples = [gltf(), glb(), gltf(rich), glb(rich)];
  for (const sample of samples) expectValid(readGltf(sample));
  const spice = utf8('0123456789-.e"{}[],: \nx\\');
  let valid = 0;
  for (let run = 0; run < 1500; run++) {
    const bytes = [...samples[run % samples.length]];
    for (let n = 1 + random.below(2); n > 0; n--) {
      const at = random.below(bytes.length);
      const byte = random.below(3) ? spice[random.below(spice.length)] : random.below(256);
      const kind = random.below(8);
      if (kind < 5) bytes[at] = byte;
      else if (kind === 5) bytes.splice(at, 0, byte);
      else bytes.splice(at, 1 + random.below(kind === 6 ? 3 : 60));
    }
    // Damage to the size alone would hide all other.
    const damaged = Uint8Array.from(bytes);
    if (random.below(2) && damaged.length > 12 && damaged[0] === 103) {
      new DataView(damaged.buffer).setUint32(8, damaged.length, true);
    }
    try {
      expectValid(readGltf(damaged));
      valid++;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      expect(error.fault.code).toMatch(/^gltf\/[a-z0-9-]+$/);
      expect(error.fault.line ?? error.fault.byte, error.message).toBeDefined();
    }
  }
  expect(valid).toBeGreaterThan(50);
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

function grid(n: number): Triangles {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= n; i++) for (let j = 0; j <= n; j++) positions.push(i, j, 0);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const a = i * (n + 1) + j;
      indices.push(a, a + n + 1, a + 1, a + 1, a + n + 1, a + n + 2);
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}
