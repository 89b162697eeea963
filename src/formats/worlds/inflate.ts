/**
 * Inflate (RFC 1951) in the wrapping of zlib (RFC 1950), for pictures: readers are given bytes and answer at once, and the
 * platforms' own ways are either not in browsers or not at once. Linear in what comes out, of which at most `most` bytes are made.
 */

/** The bytes; null where the data is damaged, or makes more than `most` of them. */
export function inflateZlib(packed: Uint8Array, most: number): Uint8Array | null {
  const isZlib =
    packed.length >= 6 &&
    (packed[0] & 15) === 8 &&
    (packed[1] & 32) === 0 &&
    (256 * packed[0] + packed[1]) % 31 === 0;
  if (!isZlib) return null;
  const bits = new Bits(packed, 2);
  const out = new Out(most);
  for (let last = 0; last === 0; ) {
    last = bits.take(1);
    const kind = bits.take(2);
    const went =
      kind === 0
        ? stored(bits, out)
        : kind === 1
          ? coded(bits, out, FIXED.lengths, FIXED.distances)
          : kind === 2 && dynamic(bits, out);
    if (!went || bits.isOver) return null;
  }
  bits.align();
  const sum = bits.bytesLeft < 4 ? -1 : bits.bigEndian();
  return sum === adler32(out.bytes, out.length) ? out.bytes.subarray(0, out.length) : null;
}

class Bits {
  private readonly bytes: Uint8Array;
  private at: number;
  private held = 0;
  private count = 0;
  isOver = false;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  take(n: number): number {
    while (this.count < n) {
      if (this.at >= this.bytes.length) {
        this.isOver = true;
        return 0;
      }
      this.held |= this.bytes[this.at++] << this.count;
      this.count += 8;
    }
    const value = this.held & ((1 << n) - 1);
    this.held >>>= n;
    this.count -= n;
    return value;
  }

  /** On to the next byte; whole bytes that were held are given back. */
  align(): void {
    this.at -= this.count >> 3;
    this.held = 0;
    this.count = 0;
  }

  get bytesLeft(): number {
    return this.bytes.length - this.at;
  }

  byte(): number {
    return this.bytes[this.at++];
  }

  bigEndian(): number {
    const [a, b, c, d] = [this.byte(), this.byte(), this.byte(), this.byte()];
    return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  }
}

class Out {
  bytes: Uint8Array;
  length = 0;
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
    this.bytes = new Uint8Array(Math.min(most, 1 << 16));
  }

  /** Whether there is room for so many more, made if need be. */
  hasRoom(n: number): boolean {
    const need = this.length + n;
    if (need > this.most) return false;
    if (need > this.bytes.length) {
      const more = new Uint8Array(Math.min(this.most, Math.max(need, 2 * this.bytes.length)));
      more.set(this.bytes);
      this.bytes = more;
    }
    return true;
  }
}

/** A code by the lengths of its words, as counts per length and symbols in order. */
interface Code {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

const LONGEST = 15;

/** Null where there are more words than lengths allow. */
function codeOf(lengths: ArrayLike<number>): Code | null {
  const counts = new Uint16Array(LONGEST + 1);
  for (let i = 0; i < lengths.length; i++) counts[lengths[i]]++;
  counts[0] = 0;
  let room = 1;
  const starts = new Uint16Array(LONGEST + 2);
  for (let n = 1; n <= LONGEST; n++) {
    room = 2 * room - counts[n];
    if (room < 0) return null;
    starts[n + 1] = starts[n] + counts[n];
  }
  const symbols = new Uint16Array(lengths.length);
  for (let i = 0; i < lengths.length; i++) if (lengths[i] > 0) symbols[starts[lengths[i]]++] = i;
  return { counts, symbols };
}

/** The next symbol; -1 where no word fits. */
function symbolOf(bits: Bits, { counts, symbols }: Code): number {
  let word = 0;
  let first = 0;
  let index = 0;
  for (let n = 1; n <= LONGEST; n++) {
    word |= bits.take(1);
    if (bits.isOver) return -1;
    const count = counts[n];
    if (word - first < count) return symbols[index + word - first];
    index += count;
    first = (first + count) << 1;
    word <<= 1;
  }
  return -1;
}

const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
  163, 195, 227, 258,
];
const LENGTH_BITS = [
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
];
const DISTANCE_BITS = Array.from({ length: 30 }, (_, i) => (i < 4 ? 0 : (i >> 1) - 1));
const DISTANCE_BASE = DISTANCE_BITS.map((bits, i) => (i < 2 ? i + 1 : 1 + ((2 + (i & 1)) << bits)));
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

const FIXED = {
  lengths: codeOf(
    Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)),
  )!,
  distances: codeOf(Array(30).fill(5))!,
};

function stored(bits: Bits, out: Out): boolean {
  bits.align();
  if (bits.bytesLeft < 4) return false;
  const length = bits.byte() | (bits.byte() << 8);
  const check = bits.byte() | (bits.byte() << 8);
  if ((length ^ check) !== 0xffff || bits.bytesLeft < length || !out.hasRoom(length)) return false;
  for (let i = 0; i < length; i++) out.bytes[out.length++] = bits.byte();
  return true;
}

function dynamic(bits: Bits, out: Out): boolean {
  const [n, d, c] = [bits.take(5) + 257, bits.take(5) + 1, bits.take(4) + 4];
  const first = new Uint8Array(19);
  for (let i = 0; i < c; i++) first[ORDER[i]] = bits.take(3);
  const code = codeOf(first);
  if (!code || n > 286 || d > 30) return false;
  const lengths = new Uint8Array(n + d);
  for (let i = 0; i < n + d; ) {
    const symbol = symbolOf(bits, code);
    if (symbol < 0) return false;
    if (symbol < 16) {
      lengths[i++] = symbol;
      continue;
    }
    if (symbol === 16 && i === 0) return false;
    const value = symbol === 16 ? lengths[i - 1] : 0;
    const times =
      symbol === 16 ? 3 + bits.take(2) : symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7);
    if (i + times > n + d) return false;
    lengths.fill(value, i, i + times);
    i += times;
  }
  const words = codeOf(lengths.subarray(0, n));
  const distances = codeOf(lengths.subarray(n));
  return words !== null && distances !== null && coded(bits, out, words, distances);
}

function coded(bits: Bits, out: Out, words: Code, distances: Code): boolean {
  for (;;) {
    const symbol = symbolOf(bits, words);
    if (symbol < 0 || symbol > 285) return false;
    if (symbol === 256) return true;
    if (symbol < 256) {
      if (!out.hasRoom(1)) return false;
      out.bytes[out.length++] = symbol;
      continue;
    }
    const run = LENGTH_BASE[symbol - 257] + bits.take(LENGTH_BITS[symbol - 257]);
    const far = symbolOf(bits, distances);
    if (far < 0 || far > 29) return false;
    const back = DISTANCE_BASE[far] + bits.take(DISTANCE_BITS[far]);
    if (bits.isOver || back > out.length || !out.hasRoom(run)) return false;
    for (let i = 0; i < run; i++, out.length++)
      out.bytes[out.length] = out.bytes[out.length - back];
  }
}

function adler32(bytes: Uint8Array, length: number): number {
  let [a, b] = [1, 0];
  for (let i = 0; i < length; ) {
    const end = Math.min(length, i + 3800);
    for (; i < end; i++) {
      a += bytes[i];
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return ((b << 16) | a) >>> 0;
}
