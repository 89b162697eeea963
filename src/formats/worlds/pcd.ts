/**
 * Point clouds of PCL (.pcd): ascii, binary and binary_compressed, organised or not. Of the fields x, y and z are read; points
 * that are no numbers, of which organised clouds are full, are left out with a note. Linear in the file's size,
 * whatever the header claims.
 */
import { type Fault, headOf, InputError } from '../../math/index.ts';
import { Scanner } from '../scan.ts';
import { unpackLzf } from './lzf.ts';
import { type CloudPoints, PointList } from './points.ts';

type NumberType = 'F' | 'I' | 'U';

/** A field of every point. */
interface Field {
  readonly name: string;
  readonly size: number;
  readonly type: NumberType;
  readonly count: number;
}

interface Header {
  readonly fields: readonly Field[];
  readonly points: number;
  readonly data: 'ascii' | 'binary' | 'binary_compressed';
  readonly notes: readonly Fault[];
}

const KEYS = [
  'VERSION',
  'FIELDS',
  'COLUMNS',
  'SIZE',
  'TYPE',
  'COUNT',
  'WIDTH',
  'HEIGHT',
  'VIEWPOINT',
  'POINTS',
  'DATA',
];
const AXES = ['x', 'y', 'z'];
const MOST_POINTS = 2 ** 31;

