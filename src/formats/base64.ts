/** Base64 (RFC 4648), with or without its padding; nothing else, no white space either. */

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE64_VALUES = new Uint8Array(128).fill(64);
for (let i = 0; i < 64; i++) BASE64_VALUES[BASE64.charCodeAt(i)] = i;

/** The bytes that the text from `start` on encodes; undefined if it is not base64. */
export function decodeBase64(text: string, start: number): Uint8Array | undefined {
  let end = text.length;
  while (end > start && end > text.length - 2 && text[end - 1] === '=') end--;
  if ((end - start) % 4 === 1 || (end < text.length && (text.length - start) % 4 !== 0)) {
    return undefined;
  }
  const bytes = new Uint8Array(Math.floor(((end - start) * 3) / 4));
  let bits = 0;
  for (let i = start, at = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    const value = code < 128 ? BASE64_VALUES[code] : 64;
    if (value === 64) return undefined;
    bits = ((bits << 6) | value) & 0xffffff;
    // Of every four characters, the second, third and fourth complete a byte.
    const phase = (i - start) % 4;
    if (phase > 0) bytes[at++] = bits >> (6 - 2 * phase);
  }
  return bytes;
}
