/**
 * The units of a cell: pairs of pieces, one of each body of a tested pair. For every unit: which two, between
 * which frames its motion is bounded, and how far apart its hulls must be at a computed configuration (`base`).
 * Those of listed pairs are prepared once; those of members of a crowd are added behind them when they come near
 * (nearUnits.ts). What moves is elsewhere (movingCell.ts). docs/proofs/motion.md, section 5.
 */
import { grown } from '../../arrays/index.ts';
import type { Body, Cell, Pair } from '../../cell/index.ts';
import {
  commonAncestor,
  type Kinematics,
  motionUpper,
  pairMotion,
  relativeErrorUpper,
} from '../../kinematics/index.ts';
import { U } from '../../math/index.ts';
import { bundleUnits, type Unit } from './bundledUnits.ts';
import { CarriedPiece, jointsBelow } from './carriedPiece.ts';
import type { FrameMotions } from './frameMotions.ts';
import { StillBoxes } from './stillBoxes.ts';

export interface UnitsRequest {
  readonly pairs: readonly Pair[];
  /** Errors of computed configurations that `base` shall have room for. */
  readonly errors: Float64Array;
  /** Metres that every gap must have to spare. */
  readonly margin: number;
  /** Bodies that units may be added for later: those that move against the members of a crowd. */
  readonly movers?: Iterable<number>;
  /** Put units of pieces that are rigidly connected behind one of their bundles. Default false. */
  readonly bundles?: boolean;
}

/** How far errors can move points of a pair's bodies. */
export interface PairErrors {
  /** Of q(t). */
  readonly motion: number;
  /** Of the relative pose: of its origin, and per metre that points of the second body are away from that. */
  readonly shift: number;
  readonly turn: number;
  /** How far they are. */
  readonly reach: number;
}

export class Units {
  readonly cell: Cell;
  readonly pieces: CarriedPiece[];
  /** Numbers of those that do not stand still. */
  readonly movers: Int32Array;
  /** Joints of all pieces, and one more for each: entries that bounds of motion have. */
  readonly entryCount: number;
  /** An entry of no joints, for pieces that are added: they stand still. */
  readonly stillEntry: number;
  count: number;
  /** Units of the pairs that were listed from the start. */
  readonly listedCount: number;
  /** The first so many units have a second piece that stands still, and the world as their ancestor. */
  readonly easyCount: number;
  /** The first so many units, those of bundles among them, are looked at; the others stand behind bundles. */
  readonly frontCount: number;
  /** Per unit of the front: the first unit behind it, and how many there are; 0 where it is not of bundles. */
  readonly behindFirst: Int32Array;
  readonly behindCount: Int32Array;
  /** Pieces that move against what stands still, their frame motions and entries: against the world. */
  readonly worldMovers: Int32Array;
  readonly worldMotions: Int32Array;
  readonly worldEntries: Int32Array;
  readonly stillBoxes: StillBoxes;
  // Per unit; with room for more.
  readonly pairOf: Pair[];
  pieceA: Int32Array<ArrayBuffer>;
  pieceB: Int32Array<ArrayBuffer>;
  /** Numbers of the pieces' frame motions; -1 where the piece does not move against the common ancestor. */
  motionA: Int32Array<ArrayBuffer>;
  motionB: Int32Array<ArrayBuffer>;
  /** Entries of the bounds of the pieces' motion against the common ancestor. */
  entryA: Int32Array<ArrayBuffer>;
  entryB: Int32Array<ArrayBuffer>;
  /** The common ancestor. */
  ancestor: Int32Array<ArrayBuffer>;
  /** Needed gap between computed hulls, without motion: clearance, padding, straying, errors. */
  base: Float64Array<ArrayBuffer>;
  /** Sum of the radii of the pieces' balls, with `base` and the errors of their centres. */
  radii: Float64Array<ArrayBuffer>;
  private readonly errors: Float64Array;
  private readonly margin: number;

