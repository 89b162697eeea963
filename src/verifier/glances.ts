/**
 * What the glances of a certificate show on one segment. A glance says nothing but: look at all bodies from t - before to
 * t + after. Every body has a ball around it, and one that no joint moves a box as well. Pairs of which these are farther
 * apart than what is needed, and than how far points go meanwhile, are apart for as long as the glance lasts; so a glance
 * is as good as a slab of each of them. docs/certificate.md, "What a glance shows".
 *
 * Pairs have places: first those of which one body stands still, sorted by the other, then those of bodies that only joints
 * of their own move, then those of which a joint moves both. Allocates nothing once there is room for the glances of a segment.
 */
import { POSE_SIZE } from '../math/pose.ts';
import { U } from '../math/rounding.ts';
import type { Mover } from './mover.ts';
import type { PairProof, SlabProver } from './slab.ts';
import { StillBoxes } from './stillBoxes.ts';
import { dotAt } from './vectors.ts';

/** More than the rounding of 8,000 operations that lose nothing by cancelling. */
const UP = 1 + 8192 * U;

/** Of a body that moves, at a glance: the centre of its ball in the world, how far its points go, against the world; scratch. */
const GOES = 3;
const REACH = 4;
const SEEN = 5;

/** Of a pair one of which stands still: the centre of its ball; both radii and what must remain; the same without its own radius. */
const ROOM = 3;
const BOX_ROOM = 4;
const STILL = 5;

/** Of a pair that a joint moves: both radii and what must remain; of the segment how fast points go at most, and what that is off by. */
const NEED = 0;
const SPEED = 1;
const OFF = 2;
const OFF_MORE = 3;
const MOVED = 4;

export class Glances {
  /** Of the segment. */
  count = 0;
  /** Per glance: when it begins and ends. */
  private low = new Float64Array(0);
  private high = new Float64Array(0);
  /** Per glance and place: 1 where the pair is shown to be apart. */
  private apart = new Uint8Array(0);
  /** Per place: glances and slabs, one after the other, show the pair apart from the beginning of the segment up to this time. */
  private readonly until: Float64Array;
  private readonly prover: SlabProver;
  private readonly pairs: PlacedPairs;
  /** Per body that is looked at, at the glance at hand: SEEN numbers. The longer one of the times before its t and after it. */
  private readonly seen: Float64Array;
  private long = 0;
  /** Per pair one of which stands still: STILL numbers; the number of its box, or -1. Made when first asked for. */
  private still: Float64Array | null = null;
  private readonly boxOf: Int32Array;
  private boxes!: StillBoxes;
  /** Per pair both of which move, but for that: where the two are in `seen`; MOVED numbers. */
  private readonly first: Int32Array;
  private readonly second: Int32Array;
  private readonly moved: Float64Array;
  private readonly way = new Float64Array(1);

  constructor(prover: SlabProver, proofs: readonly PairProof[]) {
    const pairs = placePairs(proofs);
    const { byPlace, firstMoved, movers } = pairs;
    const others = byPlace.slice(firstMoved);
    const numbers = new Map(movers.map((mover, i) => [mover, i]));
    this.prover = prover;
    this.pairs = pairs;
    this.until = new Float64Array(byPlace.length);
    this.seen = new Float64Array(SEEN * movers.length);
    this.boxOf = new Int32Array(firstMoved).fill(-1);
    this.first = Int32Array.from(others, ({ a }) => SEEN * numbers.get(a)!);
    this.second = Int32Array.from(others, ({ b }) => SEEN * numbers.get(b)!);
    this.moved = new Float64Array(MOVED * others.length);
    others.forEach(({ a, b, need }, i) => {
      this.moved[MOVED * i + NEED] = radiusOf(a) + radiusOf(b) + need;
    });
  }

  /** Makes room for so many glances of a segment, which the prover has taken up. */
  begin(count: number): void {
    const { until, moved } = this;
    const { byPlace, firstMoved, firstBound } = this.pairs;
    this.count = count;
    for (let w = 0; w < until.length; w++) until[w] = 0;
    for (let w = firstBound; w < byPlace.length; w++) {
      const { a, b, fromA, fromB } = byPlace[w];
      const o = MOVED * (w - firstMoved);
      moved[o + SPEED] = a.sums[3 * fromA] + b.sums[3 * fromB];
      moved[o + OFF] = a.first + b.first;
      moved[o + OFF_MORE] = a.second + b.second;
    }
    if (count <= this.low.length) return;
    this.low = new Float64Array(count);
    this.high = new Float64Array(count);
    this.apart = new Uint8Array(until.length * count);
  }

