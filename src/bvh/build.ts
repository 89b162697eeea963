/**
 * Building a tree: split the triangles in two, again and again, by the chosen rule; for box
 * trees merge the binary nodes into nodes of up to four children; then fit a volume to every
 * slot. Costs O(n log n); 100,000 triangles take a fraction of a second.
 */
import {
  type Division,
  divisionFault,
  divisionSets,
  divisionTriangles,
  isUndivided,
  type Triangles,
} from '../geometry/index.ts';
import { InputError } from '../math/index.ts';
import { DIVISIONS, isDivisionName, type SplitName } from './divisions.ts';
import { treeOver } from './outline.ts';
import { type RuleName, SPLIT_RULES, type SplitInput, type SplitRule } from './split.ts';
import { MAX_LEAF, MAX_WIDTH, type Tree, type VolumeKind } from './tree.ts';

export interface BuildOptions {
  /** Default `box`: boxes along the body's own axes in 4-wide nodes, the fastest in most cases. */
  readonly volume?: VolumeKind;
  /** A rule by name or a function. Default `sah`. A name of a division divides the mesh by it, and `below` goes on. */
  readonly split?: SplitName | SplitRule;
  /** The rule below a division that `split` names. Default `sah`. */
  readonly below?: RuleName | SplitRule;
  /** The upper levels of the tree; below its sets the rule goes on. */
  readonly division?: Division;
  /** Most triangles in a leaf, 1 to 8. Default 4 for boxes, 1 for OBB and RSS as in the papers. */
  readonly leafSize?: number;
}

/** Builds a tree over all triangles of a checked mesh. */
export function buildTree(mesh: Triangles, options: BuildOptions = {}): Tree {
  const kind = options.volume ?? 'box';
  const leafSize = options.leafSize ?? (kind === 'box' ? 4 : 1);
  if (!(Number.isInteger(leafSize) && leafSize >= 1 && leafSize <= MAX_LEAF)) {
    throw new InputError({
      code: 'tree/leaf-size',
      message: `a leaf holds 1 to ${MAX_LEAF} triangles; ${leafSize} was asked for`,
    });
  }
  const input = gather(mesh);
  const rule = ruleOf(options);
  const binary = splitAll(input, rule, leafSize, divisionOf(mesh, options, input));
  const width = kind === 'box' ? MAX_WIDTH : 2;
  const groups = collapse(binary, width);
  return pack(kind, mesh, input.order, groups);
}

function ruleOf({ split = 'sah', below = 'sah' }: BuildOptions): SplitRule {
  const rule = typeof split === 'string' && isDivisionName(split) ? below : split;
  return typeof rule === 'function' ? rule : SPLIT_RULES[rule];
}

function divisionOf(mesh: Triangles, options: BuildOptions, input: SplitInput): Division | null {
  const { split, division, volume = 'box' } = options;
  if (division) {
    const fault = divisionFault(division, mesh.indices.length / 3);
    if (fault) {
      const message = `the division does not fit the mesh: ${fault.message}`;
      throw new InputError({ code: 'tree/division', message });
    }
    return division;
  }
  if (typeof split !== 'string' || !isDivisionName(split)) return null;
  const below = (triangles: Uint32Array) => {
    const order = triangles.slice();
    const middle = ruleOf(options)({ ...input, order }, 0, order.length);
    if (middle <= 0 || middle >= order.length) return null;
    return [order.slice(0, middle), order.slice(middle)] as const;
  };
  return DIVISIONS[split](mesh, { volume, below });
}

/** Triangle vertices in one run, with their centroids. */
function gather({ positions, indices }: Triangles): SplitInput {
  const count = indices.length / 3;
  if (count === 0) {
    throw new InputError({ code: 'mesh/no-triangles', message: 'the mesh has no triangles' });
  }
  const vertices = new Float64Array(9 * count);
  const centroids = new Float64Array(3 * count);
  const boxes = new Float64Array(6 * count);
  const order = new Uint32Array(count);
  for (let t = 0; t < count; t++) {
    order[t] = t;
    for (let k = 0; k < 3; k++) {
      const x = positions[3 * indices[3 * t] + k];
      const y = positions[3 * indices[3 * t + 1] + k];
      const z = positions[3 * indices[3 * t + 2] + k];
      vertices[9 * t + k] = x;
      vertices[9 * t + 3 + k] = y;
      vertices[9 * t + 6 + k] = z;
      centroids[3 * t + k] = x / 3 + y / 3 + z / 3;
      boxes[6 * t + k] = Math.min(x, y, z);
      boxes[6 * t + 3 + k] = Math.max(x, y, z);
    }
  }
  return { vertices, centroids, boxes, order };
}

