/**
 * The container of a glTF 2.0 asset: JSON text or GLB, and the bytes of its buffers, from the GLB
 * itself, from `data:` URIs, or from other files through a function of the caller.
 *
 * GLB: a 12-byte header (magic, version 2, length), then chunks of length, type and data; the first
 * is JSON, the second, if there is one, is the data of buffer 0. All little-endian.
 */
import { decodeUtf8, InputError } from '../math/index.ts';
import { fromBase64 } from '../text/index.ts';
import { type JsonObject, readJson } from './gltfJson.ts';
import { startsWith } from './meshFile.ts';
import { quote } from './xml.ts';

/** Bytes of a file that another one refers to, by the reference as written, without %-escapes. */
export type ReadReference = (reference: string) => Uint8Array | undefined;

/** Bytes of a buffer view, and where the first stands in the file (only within a GLB). */
export interface GltfView {
  readonly data: DataView;
  readonly fileByte: number | undefined;
  /** Distance between elements, if the view gives one. */
  readonly stride: number | undefined;
}

interface GltfBuffer {
  readonly bytes: Uint8Array;
  readonly fileByte: number | undefined;
}

const GLB_MAGIC = 'glTF';
const GLB_HEADER_SIZE = 12;
const CHUNK_HEADER_SIZE = 8;
const CHUNK_JSON = 0x4e4f534a;
const CHUNK_BIN = 0x004e4942;

export class GltfFile {
  readonly root: JsonObject;
  private readonly read: ReadReference | undefined;
  /** The binary chunk of a GLB, and where it starts. */
  private binary: Uint8Array | undefined;
  private binaryStart = 0;
  private readonly lists = new Map<string, JsonObject[]>();
  private readonly buffers = new Map<number, GltfBuffer>();
  /** Whether positions may be integers. */
  readonly quantized: boolean;
  /** Bytes of this file and of all that were read through it. */
  size: number;

  constructor(bytes: Uint8Array, file: string | undefined, read: ReadReference | undefined) {
    this.read = read;
    this.size = bytes.length;
    this.root = startsWith(bytes, GLB_MAGIC)
      ? this.readGlb(bytes, file)
      : readJson({ text: decode(bytes, file, 0), file });
    this.quantized = this.root.strings('extensionsUsed').includes('KHR_mesh_quantization');
  }

  /** An entry of one of the lists at the top; `from` and `key` say who asks. */
  entry(list: string, index: number, from: JsonObject, key?: string): JsonObject {
    let entries = this.lists.get(list);
    if (!entries) {
      entries = this.root.objects(list);
      this.lists.set(list, entries);
    }
    if (index < entries.length) return entries[index];
    throw from.error(
      'index-out-of-range',
      `refers to number ${index} of "${list}", but there are ${entries.length}, counted from 0`,
      undefined,
      key,
    );
  }

  view(index: number, from: JsonObject): GltfView {
    const view = this.entry('bufferViews', index, from, 'bufferView');
    const extensions = view.optional('extensions');
    for (const name of ['EXT_meshopt_compression', 'KHR_meshopt_compression']) {
      if (extensions?.has(name)) throw compressed(view, name);
    }
    const bufferIndex = view.integer('buffer');
    const { bytes, fileByte } = this.buffer(bufferIndex, view);
    const start = view.integer('byteOffset', 0);
    const length = view.integer('byteLength');
    if (start + length > bytes.length) {
      throw view.error(
        'out-of-bounds',
        `a buffer view covers bytes ${start} to ${start + length}, but buffer ${bufferIndex} has ${bytes.length}`,
      );
    }
    const stride = view.has('byteStride') ? view.integer('byteStride') : undefined;
    if (stride !== undefined && (stride < 4 || stride > 252)) {
      throw view.error('bad-stride', `"byteStride" must be 4 to 252, found ${stride}`);
    }
    return {
      data: new DataView(bytes.buffer, bytes.byteOffset + start, length),
      fileByte: fileByte === undefined ? undefined : fileByte + start,
      stride,
    };
  }