  /** Glance number g, from low to high; its t, between the two, is where the prover is. */
  look(g: number, low: number, high: number): void {
    const { t } = this.prover;
    const { apart, until } = this;
    const { movers, startOf, firstMoved, firstBound } = this.pairs;
    // Differences of doubles: one rounding each.
    this.long = Math.max(t - low, high - t) * (1 + 4 * U);
    this.low[g] = low;
    this.high[g] = high;
    const still = this.still ?? this.placeStill();
    const o = until.length * g;
    for (let m = 0; m < movers.length; m++) {
      this.see(m);
      const { seen } = this;
      const p = SEEN * m;
      const px = seen[p];
      const py = seen[p + 1];
      const pz = seen[p + 2];
      const goes = seen[p + GOES];
      const end = startOf[m + 1];
      for (let w = startOf[m], s = STILL * w; w < end; w++, s += STILL) {
        apart[o + w] = 0;
        // What is shown already for all that time needs no other look.
        if (high <= until[w]) continue;
        const x = still[s] - px;
        const y = still[s + 1] - py;
        const z = still[s + 2] - pz;
        const reach = (still[s + ROOM] + goes) * UP;
        if (!(x * x + y * y + z * z > reach * reach) && !this.isBeyond(w, p)) continue;
        apart[o + w] = 1;
        this.note(w, low, high);
      }
    }
    for (let w = firstMoved; w < until.length; w++) {
      apart[o + w] = 0;
      if (high <= until[w]) continue;
      if (!(w < firstBound ? this.isApart(w) : this.isApartWithin(w))) continue;
      apart[o + w] = 1;
      this.note(w, low, high);
    }
  }

  /** Takes note that pair number k is apart from low to high, all of both bodies: as a slab shows it. */
  extend(k: number, low: number, high: number): void {
    this.note(this.pairs.placeOf[k], low, high);
  }

  private note(w: number, low: number, high: number): void {
    const { until } = this;
    if (low <= until[w] && high > until[w]) until[w] = high;
  }

  /** Places the ball of a body, and finds how far its points go. */
  private see(m: number): void {
    const { seen, way } = this;
    const { motion } = this.prover;
    const { poses } = motion;
    const mover = this.pairs.movers[m];
    const { frame, whole } = mover.body;
    motion.bring(frame);
    const p = POSE_SIZE * frame;
    const { ball } = whole;
    const o = SEEN * m;
    seen[o] = dotAt(poses, p, ball, 0) + poses[p + 9];
    seen[o + 1] = dotAt(poses, p + 3, ball, 0) + poses[p + 10];
    seen[o + 2] = dotAt(poses, p + 6, ball, 0) + poses[p + 11];
    this.findWay(mover, 0, 0, o);
    seen[o + GOES] = way[0];
  }

