/** PNG files of dots in red, green and blue (ISO/IEC 15948), packed by Node's zlib. */
import { deflateSync } from 'node:zlib';

/** The bytes of a PNG file: rows from the top, three bytes per dot. */
export function pngBytes(width: number, height: number, data: Uint8Array): Uint8Array {
  const head = new DataView(new ArrayBuffer(13));
  head.setUint32(0, width);
  head.setUint32(4, height);
  head.setUint8(8, 8);
  // Colour, not packed in any other way, not interlaced.
  head.setUint8(9, 2);
  const stride = 3 * width;
  const rows = new Uint8Array(height * (stride + 1));
  for (let j = 0; j < height; j++) {
    // Differences to the row above: large even areas become zeros.
    const row = j * (stride + 1);
    rows[row] = 2;
    for (let i = 0; i < stride; i++) {
      rows[row + 1 + i] = data[j * stride + i] - (j > 0 ? data[(j - 1) * stride + i] : 0);
    }
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', new Uint8Array(head.buffer)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const bytes = Buffer.alloc(body.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  bytes.set(body, 4);
  bytes.writeUInt32BE(crc32(body), body.length + 4);
  return bytes;
}

/** Of every byte, for the checksum: the remainders of x^32 + x^26 + ... with the bits reversed. */
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let k = 0; k < 8; k++) rest = (rest & 1) === 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = REMAINDERS[(rest ^ byte) & 255] ^ (rest >>> 8);
  return ~rest >>> 0;
}