  private readGlb(bytes: Uint8Array, file: string | undefined): JsonObject {
    const fail = (code: string, message: string, byte: number, hint?: string) =>
      new InputError({ code: `gltf/${code}`, message, file, byte, hint });
    if (bytes.length < GLB_HEADER_SIZE + CHUNK_HEADER_SIZE) {
      throw fail(
        'truncated',
        `the file ends after ${bytes.length} bytes, within its headers`,
        bytes.length,
      );
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const version = view.getUint32(4, true);
    if (version !== 2) {
      throw fail(
        'unsupported-version',
        `the GLB has version ${version}, expected 2`,
        4,
        'export glTF 2.0',
      );
    }
    const length = view.getUint32(8, true);
    if (length > bytes.length) {
      const message = `the header declares ${length} bytes, but the file ends after ${bytes.length}`;
      throw fail('truncated', message, bytes.length);
    }
    if (length < bytes.length) {
      const message = `the header declares ${length} bytes, but the file has ${bytes.length}`;
      throw fail('trailing-bytes', message, length);
    }
    let root: JsonObject | undefined;
    for (let at = GLB_HEADER_SIZE, chunk = 0; at < length; chunk++) {
      const start = at + CHUNK_HEADER_SIZE;
      const end = start + (start <= length ? view.getUint32(at, true) : 0);
      if (end > length) {
        throw fail(
          'truncated',
          `chunk ${chunk} ends at byte ${end}, beyond the file's ${length}`,
          at,
        );
      }
      const type = view.getUint32(at + 4, true);
      const data = bytes.subarray(start, end);
      if (chunk === 0) {
        if (type !== CHUNK_JSON) throw fail('syntax', 'the first chunk must be JSON', at + 4);
        root = readJson({
          text: decode(data, file, start),
          file,
          byteStart: start,
        });
      } else if (chunk === 1 && type === CHUNK_BIN) {
        this.binary = data;
        this.binaryStart = start;
      }
      at = end;
    }
    return root!;
  }

  /** The bytes of a buffer, exactly as many as it declares. */
  private buffer(index: number, from: JsonObject): GltfBuffer {
    const known = this.buffers.get(index);
    if (known) return known;
    const buffer = this.entry('buffers', index, from, 'buffer');
    const declared = buffer.integer('byteLength');
    const bytes = this.load(buffer, index);
    if (bytes.length < declared) {
      throw buffer.error(
        'truncated',
        `buffer ${index} declares ${declared} bytes, but only ${bytes.length} are there`,
        undefined,
        'byteLength',
      );
    }
    const fileByte = bytes === this.binary ? this.binaryStart : undefined;
    const exact = { bytes: bytes.subarray(0, declared), fileByte };
    this.buffers.set(index, exact);
    return exact;
  }

  private load(buffer: JsonObject, index: number): Uint8Array {
    if (!buffer.has('uri')) {
      if (index === 0 && this.binary) return this.binary;
      const hint = 'only buffer 0 of a GLB with a binary chunk may leave it out';
      throw buffer.error('missing-buffer', `buffer ${index} has no "uri"`, hint);
    }
    const uri = buffer.string('uri');
    const fail = (code: string, message: string, hint?: string) =>
      buffer.error(code, message, hint, 'uri');
    if (/^data:/i.test(uri)) {
      const comma = uri.indexOf(',');
      if (!/;base64$/i.test(uri.slice(0, Math.max(0, comma)))) {
        throw fail('bad-uri', 'a "data:" URI must be base64');
      }
      const bytes = fromBase64(uri, comma + 1);
      if (bytes) return bytes;
      throw fail('bad-uri', 'a "data:" URI has characters or a length that base64 does not');
    }
    let reference: string;
    try {
      reference = decodeURIComponent(uri);
    } catch {
      throw fail('bad-uri', `${quote(uri)} has a broken %-escape`);
    }
    const bytes = this.read?.(reference);
    if (bytes) {
      this.size += bytes.length;
      return bytes;
    }
    throw fail(
      'missing-file',
      this.read
        ? `the file ${quote(reference)}, which holds the data, is missing`
        : `the data is in another file, ${quote(reference)}, and there is no way to read it here`,
      'a .glb file has all data in one',
    );
  }
}

/** The error for geometry that is stored in a compressed form. */
export function compressed(at: JsonObject, extension: string): InputError {
  return at.error(
    'compressed',
    `the mesh is compressed with ${extension}, which is not read`,
    'export without mesh compression',
  );
}

function decode(bytes: Uint8Array, file: string | undefined, start: number): string {
  try {
    return decodeUtf8(bytes, { code: 'gltf/encoding' });
  } catch {
    const message = 'the JSON text is not UTF-8';
    throw new InputError({ code: 'gltf/encoding', message, file, byte: start });
  }
}
