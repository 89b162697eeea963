/**
 * The content of a chunk as bytes: what is digested, travels and is read again bit by bit. Four numbers of 32 bits (a mark, degrees of
 * freedom, edges, arcs), the ends of edges as float64, then the arcs: edge and number of configurations (32 bits each) and
 * the configurations. Little end first on every machine. An edge of seven joints has 112 bytes.
 */
import { InputError } from '../math/index.ts';
import type { EdgeChunk } from '../parallel/index.ts';

/** "SPe1". */
const MARK = 0x31655053;
const HEAD = 16;

/** The bytes of a chunk of edges with so many degrees of freedom. */
export function encodeChunk({ ends, vias = [] }: EdgeChunk, dofs: number): Uint8Array {
  const configurations = vias.reduce((sum, { via }) => sum + via.length, 0);
  const size = HEAD + 8 * ends.length + 8 * vias.length + 8 * dofs * configurations;
  const view = new DataView(new ArrayBuffer(size));
  const words = [MARK, dofs, ends.length / (2 * dofs), vias.length];
  for (const [i, word] of words.entries()) view.setUint32(4 * i, word, true);
  let at = HEAD;
  const put = (values: Float64Array) => {
    for (let i = 0; i < values.length; i++, at += 8) view.setFloat64(at, values[i], true);
  };
  put(ends);
  for (const { edge, via } of vias) {
    view.setUint32(at, edge, true);
    view.setUint32(at + 4, via.length, true);
    at += 8;
    for (const q of via) put(q);
  }
  return new Uint8Array(view.buffer);
}

/** Throws an InputError for bytes that are none. */
export function decodeChunk(bytes: Uint8Array): EdgeChunk & { readonly dofs: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const need = (end: number) => {
    if (end > bytes.length) throw notAChunk();
  };
  need(HEAD);
  if (view.getUint32(0, true) !== MARK) throw notAChunk();
  const [dofs, edges, arcs] = [4, 8, 12].map((byte) => view.getUint32(byte, true));
  let at = HEAD;
  const take = (count: number) => {
    need(at + 8 * count);
    const values = new Float64Array(count);
    for (let i = 0; i < count; i++, at += 8) values[i] = view.getFloat64(at, true);
    return values;
  };
  const ends = take(2 * dofs * edges);
  const vias = [];
  for (let i = 0; i < arcs; i++) {
    need(at + 8);
    const edge = view.getUint32(at, true);
    const count = view.getUint32(at + 4, true);
    at += 8;
    // Each reads at least one number, so that a wrong count ends where the bytes do.
    if (dofs === 0 || count > 2) throw notAChunk();
    vias.push({ edge, via: Array.from({ length: count }, () => take(dofs)) });
  }
  if (at !== bytes.length) throw notAChunk();
  return { dofs, ends, ...(vias.length > 0 && { vias }) };
}

function notAChunk(): InputError {
  return new InputError({ code: 'batch/damaged', message: 'these bytes are no chunk of edges' });
}
