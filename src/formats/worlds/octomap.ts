/**
 * Octomaps: the files `.bt` (binary tree) and `.ot` (full tree), and the data of octomap messages. Occupied leaves of all sizes become
 * boxes, and so do unknown ones if they are to be taken for occupied: all of the tree's cube, 65,536 cells a side,
 * that no leaf says is free. Neighbours are merged; what is covered stays the same to the last cell.
 *
 * A header is lines of text: the first says which of the two it is, then `id`, `size` (nodes) and `res` (metres of the
 * finest cells), and `data`, after which the bytes of the tree begin (octree.ts).
 */
import type { ObstacleSet } from '../../cell/index.ts';
import { bytesText, type Fault, InputError } from '../../math/index.ts';
import { count } from '../../words/index.ts';
import { latticeSet, mergeBoxes } from './lattice.ts';
import { type OctreeBytes, type OctreeLeaves, readOctree } from './octree.ts';

export interface ReadOctomapOptions {
  /** The name or path of the file, for messages. */
  readonly file: string;
  /** Names of the boxes begin with it. */
  readonly name: string;
  /** Places the map's frame in the world. */
  readonly pose: Float64Array;
  /** What unknown cells are taken for. Default free, which is an assumption of every verdict. */
  readonly unknown?: 'free' | 'occupied' | undefined;
  /** Probability from which on a leaf of a full tree is occupied. Default 0.5. */
  readonly threshold?: number | undefined;
}

/** Obstacles that a file of a world has. */
export interface WorldFile {
  /** Null if it has none. */
  readonly set: ObstacleSet | null;
  readonly notes: readonly Fault[];
}

/** An octomap as a message has it. */
export interface OctomapMessage {
  /** Whether the data is a binary tree. */
  readonly binary: boolean;
  /** The class of the tree. */
  readonly id: string;
  /** Metres of the finest cells. */
  readonly resolution: number;
  readonly data: Uint8Array;
}

const MAGIC = '# Octomap OcTree';
const BINARY = `${MAGIC} binary file`;
const FULL = `${MAGIC} file`;

/** Bytes of a node beside its odds, by the class of the tree. */
const EXTRA: Readonly<Record<string, number>> = { OcTree: 0, ColorOcTree: 3 };

/** Metres that cells may have. */
const LEAST_CELL = 1e-6;
const MOST_CELL = 1e4;
/** As long as a header may be. */
const HEAD = 1 << 16;

/** Whether a file is an octomap, by its first line. */
export function isOctomap(bytes: Uint8Array): boolean {
  return bytesText(bytes.subarray(0, MAGIC.length)) === MAGIC;
}

/** Reads an octomap, `.bt` or `.ot`. Throws an InputError with its place. */
export function readOctomap(bytes: Uint8Array, options: ReadOctomapOptions): WorldFile {
  const { file } = options;
  const { layout, id, size, resolution, start } = readHeader(bytes, file);
  const message = { binary: layout === 'binary', id, resolution };
  const leaves = readLeaves({ ...message, data: bytes, start }, options);
  if (leaves.nodes !== size) {
    throw new InputError({
      code: 'octomap/size',
      message: `the header says that the tree has ${count(size, 'node')}, it has ${leaves.nodes}`,
      file,
      line: 1,
      hint: 'the file is damaged or was cut off: write it anew',
    });
  }
  return worldOf(leaves, resolution, options);
}

/** Reads the octomap of a message. Throws an InputError. */
export function readOctomapMessage(
  message: OctomapMessage,
  options: ReadOctomapOptions,
): WorldFile {
  return worldOf(readLeaves({ ...message, start: 0 }, options), message.resolution, options);
}

