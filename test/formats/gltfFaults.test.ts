/** glTF files that are wrong: which fault, and where; and damaged ones. */
import { describe, expect, test } from 'vitest';
import { readGltf, writeGlb } from '../../src/formats/index.ts';
import type { Triangles } from '../../src/geometry/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import { glb, gltf, type Loose, SQUARE } from '../helpers/formats/gltfAsset.ts';
import { expectValid, faultOf, join, pack, utf8 } from '../helpers/formats/helpers.ts';

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
