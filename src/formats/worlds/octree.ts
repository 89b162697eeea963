/**
 * The tree of an octomap, as its bytes have it: nodes from the root on, each before its children, which follow in the order
 * x, y, z of their halves (the lowest bit is x). Two layouts:
 *
 *   binary   two bytes for each inner node, two bits for each child: 1 free, 2 occupied, 3 an inner node that follows, 0 unknown
 *   full     for each node a float32, the logarithm of its odds, colours where the tree has them, and a byte: which children follow
 *
 * Out come the leaves that are occupied and, if asked for, the space that is unknown, as boxes of a lattice whose origin
 * is the tree's middle. The work is bounded by the number of bytes.
 */
import { Growing } from '../../arrays/index.ts';
import { InputError } from '../../math/index.ts';

/** Levels below the root: the finest cells are those of the resolution. */
export const TREE_DEPTH = 16;

export interface OctreeBytes {
  readonly bytes: Uint8Array;
  /** Where the tree begins. */
  readonly start: number;
  readonly layout: 'binary' | 'full';
  /** Bytes of each node between its value and its children: colours. */
  readonly extra: number;
  readonly file: string;
}

export interface OctreeOptions {
  /** Logarithm of the odds from which on a leaf of a full tree is occupied. */
  readonly threshold: number;
  /** Whether the space that is unknown is asked for. */
  readonly unknown: boolean;
}

export interface OctreeLeaves {
  /** Six whole numbers a box: lower corner, upper corner, in cells. */
  readonly occupied: Int32Array;
  readonly unknown: Int32Array;
  /** Leaves that are free. */
  readonly free: number;
  /** Nodes of the tree, inner ones included. */
  readonly nodes: number;
  /** Around all leaves that are known, in cells; null if there are none. */
  readonly known: Int32Array | null;
}

const FREE = 1;
const OCCUPIED = 2;
const INNER = 3;

/** Reads a tree. Throws an InputError with the place of the byte. */
export function readOctree(tree: OctreeBytes, options: OctreeOptions): OctreeLeaves {
  const reader = new TreeReader(tree, options);
  reader.read();
  return reader.leaves();
}

class TreeReader {
  private readonly tree: OctreeBytes;
  private readonly view: DataView;
  private readonly options: OctreeOptions;
  private at: number;
  private nodes = 0;
  private free = 0;
  private readonly occupied = new Growing<Int32Array<ArrayBuffer>>(Int32Array);
  private readonly unknown = new Growing<Int32Array<ArrayBuffer>>(Int32Array);
  private readonly known = Int32Array.of(MOST, MOST, MOST, -MOST, -MOST, -MOST);

  constructor(tree: OctreeBytes, options: OctreeOptions) {
    const { bytes } = tree;
    this.tree = tree;
    this.options = options;
    this.at = tree.start;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  read(): void {
    const { bytes, start, layout } = this.tree;
    const low = -(1 << (TREE_DEPTH - 1));
    // A tree without a root has no bytes.
    if (bytes.length === start) this.unknownLeaf(low, low, low, 0);
    else if (layout === 'binary') {
      this.nodes++;
      this.binaryNode(low, low, low, 0);
    } else this.fullNode(low, low, low, 0);
    if (this.at < bytes.length) {
      const more = bytes.length - this.at;
      throw this.fault('trailing', `the tree ends here, and ${more} bytes follow`);
    }
  }

  /** An inner node with its lower corner and its level. */
  private binaryNode(x: number, y: number, z: number, level: number): void {
    const at = this.at;
    this.need(2);
    const children = this.view.getUint16(at, true);
    this.at += 2;
    if (children === 0) {
      throw this.fault('no-children', 'an inner node has no children: is it free or occupied?', at);
    }
    if (level >= TREE_DEPTH) throw this.tooDeep(at);
    const half = 1 << (TREE_DEPTH - 1 - level);
    for (let i = 0; i < 8; i++) {
      const kind = (children >> (2 * i)) & 3;
      const cx = i & 1 ? x + half : x;
      const cy = i & 2 ? y + half : y;
      const cz = i & 4 ? z + half : z;
      if (kind === 0) this.unknownLeaf(cx, cy, cz, level + 1);
      else {
        this.nodes++;
        if (kind !== INNER) this.leaf(cx, cy, cz, level + 1, kind);
      }
    }
    for (let i = 0; i < 8; i++) {
      if (((children >> (2 * i)) & 3) !== INNER) continue;
      const cx = i & 1 ? x + half : x;
      const cy = i & 2 ? y + half : y;
      const cz = i & 4 ? z + half : z;
      this.binaryNode(cx, cy, cz, level + 1);
    }
  }

  private fullNode(x: number, y: number, z: number, level: number): void {
    const at = this.at;
    const { extra } = this.tree;
    this.need(5 + extra);
    const value = this.view.getFloat32(at, true);
    const children = this.view.getUint8(at + 4 + extra);
    this.at += 5 + extra;
    this.nodes++;
    if (Number.isNaN(value)) throw this.fault('value', 'the odds of a node are no number', at);
    if (children === 0) {
      const isOccupied = value >= this.options.threshold;
      this.leaf(x, y, z, level, isOccupied ? OCCUPIED : FREE);
      return;
    }
    if (level >= TREE_DEPTH) throw this.tooDeep(at);
    const half = 1 << (TREE_DEPTH - 1 - level);
    for (let i = 0; i < 8; i++) {
      const cx = i & 1 ? x + half : x;
      const cy = i & 2 ? y + half : y;
      const cz = i & 4 ? z + half : z;
      if (children & (1 << i)) this.fullNode(cx, cy, cz, level + 1);
      else this.unknownLeaf(cx, cy, cz, level + 1);
    }
  }

  private leaf(x: number, y: number, z: number, level: number, kind: number): void {
    const size = 1 << (TREE_DEPTH - level);
    if (kind === OCCUPIED) pushBox(this.occupied, x, y, z, size);
    else this.free++;
    const { known } = this;
    if (x < known[0]) known[0] = x;
    if (y < known[1]) known[1] = y;
    if (z < known[2]) known[2] = z;
    if (x + size > known[3]) known[3] = x + size;
    if (y + size > known[4]) known[4] = y + size;
    if (z + size > known[5]) known[5] = z + size;
  }

  private unknownLeaf(x: number, y: number, z: number, level: number): void {
    if (this.options.unknown) pushBox(this.unknown, x, y, z, 1 << (TREE_DEPTH - level));
  }

  leaves(): OctreeLeaves {
    const { nodes, free, known } = this;
    const [occupied, unknown] = [this.occupied.finish(), this.unknown.finish()];
    return { occupied, unknown, free, nodes, known: known[0] < known[3] ? known : null };
  }

  private need(bytes: number): void {
    const left = this.tree.bytes.length - this.at;
    if (left >= bytes) return;
    throw this.fault(
      'truncated',
      `the tree ends in the middle of a node: ${bytes} bytes expected, ${left} left`,
    );
  }

  private tooDeep(at: number): InputError {
    const message = `a node lies more than ${TREE_DEPTH} levels below the root`;
    return this.fault('too-deep', message, at);
  }

  private fault(code: string, message: string, at = this.at): InputError {
    const { file } = this.tree;
    return new InputError({ code: `octomap/${code}`, message, file, byte: at });
  }
}

const MOST = 1 << 20;

function pushBox(
  out: Growing<Int32Array<ArrayBuffer>>,
  x: number,
  y: number,
  z: number,
  n: number,
) {
  out.push(x);
  out.push(y);
  out.push(z);
  out.push(x + n);
  out.push(y + n);
  out.push(z + n);
}