/** A node of the binary tree: a run of `order`, and its two children or null for a leaf. */
interface BinaryNode {
  readonly start: number;
  readonly end: number;
  children: readonly [BinaryNode, BinaryNode] | null;
  /** How deep the notch is at which a division divides it; 0 where a rule does. */
  depth: number;
}

function splitAll(
  input: SplitInput,
  split: SplitRule,
  leafSize: number,
  division: Division | null,
): BinaryNode {
  const count = input.order.length;
  const root: BinaryNode = { start: 0, end: count, children: null, depth: 0 };
  if (division) input.order.set(divisionTriangles(division));
  // Past this level rule and division are overruled by halving, so that no input makes a deep tree.
  const patience = 2 * Math.ceil(Math.log2(count + 1)) + 8;
  const open: { node: BinaryNode; level: number; part: Division | null }[] = [
    { node: root, level: 0, part: division },
  ];
  for (let item = open.pop(); item; item = open.pop()) {
    const { node, level, part } = item;
    if (node.end - node.start <= leafSize) continue;
    const divided = part && !isUndivided(part) && level < patience ? part : null;
    let middle = node.start;
    if (divided) {
      for (const set of divisionSets(divided[0])) middle += set.length;
      node.depth = divided[2] ?? Number.MIN_VALUE;
    } else if (level < patience) middle = split(input, node.start, node.end);
    if (middle <= node.start || middle >= node.end) middle = (node.start + node.end) >>> 1;
    const left: BinaryNode = { start: node.start, end: middle, children: null, depth: 0 };
    const right: BinaryNode = { start: middle, end: node.end, children: null, depth: 0 };
    node.children = [left, right];
    open.push(
      { node: left, level: level + 1, part: divided ? divided[0] : null },
      { node: right, level: level + 1, part: divided ? divided[1] : null },
    );
  }
  return root;
}

/** A slot of the final tree: a run of triangles and the slots below it. */
interface Group {
  readonly start: number;
  readonly end: number;
  readonly children: readonly Group[];
}

/** Merges binary nodes into nodes of up to `width` children, opening the deepest notch first, then the largest run. */
function collapse(root: BinaryNode, width: number): Group {
  if (root.children === null) return { start: root.start, end: root.end, children: [] };
  const members: BinaryNode[] = [...root.children];
  while (members.length < width) {
    let first = -1;
    for (let i = 0; i < members.length; i++) {
      if (members[i].children === null) continue;
      if (first < 0 || opensBefore(members[i], members[first])) first = i;
    }
    if (first < 0) break;
    const [left, right] = members[first].children!;
    members.splice(first, 1, left, right);
  }
  const children = members.map((member) => collapse(member, width));
  return { start: root.start, end: root.end, children };
}

function opensBefore(a: BinaryNode, b: BinaryNode): boolean {
  return a.depth === b.depth ? a.end - a.start > b.end - b.start : a.depth > b.depth;
}

function pack(kind: VolumeKind, mesh: Triangles, ids: Uint32Array, root: Group): Tree {
  const { slotCount, depth } = measure(root);
  const links = new Int32Array(slotCount);
  const counts = new Int32Array(slotCount);
  let next = 1;
  // Depth first: all that is below a slot stands together.
  const open: { group: Group; slot: number }[] = [{ group: root, slot: 0 }];
  for (let item = open.pop(); item; item = open.pop()) {
    const { group, slot } = item;
    const { start, end, children } = group;
    if (children.length === 0) {
      links[slot] = start;
      counts[slot] = end - start;
      continue;
    }
    links[slot] = next;
    counts[slot] = -children.length;
    next += children.length;
    for (let i = children.length - 1; i >= 0; i--) {
      open.push({ group: children[i], slot: links[slot] + i });
    }
  }
  return treeOver(mesh, { links, counts, ids }, depth, kind);
}

function measure(root: Group): { slotCount: number; depth: number } {
  let slotCount = 0;
  let depth = 0;
  const open: { group: Group; level: number }[] = [{ group: root, level: 0 }];
  for (let item = open.pop(); item; item = open.pop()) {
    const { group, level } = item;
    slotCount++;
    depth = Math.max(depth, level);
    for (const child of group.children) open.push({ group: child, level: level + 1 });
  }
  return { slotCount, depth };
}
