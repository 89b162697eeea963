/** Chunks of bags that are compressed by Zstandard, unpacked by fzstd. */
import type { BagLibraries } from './libraries.ts';

/**
 * What a frame holds, which must be so many bytes. Throws an Error for what is none, and as soon as it holds more: a small
 * frame can claim anything.
 */
export function readZstd(
  { Decompress }: ReturnType<BagLibraries['zstd']>,
  frame: Uint8Array,
  size: number,
): Uint8Array {
  const out = new Uint8Array(size);
  let end = 0;
  const stream = new Decompress((piece) => {
    if (end + piece.length > size) throw new Error('a Zstandard frame holds more than is said');
    out.set(piece, end);
    end += piece.length;
  });
  stream.push(frame, true);
  if (end === size) return out;
  throw new Error(`a Zstandard frame holds ${end} bytes, not ${size}`);
}
