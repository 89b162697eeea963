/**
 * A cell prepared for the ladder. Bodies are cut into parts, one per piece; a unit is a pair of
 * parts, one of each body of a tested pair. For every unit: how far apart it must be at a computed
 * configuration (`base`), and between which frames its motion is bounded.
 *
 * Per part and configuration, `place` computes where its ball is and three sums over the joints above
 * it, from the part upward: with r the rates and rho the local reach,
 *   speed   bounds |p'|: the sum of rho r
 *   bend    bounds |p''|: over ordered pairs of joints, r r rho of the lower one
 *   twist   bounds |p'''|: over ordered triples, likewise
 * and what second and third derivatives of the joints add, where rates change,
 * for every point p of the part, at all times within `half` of the configuration's, relative to any
 * ancestor: entry k of a sum has the k lowest joints. docs/proofs/motion.md.
 */
import type { Body, Cell, Pair, Piece } from '../../cell/index.ts';
import { boundingRadius } from '../../geometry/index.ts';
import {
  buildChain,
  type Chain,
  commonAncestor,
  FLOATING,
  type Kinematics,
  motionUpper,
  pairMotion,
  poseErrorUpper,
  relativeErrorUpper,
} from '../../kinematics/index.ts';
import { composePosesInto, orthogonalityDefect, transformPointInto, U } from '../../math/index.ts';
import { Patches } from './patches.ts';
import type { Twists } from './twists.ts';

/** Numbers per box: pose, half edges, radius of its ball. */
export const BOX_SIZE = 16;

/** Pieces that are alike have their patches in common, whoever asks: scenes with one robot share its meshes. */
const patchesOf = new WeakMap<object, Patches>();

export class Part {
  readonly body: Body;
  readonly piece: Piece;
  readonly pieceIndex: number;
  readonly patches: Patches;
  readonly chain: Chain;
  /** First entry of its sums; there is one more than there are joints. */
  readonly sums: number;
  /** No joint moves it. */
  readonly still: boolean;
  /** More than every length that enters a computation about it; 0 if infinite. */
  readonly size: number;
  /** Error of its computed pose in the world, for points of its ball. */
  readonly error: number;
  readonly turnError: number;
  readonly shiftError: number;

  constructor(cell: Cell, body: Body, pieceIndex: number, sums: number) {
    const { tree, box } = cell;
    this.body = body;
    this.pieceIndex = pieceIndex;
    this.piece = body.pieces[pieceIndex];
    const key = this.piece.kind === 'mesh' ? this.piece.tree : this.piece;
    let patches = patchesOf.get(key);
    if (!patches) {
      patches = new Patches(this.piece);
      patchesOf.set(key, patches);
    }
    this.patches = patches;
    const { ball } = this.piece;
    const extent = { frame: body.frame, ball, margin: body.margin };
    const { points } = body;
    const tight = points && body.pieces.length === 1 ? { ...extent, points } : extent;
    this.chain = buildChain(tree, tight, 0, box);
    this.sums = sums;
    this.still = this.chain.joint.length === 0;
    const reach = Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]) + finite(ball[3]);
    const { shift, turn, length } = poseErrorUpper(tree, body.frame, box);
    this.size = length + reach + ownSize(this.piece);
    this.turnError = turn;
    this.shiftError = shift;
    this.error = shift + turn * reach + 32 * U * this.size;
  }
}

