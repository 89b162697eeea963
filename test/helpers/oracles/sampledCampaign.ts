/**
 * Compares a checker with dense static checks on random motions of one cell, for robots and scenes
 * that the independent check has no plain description of. Motions are long, short, or graze; straight,
 * or splines that overshoot, stop or turn back. Samples are even in joint space, whatever t does.
 */
import { type Cell, StaticChecker } from '../../../src/cell/index.ts';
import { type Checker, DEFAULT_DELTA } from '../../../src/check/index.ts';
import { Random } from '../../../src/math/index.ts';
import { PolynomialSegment, type Segment, StraightSegment } from '../../../src/motion/index.ts';
import {
  Course,
  type PlainJoints,
  type PlainMotion,
  polynomialMotion,
  straightMotion,
  TERMS,
} from './plainMotion.ts';
import { hermite, quintic, shifted } from './thinPolynomials.ts';
import { pick } from './thinShapes.ts';

export interface SampledContradiction {
  readonly seed: number;
  readonly index: number;
  readonly what: string;
}

/** Coefficients of all joints, as of polynomials; straight motions have two of each. */
type Coefficients = Float64Array;

export class SampledCampaign {
  segments = 0;
  readonly verdicts = new Map<string, number>();
  readonly contradictions: SampledContradiction[] = [];
  private readonly cell: Cell;
  private readonly checker: Checker;
  private statics: StaticChecker;
  private readonly seed: number;
  private readonly resolution: number;
  private readonly motions: 'straight' | 'polynomial';
  private readonly joints: PlainJoints;

  /** `resolution`: Euclidean length of the joints' change between samples. */
  constructor(
    cell: Cell,
    checker: Checker,
    seed: number,
    motions: 'straight' | 'polynomial' = 'straight',
    resolution = 0.002,
  ) {
    this.motions = motions;
    const dofs = cell.tree.dofs.map(() => ({ kind: 'revolute', part: 0 }));
    this.joints = { dofs, between: toward };
    this.cell = cell;
    this.checker = checker;
    this.statics = new StaticChecker(cell);
    this.seed = seed;
    this.resolution = resolution;
  }

  /** Segment number `index`, which depends on nothing but the seed and the number. */
  run(index: number): void {
    const random = new Random(Math.imul(this.seed, 0x9e3779b1) ^ index);
    const { segment, plain } = this.motionOf(this.draw(random));
    const report = (what: string) => this.contradictions.push({ seed: this.seed, index, what });
    const { verdict, witness, open } = this.checker.check({ segment });
    this.segments++;
    this.verdicts.set(verdict, (this.verdicts.get(verdict) ?? 0) + 1);
    if (verdict === 'free') {
      const t = this.firstContact(plain, this.resolution);
      if (t !== null) report(`free, but colliding at t = ${t}`);
      return;
    }
    if (verdict === 'undecided') {
      if (open.length === 0) report('undecided without open intervals');
      return;
    }
    if (!witness) {
      report(`${verdict} without a witness`);
      return;
    }
    const q = plain.at(witness.t);
    if (q.some((x, d) => Math.abs(x - witness.configuration[d]) > 1e-12)) {
      report(`${verdict}: the witness is not on the segment at t = ${witness.t}`);
    }
    this.statics = this.statics.for(q);
    const [found] = this.statics
      .within(1e-6 + DEFAULT_DELTA + witness.pair.clearance + witness.pair.tracking, q)
      .filter(({ pair }) => pair.a === witness.pair.a && pair.b === witness.pair.b);
    if (!found) report(`${verdict}: nothing is near at t = ${witness.t}`);
    else if (verdict === 'colliding' && !found.colliding) {
      report(`colliding, but ${found.distance} m apart at t = ${witness.t}`);
    }
  }

  private motionOf(c: Coefficients): { segment: Segment; plain: PlainMotion } {
    const { joints, cell, motions } = this;
    if (motions === 'polynomial') {
      return { segment: new PolynomialSegment(cell.tree, c), plain: polynomialMotion(joints, c) };
    }
    const [from, to] = [c.filter((_, i) => i % TERMS === 0), c.filter((_, i) => i % TERMS === 1)];
    for (let d = 0; d < to.length; d++) to[d] += from[d];
    return {
      segment: new StraightSegment(cell.tree, from, to),
      plain: straightMotion(joints, from, to),
    };
  }

