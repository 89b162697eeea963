/** Grey PNG pictures written by hand, their rows filtered in all ways, packed by Node. */
import { deflateSync } from 'node:zlib';

export function pngFile(pixels: readonly (readonly number[])[], depth: number): Uint8Array {
  const step = depth === 16 ? 2 : 1;
  const rows = pixels.map((row) => {
    const bytes = new Uint8Array(Math.ceil((row.length * depth) / 8));
    row.forEach((value, i) => {
      if (depth === 16) bytes.set([value >> 8, value & 255], 2 * i);
      else bytes[(i * depth) >> 3] |= value << (8 - depth - ((i * depth) & 7));
    });
    return bytes;
  });
  const filtered = rows.flatMap((row, y) => {
    const filter = y % 5;
    const of = (line: Uint8Array | undefined, i: number) => line?.[i] ?? 0;
    const values = [...row].map((byte, i) => {
      const [a, b, c] = [of(row, i - step), of(rows[y - 1], i), of(rows[y - 1], i - step)];
      const guess = a + b - c;
      const [p, q, r] = [a, b, c].map((x) => Math.abs(guess - x));
      const paeth = p <= q && p <= r ? a : q <= r ? b : c;
      return (byte - [0, a, b, Math.floor((a + b) / 2), paeth][filter] + 256) % 256;
    });
    return [filter, ...values];
  });
  const number = (n: number) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
  const chunk = (kind: string, data: readonly number[]) => [
    ...number(data.length),
    ...new TextEncoder().encode(kind),
    ...data,
    ...[0, 0, 0, 0],
  ];
  const size = [...number(pixels[0].length), ...number(pixels.length)];
  const packed = [...new Uint8Array(deflateSync(Uint8Array.from(filtered)))];
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk('IHDR', [...size, depth, 0, 0, 0, 0]),
    ...chunk('IDAT', packed.slice(0, 20)),
    ...chunk('IDAT', packed.slice(20)),
    ...chunk('IEND', []),
  ]);
}