export class LadderScene {
  readonly cell: Cell;
  readonly kinematics: Kinematics;
  readonly parts: readonly Part[];
  readonly unitCount: number;
  /** The first so many units have a second part that stands still, and the world as their ancestor. */
  readonly easyCount: number;
  /** One of them for each first part: what bounds its motion bounds that of the others. */
  readonly easyUnits: Int32Array;
  // Per unit.
  readonly pairOf: readonly Pair[];
  readonly partA: Int32Array;
  readonly partB: Int32Array;
  /** Entries of `twists`, -1 where the part does not move against the common ancestor. */
  readonly twistA: Int32Array;
  readonly twistB: Int32Array;
  /** Number of joints below the common ancestor, and where in the sums that is. */
  readonly sumA: Int32Array;
  readonly sumB: Int32Array;
  /** The common ancestor. */
  readonly ancestor: Int32Array;
  /** Needed gap between computed hulls, without motion: clearance, padding, straying, errors. */
  readonly base: Float64Array;
  /** Sum of the radii of the parts' balls, with `base` and the errors of their centres. */
  readonly radii: Float64Array;
  /** The box that the second part is, standing still, or -1; per box its pose, half edges, radius. */
  readonly boxes: Int32Array;
  readonly boxNumbers: Float64Array;
  // Per part.
  readonly centres: Float64Array;
  readonly speed: Float64Array;
  readonly bend: Float64Array;
  readonly twist: Float64Array;
  /** Local reach of the joints of each part, in the order of its chain. */
  private readonly rho: Float64Array;
  /** Rates of the joints of each part, in the order of its chain. */
  private readonly rates: Float64Array;
  /** Likewise their second and third derivatives; null while rates do not change. */
  private bends: Float64Array | null = null;
  private jerks: Float64Array | null = null;
  private readonly placed: Int32Array;
  private readonly centred: Int32Array;
  /** The same sums with the reach over the cell's whole box: larger, but there before any pose. */
  private readonly boxSums: Float64Array;
  /** Per unit, from them: bounds of relative speed, bend and twist. */
  readonly boxSpeed: Float64Array;
  readonly boxBend: Float64Array;
  readonly boxTwist: Float64Array;
  private stamp = 0;
  /** Axes in the world, by frame. */
  private readonly axes: Float64Array;
  private readonly axisStamps: Int32Array;
  /** Errors of computed configurations that `base` has room for. */
  private readonly errors: Float64Array;
  /** Errors of velocities and accelerations, per unit of rates. */
  private readonly relative: number;
  private readonly size: number;
  /** Most joints of a part. */
  private readonly longest: number;
  /** For the segment at hand: slack of velocities and of second derivatives. */
  velocitySlack = 0;
  accelerationSlack = 0;
  /** Half the time for which the sums hold. */
  half = 0;