/** Whether a file is a PCD file, by its beginning. */
export function isPcd(bytes: Uint8Array): boolean {
  const head = headOf(bytes, 4096);
  return /^(\s*#[^\n]*\n|\s)*VERSION\s/.test(head) && /\nFIELDS\s/.test(head);
}

/** Reads a PCD file. Throws an InputError with its place. */
export function readPcd(bytes: Uint8Array, file: string): CloudPoints {
  const scan = new Scanner(bytes, 'pcd', file);
  const header = readHeader(scan, file);
  if (header.data === 'ascii') return readText(scan, header, file);
  return readBinary(bytes, scan.pos, header, file);
}

function readHeader(scan: Scanner, file: string): Header {
  const values = new Map<string, { words: string[]; line: number }>();
  const notes: Fault[] = [];
  for (;;) {
    if (!scan.wordOnLine()) {
      if (!scan.nextLine()) throw scan.error('header', 'the file ends before the line DATA');
      continue;
    }
    const key = scan.text();
    const { line } = scan;
    if (!key.startsWith('#')) {
      if (!KEYS.includes(key)) {
        const hint = `expected ${KEYS.join(', ')}`;
        throw scan.error('header', `${scan.quoted()} is no line of the header`, hint);
      }
      if (values.has(key)) throw scan.error('header', `${key} stands there twice`);
      values.set(key, {
        words: scan
          .restOfLine()
          .split(/\s+/)
          .filter((w) => w !== ''),
        line,
      });
    }
    const isLast = key === 'DATA';
    if (!scan.nextLine() && !isLast) {
      throw scan.error('header', 'the file ends before the line DATA');
    }
    if (isLast) break;
  }
  const of = (key: string) => values.get(key)?.words ?? [];
  const fail = (key: string, message: string, hint?: string) =>
    new InputError({ code: 'pcd/header', message, file, line: values.get(key)?.line ?? 1, hint });
  const whole = (key: string, fallback: number) => {
    const [word] = of(key);
    if (word === undefined) return fallback;
    const x = Number(word);
    if (Number.isInteger(x) && x >= 0 && x < MOST_POINTS) return x;
    throw fail(key, `${key} is ${JSON.stringify(word.slice(0, 40))}, expected a whole number`);
  };
  const names = [...of('FIELDS'), ...of('COLUMNS')];
  const fields = names.map((name, i): Field => {
    const size = Number(of('SIZE')[i] ?? 4);
    const type = of('TYPE')[i] ?? 'F';
    const count = Number(of('COUNT')[i] ?? 1);
    const fits = type === 'F' ? [4, 8] : type === 'I' || type === 'U' ? [1, 2, 4, 8] : [];
    if (!fits.includes(size) || !(Number.isInteger(count) && count >= 0 && count < 1e6)) {
      throw fail(
        'SIZE',
        `the field ${JSON.stringify(name)} is of type ${type}, size ${size}, count ${count}`,
      );
    }
    return { name, size, type: type as NumberType, count };
  });
  for (const axis of AXES) {
    if (fields.filter(({ name, count }) => name === axis && count === 1).length !== 1) {
      throw fail('FIELDS', `points have no field "${axis}", or several`, 'expected x, y and z');
    }
  }
  const grid = whole('WIDTH', 0) * whole('HEIGHT', 1);
  const points = whole('POINTS', grid);
  if (values.has('WIDTH') && grid !== points) {
    throw fail('POINTS', `${points} points are not WIDTH times HEIGHT, which is ${grid}`);
  }
  const data = of('DATA')[0] ?? '';
  if (data !== 'ascii' && data !== 'binary' && data !== 'binary_compressed') {
    const message = `the data is ${JSON.stringify(data.slice(0, 40))}, expected ascii, binary or binary_compressed`;
    throw fail('DATA', message);
  }
  const viewpoint = of('VIEWPOINT').map(Number);
  if (viewpoint.some((x, i) => x !== (i === 3 ? 1 : 0))) {
    const message = `the viewpoint ${viewpoint.join(' ')} is where the scanner stood; points are not moved by it`;
    notes.push({ code: 'pcd/viewpoint', message, file, line: values.get('VIEWPOINT')!.line });
  }
  return { fields, points, data, notes };
}

function readText(scan: Scanner, { fields, points, notes }: Header, file: string): CloudPoints {
  const width = fields.reduce((n, { count }) => n + count, 0);
  const left = scan.bytes.length - scan.pos;
  // A value takes at least a digit and a blank.
  if (2 * points * width - 1 > left) {
    throw scan.error('truncated', `${points} points do not fit into ${left} bytes`);
  }
  const list = new PointList(points, 'pcd', file);
  const axes: number[] = [];
  for (const { name, count } of fields) {
    for (let i = 0; i < count; i++) axes.push(AXES.indexOf(name));
  }
  const point = [0, 0, 0];
  for (let i = 0; i < points; i++) {
    if (!scan.word()) throw scan.error('truncated', `the file ends after ${i} of ${points} points`);
    for (let k = 0; k < width; k++) {
      if (k > 0 && !scan.wordOnLine()) {
        throw scan.error('fields', `expected ${width} numbers, found ${k}`);
      }
      if (axes[k] >= 0) point[axes[k]] = numberOf(scan);
    }
    if (scan.wordOnLine()) throw scan.error('fields', `expected ${width} numbers, found more`);
    list.add(point[0], point[1], point[2]);
  }
  if (scan.word()) throw scan.error('trailing', `the points end here, found ${scan.quoted()}`);
  return list.finish(notes);
}

function numberOf(scan: Scanner): number {
  const first = scan.bytes[scan.start] | 32;
  const isWord = first === 110 || first === 105 || scan.bytes[scan.end - 1] === 110;
  if (isWord && /^[+-]?(nan|inf)$/i.test(scan.text())) return Number.NaN;
  return scan.number('a coordinate');
}

function readBinary(bytes: Uint8Array, at: number, header: Header, file: string): CloudPoints {
  const { fields, points, data, notes } = header;
  const width = fields.reduce((n, { size, count }) => n + size * count, 0);
  const fail = (code: string, message: string, byte = at) =>
    new InputError({ code: `pcd/${code}`, message, file, byte });
  let values = bytes.subarray(at);
  // Points that the header does not count would be lost without a word.
  const refuseBehind = (length: number) => {
    const rest = values.subarray(length);
    if (rest.every((each) => each === 0 || each === 10 || each === 13 || each === 32)) return;
    throw fail('trailing', `the points end here, ${rest.length} bytes follow`, at + length);
  };
  const isPacked = data === 'binary_compressed';
  if (isPacked && points > 0) {
    if (values.length < 8) throw fail('truncated', 'the sizes of the compressed data are missing');
    const sizes = new DataView(values.buffer, values.byteOffset, 8);
    const [packed, unpacked] = [sizes.getUint32(0, true), sizes.getUint32(4, true)];
    if (unpacked !== points * width) {
      throw fail(
        'size',
        `${unpacked} bytes are compressed, ${points} points have ${points * width}`,
      );
    }
    // A byte of LZF makes at most 264 / 3 bytes.
    if (packed > values.length - 8 || unpacked > 88 * packed + 88) {
      throw fail(
        'truncated',
        `${packed} bytes of compressed data expected, ${values.length - 8} left`,
      );
    }
    const whole = unpackLzf(values.subarray(8, 8 + packed), unpacked);
    if (!whole) throw fail('lzf', 'the compressed data is damaged', at + 8);
    refuseBehind(8 + packed);
    values = whole;
  }
  if (values.length < points * width) {
    const message = `${points} points take ${points * width} bytes, ${values.length} are left`;
    throw fail('truncated', message, bytes.length);
  }
  if (!isPacked) refuseBehind(points * width);
  const view = new DataView(values.buffer, values.byteOffset, values.byteLength);
  // Where the axes are, and how far one point is from the next: compressed data has field after field.
  const places: { at: number; step: number; read: (at: number) => number }[] = [];
  let offset = 0;
  for (const field of fields) {
    const axis = AXES.indexOf(field.name);
    const step = isPacked ? field.size : width;
    if (axis >= 0) places[axis] = { at: offset, step, read: valueReader(view, field) };
    offset += field.size * field.count * (isPacked ? points : 1);
  }
  const list = new PointList(points, 'pcd', file);
  const [x, y, z] = places;
  for (let i = 0; i < points; i++) {
    list.add(x.read(x.at + i * x.step), y.read(y.at + i * y.step), z.read(z.at + i * z.step));
  }
  return list.finish(notes);
}

function valueReader(view: DataView, { type, size }: Field): (at: number) => number {
  if (type === 'F') {
    return size === 4 ? (at) => view.getFloat32(at, true) : (at) => view.getFloat64(at, true);
  }
  const signed = type === 'I';
  if (size === 1) return (at) => (signed ? view.getInt8(at) : view.getUint8(at));
  if (size === 2) return (at) => (signed ? view.getInt16(at, true) : view.getUint16(at, true));
  if (size === 4) return (at) => (signed ? view.getInt32(at, true) : view.getUint32(at, true));
  return (at) => Number(signed ? view.getBigInt64(at, true) : view.getBigUint64(at, true));
}
