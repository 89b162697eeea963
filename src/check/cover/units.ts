/**
 * The units of a cell: pairs of pieces, one of each body of a tested pair. For every unit: which two, between
 * which frames its motion is bounded, and how far apart its hulls must be at a computed configuration (`base`).
 * Prepared once; what moves is elsewhere (movingCell.ts). docs/proofs/motion.md, section 5.
 */
import type { Body, Cell, Pair } from '../../cell/index.ts';
import {
  commonAncestor,
  type Kinematics,
  motionUpper,
  pairMotion,
  relativeErrorUpper,
} from '../../kinematics/index.ts';
import { U } from '../../math/index.ts';
import { CarriedPiece, jointsBelow } from './carriedPiece.ts';
import type { FrameMotions } from './frameMotions.ts';
import { StillBoxes } from './stillBoxes.ts';

export interface UnitsRequest {
  readonly pairs: readonly Pair[];
  /** Errors of computed configurations that `base` shall have room for. */
  readonly errors: Float64Array;
  /** Metres that every gap must have to spare. */
  readonly margin: number;
}

interface Unit {
  readonly pair: Pair;
  /** Numbers of its pieces. */
  readonly a: number;
  readonly b: number;
}

export class Units {
  readonly cell: Cell;
  readonly pieces: readonly CarriedPiece[];
  /** Numbers of those that do not stand still. */
  readonly movers: Int32Array;
  /** Joints of all pieces, and one more for each: entries that bounds of motion have. */
  readonly entryCount: number;
  readonly count: number;
  /** The first so many units have a second piece that stands still, and the world as their ancestor. */
  readonly easyCount: number;
  /** One of them for each first piece: what bounds its motion bounds that of the others. */
  readonly easyUnits: Int32Array;
  readonly stillBoxes: StillBoxes;
  // Per unit.
  readonly pairOf: readonly Pair[];
  readonly pieceA: Int32Array;
  readonly pieceB: Int32Array;
  /** Numbers of the pieces' frame motions; -1 where the piece does not move against the common ancestor. */
  readonly motionA: Int32Array;
  readonly motionB: Int32Array;
  /** Entries of the bounds of the pieces' motion against the common ancestor. */
  readonly entryA: Int32Array;
  readonly entryB: Int32Array;
  /** The common ancestor. */
  readonly ancestor: Int32Array;
  /** Needed gap between computed hulls, without motion: clearance, padding, straying, errors. */
  readonly base: Float64Array;
  /** Sum of the radii of the pieces' balls, with `base` and the errors of their centres. */
  readonly radii: Float64Array;
  private readonly errors: Float64Array;

  constructor(cell: Cell, kinematics: Kinematics, motions: FrameMotions, request: UnitsRequest) {
    const { tree } = cell;
    const { errors } = request;
    this.cell = cell;
    this.errors = errors;
    const { pieces, units, entryCount } = listUnits(cell, request.pairs);
    this.pieces = pieces;
    this.movers = Int32Array.from(pieces.keys()).filter((i) => !pieces[i].still);
    this.entryCount = entryCount;
    // Pieces that move against what stands still in the world come first: they are the most, and the
    // easiest to sift.
    const easy = ({ a, b }: Unit) =>
      pieces[b].still && commonAncestor(tree, pieces[a].body.frame, pieces[b].body.frame) === 0;
    const order = [...units.filter(easy), ...units.filter((unit) => !easy(unit))];
    this.count = units.length;
    this.easyCount = units.filter(easy).length;
    this.pairOf = order.map(({ pair }) => pair);
    this.pieceA = Int32Array.from(order, ({ a }) => a);
    this.pieceB = Int32Array.from(order, ({ b }) => b);
    const first = new Set(this.pieceA.subarray(0, this.easyCount));
    this.easyUnits = Int32Array.from(first, (a) => this.pieceA.indexOf(a));
    this.ancestor = Int32Array.from(order, ({ a, b }) =>
      commonAncestor(tree, pieces[a].body.frame, pieces[b].body.frame),
    );
    const below = (i: number, u: number) => jointsBelow(pieces[i], this.ancestor[u], cell);
    const motionOf = (i: number, u: number) =>
      below(i, u) === 0 ? -1 : numberOf(motions, pieces[i], this.ancestor[u]);
    this.motionA = new Int32Array(this.count);
    this.motionB = new Int32Array(this.count);
    order.forEach(({ a, b }, u) => {
      this.motionA[u] = motionOf(a, u);
      this.motionB[u] = motionOf(b, u);
    });
    this.entryA = Int32Array.from(order, ({ a }, u) => pieces[a].entry + below(a, u));
    this.entryB = Int32Array.from(order, ({ b }, u) => pieces[b].entry + below(b, u));
    this.base = new Float64Array(this.count);
    this.radii = new Float64Array(this.count);
    this.measure(order, request);
    kinematics.setConfiguration(new Float64Array(tree.dofs.length));
    this.stillBoxes = new StillBoxes(pieces, kinematics);
  }