  constructor(
    cell: Cell,
    kinematics: Kinematics,
    twists: Twists,
    pairs: readonly Pair[],
    errors: Float64Array,
    margin: number,
  ) {
    const { tree, box, bodies } = cell;
    this.cell = cell;
    this.kinematics = kinematics;
    this.errors = errors;
    const parts: Part[] = [];
    const first = new Map<number, number>();
    let sums = 0;
    for (const { a, b } of pairs) {
      for (const i of [a, b]) {
        if (first.has(i)) continue;
        first.set(i, parts.length);
        bodies[i].pieces.forEach((_, k) => {
          const part = new Part(cell, bodies[i], k, sums);
          sums += part.chain.joint.length + 1;
          parts.push(part);
        });
      }
    }
    this.parts = parts;
    const units = pairs.flatMap((pair) =>
      bodies[pair.a].pieces.flatMap((_, i) =>
        bodies[pair.b].pieces.map((_, j) => ({
          pair,
          a: first.get(pair.a)! + i,
          b: first.get(pair.b)! + j,
        })),
      ),
    );
    // Parts that move against what stands still in the world come first: they are the most, and the
    // easiest to sift.
    const easy = ({ a, b }: (typeof units)[number]) =>
      parts[b].still && commonAncestor(tree, parts[a].body.frame, parts[b].body.frame) === 0;
    const order = [...units.filter(easy), ...units.filter((unit) => !easy(unit))];
    const count = units.length;
    this.unitCount = count;
    this.easyCount = units.filter(easy).length;
    this.pairOf = order.map(({ pair }) => pair);
    this.partA = Int32Array.from(order, ({ a }) => a);
    this.partB = Int32Array.from(order, ({ b }) => b);
    this.twistA = new Int32Array(count);
    this.twistB = new Int32Array(count);
    this.sumA = new Int32Array(count);
    this.sumB = new Int32Array(count);
    this.ancestor = new Int32Array(count);
    this.base = new Float64Array(count);
    this.radii = new Float64Array(count);
    let turn = 0;
    let shift = 0;
    let size = 0;
    for (const part of parts) {
      if (part.still) continue;
      turn = Math.max(turn, part.turnError);
      shift = Math.max(shift, part.shiftError);
      size = Math.max(size, part.size);
    }
    const spread = errors.reduce((sum, e) => sum + e, 0);
    this.longest = parts.reduce((most, { chain }) => Math.max(most, chain.joint.length), 0);
    this.relative = 8 * turn + 4 * spread + 256 * U * (tree.frameCount + 4);
    if (size > 0) this.relative += (4 * shift) / size;
    this.size = size;
    const known = new Map<Pair, { motion: number; error: number }>();
    order.forEach(({ pair, a, b }, u) => {
      const [p, q] = [parts[a], parts[b]];
      const top = commonAncestor(tree, p.body.frame, q.body.frame);
      this.ancestor[u] = top;
      const [m, n] = [jointsBelow(p, top, cell), jointsBelow(q, top, cell)];
      this.twistA[u] = m === 0 ? -1 : entryFor(twists, p, top);
      this.twistB[u] = n === 0 ? -1 : entryFor(twists, q, top);
      this.sumA[u] = p.sums + m;
      this.sumB[u] = q.sums + n;
      let shared = known.get(pair);
      if (!shared) {
        const motion = motionUpper(pairMotion(tree, p.body, q.body, box), errors, 0);
        const pose = relativeErrorUpper(tree, p.body.frame, q.body.frame, box, 0);
        // A half-space has points everywhere; only those near the other body matter.
        const own = reachOf(q.body);
        const reach = Number.isFinite(own) ? own : p.size + q.size;
        shared = { motion, error: pose.shift + pose.turn * reach };
        known.set(pair, shared);
      }
      const padding = p.body.padding + q.body.padding;
      const placing = 128 * U * (p.size + q.size);
      const asked = pair.clearance + pair.tracking + padding + margin;
      // Once for the proof; once more, with the error of the other way to compute the pose, so that a
      // body seen outside of a solid, as computed, is outside.
      const doubled = 2 * shared.motion + shared.error + pair.poseError;
      this.base[u] = (asked + doubled + placing) * (1 + 16 * U);
      const off = shared.motion + p.error + q.error + placing;
      this.radii[u] = (p.piece.ball[3] + q.piece.ball[3] + asked + off) * (1 + 16 * U);
    });
    const movers = new Set(this.partA.subarray(0, this.easyCount));
    this.easyUnits = Int32Array.from(movers, (a) => this.partA.indexOf(a));
    this.centres = new Float64Array(3 * parts.length);
    this.speed = new Float64Array(sums);
    this.bend = new Float64Array(sums);
    this.twist = new Float64Array(sums);
    this.rates = new Float64Array(sums);
    this.rho = new Float64Array(sums);
    this.placed = new Int32Array(parts.length);
    this.centred = new Int32Array(parts.length);
    this.boxSums = new Float64Array(3 * sums);
    this.boxSpeed = new Float64Array(count);
    this.boxBend = new Float64Array(count);
    this.boxTwist = new Float64Array(count);
    this.axes = new Float64Array(3 * tree.frameCount);
    this.axisStamps = new Int32Array(tree.frameCount);
    kinematics.setConfiguration(new Float64Array(tree.dofs.length));
    parts.forEach((part, i) => {
      if (part.still) this.placeCentre(i);
    });
    const numbers: number[] = [];
    const boxOf = new Map<number, number>();
    parts.forEach((part, i) => {
      const pose = this.boxPose(part);
      if (!pose || part.piece.kind !== 'convex' || part.piece.shape.kind !== 'box') return;
      boxOf.set(i, numbers.length / BOX_SIZE);
      numbers.push(...pose, ...part.piece.shape.half, part.piece.ball[3]);
    });
    this.boxes = this.partB.map((i) => boxOf.get(i) ?? -1);
    this.boxNumbers = Float64Array.from(numbers);
  }

