/** A writer of GLB, binary glTF 2.0: one mesh, one node, one scene. */
import { type Triangles, trianglesFault } from '../geometry/index.ts';
import { encodeUtf8, InputError } from '../math/index.ts';

/**
 * GLB. Coordinates are rounded to float32, as the format wants it, and are not turned: y is up by
 * glTF's definition. Throws InputError if the triangles are bad or too large for float32.
 */
export function writeGlb(triangles: Triangles): Uint8Array<ArrayBuffer> {
  const fault = trianglesFault(triangles);
  if (fault) throw new InputError(fault);
  const { positions, indices } = triangles;
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const value = Math.fround(positions[i]);
    if (!Number.isFinite(value)) {
      throw new InputError({
        code: 'gltf/float32-range',
        message: `a coordinate of vertex ${Math.floor(i / 3)} is too large for the 32-bit numbers of glTF`,
      });
    }
    min[i % 3] = Math.min(min[i % 3], value);
    max[i % 3] = Math.max(max[i % 3], value);
  }
  const positionSize = 4 * positions.length;
  const dataSize = positionSize + 4 * indices.length;
  const json = JSON.stringify({
    asset: { version: '2.0', generator: 'surepath' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: positions.length / 3, type: 'VEC3', min, max },
      { bufferView: 1, componentType: 5125, count: indices.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: positionSize, target: 34962 },
      { buffer: 0, byteOffset: positionSize, byteLength: 4 * indices.length, target: 34963 },
    ],
    buffers: [{ byteLength: dataSize }],
  });
  // Chunks are padded to multiples of four, the text with spaces. It is ASCII.
  const text = json.padEnd(Math.ceil(json.length / 4) * 4);
  const bytes = new Uint8Array(12 + 8 + text.length + 8 + dataSize);
  const view = new DataView(bytes.buffer);
  bytes.set(encodeUtf8('glTF'));
  view.setUint32(4, 2, true);
  view.setUint32(8, bytes.length, true);
  view.setUint32(12, text.length, true);
  bytes.set(encodeUtf8('JSON'), 16);
  bytes.set(encodeUtf8(text), 20);
  let at = 20 + text.length;
  view.setUint32(at, dataSize, true);
  bytes.set(encodeUtf8('BIN\0'), at + 4);
  at += 8;
  for (let i = 0; i < positions.length; i++, at += 4) view.setFloat32(at, positions[i], true);
  for (let i = 0; i < indices.length; i++, at += 4) view.setUint32(at, indices[i], true);
  return bytes;
}