  /** The first sample at which bodies surely intersect. */
  private firstContact(motion: PlainMotion, step: number): number | null {
    const course = new Course(motion, (from, to) => Math.hypot(...from.map((x, d) => to[d] - x)));
    const samples = Math.max(1, Math.ceil(course.length / step));
    for (let k = 0; k <= samples; k++) {
      const t = course.time(k / samples);
      const q = motion.at(t);
      this.statics = this.statics.for(q);
      // The quick question first: most samples are proven apart.
      if (this.statics.firstCollision(q) < 0) continue;
      if (this.statics.check(q).colliding) return t;
    }
    return null;
  }

  private draw(random: Random): Coefficients {
    const kind = random.unit();
    const from = this.clear(random);
    const between = (to: Float64Array) => this.between(from, to, random);
    if (kind < 0.35) return between(this.clear(random));
    if (kind < 0.7) return between(toward(from, this.clear(random), random.between(0.02, 0.3)));
    return this.graze(random) ?? between(this.any(random));
  }

  /** A motion from one configuration to another, or about there. */
  private between(from: Float64Array, to: Float64Array, random: Random): Coefficients {
    const way = from.map((x, d) => to[d] - x);
    const rate = (d: number) => 2 * random.between(-1, 1) * (Math.abs(way[d]) + 0.02);
    const at = random.between(0.1, 0.9);
    const stop = shifted(at, pick(random, [2, 3, 5]));
    const kind = this.motions === 'straight' ? 'straight' : pick(random, KINDS);
    const make = (d: number): readonly number[] => {
      switch (kind) {
        case 'straight':
          return [from[d], way[d]];
        case 'cubic':
          return hermite(from[d], to[d], rate(d), rate(d));
        case 'quintic':
          return quintic(from[d], to[d], rate(d), rate(d), 3 * rate(d), 3 * rate(d));
        case 'stopping':
          return stop.map((s, j) => s * way[d] + (j === 0 ? from[d] : 0));
        case 'reversing':
          return [from[d], 4 * way[d], -4 * way[d]];
      }
    };
    const c = new Float64Array(TERMS * from.length);
    for (let d = 0; d < from.length; d++) c.set(make(d), TERMS * d);
    return c;
  }

  /** Between a motion that collides and one that does not, by sampling. */
  private graze(random: Random): Coefficients | null {
    const drawn = () => {
      const from = this.clear(random);
      return this.between(from, toward(from, this.clear(random), 0.3), random);
    };
    const hits = (c: Coefficients) => this.firstContact(this.motionOf(c).plain, 0.02) !== null;
    let clear: Coefficients | null = null;
    let colliding: Coefficients | null = null;
    for (let tries = 0; tries < 6 && !(clear && colliding); tries++) {
      const motion = drawn();
      if (hits(motion)) colliding = motion;
      else clear = motion;
    }
    if (!clear || !colliding) return null;
    for (let k = 2 + random.below(8); k > 0; k--) {
      const middle = toward(clear, colliding, 0.5);
      if (hits(middle)) colliding = middle;
      else clear = middle;
    }
    return random.unit() < 0.5 ? colliding : clear;
  }

  private clear(random: Random): Float64Array {
    for (let tries = 0; tries < 20; tries++) {
      const q = this.any(random);
      if (this.statics.firstCollision(q) < 0) return q;
    }
    return this.any(random);
  }

  private any(random: Random): Float64Array {
    return Float64Array.from(this.cell.tree.dofs, ({ lower, upper }) =>
      random.between(Math.max(lower, -Math.PI), Math.min(upper, Math.PI)),
    );
  }
}

const KINDS = ['cubic', 'quintic', 'stopping', 'reversing'] as const;

function toward(from: Float64Array, to: Float64Array, part: number): Float64Array {
  return from.map((x, d) => x + part * (to[d] - x));
}