  constructor(cell: Cell, kinematics: Kinematics, motions: FrameMotions, request: UnitsRequest) {
    const { tree } = cell;
    const { errors } = request;
    this.cell = cell;
    this.errors = errors;
    this.margin = request.margin;
    const { pieces, units, entryCount, first } = listUnits(cell, request);
    this.pieces = pieces;
    const worldPieces = [...(request.movers ?? [])].flatMap((body) =>
      cell.bodies[body].pieces.map((_, i) => first.get(body)! + i),
    );
    // The last entry is nobody's.
    this.stillEntry = entryCount;
    this.entryCount = entryCount + 1;
    // Pieces that move against what stands still in the world come first: they are the most, and the
    // easiest to sift.
    const easy = ({ a, b }: Unit) =>
      pieces[b].still && commonAncestor(tree, pieces[a].body.frame, pieces[b].body.frame) === 0;
    const front = [...units.filter(easy), ...units.filter((unit) => !easy(unit))];
    const order = [...front, ...front.flatMap(({ behind = [] }) => behind)];
    this.count = order.length;
    this.listedCount = order.length;
    this.easyCount = units.filter(easy).length;
    this.frontCount = front.length;
    this.behindCount = Int32Array.from(front, ({ behind = [] }) => behind.length);
    let next = front.length;
    this.behindFirst = this.behindCount.map((count) => {
      next += count;
      return next - count;
    });
    const seen = new Set([...front.flatMap(({ a, b }) => [a, b]), ...worldPieces]);
    this.movers = Int32Array.from([...seen].filter((i) => !pieces[i].still));
    this.pairOf = order.map(({ pair }) => pair);
    this.pieceA = Int32Array.from(order, ({ a }) => a);
    this.pieceB = Int32Array.from(order, ({ b }) => b);
    const moving = new Set([...this.pieceA.subarray(0, this.easyCount), ...worldPieces]);
    this.worldMovers = Int32Array.from(moving);
    this.worldMotions = this.worldMovers.map((i) =>
      pieces[i].still ? -1 : numberOf(motions, pieces[i], 0),
    );
    this.worldEntries = this.worldMovers.map((i) => pieces[i].entry + pieces[i].chain.joint.length);
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
    this.measureAll(order);
    kinematics.setConfiguration(new Float64Array(tree.dofs.length));
    this.stillBoxes = new StillBoxes(pieces, kinematics);
  }

  /** The pairs that were listed from the start. */
  listedPairs(): Pair[] {
    const { pairOf, listedCount, frontCount, behindCount } = this;
    return pairOf.slice(0, listedCount).filter((_, u) => u >= frontCount || behindCount[u] === 0);
  }

  /** How many joints are between the pieces of a unit. */
  jointsBetween(unit: number): number {
    const { pieces, pieceA, pieceB, entryA, entryB } = this;
    return entryA[unit] - pieces[pieceA[unit]].entry + entryB[unit] - pieces[pieceB[unit]].entry;
  }

  /** What must remain between the hulls and between the balls of every unit. */
  private measureAll(order: readonly Unit[]): void {
    const known = new Map<Pair, PairErrors>();
    order.forEach(({ pair, a, b }, u) => {
      let shared = known.get(pair);
      if (!shared) {
        shared = errorsOf(this.cell, this.pieces[a], this.pieces[b], this.errors);
        known.set(pair, shared);
      }
      this.measure(u, shared);
    });
  }

  /** Likewise of one unit. */
  private measure(u: number, { motion, shift, turn, reach }: PairErrors): void {
    const pair = this.pairOf[u];
    const [p, q] = [this.pieces[this.pieceA[u]], this.pieces[this.pieceB[u]]];
    const padding = p.body.padding + q.body.padding;
    const placing = 128 * U * (p.size + q.size);
    const asked = pair.clearance + pair.tracking + padding + this.margin;
    // Once for the proof; once more, with the error of the other way to compute the pose, so that a
    // body seen outside of a solid, as computed, is outside.
    const doubled = 2 * motion + (shift + turn * reach) + pair.poseError;
    this.base[u] = (asked + doubled + placing) * (1 + 16 * U);
    const off = motion + p.error + q.error + placing;
    this.radii[u] = (p.piece.ball[3] + q.piece.ball[3] + asked + off) * (1 + 16 * U);
  }

  /** Adds a piece of a body that stands still in the world; its number. */
  addStill(body: Body, pieceIndex: number): number {
    const piece = new CarriedPiece(this.cell, body, pieceIndex, this.stillEntry);
    this.stillBoxes.add(piece);
    return this.pieces.push(piece) - 1;
  }

