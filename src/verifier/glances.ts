/**
 * What the glances of a certificate show on one segment. A glance says nothing but: look at all bodies from t - before to
 * t + after. Every body has a ball around it, and one that no joint moves a box as well. Pairs of which these are farther
 * apart than what is needed, and than how far points go meanwhile, are apart for as long as the glance lasts; so a glance
 * is as good as a slab of each of them. docs/certificate.md, "What a glance shows".
 *
 * Allocates nothing once there is room for the glances of a segment.
 */
import { composePosesInto, identityPose, POSE_SIZE } from '../math/pose.ts';
import { U } from '../math/rounding.ts';
import type { Mover } from './mover.ts';
import { dotAt } from './side.ts';
import type { PairProof, SlabProver } from './slab.ts';
import { supportInto } from './supports.ts';

/** More than the rounding of 8,000 operations that lose nothing by cancelling. */
const UP = 1 + 8192 * U;

/** Of a body at a glance: the centre of its ball in the world, and how far its points go, against the world. */
const GOES = 3;
const SEEN = 4;

/** Of a body that stands still: the pose of its box, then the lower and the upper corner there. */
const LOW = POSE_SIZE;
const HIGH = POSE_SIZE + 3;
const STILL = POSE_SIZE + 6;

/** Of a pair: the radii of both balls, then what must remain between the two. */
const RADIUS = 0;
const NEED = 2;
const ASKED = 3;

export class Glances {
  /** Of the segment. */
  count = 0;
  /** Per glance: when it begins and ends. */
  private low = new Float64Array(0);
  private high = new Float64Array(0);
  /** Per glance and pair: 1 where they are shown to be apart. */
  private apart = new Uint8Array(0);
  /** Per pair: glances, one after the other, clear it from the beginning of the segment up to this time. */
  private readonly until: Float64Array;
  /** Per body, at the glance at hand: SEEN numbers. The longer one of the times before its t and after it. */
  private readonly seen: Float64Array;
  private long = 0;
  private readonly prover: SlabProver;
  private readonly proofs: readonly PairProof[];
  private readonly movers: readonly Mover[];
  /** Per pair: the numbers of its two bodies among the movers; their common ancestor; ASKED numbers. */
  private readonly first: Int32Array;
  private readonly second: Int32Array;
  private readonly ancestor: Int32Array;
  private readonly asked: Float64Array;
  /** Per body: whether it has a box, because no joint moves it; STILL numbers of that. */
  private readonly boxed: Uint8Array;
  private readonly still: Float64Array;
  private placed = false;
  private readonly way = new Float64Array(1);

  constructor(prover: SlabProver, proofs: readonly PairProof[]) {
    this.prover = prover;
    this.proofs = proofs;
    const movers = [...new Set(proofs.flatMap(({ a, b }) => [a, b]))];
    const numbers = new Map(movers.map((mover, i) => [mover, i]));
    this.movers = movers;
    this.first = Int32Array.from(proofs, ({ a }) => numbers.get(a)!);
    this.second = Int32Array.from(proofs, ({ b }) => numbers.get(b)!);
    this.ancestor = Int32Array.from(proofs, ({ ancestor }) => ancestor);
    this.until = new Float64Array(proofs.length);
    const radius = ({ body }: Mover) => body.whole.ball[3];
    this.asked = Float64Array.from(
      proofs.flatMap(({ a, b, need }) => [radius(a), radius(b), need]),
    );
    this.boxed = new Uint8Array(movers.length);
    this.still = new Float64Array(STILL * movers.length);
    this.seen = new Float64Array(SEEN * movers.length);
  }

  /** Makes room for so many glances of a segment, which the prover has taken up. */
  begin(count: number): void {
    this.count = count;
    this.until.fill(0);
    if (count <= this.low.length) return;
    this.low = new Float64Array(count);
    this.high = new Float64Array(count);
    this.apart = new Uint8Array(this.proofs.length * count);
  }

  /** Glance number g, from low to high; its t, between the two, is where the prover is. */
  look(g: number, low: number, high: number): void {
    const { t } = this.prover;
    const { movers, apart, until } = this;
    // Differences of doubles: one rounding each.
    this.long = Math.max(t - low, high - t) * (1 + 4 * U);
    this.low[g] = low;
    this.high[g] = high;
    if (!this.placed) this.placeStill();
    for (let i = 0; i < movers.length; i++) if (movers[i].chain.length > 0) this.see(i);
    const o = until.length * g;
    for (let k = 0; k < until.length; k++) {
      apart[o + k] = 0;
      // What glances before this one clear all the while needs no other look.
      if (high <= until[k]) continue;
      if (!(this.ancestor[k] === 0 ? this.isApart(k) : this.isApartWithin(k))) continue;
      apart[o + k] = 1;
      if (low <= until[k]) until[k] = high;
    }
  }

  /** Places the ball of a body, and finds how far its points go. */
  private see(i: number): void {
    const { seen, way } = this;
    const { motion } = this.prover;
    const { poses } = motion;
    const mover = this.movers[i];
    motion.bring(mover.body.frame);
    const p = POSE_SIZE * mover.body.frame;
    const c = mover.body.whole.ball;
    const o = SEEN * i;
    for (let k = 0; k < 3; k++) seen[o + k] = dotAt(poses, p + 3 * k, c, 0) + poses[p + 9 + k];
    this.findWay(mover, 0, 0, o);
    seen[o + GOES] = way[0];
  }