function readLeaves(
  { binary, id, resolution, data, start }: OctomapMessage & { readonly start: number },
  { file, unknown = 'free', threshold = 0.5 }: ReadOctomapOptions,
): OctreeLeaves {
  const extra = EXTRA[id];
  if (extra === undefined) {
    const message = `the tree is of the class ${JSON.stringify(id.slice(0, 40))}`;
    const hint = `known are ${Object.keys(EXTRA).join(' and ')}; write it as a binary tree (.bt)`;
    throw new InputError({ code: 'octomap/class', message, file, line: 1, hint });
  }
  if (!(resolution >= LEAST_CELL && resolution <= MOST_CELL)) {
    const message = `cells of ${resolution} m, expected ${LEAST_CELL} m to ${MOST_CELL} m`;
    throw new InputError({ code: 'octomap/resolution', message, file, line: 1 });
  }
  if (!(threshold > 0 && threshold < 1)) {
    const message = `the threshold ${threshold} is no probability between 0 and 1`;
    throw new InputError({ code: 'octomap/threshold', message, file, line: 1 });
  }
  const layout = binary ? 'binary' : 'full';
  const tree: OctreeBytes = { bytes: data, start, layout, extra: binary ? 0 : extra, file };
  const odds = Math.log(threshold / (1 - threshold));
  return readOctree(tree, { threshold: odds, unknown: unknown === 'occupied' });
}

function worldOf(
  { occupied, unknown, known }: OctreeLeaves,
  resolution: number,
  options: ReadOctomapOptions,
): WorldFile {
  const { file, name, pose } = options;
  const takesFree = options.unknown !== 'occupied';
  const boxes = new Int32Array(occupied.length + unknown.length);
  boxes.set(occupied);
  boxes.set(unknown, occupied.length);
  const notes: Fault[] = [];
  if (occupied.length === 0) {
    notes.push({ code: 'octomap/empty', message: 'no cell of the octomap is occupied', file });
  }
  if (boxes.length === 0) return { set: null, notes };
  const seen = takesFree || !known ? null : Float64Array.from(known, (k) => k * resolution);
  const frame = {
    name,
    pose,
    ...(takesFree && { unknown: 'octomap' as const }),
    ...(seen && { seen }),
  };
  return { set: latticeSet(mergeBoxes(boxes), resolution, frame), notes };
}

interface Header {
  readonly layout: 'binary' | 'full';
  readonly id: string;
  readonly size: number;
  readonly resolution: number;
  /** Where the tree begins. */
  readonly start: number;
}

function readHeader(bytes: Uint8Array, file: string): Header {
  const fail = (line: number, code: string, message: string, hint?: string) =>
    new InputError({ code: `octomap/${code}`, message, file, line, hint });
  const text = bytesText(bytes.subarray(0, HEAD));
  const values = new Map<string, string>();
  let at = 0;
  let first = '';
  for (let line = 1; ; line++) {
    const end = text.indexOf('\n', at);
    if (end < 0) {
      const hint = 'a .bt or .ot file of octomap has lines of text, and then the line "data"';
      throw fail(line, 'header', 'the header of the octomap does not end', hint);
    }
    const words = text.slice(at, end).trim().split(/\s+/);
    at = end + 1;
    if (line === 1) {
      first = words.join(' ');
      if (first.startsWith(BINARY) || first.startsWith(FULL)) continue;
      const message = `an octomap begins with the line "${BINARY}" or "${FULL}"`;
      throw fail(line, 'header', message, 'files of octomap before 1.0 are to be written anew');
    }
    const [key] = words;
    if (key === 'data') break;
    if (key === '' || key.startsWith('#')) continue;
    if (!['id', 'size', 'res'].includes(key)) {
      throw fail(line, 'header', `${JSON.stringify(key.slice(0, 40))} is no line of a header`);
    }
    if (values.has(key)) throw fail(line, 'header', `${key} stands there twice`);
    values.set(key, words.slice(1).join(' '));
  }
  const number = (key: string) => {
    const x = values.get(key) ?? '';
    if (x !== '' && Number.isFinite(Number(x))) return Number(x);
    throw fail(1, 'header', `the header says no number for "${key}"`);
  };
  const layout = first.startsWith(BINARY) ? 'binary' : 'full';
  const id = values.get('id') ?? 'OcTree';
  return { layout, id, size: number('size'), resolution: number('res'), start: at };
}
