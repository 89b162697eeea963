/**
 * Grey pictures as numbers: PGM (P2 and P5) and PNG (grey of 1 to 16 bits, not interlaced). Rows from the top to the
 * bottom, and the number that white is. Colours are not guessed at: a picture that has some is refused.
 */
import { InputError } from '../../math/index.ts';
import { startsWith } from '../meshFile.ts';
import { Scanner } from '../scan.ts';
import { inflateZlib } from './inflate.ts';

export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  /** Row by row, from the top. */
  readonly values: Float64Array;
  /** White: the largest value that there may be. */
  readonly white: number;
}

const MOST_PIXELS = 1 << 26;
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Whether a file is such a picture, by its beginning. */
export function isPicture(bytes: Uint8Array): boolean {
  return isPng(bytes) || startsWith(bytes, 'P5') || startsWith(bytes, 'P2');
}

/** Reads a grey picture. Throws an InputError with its place. */
export function readPicture(bytes: Uint8Array, file: string): GreyPicture {
  return isPng(bytes) ? readPng(bytes, file) : readPgm(bytes, file);
}

function isPng(bytes: Uint8Array): boolean {
  return PNG.every((byte, i) => bytes[i] === byte);
}

function requireSize(width: number, height: number, fail: (message: string) => InputError): void {
  if (width >= 1 && height >= 1 && width * height <= MOST_PIXELS) return;
  throw fail(`a picture of ${width} times ${height}; expected 1 to ${MOST_PIXELS} pixels`);
}

// ------------------------------------------------------------------------------------------- PGM

function readPgm(bytes: Uint8Array, file: string): GreyPicture {
  const scan = new Scanner(bytes, 'pgm', file);
  if (!scan.wordOnLine() || !(scan.is('P2') || scan.is('P5'))) {
    throw scan.error('unrecognized', 'a PGM picture begins with P2 or P5');
  }
  const isText = scan.is('P2');
  const whole = (what: string, most: number) => {
    for (;;) {
      if (!scan.word()) throw scan.error('truncated', `the file ends before ${what}`);
      if (bytes[scan.start] !== 35) break;
      scan.restOfLine();
    }
    const x = scan.number(what);
    if (Number.isInteger(x) && x >= 0 && x <= most) return x;
    throw scan.error('number', `${what} is ${scan.quoted()}, expected a whole number to ${most}`);
  };
  const [width, height] = [whole('the width', 1e9), whole('the height', 1e9)];
  requireSize(width, height, (message) => scan.error('size', message));
  const white = whole('the largest value', 65535);
  if (white < 1) throw scan.error('number', 'the largest value is 0');
  const count = width * height;
  const start = scan.pos + 1;
  const size = white > 255 ? 2 : 1;
  const left = bytes.length - start;
  if (left < (isText ? 2 * count - 1 : size * count)) {
    throw scan.error('truncated', `${count} pixels do not fit into ${Math.max(0, left)} bytes`);
  }
  const values = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    if (isText) values[i] = whole('a pixel', white);
    else
      values[i] =
        size === 1 ? bytes[start + i] : 256 * bytes[start + 2 * i] + bytes[start + 2 * i + 1];
    if (values[i] > white) {
      const message = `a pixel is ${values[i]}, the largest value is ${white}`;
      throw new InputError({ code: 'pgm/number', message, file, byte: start + size * i });
    }
  }
  return { width, height, values, white };
}

// ------------------------------------------------------------------------------------------- PNG

function readPng(bytes: Uint8Array, file: string): GreyPicture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fail = (code: string, message: string, byte: number, hint?: string) =>
    new InputError({ code: `png/${code}`, message, file, byte, hint });
  const packed: Uint8Array[] = [];
  let head: { width: number; height: number; depth: number } | null = null;
  for (let at = PNG.length; ; ) {
    if (at + 12 > bytes.length) throw fail('truncated', 'the picture does not end', bytes.length);
    const length = view.getUint32(at);
    const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (length > bytes.length - at - 12)
      throw fail('truncated', `the chunk ${kind} is cut off`, at);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (kind === 'IHDR') {
      if (length !== 13) throw fail('header', 'the header has another length than 13', at);
      const [depth, colour, interlaced] = [data[8], data[9], data[12]];
      if (colour !== 0) {
        const hint = 'save the picture as greyscale without transparency';
        throw fail('colour', 'the picture has colours or transparency, expected grey', at, hint);
      }
      if (interlaced !== 0) {
        throw fail('interlaced', 'the picture is interlaced', at, 'save it without interlacing');
      }
      if (![1, 2, 4, 8, 16].includes(depth)) throw fail('header', `${depth} bits a pixel`, at);
      head = { width: view.getUint32(at + 8), height: view.getUint32(at + 12), depth };
      requireSize(head.width, head.height, (message) => fail('size', message, at));
    } else if (kind === 'IDAT') packed.push(data);
    else if (kind === 'IEND') break;
    at += 12 + length;
  }
  if (!head || packed.length === 0) throw fail('header', 'the picture has no header or no data', 8);
  const { width, height, depth } = head;
  const row = Math.ceil((width * depth) / 8);
  const all = new Uint8Array(packed.reduce((n, { length }) => n + length, 0));
  packed.reduce((at, part) => {
    all.set(part, at);
    return at + part.length;
  }, 0);
  const rows = inflateZlib(all, (row + 1) * height);
  if (rows?.length !== (row + 1) * height || !unfilter(rows, row, height, depth === 16 ? 2 : 1)) {
    throw fail('data', 'the picture is damaged', 8);
  }
  const white = 2 ** depth - 1;
  const values = new Float64Array(width * height);
  for (let y = 0; y < height; y++) {
    const start = y * (row + 1) + 1;
    for (let x = 0; x < width; x++) {
      const bit = x * depth;
      const byte = rows[start + (bit >> 3)];
      values[y * width + x] =
        depth === 16
          ? 256 * byte + rows[start + 2 * x + 1]
          : (byte >> (8 - depth - (bit & 7))) & white;
    }
  }
  return { width, height, values, white };
}

/** Rows as they were before they were filtered, each after its filter's number; whether these are known. */
function unfilter(rows: Uint8Array, row: number, height: number, step: number): boolean {
  for (let y = 0; y < height; y++) {
    const start = y * (row + 1) + 1;
    const filter = rows[start - 1];
    if (filter > 4) return false;
    for (let i = 0; i < row; i++) {
      const left = i >= step ? rows[start + i - step] : 0;
      const up = y > 0 ? rows[start + i - row - 1] : 0;
      const corner = i >= step && y > 0 ? rows[start + i - row - 1 - step] : 0;
      rows[start + i] += predicted(filter, left, up, corner);
    }
  }
  return true;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
