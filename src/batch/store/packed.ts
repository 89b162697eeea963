/**
 * Blobs on a server are packed: results are lines that resemble each other. A digest is of the bytes as they are, so that
 * how somebody's zlib packs them changes nothing.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Speed before size: lines that are alike pack well at any level. */
const LEVEL = 1;

/** Bytes for a server. */
export function packed(bytes: Uint8Array): Buffer {
  return deflateRawSync(bytes, { level: LEVEL });
}

/** The bytes again; what does not unpack comes back as it is, and its digest says the rest. */
export function unpacked(bytes: Buffer | null): Uint8Array | null {
  if (bytes === null) return null;
  try {
    return inflateRawSync(bytes);
  } catch {
    return bytes;
  }
}
