/**
 * Many boxes in a file of their own: cells of an octomap, of a scan, the parts of a rack. Comma-separated, a line for
 * every box, the columns named by the first line, in any order:
 *
 *   x, y, z          the centre, in metres
 *   dx, dy, dz       full lengths along the box's own axes; or size, of a cube
 *   yaw              a turn about z, in radians; or qx, qy, qz, qw
 *   name             else boxes are numbered from 0
 *
 * Each becomes an obstacle: `scan/0`, `scan/1`, ... Costs about a microsecond a box, and shares what boxes have in common.
 */
import type { ObstacleDescription } from '../cell/index.ts';
import { MAX_COORDINATE } from '../geometry/index.ts';
import type { Part } from '../kinematics/index.ts';
import {
  composePosesInto,
  type Fault,
  type InputError,
  identityPose,
  nameHint,
  poseFromQuaternion,
  poseFromRpy,
} from '../math/index.ts';
import { metresAbout } from '../words/index.ts';
import { csvRows } from './csv.ts';
import { decode } from './document.ts';
import { MAX_QUATERNION_DEFECT, quaternionLength } from './poseValue.ts';
import { errorAt, quote, type Source } from './value.ts';

export interface ReadBoxesOptions {
  /** The name or path of the file, for messages. */
  readonly file: string;
  /** Names of the boxes begin with it. */
  readonly name: string;
  /** Places the boxes' frame in the world. */
  readonly pose: Float64Array;
}

export interface BoxesFile {
  readonly obstacles: readonly ObstacleDescription[];
  readonly notes: readonly Fault[];
}

const SIZES = ['dx', 'dy', 'dz'] as const;
const QUATERNION = ['qx', 'qy', 'qz', 'qw'] as const;
const COLUMNS = ['x', 'y', 'z', ...SIZES, 'size', 'yaw', ...QUATERNION, 'name'] as const;
type Column = (typeof COLUMNS)[number];

const EXPECTED =
  'expected the columns x, y, z, dx, dy, dz (or size), and if need be yaw (or qx, qy, qz, qw) and name';

/** Larger than this, in metres, and a size was probably meant in millimetres. */
const SUSPICIOUS_SIZE = 100;

/** All boxes share it. */
const UNMOVED = identityPose();

/** Reads a file of boxes. Throws an InputError with file, line and column. */
export function readBoxes(bytes: Uint8Array, options: ReadBoxesOptions): BoxesFile {
  const source: Source = { file: options.file, text: decode(bytes, options.file) };
  const rows = rowsOf(source);
  const first = rows.next();
  if (first.done) {
    throw errorAt(source, 0, 'boxes/empty', 'the file of boxes is empty', EXPECTED);
  }
  const reader = new BoxReader(source, headerOf(source, first.value), options);
  const obstacles: ObstacleDescription[] = [];
  for (const row of rows) obstacles.push(reader.read(row));
  if (obstacles.length === 0) {
    const end = source.text.length;
    throw errorAt(source, end, 'boxes/empty', 'the file of boxes has a header and no box');
  }
  return { obstacles, notes: reader.notes };
}

/** Fields of a line, without the blanks around them, and where they stand. */
interface Row {
  readonly fields: readonly string[];
  /** Of the line. */
  readonly at: number;
  /** Of a field, for errors. */
  placeOf(field: number): number;
}

function* rowsOf(source: Source): Generator<Row, undefined> {
  const { text } = source;
  if (text.includes('"') || /\r(?!\n)/.test(text)) {
    for (const row of csvRows(source)) {
      const fields = row.map(({ data }) => data as string);
      if (fields.length === 1 && fields[0] === '') continue;
      yield { fields, at: row[0].at, placeOf: (field) => row[field]?.at ?? row[0].at };
    }
    return;
  }
  let at = 0;
  while (at < text.length) {
    let end = text.indexOf('\n', at);
    if (end < 0) end = text.length;
    const line = text.slice(at, end);
    if (line.trim() !== '') yield new PlainRow(line, at);
    at = end + 1;
  }
}

class PlainRow implements Row {
  readonly fields: readonly string[];
  readonly at: number;

  constructor(line: string, at: number) {
    this.fields = line.split(',').map((field) => field.trim());
    this.at = at;
    this.line = line;
  }

  private readonly line: string;

  placeOf(field: number): number {
    let place = 0;
    for (let i = 0; i < field; i++) {
      const comma = this.line.indexOf(',', place);
      if (comma < 0) break;
      place = comma + 1;
    }
    while (this.line[place] === ' ') place++;
    return this.at + place;
  }
}

/** Where each column is. */
type Header = ReadonlyMap<Column, number>;

function headerOf(source: Source, row: Row): Header {
  const header = new Map<Column, number>();
  for (const [i, name] of row.fields.entries()) {
    const column = COLUMNS.find((each) => each === name.toLowerCase());
    if (column === undefined) {
      const isNumber = name !== '' && Number.isFinite(Number(name));
      const message = isNumber
        ? `the first line names the columns; found the number ${name}`
        : `there is no column ${quote(name)}`;
      const hint = isNumber ? 'begin with the line x,y,z,dx,dy,dz' : nameHint(name, COLUMNS);
      throw errorAt(source, row.placeOf(i), 'boxes/column', message, hint);
    }
    if (header.has(column)) {
      const message = `the column ${quote(column)} is there twice`;
      throw errorAt(source, row.placeOf(i), 'boxes/column', message);
    }
    header.set(column, i);
  }
  const refuse = (message: string) => errorAt(source, row.at, 'boxes/column', message, EXPECTED);
  const need = (columns: readonly Column[], why = '') => {
    const missing = columns.filter((column) => !header.has(column));
    if (missing.length > 0) throw refuse(`the column ${missing.join(', ')} is missing${why}`);
  };
  need(['x', 'y', 'z']);
  const hasSize = header.has('size');
  if (hasSize && SIZES.some((column) => header.has(column))) {
    throw refuse('boxes have dx, dy and dz, or one size; found both');
  }
  if (!hasSize) need(SIZES);
  if (QUATERNION.some((column) => header.has(column))) {
    need(QUATERNION, ': a quaternion has four');
    if (header.has('yaw')) throw refuse('boxes have a yaw or a quaternion; found both');
  }
  return header;
}