  /**
   * way = how far the points of a body's ball, whose centre is at seen[o], go against an ancestor of its frame: the least
   * of the three bounds of "One slab", in all directions at once.
   */
  private findWay(mover: Mover, from: number, ancestor: number, o: number): void {
    const { sums, body, first, second } = mover;
    const { way, seen, long: h } = this;
    const { twist, bending } = this.prover.motion;
    const m1 = sums[3 * from];
    if (m1 === 0) {
      way[0] = 0;
      return;
    }
    const r = body.whole.ball[3];
    const t = 6 * body.frame;
    const u = 6 * ancestor;
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
    way[0] = h * (Math.min(m1, quadratic, cubic) * UP + 2 * UP * (first + h * second));
  }

  /** Whether glance number g shows, and those before it do not, that the bodies of pair number k are apart meanwhile. */
  clears(k: number, g: number): boolean {
    return this.apart[this.proofs.length * g + k] === 1;
  }

  /** The same of the glance at hand, of a pair whose common ancestor is the world. */
  private isApart(k: number): boolean {
    const { seen, asked, boxed } = this;
    const i = this.first[k];
    const j = this.second[k];
    const p = SEEN * i;
    const q = SEEN * j;
    const ra = asked[ASKED * k + RADIUS];
    const rb = asked[ASKED * k + RADIUS + 1];
    const room = asked[ASKED * k + NEED] + seen[p + GOES] + seen[q + GOES];
    const x = seen[q] - seen[p];
    const y = seen[q + 1] - seen[p + 1];
    const z = seen[q + 2] - seen[p + 2];
    const reach = (ra + rb + room) * UP;
    if (x * x + y * y + z * z > reach * reach) return true;
    if (boxed[j] === 1 && this.isBeyond(j, p, (ra + room) * UP)) return true;
    return boxed[i] === 1 && this.isBeyond(i, q, (rb + room) * UP);
  }

  /** The same of a pair that has another. */
  private isApartWithin(k: number): boolean {
    const { seen, asked, way, long: h } = this;
    const p = SEEN * this.first[k];
    const q = SEEN * this.second[k];
    const x = seen[q] - seen[p];
    const y = seen[q + 1] - seen[p + 1];
    const z = seen[q + 2] - seen[p + 2];
    const squared = x * x + y * y + z * z;
    const o = ASKED * k;
    const room = asked[o + RADIUS] + asked[o + RADIUS + 1] + asked[o + NEED];
    const least = room * UP;
    if (!(squared > least * least)) return false;
    const { ancestor, a, b, fromA, fromB } = this.proofs[k];
    // The first bound of both, with what it is off by, is often enough.
    const speed = a.sums[3 * fromA] + b.sums[3 * fromB];
    const off = a.first + b.first + h * (a.second + b.second);
    const easy = (room + h * (speed + 2 * off) * UP) * UP;
    if (squared > easy * easy) return true;
    this.findWay(a, fromA, ancestor, p);
    const wayA = way[0];
    this.findWay(b, fromB, ancestor, q);
    const reach = (room + wayA + way[0]) * UP;
    return squared > reach * reach;
  }

  /** Whether the centre at seen[o] is farther than `reach` from the box of body number i. */
  private isBeyond(i: number, o: number, reach: number): boolean {
    const { still, seen } = this;
    const s = STILL * i;
    const x = seen[o] - still[s + 9];
    const y = seen[o + 1] - still[s + 10];
    const z = seen[o + 2] - still[s + 11];
    const squared = reach * reach;
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      const along = still[s + k] * x + still[s + 3 + k] * y + still[s + 6 + k] * z;
      const below = still[s + LOW + k] - along;
      const above = along - still[s + HIGH + k];
      const away = Math.max(below, above);
      if (away > 0) sum += away * away;
      if (sum > squared) return true;
    }
    return false;
  }

  /** Balls and boxes of bodies that no joint moves: of one that is a box its own, else one along the axes of its frame. */
  private placeStill(): void {
    const { movers, still, boxed } = this;
    const { poses } = this.prover.motion;
    this.placed = true;
    movers.forEach(({ body, chain, turn, size }, i) => {
      if (chain.length > 0) return;
      this.see(i);
      if (body.whole.halfSpaces.length > 0) return;
      const s = STILL * i;
      boxed[i] = 1;
      const [piece] = body.pieces;
      const own = body.pieces.length === 1 && piece.shape.kind === 'box' ? piece : null;
      const place = own?.pose ?? identityPose();
      composePosesInto(poses, POSE_SIZE * body.frame, place, 0, still, s);
      // What the axes are off by, and the rounding of what is computed along them, many times over.
      const more = 4 * (turn * body.size + body.slack) + 256 * U * size;
      const d = new Float64Array(4);
      for (let k = 0; k < 3; k++) {
        if (own !== null && own.shape.kind === 'box') d[3] = own.shape.half[k];
        for (const sign of [-1, 1]) {
          if (own === null) {
            d.fill(0);
            d[k] = sign;
            supportInto(body.whole, d, 0, d, 3);
          }
          still[s + (sign < 0 ? LOW : HIGH) + k] = sign * (d[3] + more);
        }
      }
    });
  }

  /** Whether glances alone clear pair number k at all times: if they come in the order of time. */
  fills(k: number): boolean {
    return this.until[k] >= 1;
  }

  /** Boxes of coverage (coverage.ts), of all of both bodies, for every glance that clears pair number k; behind others. */
  addTo(boxes: number[], k: number): void {
    const { a, b } = this.proofs[k];
    for (let g = 0; g < this.count; g++) {
      if (this.clears(k, g))
        boxes.push(0, a.body.count, 0, b.body.count, this.low[g], this.high[g]);
    }
  }
}