  /**
   * way = how far the points of a body, whose ball's centre is at seen[o], go against an ancestor of its frame: the least
   * of the three bounds of "One slab", in all directions at once.
   */
  private findWay(mover: Mover, from: number, ancestor: number, o: number): void {
    const { sums, body, first, second } = mover;
    const { way, seen, long: h } = this;
    const { twist, bending, carrier } = this.prover.motion;
    const m1 = sums[3 * from];
    if (m1 === 0) {
      way[0] = 0;
      return;
    }
    const r = body.whole.ball[3];
    const t = carrier[body.frame];
    const u = carrier[ancestor];
    const x = seen[o];
    const y = seen[o + 1];
    const z = seen[o + 2];
    // Against the ancestor: angular velocity, velocity of the centre.
    const lx = twist[u];
    const ly = twist[u + 1];
    const lz = twist[u + 2];
    const wx = twist[t] - lx;
    const wy = twist[t + 1] - ly;
    const wz = twist[t + 2] - lz;
    const vx = wy * z - wz * y + (twist[t + 3] - twist[u + 3]);
    const vy = wz * x - wx * z + (twist[t + 4] - twist[u + 4]);
    const vz = wx * y - wy * x + (twist[t + 5] - twist[u + 5]);
    const ww = wx * wx + wy * wy + wz * wz;
    const v = Math.sqrt(vx * vx + vy * vy + vz * vz) + r * Math.sqrt(ww);
    let least = m1;
    // The two other bounds are no less than v.
    if (v < m1) {
      // Accelerations: b x p + c of both, then w x (v + k) - l x v, k being how the ancestor carries the centre.
      const bx = bending[t] - bending[u];
      const by = bending[t + 1] - bending[u + 1];
      const bz = bending[t + 2] - bending[u + 2];
      const kx = vx + twist[u + 3] + ly * z - lz * y;
      const ky = vy + twist[u + 4] + lz * x - lx * z;
      const kz = vz + twist[u + 5] + lx * y - ly * x;
      const cx = bending[t + 3] - bending[u + 3];
      const cy = bending[t + 4] - bending[u + 4];
      const cz = bending[t + 5] - bending[u + 5];
      const px = by * z - bz * y + cx + (wy * kz - wz * ky) - (ly * vz - lz * vy);
      const py = bz * x - bx * z + cy + (wz * kx - wx * kz) - (lz * vx - lx * vz);
      const pz = bx * y - by * x + cz + (wx * ky - wy * kx) - (lx * vy - ly * vx);
      // How they differ within the ball.
      const dx = bx + wy * lz - wz * ly;
      const dy = by + wz * lx - wx * lz;
      const dz = bz + wx * ly - wy * lx;
      const spread = r * (Math.sqrt(dx * dx + dy * dy + dz * dz) + ww);
      const bend = Math.sqrt(px * px + py * py + pz * pz) + spread;
      const quadratic = v + 0.5 * h * sums[3 * from + 1];
      const cubic = v + h * (0.5 * bend + (h / 6) * sums[3 * from + 2]);
      least = Math.min(m1, quadratic, cubic);
    }
    way[0] = h * (least * UP + 2 * UP * (first + h * second));
  }

  /** Whether glance number g shows, and those before it do not, that the bodies of pair number k are apart meanwhile. */
  clears(k: number, g: number): boolean {
    return this.apart[this.until.length * g + this.pairs.placeOf[k]] === 1;
  }

  /** Whether the body that is at seen[p] is beyond the box of the other of a pair, which stands still. */
  private isBeyond(w: number, p: number): boolean {
    const { seen, still } = this;
    const box = this.boxOf[w];
    if (box < 0) return false;
    seen[p + REACH] = (still![STILL * w + BOX_ROOM] + seen[p + GOES]) * UP;
    return this.boxes.isBeyond(box, seen, p, p + REACH);
  }

  /** Whether the glance at hand shows a pair apart both of which move, but none with the other. */
  private isApart(w: number): boolean {
    const { seen, moved } = this;
    const { firstMoved } = this.pairs;
    const p = this.first[w - firstMoved];
    const q = this.second[w - firstMoved];
    const x = seen[q] - seen[p];
    const y = seen[q + 1] - seen[p + 1];
    const z = seen[q + 2] - seen[p + 2];
    const need = moved[MOVED * (w - firstMoved) + NEED];
    const reach = (need + seen[p + GOES] + seen[q + GOES]) * UP;
    return x * x + y * y + z * z > reach * reach;
  }

  /** The same of a pair both of which a joint moves. */
  private isApartWithin(w: number): boolean {
    const { seen, moved, way, long: h } = this;
    const { byPlace, firstMoved } = this.pairs;
    const p = this.first[w - firstMoved];
    const q = this.second[w - firstMoved];
    const x = seen[q] - seen[p];
    const y = seen[q + 1] - seen[p + 1];
    const z = seen[q + 2] - seen[p + 2];
    const squared = x * x + y * y + z * z;
    const o = MOVED * (w - firstMoved);
    const need = moved[o + NEED];
    // The first bound of both, with what it is off by, is often enough.
    const off = moved[o + OFF] + h * moved[o + OFF_MORE];
    const easy = (need + h * (moved[o + SPEED] + 2 * off) * UP) * UP;
    if (squared > easy * easy) return true;
    const least = need * UP;
    if (!(squared > least * least)) return false;
    const { ancestor, a, b, fromA, fromB } = byPlace[w];
    this.findWay(a, fromA, ancestor, p);
    const wayA = way[0];
    this.findWay(b, fromB, ancestor, q);
    const reach = (need + wayA + way[0]) * UP;
    return squared > reach * reach;
  }

