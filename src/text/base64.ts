/** Bytes as base64 (RFC 4648), and back. */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** What a character stands for, 64 if nothing. */
const VALUES = new Uint8Array(128).fill(64);
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

/**
 * The bytes that the text from `start` on encodes, with or without padding; undefined if it is not base64,
 * which has no white space either.
 */
export function fromBase64(text: string, start = 0): Uint8Array<ArrayBuffer> | undefined {
  let end = text.length;
  while (end > start && end > text.length - 2 && text[end - 1] === '=') end--;
  if ((end - start) % 4 === 1 || (end < text.length && (text.length - start) % 4 !== 0)) {
    return undefined;
  }
  const bytes = new Uint8Array(Math.floor(((end - start) * 3) / 4));
  let bits = 0;
  for (let i = start, at = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    const value = code < 128 ? VALUES[code] : 64;
    if (value === 64) return undefined;
    bits = ((bits << 6) | value) & 0xffffff;
    // Of every four characters, the second, third and fourth complete a byte.
    const phase = (i - start) % 4;
    if (phase > 0) bytes[at++] = bits >> (6 - 2 * phase);
  }
  return bytes;
}
