/**
 * Accessors of glTF: positions and vertex numbers from the bytes of buffers. Everything that a file
 * claims, offsets, counts and strides, is compared with the bytes that are there before any is read.
 */
import { InputError } from '../math/index.ts';
import { compressed, type GltfFile, type GltfView } from './gltfFile.ts';
import type { JsonObject } from './gltfJson.ts';

const FLOAT = 5126;

/** Sizes of the component types in bytes. */
const SIZES: Readonly<Record<number, number>> = {
  5120: 1,
  5121: 1,
  5122: 2,
  5123: 2,
  5125: 4,
  [FLOAT]: 4,
};
/** What a normalized integer is divided by. */
const NORMALIZERS: Readonly<Record<number, number>> = {
  5120: 127,
  5121: 255,
  5122: 32767,
  5123: 65535,
};

/** Elements in a row. */
interface Run {
  readonly view: GltfView;
  readonly start: number;
  readonly stride: number;
}

/** What an accessor consists of: elements, all zero if there is no base, and replaced ones. */
interface Parts {
  readonly count: number;
  readonly base: Run | undefined;
  readonly replaced: Uint32Array;
  readonly values: Run | undefined;
}

/** Three coordinates for each vertex. Integers only with KHR_mesh_quantization. */
export function readPositions(file: GltfFile, accessor: JsonObject): Float64Array<ArrayBuffer> {
  requireShape(accessor, 'VEC3', 'positions');
  const type = accessor.integer('componentType');
  const normalized = accessor.boolean('normalized', false);
  const isAllowed =
    type === FLOAT ? !normalized : file.quantized && NORMALIZERS[type] !== undefined;
  if (!isAllowed) {
    throw accessor.error(
      'position-type',
      `positions have component type ${type}${normalized ? ', normalized' : ''}, expected ${FLOAT} (32-bit floats)`,
      'integers of 8 or 16 bits are allowed if the file declares KHR_mesh_quantization',
    );
  }
  const { count, base, replaced, values } = openParts(file, accessor, type, 3, true);
  const out = new Float64Array(3 * count);
  const readInto = (run: Run, element: number, vertex: number) => {
    for (let k = 0; k < 3; k++) {
      const byte = run.start + element * run.stride + k * SIZES[type];
      const raw = readComponent(run.view.data, type, byte);
      if (!Number.isFinite(raw)) throw nonFinite(accessor, run.view, byte, vertex, k, raw);
      out[3 * vertex + k] = normalized ? Math.max(raw / NORMALIZERS[type], -1) : raw;
    }
  };
  if (base) for (let i = 0; i < count; i++) readInto(base, i, i);
  if (values) for (let i = 0; i < replaced.length; i++) readInto(values, i, replaced[i]);
  return out;
}

/** Vertex numbers. Their range is not checked. */
export function readIndices(file: GltfFile, accessor: JsonObject): Uint32Array<ArrayBuffer> {
  requireShape(accessor, 'SCALAR', 'indices');
  const type = requireIndexType(accessor);
  if (accessor.boolean('normalized', false)) {
    throw accessor.error('index-type', 'indices must not be normalized', undefined, 'normalized');
  }
  const { count, base, replaced, values } = openParts(file, accessor, type, 1, false);
  const out = new Uint32Array(count);
  if (base) for (let i = 0; i < count; i++) out[i] = readScalar(base, type, i);
  if (values) {
    for (let i = 0; i < replaced.length; i++) out[replaced[i]] = readScalar(values, type, i);
  }
  return out;
}

function requireShape(accessor: JsonObject, shape: string, what: string): void {
  for (const name of ['EXT_meshopt_compression', 'KHR_draco_mesh_compression']) {
    if (accessor.optional('extensions')?.has(name)) throw compressed(accessor, name);
  }
  const found = accessor.string('type');
  if (found === shape) return;
  const message = `${what} must have type ${shape}, found "${found}"`;
  throw accessor.error('accessor-type', message, undefined, 'type');
}

