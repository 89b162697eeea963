/**
 * Octomaps made by hand: random trees, their bytes in both layouts, and what they say, computed by other means than the
 * reader has: a list of leaves that is made with the tree and never read back.
 */
import type { Random } from '../../../src/math/index.ts';

export type Node = { readonly odds: number; readonly children: readonly (Node | null)[] };

export interface Leaf {
  readonly corner: readonly [number, number, number];
  readonly size: number;
  readonly state: 'free' | 'occupied' | 'unknown';
}

const DEPTH = 16;
const LEVEL_0 = 2 ** (DEPTH - 1);

/** A tree that is only divided around the origin: its leaves lie there, all else is unknown. */
export function randomTree(random: Random, deepest: number): Node {
  const grow = (level: number, towards: number): Node => {
    if (level < deepest - 3) {
      // One child alone, the one next to the origin.
      const only = grow(level + 1, towards);
      return {
        odds: 0,
        children: Array.from({ length: 8 }, (_, i) => (i === towards ? only : null)),
      };
    }
    const children = Array.from<unknown, Node | null>({ length: 8 }, () => {
      const draw = random.between(0, 1);
      if (level + 1 < deepest && draw < 0.45) return grow(level + 1, 0);
      if (draw < 0.6) return null;
      return { odds: random.between(-3, 3), children: [] };
    });
    if (!children.some((child) => child !== null)) children[0] = { odds: 2, children: [] };
    return { odds: 0, children };
  };
  // Below the root all eight octants, each divided in its corner at the origin.
  const octant = (i: number) => grow(1, 7 - i);
  return {
    odds: 0,
    children: Array.from({ length: 8 }, (_, i) => (i % 3 === 2 ? null : octant(i))),
  };
}

/** All leaves, in cells. */
export function leavesOf(tree: Node, threshold = 0): Leaf[] {
  const found: Leaf[] = [];
  const visit = (node: Node | null, corner: [number, number, number], level: number) => {
    const size = 2 ** (DEPTH - level);
    if (node === null) found.push({ corner, size, state: 'unknown' });
    else if (node.children.length === 0) {
      found.push({
        corner,
        size,
        state: Math.fround(node.odds) >= threshold ? 'occupied' : 'free',
      });
    } else {
      node.children.forEach((child, i) => {
        const at = corner.map((x, k) => x + (Math.floor(i / 2 ** k) % 2) * (size / 2));
        visit(child, at as [number, number, number], level + 1);
      });
    }
  };
  visit(tree, [-LEVEL_0, -LEVEL_0, -LEVEL_0], 0);
  return found;
}

function nodesOf(node: Node): number {
  return node.children.reduce((n, child) => n + (child ? nodesOf(child) : 0), 1);
}

/** The bytes of the tree: two bits for each child of an inner node. */
export function binaryBytes(tree: Node): number[] {
  const out: number[] = [];
  const write = (node: Node) => {
    let bits = 0;
    node.children.forEach((child, i) => {
      const kind = !child ? 0 : child.children.length > 0 ? 3 : child.odds >= 0 ? 2 : 1;
      bits += kind * 4 ** i;
    });
    out.push(bits % 256, Math.floor(bits / 256));
    for (const child of node.children) if (child && child.children.length > 0) write(child);
  };
  write(tree);
  return out;
}

/** The same with odds; `extra` bytes of colours in each node. */
export function fullBytes(tree: Node, extra = 0): number[] {
  const out: number[] = [];
  const write = (node: Node) => {
    out.push(...new Uint8Array(new Float32Array([node.odds]).buffer));
    for (let i = 0; i < extra; i++) out.push(200 + i);
    out.push(node.children.reduce((bits, child, i) => bits + (child ? 2 ** i : 0), 0));
    for (const child of node.children) if (child) write(child);
  };
  write(tree);
  return out;
}

export interface FileOptions {
  readonly kind: 'bt' | 'ot';
  readonly res: number;
  readonly id?: string;
  readonly size?: number;
}

/** A whole file. */
export function octomapFile(
  tree: Node,
  { kind, res, id = 'OcTree', size }: FileOptions,
): Uint8Array {
  const first = kind === 'bt' ? '# Octomap OcTree binary file' : '# Octomap OcTree file';
  const head = `${first}\n# (feel free to add comments)\nid ${id}\nsize ${size ?? nodesOf(tree)}\nres ${res}\ndata\n`;
  const data = kind === 'bt' ? binaryBytes(tree) : fullBytes(tree, id === 'ColorOcTree' ? 3 : 0);
  return Uint8Array.from([...new TextEncoder().encode(head), ...data]);
}