class BoxReader {
  readonly notes: Fault[] = [];
  private readonly source: Source;
  private readonly header: Header;
  private readonly options: ReadBoxesOptions;
  private readonly isMoved: boolean;
  private readonly names = new Set<string>();
  private count = 0;

  constructor(source: Source, header: Header, options: ReadBoxesOptions) {
    this.source = source;
    this.header = header;
    this.options = options;
    this.isMoved = options.pose.some((x, i) => x !== UNMOVED[i]);
  }

  read(row: Row): ObstacleDescription {
    const { header, source } = this;
    if (row.fields.length !== header.size) {
      const message = `expected ${header.size} fields, as the first line has; found ${row.fields.length}`;
      throw errorAt(source, row.at, 'boxes/fields', message);
    }
    const one = header.get('size');
    const [dx, dy, dz] =
      one === undefined
        ? SIZES.map((column) => this.size(row, column))
        : Array(3).fill(this.size(row, 'size'));
    const parts: readonly Part[] = [
      { pose: UNMOVED, geometry: { kind: 'box', half: [dx / 2, dy / 2, dz / 2] } },
    ];
    return { name: this.name(row), pose: this.pose(row), parts, solid: true };
  }

  private pose(row: Row): Float64Array {
    const [x, y, z] = [this.place(row, 'x'), this.place(row, 'y'), this.place(row, 'z')];
    const pose = this.turned(row, x, y, z);
    if (this.isMoved) composePosesInto(this.options.pose, 0, pose.slice(), 0, pose, 0);
    return pose;
  }

  private turned(row: Row, x: number, y: number, z: number): Float64Array {
    const { header } = this;
    if (header.has('yaw')) {
      const yaw = this.number(row, 'yaw');
      if (Math.abs(yaw) > 2 * Math.PI) {
        const message = `the yaw ${yaw} goes beyond a full turn`;
        this.note(
          row,
          'yaw',
          'document/degrees',
          message,
          'angles are in radians: 90 degrees is 1.5707963',
        );
      }
      return poseFromRpy(0, 0, yaw, x, y, z);
    }
    if (!header.has('qx')) return poseFromRpy(0, 0, 0, x, y, z);
    const quaternion = QUATERNION.map((column) => this.number(row, column));
    const length = quaternionLength(quaternion);
    if (!(Math.abs(length - 1) <= MAX_QUATERNION_DEFECT)) {
      const message = `the quaternion [${quaternion.join(', ')}] has length ${length}, expected 1`;
      const hint = 'no rotation is qx = qy = qz = 0, qw = 1';
      throw this.errorAt(row, 'qx', 'document/quaternion', message, hint);
    }
    const [a, b, c, d] = quaternion.map((part) => part / length);
    return poseFromQuaternion(a, b, c, d, x, y, z);
  }

  private name(row: Row): string {
    const { name: set } = this.options;
    const column = this.header.get('name');
    if (column === undefined) return `${set}/${this.count++}`;
    const own = row.fields[column];
    if (own === '' || own.includes('*')) {
      const message = own === '' ? 'the box has no name' : `the name ${quote(own)} holds "*"`;
      throw this.errorAt(row, 'name', 'boxes/name', message, 'leave the column out to number them');
    }
    if (this.names.has(own)) {
      throw this.errorAt(row, 'name', 'boxes/name', `two boxes are called ${quote(own)}`);
    }
    this.names.add(own);
    return `${set}/${own}`;
  }

  private place(row: Row, column: Column): number {
    const x = this.number(row, column);
    if (Math.abs(x) <= MAX_COORDINATE) return x;
    const message = `the coordinate ${x} is beyond ${MAX_COORDINATE} m and cannot be computed with`;
    throw this.errorAt(row, column, 'document/too-large', message);
  }

  private size(row: Row, column: Column): number {
    const size = this.number(row, column);
    if (!(size >= 2e-30 && size <= 2e30)) {
      const message = `${column} of the box is ${size}, expected a positive number`;
      throw this.errorAt(row, column, 'shape/size', message, 'full lengths, in metres');
    }
    if (size > SUSPICIOUS_SIZE) {
      const message = `a box of ${metresAbout(size, 3)}`;
      this.note(row, column, 'cell/millimetres', message, 'lengths are in metres, not millimetres');
    }
    return size;
  }

  private number(row: Row, column: Column): number {
    const text = row.fields[this.header.get(column)!];
    const x = Number(text);
    if (text !== '' && Number.isFinite(x)) return x;
    const found = text === '' ? 'nothing' : quote(text);
    throw this.errorAt(row, column, 'boxes/number', `${column}: expected a number, found ${found}`);
  }

  private errorAt(
    row: Row,
    column: Column,
    code: string,
    message: string,
    hint?: string,
  ): InputError {
    return errorAt(this.source, row.placeOf(this.header.get(column)!), code, message, hint);
  }

  /** The first of its kind: a file in millimetres has them on every line. */
  private note(row: Row, column: Column, code: string, message: string, hint: string): void {
    if (this.notes.some((each) => each.code === code)) return;
    this.notes.push(this.errorAt(row, column, code, message, hint).fault);
  }
}
