/** The header of a PLY file: which elements follow, how many, and what each consists of. */
import type { Scanner } from './scan.ts';

export type PlyEncoding = 'ascii' | 'binary_little_endian' | 'binary_big_endian';

export type PlyType =
  | 'int8'
  | 'uint8'
  | 'int16'
  | 'uint16'
  | 'int32'
  | 'uint32'
  | 'float32'
  | 'float64';

export interface PlyProperty {
  readonly name: string;
  /** The type of the value, or of each item if this is a list. */
  readonly type: PlyType;
  /** The type of the number of items; only lists have it. */
  readonly countType: PlyType | undefined;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly PlyProperty[];
  /** Where the header declares it. */
  readonly line: number;
}

export interface PlyHeader {
  readonly encoding: PlyEncoding;
  readonly elements: readonly PlyElement[];
  /** The first byte behind the header. */
  readonly bodyStart: number;
}

const TYPES = new Map<string, PlyType>([
  ['char', 'int8'],
  ['uchar', 'uint8'],
  ['short', 'int16'],
  ['ushort', 'uint16'],
  ['int', 'int32'],
  ['uint', 'uint32'],
  ['float', 'float32'],
  ['double', 'float64'],
]);
for (const type of [...TYPES.values()]) TYPES.set(type, type);

export const PLY_TYPE_SIZE: Readonly<Record<PlyType, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
};

const CR = 13;
const LF = 10;

/** Reads from the start of the file; afterwards `scan` stands on the first line of the body. */
export function readPlyHeader(scan: Scanner): PlyHeader {
  if (!scan.wordOnLine() || !scan.is('ply')) {
    throw scan.error('unrecognized', 'a PLY file begins with a line "ply"');
  }
  endLine(scan);
  // The first byte of binary data may look like an LF, so it matters whether lines end with CR.
  const crOnly = scan.bytes[scan.pos] === CR && scan.bytes[scan.pos + 1] !== LF;
  let encoding: PlyEncoding | undefined;
  const elements: PlyElement[] = [];
  const elementNames = new Set<string>();
  let properties: PlyProperty[] | undefined;
  const propertyNames = new Set<string>();
  for (;;) {
    if (!scan.nextLine()) {
      scan.wordOnLine();
      throw scan.error('truncated', 'the file ends before "end_header"');
    }
    if (!scan.wordOnLine() || scan.is('comment') || scan.is('obj_info')) continue;
    if (scan.is('end_header')) break;
    if (scan.is('format')) {
      if (encoding) throw scan.error('syntax', 'the format is given twice');
      encoding = readEncoding(scan);
    } else if (scan.is('element')) {
      const line = scan.line;
      const name = readName(scan, 'an element', elementNames);
      properties = [];
      propertyNames.clear();
      elements.push({ name, count: readCount(scan), properties, line });
    } else if (scan.is('property')) {
      if (!properties) throw scan.error('syntax', 'a property stands before the first element');
      properties.push(readProperty(scan, propertyNames));
    } else {
      throw scan.error('syntax', `${scan.quoted()} is not a statement of a PLY header`);
    }
    endLine(scan);
  }
  if (!encoding) throw scan.error('syntax', 'the header does not give the format');
  endLine(scan);
  const lineEnd = scan.pos;
  const more = scan.nextLine();
  return { encoding, elements, bodyStart: more && crOnly ? lineEnd + 1 : scan.pos };
}

function readEncoding(scan: Scanner): PlyEncoding {
  scan.wordOnLine();
  const encoding = scan.text();
  if (
    encoding !== 'ascii' &&
    encoding !== 'binary_little_endian' &&
    encoding !== 'binary_big_endian'
  ) {
    throw scan.error(
      'bad-format',
      `the format must be ascii, binary_little_endian or binary_big_endian, found ${scan.found()}`,
    );
  }
  if (!scan.wordOnLine() || !scan.is('1.0')) {
    throw scan.error('bad-format', `the format's version must be 1.0, found ${scan.found()}`);
  }
  return encoding;
}

function readCount(scan: Scanner): number {
  scan.wordOnLine();
  const count = scan.number('the number of elements');
  if (Number.isInteger(count) && count >= 0 && count < 2 ** 32) return count;
  throw scan.error(
    'bad-count',
    `the number of elements must be a whole number below 2^32, found ${scan.quoted()}`,
  );
}

function readProperty(scan: Scanner, taken: Set<string>): PlyProperty {
  scan.wordOnLine();
  let countType: PlyType | undefined;
  if (scan.is('list')) {
    scan.wordOnLine();
    countType = currentType(scan);
    scan.wordOnLine();
  }
  const type = currentType(scan);
  return { name: readName(scan, 'a property', taken), type, countType };
}

function currentType(scan: Scanner): PlyType {
  const type = TYPES.get(scan.text());
  if (type) return type;
  throw scan.error(
    'bad-type',
    `expected a type, found ${scan.found()}`,
    `known types are ${[...TYPES.keys()].join(', ')}`,
  );
}

/** Reads a name and adds it to those that are taken. */
function readName(scan: Scanner, what: string, taken: Set<string>): string {
  if (!scan.wordOnLine()) throw scan.error('syntax', `expected the name of ${what}`);
  const name = scan.text();
  if (taken.has(name)) throw scan.error('duplicate', `${what} named ${scan.quoted()} came before`);
  taken.add(name);
  return name;
}

function endLine(scan: Scanner): void {
  if (scan.wordOnLine()) {
    throw scan.error('syntax', `expected the end of the line, found ${scan.quoted()}`);
  }
}