  /** The pose in the world of a box that stands still and is not skewed by rounding; else null. */
  private boxPose({ still, piece, body }: Part): Float64Array | null {
    if (!still || piece.kind !== 'convex' || piece.shape.kind !== 'box') return null;
    const pose = new Float64Array(12);
    const at = this.kinematics.poseOf(body.frame);
    composePosesInto(this.kinematics.poses, at, piece.pose, 0, pose, 0);
    return orthogonalityDefect(pose, 0) < 16 * U ? pose : null;
  }

  /**
   * Whether `base` has room for these errors of computed configurations, and for the rounding of
   * times to doubles, which moves a joint by less than half as much again.
   */
  allows(errors: Float64Array): boolean {
    for (let d = 0; d < errors.length; d++) if (!(1.5 * errors[d] <= this.errors[d])) return false;
    return true;
  }

  /**
   * Takes upper bounds of rates and of their derivatives, as motions give them, for all times that will
   * be asked about; null if rates do not change.
   */
  setRates(
    rateUpper: Float64Array,
    accelerationUpper: Float64Array | null,
    jerkUpper: Float64Array | null,
  ): void {
    const { rates, parts, boxSums } = this;
    const changing = accelerationUpper !== null && jerkUpper !== null;
    if (changing && this.bends === null) {
      this.bends = new Float64Array(rates.length);
      this.jerks = new Float64Array(rates.length);
    } else if (!changing) {
      this.bends = null;
      this.jerks = null;
    }
    const { bends, jerks } = this;
    let turning = 0;
    let sliding = 0;
    let bending = 0;
    for (let i = 0; i < parts.length; i++) {
      const { chain, sums } = parts[i];
      let turns = 0;
      let slides = 0;
      let bent = 0;
      let s = 0;
      let b = 0;
      let c = 0;
      for (let k = 0; k < chain.joint.length; k++) {
        const d = chain.dof[k];
        const factor = chain.factor[k] * (1 + 4 * U);
        const r = rateUpper[d] * factor;
        rates[sums + k] = r;
        // What stands still does not move, even where the box is unbounded and the reach infinite.
        if (r !== 0) {
          const rho = chain.reach[k];
          const turn = chain.turns[k] === 1;
          if (changing) {
            const a = accelerationUpper[d] * factor;
            const j = jerkUpper[d] * factor;
            bends![sums + k] = a;
            jerks![sums + k] = j;
            c += turn ? 3 * a * (r * rho + s) + j * rho : j * rho;
            if (turn) {
              c += r * (3 * b + r * (3 * s + r * rho));
              b += r * (2 * s + r * rho);
            }
            b += a * rho;
            bent += a * (turn ? this.size : 1);
          } else if (turn) {
            c += r * (3 * b + r * (3 * s + r * rho));
            b += r * (2 * s + r * rho);
          }
          if (turn) turns += r;
          else slides += r;
          s += r * rho;
        }
        const o = 3 * (sums + k + 1);
        boxSums[o] = s;
        boxSums[o + 1] = b;
        boxSums[o + 2] = c;
      }
      if (turns > turning) turning = turns;
      if (slides > sliding) sliding = slides;
      if (bent > bending) bending = bent;
    }
    const { boxSpeed, boxBend, boxTwist, sumA, sumB } = this;
    // A dozen roundings for each joint and a few more.
    const up = 1 + (64 + 16 * this.longest) * U;
    for (let u = 0; u < boxSpeed.length; u++) {
      const i = 3 * sumA[u];
      const j = 3 * sumB[u];
      boxSpeed[u] = (boxSums[i] + boxSums[j]) * up;
      boxBend[u] = (boxSums[i + 1] + boxSums[j + 1]) * up;
      boxTwist[u] = (boxSums[i + 2] + boxSums[j + 2]) * up;
    }
    const speed = turning * this.size + sliding;
    this.velocitySlack = this.relative * speed;
    this.accelerationSlack = 4 * this.relative * (turning * speed + bending);
  }