function requireIndexType(owner: JsonObject): number {
  const type = owner.integer('componentType');
  if (type === 5121 || type === 5123 || type === 5125) return type;
  throw owner.error(
    'index-type',
    `indices have component type ${type}, expected 5121, 5123 or 5125 (unsigned integers)`,
    undefined,
    'componentType',
  );
}

function readCount(owner: JsonObject): number {
  const count = owner.integer('count');
  if (count > 0) return count;
  throw owner.error('bad-count', '"count" must be at least 1', undefined, 'count');
}

/** Checks all parts of an accessor against the bytes that are there. */
function openParts(
  file: GltfFile,
  accessor: JsonObject,
  type: number,
  components: number,
  mayStride: boolean,
): Parts {
  const count = readCount(accessor);
  const size = SIZES[type] * components;
  const base = accessor.has('bufferView')
    ? openRun(file, accessor, accessor, size, count, mayStride)
    : undefined;
  const sparse = accessor.optional('sparse');
  if (!sparse) {
    if (base) return { count, base, replaced: new Uint32Array(0), values: undefined };
    // By the letter all elements are zero, but what looks like this is compressed or broken.
    throw accessor.error('missing-data', 'an accessor has no "bufferView", hence no data');
  }
  const replacedCount = readCount(sparse);
  const indices = sparse.object('indices');
  const indexType = requireIndexType(indices);
  const run = openRun(file, indices, sparse, SIZES[indexType], replacedCount, false);
  const values = openRun(file, sparse.object('values'), sparse, size, replacedCount, false);
  // Nothing but this limits the number of elements that are zero.
  if (!base && count > file.size) {
    throw accessor.error(
      'out-of-bounds',
      `an accessor declares ${count} elements, more than the file has bytes`,
      undefined,
      'count',
    );
  }
  const replaced = new Uint32Array(replacedCount);
  for (let i = 0, last = -1; i < replacedCount; i++) {
    const element = readScalar(run, indexType, i);
    if (element <= last || element >= count) {
      throw indices.error(
        'index-out-of-range',
        `sparse index ${element} must be above the one before it and below ${count}`,
      );
    }
    replaced[i] = element;
    last = element;
  }
  return { count, base, replaced, values };
}

/** Checks that `count` elements lie within the view that `owner` names; `counter` has the count. */
function openRun(
  file: GltfFile,
  owner: JsonObject,
  counter: JsonObject,
  size: number,
  count: number,
  mayStride: boolean,
): Run {
  const view = file.view(owner.integer('bufferView'), owner);
  const start = owner.integer('byteOffset', 0);
  const stride = view.stride ?? size;
  if (!mayStride && stride !== size) {
    throw owner.error('bad-stride', 'indices and sparse values must not have a "byteStride"');
  }
  if (stride < size) {
    throw owner.error('bad-stride', `"byteStride" is ${stride}, but an element has ${size} bytes`);
  }
  const end = start + stride * (count - 1) + size;
  if (end > view.data.byteLength) {
    throw counter.error(
      'out-of-bounds',
      `${count} elements end at byte ${end} of a buffer view that has ${view.data.byteLength}`,
      undefined,
      'count',
    );
  }
  return { view, start, stride };
}

/** At the value itself within a GLB; else at the accessor, as the value is in another text or file. */
function nonFinite(
  accessor: JsonObject,
  view: GltfView,
  byte: number,
  vertex: number,
  axis: number,
  value: number,
): InputError {
  const { fault } = accessor.error(
    'non-finite',
    `coordinate ${'xyz'[axis]} of vertex ${vertex} is ${value}, not a finite number`,
  );
  if (view.fileByte === undefined) return new InputError(fault);
  return new InputError({ ...fault, byte: view.fileByte + byte });
}

function readScalar(run: Run, type: number, element: number): number {
  return readComponent(run.view.data, type, run.start + element * run.stride);
}

function readComponent(data: DataView, type: number, byte: number): number {
  switch (type) {
    case 5120:
      return data.getInt8(byte);
    case 5121:
      return data.getUint8(byte);
    case 5122:
      return data.getInt16(byte, true);
    case 5123:
      return data.getUint16(byte, true);
    case 5125:
      return data.getUint32(byte, true);
    default:
      return data.getFloat32(byte, true);
  }
}
