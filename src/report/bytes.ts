/** Numbers as text, for data inside a page: little-endian bytes in base64 (RFC 4648). */
import { fromBase64, toBase64 } from '../text/index.ts';

/** The bytes of what one of these functions wrote. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(text);
  if (bytes === undefined) throw new Error('numbers of a page are not in base64');
  return bytes;
}

/** Whole numbers of 16 bits. */
export function shortsToText(values: ArrayLike<number>): string {
  const bytes = new Uint8Array(2 * values.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < values.length; i++) view.setUint16(2 * i, values[i] & 0xffff, true);
  return toBase64(bytes);
}

/** Whole numbers of 16 bits, without sign. */
export function shortsFromText(text: string): Uint16Array {
  const bytes = bytesOf(text);
  const view = new DataView(bytes.buffer);
  return Uint16Array.from({ length: bytes.length / 2 }, (_, i) => view.getUint16(2 * i, true));
}

/** Whole numbers of 32 bits, without sign. */
export function wordsToText(values: ArrayLike<number>): string {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < values.length; i++) view.setUint32(4 * i, values[i], true);
  return toBase64(bytes);
}

export function wordsFromText(text: string): Uint32Array {
  const bytes = bytesOf(text);
  const view = new DataView(bytes.buffer);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(4 * i, true));
}

/** Numbers in single precision. */
export function floatsToText(values: ArrayLike<number>): string {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < values.length; i++) view.setFloat32(4 * i, values[i], true);
  return toBase64(bytes);
}

export function floatsFromText(text: string): Float32Array {
  const bytes = bytesOf(text);
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(4 * i, true));
}
