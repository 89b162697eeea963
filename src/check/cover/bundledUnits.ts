/**
 * Which units stand behind bundles: those between the same two sets of pieces that are rigidly connected, or
 * between such a set and one piece that stands still; where there are two of them and more, and more joints between
 * them than joint maps are made over.
 */
import type { Body, Cell, Pair } from '../../cell/index.ts';
import { commonAncestor } from '../../kinematics/index.ts';
import { bundleOf, isBundled } from './bundles.ts';
import { type CarriedPiece, jointsBelow } from './carriedPiece.ts';

/** Units with fewer joints between their pieces than this are left alone: joint maps know them. */
const FEWEST_JOINTS = 3;

/** Two pieces of a tested pair. */
export interface Unit {
  readonly pair: Pair;
  /** Numbers of its pieces. */
  readonly a: number;
  readonly b: number;
  /** Of two bundles: the units of the pieces in them. */
  readonly behind?: readonly Unit[];
}

/** A piece that is a bundle, by its number. */
interface BundlePiece {
  readonly number: number;
  readonly error: number;
}

/** The units to be looked at first, those of bundles with the units behind them; `add` makes a piece of a bundle. */
export function bundleUnits(
  cell: Cell,
  pieces: readonly CarriedPiece[],
  units: readonly Unit[],
  add: (body: Body) => number,
): Unit[] {
  const { rigidRoot } = cell.tree;
  const bodies = [...new Set(pieces.map(({ body }) => body))];
  const made = new Map<number, BundlePiece>();
  const rootOf = (i: number) => rigidRoot[pieces[i].body.frame];
  const bundleAround = (i: number): BundlePiece => {
    const root = rootOf(i);
    let piece = made.get(root);
    if (!piece) {
      const own = bodies.filter(({ frame }) => rigidRoot[frame] === root);
      const { body, error } = bundleOf(cell, own);
      piece = { number: add(body), error };
      made.set(root, piece);
    }
    return piece;
  };
  const front: Unit[] = [];
  const buckets = new Map<string, Unit[]>();
  for (const unit of units) {
    const { a, b } = unit;
    const fits = [a, b].every((i) => isBundled(pieces[i].piece));
    if (!fits || jointsBetween(cell, pieces[a], pieces[b]) < FEWEST_JOINTS) front.push(unit);
    else {
      const key = [a, b].map((i) => (pieces[i].still ? `piece ${i}` : `root ${rootOf(i)}`)).join();
      const bucket = buckets.get(key);
      if (bucket) bucket.push(unit);
      else buckets.set(key, [unit]);
    }
  }
  for (const bucket of buckets.values()) {
    front.push(bucket.length < 2 ? bucket[0] : unitBefore(bucket, bundleAround));
  }
  return front;
}

/** The unit of bundles that these stand behind. */
function unitBefore(behind: readonly Unit[], bundleAround: (piece: number) => BundlePiece): Unit {
  const [{ a, b, pair }] = behind;
  const one = behind.every((unit) => unit.a === a) ? { number: a, error: 0 } : bundleAround(a);
  const other = behind.every((unit) => unit.b === b) ? { number: b, error: 0 } : bundleAround(b);
  const most = (of: (pair: Pair) => number) => Math.max(...behind.map((unit) => of(unit.pair)));
  const asked = {
    ...pair,
    clearance: most((p) => p.clearance) + one.error + other.error,
    tracking: most((p) => p.tracking),
    poseError: most((p) => p.poseError),
  };
  return { pair: asked, a: one.number, b: other.number, behind };
}

/** How many degrees of freedom move two pieces against each other. */
function jointsBetween(cell: Cell, p: CarriedPiece, q: CarriedPiece): number {
  const ancestor = commonAncestor(cell.tree, p.body.frame, q.body.frame);
  const dofs = new Set<number>();
  for (const piece of [p, q]) {
    const count = jointsBelow(piece, ancestor, cell);
    for (const d of piece.chain.dof.subarray(0, count)) dofs.add(d);
  }
  return dofs.size;
}