  /** Declares a new configuration, that of the kinematics, good for times within `half` of it. */
  begin(half: number): void {
    this.half = half;
    this.stamp++;
  }

  /** Computes where all parts' balls are. */
  centreAll(): void {
    for (let i = 0; i < this.parts.length; i++) this.centre(i);
  }

  /** Computes where a part's ball is, if need be. */
  centre(i: number): void {
    if (this.centred[i] === this.stamp) return;
    this.centred[i] = this.stamp;
    if (!this.parts[i].still) this.placeCentre(i);
  }

  /** Computes a part's centre and sums, if need be. */
  place(i: number): void {
    if (this.placed[i] === this.stamp) return;
    this.placed[i] = this.stamp;
    const part = this.parts[i];
    if (part.still) return;
    if (this.centred[i] !== this.stamp) this.centre(i);
    const { speed, bend, twist, rates, bends, jerks, centres, half, kinematics } = this;
    const { poses } = kinematics;
    const { kind } = kinematics.tree;
    const { chain, sums: o } = part;
    const { joint, turns, reach } = chain;
    const x = centres[3 * i];
    const y = centres[3 * i + 1];
    const z = centres[3 * i + 2];
    const radius = chain.ball[3] + chain.slack;
    const count = joint.length;
    // As in localReachInto: a root, two sums, and two roundings and one more for each joint.
    const up = 1 + (32 + 16 * count) * U;
    let s = 0;
    let b = 0;
    let c = 0;
    for (let k = 0; k < count; k++) {
      const r = rates[o + k];
      if (r !== 0) {
        let rho = reach[k];
        if (turns[k] === 1) {
          const f = joint[k];
          const p = kinematics.poseOf(f);
          const dx = x - poses[p + 9];
          const dy = y - poses[p + 10];
          const dz = z - poses[p + 11];
          let squared = dx * dx + dy * dy + dz * dz;
          if (kind[f] !== FLOATING) {
            const a = this.axisOf(f, p);
            const { axes } = this;
            const cx = dy * axes[a + 2] - dz * axes[a + 1];
            const cy = dz * axes[a] - dx * axes[a + 2];
            const cz = dx * axes[a + 1] - dy * axes[a];
            squared = cx * cx + cy * cy + cz * cz;
          }
          const here = (Math.sqrt(squared) + radius + half * s) * up;
          if (here < rho) rho = here;
          if (bends !== null) c += 3 * bends[o + k] * (r * rho + s) * up;
          c += r * (3 * b + r * (3 * s + r * rho)) * up;
          b += r * (2 * s + r * rho) * up;
        }
        if (bends !== null) {
          b += bends[o + k] * rho * up;
          c += jerks![o + k] * rho * up;
        }
        s += rho * r * up;
        this.rho[o + k] = rho;
      }
      speed[o + k + 1] = s;
      bend[o + k + 1] = b;
      twist[o + k + 1] = c;
    }
  }

