/** A small glTF asset that tests change in every way, as JSON and as GLB, and how they read it. */
import { expect } from 'vitest';
import { type MeshFile, type ReadMeshOptions, readMesh } from '../../../src/formats/index.ts';
import { expectValid, join, pack, utf8 } from './helpers.ts';

/** What the tests write: any JSON that may be wrong. */
// biome-ignore lint/suspicious/noExplicitAny: the tests break these objects in every way
export type Loose = any;

export const SQUARE = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
export const SQUARE_FACES = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0];
export const FIRST_HALF = SQUARE_FACES.slice(0, 9);

/** An asset of one node with a square, its data in the binary chunk or a data URI. */
export function asset(change: (json: Loose) => void = () => {}, data?: Uint8Array) {
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

export function gltf(change?: (json: Loose) => void, data?: Uint8Array): Uint8Array {
  const { json, bytes } = asset(change, data);
  const buffer = json.buffers?.[0];
  if (buffer)
    buffer.uri ??= `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
  return utf8(JSON.stringify(json, null, 1));
}

export function glb(change?: (json: Loose) => void, data?: Uint8Array): Uint8Array {
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

export function read(bytes: Uint8Array, options: ReadMeshOptions = {}) {
  const mesh = readMesh(bytes, { file: 'arm.gltf', ...options });
  expectValid(mesh);
  expect(mesh.format).toBe('gltf');
  return mesh;
}

/** The notes but for the first, which every file has. */
export function codes({ notes }: MeshFile): string[] {
  return notes.slice(1).map(({ code }) => code);
}
