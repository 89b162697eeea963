/** LZF, as binary_compressed PCD files have it: runs of bytes, and copies of what came before. */

const WINDOW_BITS = 5;

/**
 * The bytes that were compressed, exactly `length` of them; null where the data is damaged: a copy from before the
 * beginning, more bytes than that or fewer. Linear in `length`.
 */
export function unpackLzf(packed: Uint8Array, length: number): Uint8Array | null {
  const out = new Uint8Array(length);
  let at = 0;
  let end = 0;
  while (at < packed.length) {
    const control = packed[at++];
    if (control < 1 << WINDOW_BITS) {
      const run = control + 1;
      if (at + run > packed.length || end + run > length) return null;
      for (let i = 0; i < run; i++) out[end++] = packed[at++];
      continue;
    }
    let run = control >> WINDOW_BITS;
    if (run === 7) {
      if (at >= packed.length) return null;
      run += packed[at++];
    }
    run += 2;
    if (at >= packed.length) return null;
    let from = end - (((control & 31) << 8) | packed[at++]) - 1;
    if (from < 0 || end + run > length) return null;
    // A copy may overlap what it makes: byte by byte.
    for (let i = 0; i < run; i++) out[end++] = out[from++];
  }
  return end === length ? out : null;
}
