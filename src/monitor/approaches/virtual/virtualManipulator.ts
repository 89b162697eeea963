/**
 * [D 2, Virtual Manipulator] An arm with k degrees of freedom: its last links are replaced by the volume that they sweep
 * when joints k + 1 to n are free, which rides on link k. Here the whole sequence is one tree: the volume of joints k + 1
 * to n consists of link k + 1 and of the volume of joints k + 2 to n. Arms that branch have branches here.
 *
 * Made off-line, outward (sweptPoints.ts). What moves without bounds, as on a floating base, has no volume: its links
 * stand side by side. Members of bodies without end (half-spaces) have none either, nor has what carries them.
 */
import { type HullShape, hullShape } from '../../../geometry/index.ts';
import { FIXED, jointRangeInto, poseErrorUpper, SLIDE, TURN } from '../../../kinematics/index.ts';
import { POSE_SIZE, U } from '../../../math/index.ts';
import { pieceBoxInto } from '../../pieceBox.ts';
import type { World } from '../../world.ts';
import { joined, type PointSet, placed, reachOf, slid, turned } from './sweptPoints.ts';

/** A member, or what the last links can sweep. */
export interface VirtualNode {
  readonly number: number;
  /** -1 for a volume. */
  readonly member: number;
  /** The frame that it rides on. */
  readonly frame: number;
  /** In that frame: it lies in the hull, grown by `grow`. Null without bounds. */
  readonly hull: HullShape | null;
  readonly grow: number;
  /** What a volume is of: numbers of nodes. */
  readonly parts: readonly number[];
  /** How far from its frame's origin it reaches, and how wrong the frame's computed pose is at most. */
  readonly reach: number;
  readonly shift: number;
  readonly turn: number;
  readonly length: number;
}

export interface VirtualManipulator {
  readonly nodes: readonly VirtualNode[];
  /** Where a descent begins. */
  readonly roots: readonly number[];
}

/** The volumes of a class, as its members are mounted. */
export function virtualManipulator(world: World, c: number): VirtualManipulator {
  const maker = new Maker(world);
  return maker.make(world.membersOf[c]);
}

class Maker {
  private readonly world: World;
  private readonly nodes: VirtualNode[] = [];
  /** By rigid root: members, and the joints that move something of the class against it. */
  private readonly members = new Map<number, number[]>();
  private readonly joints = new Map<number, Set<number>>();

  constructor(world: World) {
    this.world = world;
  }

  make(members: Int32Array): VirtualManipulator {
    const { tree } = this.world.cell;
    for (const m of members) {
      let root = tree.rigidRoot[this.world.frameOf[m]];
      listIn(this.members, root).push(m);
      while (root !== 0) {
        const above = tree.rigidRoot[tree.parent[root]];
        const joints = this.joints.get(above) ?? new Set();
        this.joints.set(above, joints.add(root));
        root = above;
      }
    }
    const { parts } = this.partsOf(0);
    return { nodes: this.nodes, roots: parts };
  }

  /** Nodes of all that rides on a rigid root or on joints behind it, and points around it in the root's frame. */
  private partsOf(root: number): { parts: number[]; set: PointSet | null } {
    const { tree } = this.world.cell;
    const parts: number[] = [];
    const sets: (PointSet | null)[] = [];
    const add = (set: PointSet | null, frame: number) => {
      sets.push(set && placed(set, tree.rigidPlacement, POSE_SIZE * frame));
    };
    for (const m of this.members.get(root) ?? []) {
      const frame = this.world.frameOf[m];
      const set = memberSet(this.world, m);
      parts.push(this.addNode(m, frame, set, []));
      add(set, frame);
    }
    for (const joint of this.joints.get(root) ?? []) {
      const own = this.partsOf(joint);
      const set = own.set && this.sweep(joint, own.set);
      const frame = tree.parent[joint];
      // Without a volume there is nothing to be gained by joining them.
      if (set) parts.push(this.addNode(-1, frame, set, own.parts));
      else parts.push(...own.parts);
      add(set, frame);
    }
    const known = sets.filter((set) => set !== null);
    return { parts, set: known.length === sets.length ? joined(known) : null };
  }

  /** What a set in a joint's frame sweeps in the frame above it while the joint is free; null without bounds. */
  private sweep(joint: number, set: PointSet): PointSet | null {
    const { tree, box } = this.world.cell;
    const axis = tree.axis.subarray(3 * joint, 3 * joint + 3);
    const swept = (): PointSet | null => {
      if (tree.kind[joint] === FIXED) return set;
      if (tree.kind[joint] === TURN) return turned(set, axis);
      if (tree.kind[joint] !== SLIDE) return null;
      const d = tree.dof[joint];
      const ends = new Float64Array(2);
      jointRangeInto(tree, joint, box, ends);
      if (!ends.every(Number.isFinite) || box.lower[d] > box.upper[d]) return null;
      const more = 16 * U * (Math.abs(ends[0]) + Math.abs(ends[1]) + Math.abs(tree.offset[joint]));
      return slid(set, axis, ends[0] - more, ends[1] + more);
    };
    const own = swept();
    return own && placed(own, tree.placement, POSE_SIZE * joint);
  }

  private addNode(member: number, frame: number, set: PointSet | null, parts: number[]): number {
    const { tree, box } = this.world.cell;
    const { shift, turn, length } = poseErrorUpper(tree, frame, box);
    const hull = set ? hullShape(set.points) : null;
    const reach = set ? reachOf(set) : Number.POSITIVE_INFINITY;
    const grow = set?.grow ?? Number.POSITIVE_INFINITY;
    const number = this.nodes.length;
    this.nodes.push({ number, member, frame, hull, grow, parts, reach, shift, turn, length });
    return number;
  }
}

/** Points around a member in its frame, padding included; null for a half-space. */
function memberSet(world: World, m: number): PointSet | null {
  const piece = world.pieces[m];
  const { convex } = piece;
  const grow = world.paddings[m];
  let set: PointSet;
  if (convex.kind === 'hull') {
    const own = { points: convex.hull.positions, grow };
    set = piece.kind === 'mesh' ? own : placed(own, piece.pose, 0);
  } else {
    const box = new Float64Array(6);
    pieceBoxInto(piece, box, 0);
    if (!box.every(Number.isFinite)) return null;
    const points = new Float64Array(24);
    for (let i = 0; i < 8; i++) {
      for (let k = 0; k < 3; k++) points[3 * i + k] = box[k] + (i & (1 << k) ? 1 : -1) * box[3 + k];
    }
    set = { points, grow: grow + 4 * U * reachOf({ points, grow: 0 }) };
  }
  const local = world.localOf(world.bodyOf[m]);
  return local ? placed(set, local, 0) : set;
}

function listIn<K, V>(map: Map<K, V[]>, key: K): V[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}