  /** Balls and boxes of bodies that no joint moves. */
  private placeStill(): Float64Array {
    const { byPlace, firstMoved } = this.pairs;
    const { motion } = this.prover;
    const { poses } = motion;
    const own = byPlace.slice(0, firstMoved);
    const still = new Float64Array(STILL * firstMoved);
    const resting = [...new Set(own.map((pair) => restingOf(pair)!))];
    const boxed = resting.filter(({ body }) => body.whole.halfSpaces.length === 0);
    const numbers = new Map(boxed.map((mover, i) => [mover, i]));
    for (const { body } of resting) motion.bring(body.frame);
    own.forEach((pair, w) => {
      const other = restingOf(pair)!;
      const { frame, whole } = other.body;
      const p = POSE_SIZE * frame;
      for (let k = 0; k < 3; k++) {
        still[STILL * w + k] = dotAt(poses, p + 3 * k, whole.ball, 0) + poses[p + 9 + k];
      }
      still[STILL * w + ROOM] = radiusOf(pair.a) + radiusOf(pair.b) + pair.need;
      still[STILL * w + BOX_ROOM] = radiusOf(lookedAt(pair)) + pair.need;
      this.boxOf[w] = numbers.get(other) ?? -1;
    });
    this.boxes = new StillBoxes(boxed, poses);
    this.still = still;
    return still;
  }

  /** The first pair from number k on that is not shown apart at all times, all of both bodies, by what came in the order of time. */
  nextOpen(k: number): number {
    const { until } = this;
    const { placeOf } = this.pairs;
    let next = k;
    while (next < placeOf.length && until[placeOf[next]] >= 1) next++;
    return next;
  }

  /** Boxes of coverage (coverage.ts), of all of both bodies, for every glance that clears pair number k; behind others. */
  addTo(boxes: number[], k: number): void {
    const { byPlace, placeOf } = this.pairs;
    const { a, b } = byPlace[placeOf[k]];
    for (let g = 0; g < this.count; g++) {
      if (this.clears(k, g))
        boxes.push(0, a.body.count, 0, b.body.count, this.low[g], this.high[g]);
    }
  }
}

/** Pairs by their places. */
interface PlacedPairs {
  readonly byPlace: readonly PairProof[];
  /** The places of pairs by their numbers. */
  readonly placeOf: Int32Array;
  /** Bodies that are looked at. Where the pairs of each with those that stand still begin; where the last of these end. */
  readonly movers: readonly Mover[];
  readonly startOf: Int32Array;
  /** The first pair both of which move; the first both of which a joint moves. */
  readonly firstMoved: number;
  readonly firstBound: number;
}

function placePairs(proofs: readonly PairProof[]): PlacedPairs {
  const movers = [
    ...new Set(proofs.flatMap((pair) => (restingOf(pair) ? [lookedAt(pair)] : [pair.a, pair.b]))),
  ];
  const rank = new Map(movers.map((mover, i) => [mover, i]));
  const groupOf = (pair: PairProof) => {
    if (restingOf(pair)) return rank.get(lookedAt(pair))!;
    return pair.fromA + pair.fromB > 0 ? movers.length + 1 : movers.length;
  };
  const groups = proofs.map(groupOf);
  const order = proofs.map((_, k) => k).sort((k, l) => groups[k] - groups[l] || k - l);
  const placeOf = new Int32Array(proofs.length);
  order.forEach((k, w) => {
    placeOf[k] = w;
  });
  const startOf = new Int32Array(movers.length + 2);
  for (const group of groups) for (let m = group + 1; m < startOf.length; m++) startOf[m]++;
  return {
    byPlace: order.map((k) => proofs[k]),
    placeOf,
    movers,
    startOf,
    firstMoved: startOf[movers.length],
    firstBound: startOf[movers.length + 1],
  };
}

/** The body of a pair that no joint moves, or one of them. */
function restingOf({ a, b }: PairProof): Mover | null {
  if (b.chain.length === 0) return b;
  return a.chain.length === 0 ? a : null;
}

/** The other one. */
function lookedAt(pair: PairProof): Mover {
  return restingOf(pair) === pair.b ? pair.a : pair.b;
}

/** Of the ball around all of a body. */
function radiusOf({ body }: Mover): number {
  return body.whole.ball[3];
}
