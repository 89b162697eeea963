/** LZ4 frames, as chunks of bags have them. Strict: whatever is damaged is an error, and nothing is read or written outside. */

const MAGIC = 0x184d2204;
/** Flags of a frame's descriptor. */
const HAS_DICTIONARY = 1;
const HAS_CONTENT_CHECKSUM = 4;
const HAS_CONTENT_SIZE = 8;
const HAS_BLOCK_CHECKSUMS = 16;
/** Of a block's size: it is not compressed. */
const PLAIN = 0x8000_0000;
const LEAST_MATCH = 4;

/** What a frame holds, which must be so many bytes. Throws an Error for what is none. */
export function readLz4(frame: Uint8Array, size: number): Uint8Array {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (frame.length < 7 || view.getUint32(0, true) !== MAGIC) throw new Error('no LZ4 frame');
  const flags = frame[4];
  if (flags >> 6 !== 1 || flags & HAS_DICTIONARY) throw new Error('an LZ4 frame of another kind');
  let at = 6 + (flags & HAS_CONTENT_SIZE ? 8 : 0) + 1;
  const out = new Uint8Array(size);
  let end = 0;
  for (;;) {
    if (at + 4 > frame.length) throw new Error('an LZ4 frame is cut off');
    const word = view.getUint32(at, true);
    at += 4;
    if (word === 0) break;
    const length = word >= PLAIN ? word - PLAIN : word;
    if (at + length > frame.length) throw new Error('an LZ4 block is cut off');
    const block = frame.subarray(at, at + length);
    if (word >= PLAIN) {
      if (end + length > size) throw new Error('an LZ4 frame holds more than it says');
      out.set(block, end);
      end += length;
    } else end = blockInto(block, out, end);
    at += length + (flags & HAS_BLOCK_CHECKSUMS ? 4 : 0);
  }
  if (end !== size || at + (flags & HAS_CONTENT_CHECKSUM ? 4 : 0) > frame.length) {
    throw new Error('an LZ4 frame holds less than it says');
  }
  return out;
}

/** Sequences of literals and matches; returns where the output ends. */
function blockInto(block: Uint8Array, out: Uint8Array, begin: number): number {
  let [at, end] = [0, begin];
  const longer = (length: number): number => {
    if (length < 15) return length;
    let [sum, byte] = [length, 255];
    while (byte === 255) {
      if (at >= block.length) throw new Error('an LZ4 block is cut off');
      byte = block[at++];
      sum += byte;
    }
    return sum;
  };
  while (at < block.length) {
    const token = block[at++];
    const literals = longer(token >> 4);
    if (at + literals > block.length || end + literals > out.length) {
      throw new Error('an LZ4 block holds more than it says');
    }
    out.set(block.subarray(at, at + literals), end);
    at += literals;
    end += literals;
    if (at === block.length) break;
    if (at + 2 > block.length) throw new Error('an LZ4 block is cut off');
    const offset = block[at] | (block[at + 1] << 8);
    at += 2;
    const length = longer(token & 15) + LEAST_MATCH;
    if (offset === 0 || offset > end || end + length > out.length) {
      throw new Error('an LZ4 block refers to what is not there');
    }
    for (const stop = end + length; end < stop; end++) out[end] = out[end - offset];
  }
  return end;
}