  /** Adds a unit of a piece that moves in the world, by its place in `worldMovers`, and one that stands still. */
  add(pair: Pair, mover: number, still: number, errors: PairErrors): number {
    const u = this.count++;
    if (u >= this.base.length) this.makeRoom();
    this.pairOf.push(pair);
    this.pieceA[u] = this.worldMovers[mover];
    this.pieceB[u] = still;
    this.motionA[u] = this.worldMotions[mover];
    this.motionB[u] = -1;
    this.entryA[u] = this.worldEntries[mover];
    this.entryB[u] = this.stillEntry;
    this.ancestor[u] = 0;
    this.measure(u, errors);
    return u;
  }

  private makeRoom(): void {
    this.pieceA = grown(this.pieceA);
    this.pieceB = grown(this.pieceB);
    this.motionA = grown(this.motionA);
    this.motionB = grown(this.motionB);
    this.entryA = grown(this.entryA);
    this.entryB = grown(this.entryB);
    this.ancestor = grown(this.ancestor);
    this.base = grown(this.base);
    this.radii = grown(this.radii);
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

/** All pieces of the bodies of some pairs and of other movers, and all units of these pairs, those of bundles first. */
function listUnits(cell: Cell, { pairs, movers = [], bundles = false }: UnitsRequest) {
  const { bodies } = cell;
  const pieces: CarriedPiece[] = [];
  const first = new Map<number, number>();
  let entryCount = 0;
  const addBody = (i: number) => {
    if (first.has(i)) return;
    first.set(i, pieces.length);
    bodies[i].pieces.forEach((_, k) => {
      const piece = new CarriedPiece(cell, bodies[i], k, entryCount);
      entryCount += piece.chain.joint.length + 1;
      pieces.push(piece);
    });
  };
  for (const { a, b } of pairs) {
    addBody(a);
    addBody(b);
  }
  for (const i of movers) addBody(i);
  const units = pairs.flatMap((pair) =>
    bodies[pair.a].pieces.flatMap((_, i) =>
      bodies[pair.b].pieces.map(
        (_, j): Unit => ({ pair, a: first.get(pair.a)! + i, b: first.get(pair.b)! + j }),
      ),
    ),
  );
  if (!bundles) return { pieces, units, entryCount, first };
  const add = (body: Body) => {
    const piece = new CarriedPiece(cell, body, 0, entryCount);
    entryCount += piece.chain.joint.length + 1;
    return pieces.push(piece) - 1;
  };
  const front = bundleUnits(cell, pieces, units, add);
  return { pieces, units: front, entryCount, first };
}

/** How far errors of q(t) and of the relative pose can move points of a pair's bodies. */
function errorsOf(
  { tree, box }: Cell,
  p: CarriedPiece,
  q: CarriedPiece,
  errors: Float64Array,
): PairErrors {
  const motion = motionUpper(pairMotion(tree, p.body, q.body, box), errors, 0);
  const { shift, turn } = relativeErrorUpper(tree, p.body.frame, q.body.frame, box, 0);
  // A half-space has points everywhere; only those near the other body matter.
  const own = reachOf(q.body);
  return { motion, shift, turn, reach: Number.isFinite(own) ? own : p.size + q.size };
}

/** Likewise of a body and any point of the world that stands still: all but how far that is. */
export function errorsInWorld(
  { tree, box }: Cell,
  body: Body,
  errors: Float64Array,
): Omit<PairErrors, 'reach'> {
  const point = { frame: 0, ball: new Float64Array(4) };
  const motion = motionUpper(pairMotion(tree, body, point, box), errors, 0);
  const { shift, turn } = relativeErrorUpper(tree, body.frame, 0, box, 0);
  return { motion, shift, turn };
}

function numberOf(motions: FrameMotions, carried: CarriedPiece, ancestor: number): number {
  const { piece, body, pieceIndex } = carried;
  if (piece.kind === 'mesh') return motions.ofFrame(body.frame, ancestor);
  const name = `${body.name}#${pieceIndex}`;
  return motions.ofPiece(body.frame, ancestor, piece.pose, name);
}

/** How far from its frame's origin points of a body are. */
export function reachOf({ ball }: Body): number {
  return Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]) + ball[3];
}
