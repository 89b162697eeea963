/**
 * A zip archive without compression: a folder as one download. Names are UTF-8, times are the
 * oldest that the format can say, so that the same files give the same bytes.
 */
import { encodeUtf8 } from '../../src/math/index.ts';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** Bit 11: names are UTF-8. */
const UTF8 = 0x0800;
/** 1 January 1980. */
const DATE = 0x0021;
const LOCAL_SIZE = 30;
const CENTRAL_SIZE = 46;
const END_SIZE = 22;
const MAX_ENTRIES = 0xffff;
const MAX_BYTES = 0xffffffff;

/** The archive. Throws a RangeError where the format (without its 64-bit extension) ends. */
export function zip(files: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  const entries = [...files].map(([name, bytes]) => ({
    name: encodeUtf8(name),
    bytes,
    crc: crc32(bytes),
  }));
  let size = END_SIZE;
  for (const { name, bytes } of entries) {
    size += LOCAL_SIZE + CENTRAL_SIZE + 2 * name.length + bytes.length;
  }
  if (entries.length > MAX_ENTRIES || size > MAX_BYTES) {
    throw new RangeError('too much for one zip file');
  }
  const out = new Uint8Array(size);
  const view = new DataView(out.buffer);
  const offsets: number[] = [];
  let at = 0;
  for (const { name, bytes, crc } of entries) {
    offsets.push(at);
    view.setUint32(at, LOCAL, true);
    writeCommon(view, at + 4, crc, bytes.length, name.length);
    out.set(name, at + LOCAL_SIZE);
    out.set(bytes, at + LOCAL_SIZE + name.length);
    at += LOCAL_SIZE + name.length + bytes.length;
  }
  const start = at;
  for (const [i, { name, bytes, crc }] of entries.entries()) {
    view.setUint32(at, CENTRAL, true);
    view.setUint16(at + 4, VERSION, true);
    writeCommon(view, at + 6, crc, bytes.length, name.length);
    view.setUint32(at + 42, offsets[i], true);
    out.set(name, at + CENTRAL_SIZE);
    at += CENTRAL_SIZE + name.length;
  }
  view.setUint32(at, END, true);
  view.setUint16(at + 8, entries.length, true);
  view.setUint16(at + 10, entries.length, true);
  view.setUint32(at + 12, at - start, true);
  view.setUint32(at + 16, start, true);
  return out;
}

/** The fields that the header before a file and the directory share. */
function writeCommon(view: DataView, at: number, crc: number, size: number, name: number): void {
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 2, UTF8, true);
  view.setUint16(at + 8, DATE, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, size, true);
  view.setUint32(at + 18, size, true);
  view.setUint16(at + 22, name, true);
}

const TABLE = new Uint32Array(256).map((_, i) => {
  let value = i;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** The checksum of zip and PNG. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) crc = TABLE[(crc ^ bytes[i]) & 0xff] ^ (crc >>> 8);
  return ~crc >>> 0;
}