  /** What must remain between the hulls and between the balls of every unit. */
  private measure(order: readonly Unit[], { errors, margin }: UnitsRequest): void {
    const known = new Map<Pair, { motion: number; error: number }>();
    order.forEach(({ pair, a, b }, u) => {
      const [p, q] = [this.pieces[a], this.pieces[b]];
      let shared = known.get(pair);
      if (!shared) {
        shared = errorsOf(this.cell, p, q, errors);
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
  }

  /**
   * Whether `base` has room for these errors of computed configurations, and for the rounding of
   * times to doubles, which moves a joint by less than half as much again.
   */
  allows(errors: Float64Array): boolean {
    for (let d = 0; d < errors.length; d++) if (!(1.5 * errors[d] <= this.errors[d])) return false;
    return true;
  }
}

/** All pieces of the bodies of some pairs, and all units of these pairs. */
function listUnits(cell: Cell, pairs: readonly Pair[]) {
  const { bodies } = cell;
  const pieces: CarriedPiece[] = [];
  const first = new Map<number, number>();
  let entryCount = 0;
  for (const { a, b } of pairs) {
    for (const i of [a, b]) {
      if (first.has(i)) continue;
      first.set(i, pieces.length);
      bodies[i].pieces.forEach((_, k) => {
        const piece = new CarriedPiece(cell, bodies[i], k, entryCount);
        entryCount += piece.chain.joint.length + 1;
        pieces.push(piece);
      });
    }
  }
  const units = pairs.flatMap((pair) =>
    bodies[pair.a].pieces.flatMap((_, i) =>
      bodies[pair.b].pieces.map(
        (_, j): Unit => ({ pair, a: first.get(pair.a)! + i, b: first.get(pair.b)! + j }),
      ),
    ),
  );
  return { pieces, units, entryCount };
}

/** How far errors of q(t) and of the relative pose can move points of a pair's bodies. */
function errorsOf({ tree, box }: Cell, p: CarriedPiece, q: CarriedPiece, errors: Float64Array) {
  const motion = motionUpper(pairMotion(tree, p.body, q.body, box), errors, 0);
  const pose = relativeErrorUpper(tree, p.body.frame, q.body.frame, box, 0);
  // A half-space has points everywhere; only those near the other body matter.
  const own = reachOf(q.body);
  const reach = Number.isFinite(own) ? own : p.size + q.size;
  return { motion, error: pose.shift + pose.turn * reach };
}

function numberOf(motions: FrameMotions, carried: CarriedPiece, ancestor: number): number {
  const { piece, body, pieceIndex } = carried;
  if (piece.kind === 'mesh') return motions.ofFrame(body.frame, ancestor);
  const name = `${body.name}#${pieceIndex}`;
  return motions.ofPiece(body.frame, ancestor, piece.pose, name);
}

function reachOf({ ball }: Body): number {
  return Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]) + ball[3];
}
