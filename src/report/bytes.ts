/** Numbers as text, for data inside a page: little-endian bytes in base64 (RFC 4648). */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Uint8Array(128);
for (let i = 0; i < 64; i++) VALUES[LETTERS.charCodeAt(i)] = i;
/** Bytes that are joined at a time: a multiple of 3. */
const CHUNK = 3 * 4096;

export function toBase64(bytes: Uint8Array): string {
  const chunks: string[] = [];
  for (let begin = 0; begin < bytes.length; begin += CHUNK) {
    const end = Math.min(bytes.length, begin + CHUNK);
    let text = '';
    for (let i = begin; i < end; i += 3) {
      const bits = (bytes[i] << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
      text += LETTERS[bits >> 18] + LETTERS[(bits >> 12) & 63];
      text += i + 1 < end ? LETTERS[(bits >> 6) & 63] : '=';
      text += i + 2 < end ? LETTERS[bits & 63] : '=';
    }
    chunks.push(text);
  }
  return chunks.join('');
}

/** The bytes of what `toBase64` wrote. */
export function fromBase64(text: string): Uint8Array {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((3 * text.length) / 4 - padding);
  for (let i = 0, at = 0; i < text.length; i += 4) {
    let bits = 0;
    for (let k = 0; k < 4; k++) bits = (bits << 6) | VALUES[text.charCodeAt(i + k) & 127];
    for (let k = 0; k < 3 && at < bytes.length; k++) bytes[at++] = (bits >> (16 - 8 * k)) & 255;
  }
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
  const bytes = fromBase64(text);
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
  const bytes = fromBase64(text);
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
  const bytes = fromBase64(text);
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(4 * i, true));
}