  /**
   * Bounds of the second and third derivatives of points along the unit vector n in the world, which is
   * fixed in the frame of the ancestor that has the sums at `end`: added to out[0] and out[1]. A term whose most proximal joint
   * turns about a has the factor |n x a|: what circles about n does not move along it. The axis itself
   * turns with the joints above it. Call `place` first.
   */
  sharpenInto(i: number, end: number, n: Float64Array, out: Float64Array): void {
    const { rates, bends, jerks, rho, half, kinematics, axes } = this;
    const { chain, sums: o, turnError } = this.parts[i];
    const { joint, turns } = chain;
    const { kind } = kinematics.tree;
    const count = end - o;
    let above = 0;
    for (let k = 0; k < count; k++) if (turns[k] === 1) above += rates[o + k];
    // Of the axis and of n, by their poses; of the rates above, by taking them off again.
    const error = 4 * turnError + (64 + 8 * count) * U * (1 + half * above);
    let s = 0;
    let b = 0;
    let bend = 0;
    let twist = 0;
    for (let k = 0; k < count; k++) {
      const r = rates[o + k];
      if (r === 0) continue;
      let across = 1;
      if (turns[k] === 1) {
        above -= r;
        const f = joint[k];
        if (kind[f] !== FLOATING) {
          const a = this.axisOf(f, kinematics.poseOf(f));
          const x = n[1] * axes[a + 2] - n[2] * axes[a + 1];
          const y = n[2] * axes[a] - n[0] * axes[a + 2];
          const z = n[0] * axes[a + 1] - n[1] * axes[a];
          across = Math.min(1, Math.sqrt(x * x + y * y + z * z) + half * above + error);
        }
        if (bends !== null) twist += across * 3 * bends[o + k] * (r * rho[o + k] + s);
        twist += across * r * (3 * b + r * (3 * s + r * rho[o + k]));
        const more = r * (2 * s + r * rho[o + k]);
        bend += across * more;
        b += more;
      }
      if (bends !== null) {
        const more = bends[o + k] * rho[o + k];
        bend += across * more;
        b += more;
        twist += across * jerks![o + k] * rho[o + k];
      }
      s += rho[o + k] * r;
    }
    // As in `place`, for each joint; n is a unit vector but for a few u.
    const up = 1 + (64 + 24 * count) * U;
    out[0] += bend * up;
    out[1] += twist * up;
  }

  private axisOf(f: number, p: number): number {
    const a = 3 * f;
    if (this.axisStamps[f] === this.stamp) return a;
    this.axisStamps[f] = this.stamp;
    const { axes } = this;
    const { poses } = this.kinematics;
    const { axis } = this.kinematics.tree;
    const u = axis[a];
    const v = axis[a + 1];
    const w = axis[a + 2];
    axes[a] = poses[p] * u + poses[p + 1] * v + poses[p + 2] * w;
    axes[a + 1] = poses[p + 3] * u + poses[p + 4] * v + poses[p + 5] * w;
    axes[a + 2] = poses[p + 6] * u + poses[p + 7] * v + poses[p + 8] * w;
    return a;
  }

  private placeCentre(i: number): void {
    const { body, piece } = this.parts[i];
    const at = this.kinematics.poseOf(body.frame);
    transformPointInto(this.kinematics.poses, at, piece.ball, 0, this.centres, 3 * i);
  }
}

function entryFor(twists: Twists, part: Part, ancestor: number): number {
  const { piece, body, pieceIndex } = part;
  if (piece.kind === 'mesh') return twists.entryOf(body.frame, ancestor);
  return twists.pieceOf(body.frame, ancestor, piece.pose, `${body.name}#${pieceIndex}`);
}

/** How many of a part's joints lie between it and the ancestor. */
function jointsBelow({ chain, body }: Part, ancestor: number, { tree }: Cell): number {
  const between = new Set<number>();
  for (let f = body.frame; f !== ancestor; f = tree.parent[f]) between.add(f);
  let count = 0;
  while (count < chain.joint.length && between.has(chain.joint[count])) count++;
  return count;
}

/** Lengths that enter where a primitive is placed in its body: what rounds there. */
function ownSize(piece: Piece): number {
  if (piece.kind === 'mesh') return 0;
  const { pose, convex } = piece;
  return (
    Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11]) + finite(boundingRadius(convex))
  );
}

function reachOf({ ball }: Body): number {
  return Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]) + ball[3];
}

function finite(x: number): number {
  return Number.isFinite(x) ? x : 0;
}
