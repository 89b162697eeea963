/** The body of a PLY file as a stream of values: one class for text, one for binary data. */
import { InputError } from '../math/index.ts';
import { PLY_TYPE_SIZE, type PlyElement, type PlyProperty, type PlyType } from './plyHeader.ts';
import type { Scanner } from './scan.ts';

/** Used per element: `reserve`; per record of it: values in order, then `endRecord`; at last `end`. */
export interface PlyValues {
  /** What `place` means. */
  readonly placeKind: 'line' | 'byte';
  /** The line or byte that comes next. */
  place(): number;
  /** Throws if the rest of the file is too short for all records, however short they are. */
  reserve(element: PlyElement): void;
  /** The next value, a finite number. */
  value(type: PlyType, what: string): number;
  /** Passes over values without checking them. */
  skip(type: PlyType, count: number): void;
  /** The number of items of the list that comes next; the rest of the file has room for them. */
  count(property: PlyProperty): number;
  endRecord(element: PlyElement): void;
  /** Throws if there is anything left. */
  end(): void;
  /** An error at the latest value. */
  error(code: string, message: string, hint?: string): InputError;
}

export class PlyText implements PlyValues {
  readonly placeKind = 'line';
  private readonly scan: Scanner;
  private fresh = true;

  constructor(scan: Scanner) {
    this.scan = scan;
  }

  place(): number {
    this.startRecord();
    return this.scan.line;
  }

  reserve(element: PlyElement): void {
    // A value takes at least a digit and a space or line end; the last one needs no line end.
    this.needRoom(2 * element.count * element.properties.length - 1, () => describe(element));
  }

  value(_type: PlyType, what: string): number {
    this.next(what);
    return this.scan.number(what);
  }

  skip(_type: PlyType, count: number): void {
    for (let i = 0; i < count; i++) this.next('a value');
  }

  count(property: PlyProperty): number {
    const count = this.value(property.type, 'the number of items of a list');
    checkCount(this, count);
    this.needRoom(2 * count, () => `a list of ${count} items`);
    return count;
  }

  endRecord(element: PlyElement): void {
    if (this.scan.wordOnLine()) {
      throw this.error(
        'line-size',
        `the line goes on with ${this.scan.quoted()}, but the properties of "${element.name}" end here`,
      );
    }
    this.fresh = true;
  }

  end(): void {
    if (this.scan.word()) {
      throw this.error('trailing-text', `the elements end here, found ${this.scan.quoted()}`);
    }
  }

  error(code: string, message: string, hint?: string): InputError {
    return this.scan.error(code, message, hint);
  }

  /** Every record has a line of its own; empty lines in between do not count. */
  private startRecord(): void {
    if (!this.fresh) return;
    this.fresh = false;
    const { scan } = this;
    if (!scan.word()) throw this.error('truncated', 'the file ends before its last element');
    scan.pos = scan.start;
  }

  private next(what: string): void {
    this.startRecord();
    if (this.scan.wordOnLine()) return;
    const atEnd = this.scan.pos >= this.scan.bytes.length;
    throw this.error(
      atEnd ? 'truncated' : 'missing-value',
      `expected ${what}, found ${this.scan.found()}`,
    );
  }

  private needRoom(bytes: number, what: () => string): void {
    const left = this.scan.bytes.length - this.scan.pos;
    if (bytes > left) throw this.error('truncated', `${what()} cannot fit in ${left} bytes`);
  }
}

export class PlyBinary implements PlyValues {
  readonly placeKind = 'byte';
  private readonly view: DataView;
  private readonly file: string | undefined;
  private readonly littleEndian: boolean;
  private pos: number;
  private valueStart: number;

  constructor(bytes: Uint8Array, start: number, littleEndian: boolean, file: string | undefined) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.file = file;
    this.littleEndian = littleEndian;
    this.pos = start;
    this.valueStart = start;
  }

  place(): number {
    return this.pos;
  }

  reserve(element: PlyElement): void {
    let recordSize = 0;
    for (const { type, countType } of element.properties) {
      recordSize += PLY_TYPE_SIZE[countType ?? type];
    }
    this.valueStart = this.pos;
    this.needRoom(element.count * recordSize, () => describe(element));
  }

  value(type: PlyType, what: string): number {
    this.valueStart = this.pos;
    this.needRoom(PLY_TYPE_SIZE[type], () => what);
    const value = this.read(type);
    if (!Number.isFinite(value)) {
      throw this.error('non-finite', `${what} is ${value}, not a finite number`);
    }
    this.pos += PLY_TYPE_SIZE[type];
    return value;
  }

  skip(type: PlyType, count: number): void {
    this.valueStart = this.pos;
    const size = count * PLY_TYPE_SIZE[type];
    this.needRoom(size, () => 'a value');
    this.pos += size;
  }

  count({ type, countType }: PlyProperty): number {
    const count = this.value(countType!, 'the number of items of a list');
    checkCount(this, count);
    this.needRoom(count * PLY_TYPE_SIZE[type], () => `a list of ${count} items`);
    return count;
  }

  endRecord(): void {}

  end(): void {
    const left = this.view.byteLength - this.pos;
    this.valueStart = this.pos;
    if (left > 0) throw this.error('trailing-bytes', `${left} bytes follow the last element`);
  }

  error(code: string, message: string, hint?: string): InputError {
    const { file, valueStart } = this;
    return new InputError({ code: `ply/${code}`, message, file, byte: valueStart, hint });
  }

  private read(type: PlyType): number {
    const { view, pos, littleEndian } = this;
    switch (type) {
      case 'int8':
        return view.getInt8(pos);
      case 'uint8':
        return view.getUint8(pos);
      case 'int16':
        return view.getInt16(pos, littleEndian);
      case 'uint16':
        return view.getUint16(pos, littleEndian);
      case 'int32':
        return view.getInt32(pos, littleEndian);
      case 'uint32':
        return view.getUint32(pos, littleEndian);
      case 'float32':
        return view.getFloat32(pos, littleEndian);
      case 'float64':
        return view.getFloat64(pos, littleEndian);
    }
  }

  private needRoom(bytes: number, what: () => string): void {
    const left = this.view.byteLength - this.pos;
    if (bytes > left) {
      throw this.error('truncated', `${what()} cannot fit in the last ${left} bytes of the file`);
    }
  }
}

function describe({ name, count }: PlyElement): string {
  return `the ${count} elements "${name}" that the header declares`;
}

function checkCount(values: PlyValues, count: number): void {
  if (Number.isInteger(count) && count >= 0) return;
  throw values.error(
    'bad-count',
    `the number of items of a list must be a whole number, not negative, found ${count}`,
  );
}
