/**
 * Compares a checker with dense static checks on random segments of one cell, for robots and scenes
 * that the independent check has no plain description of. Segments are long, short, or graze.
 */
import { type Cell, StaticChecker } from '../../src/cell/index.ts';
import { type Checker, DEFAULT_DELTA } from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';

export interface SampledContradiction {
  readonly seed: number;
  readonly index: number;
  readonly what: string;
}

interface Ends {
  readonly from: Float64Array;
  readonly to: Float64Array;
}

export class SampledCampaign {
  segments = 0;
  readonly verdicts = new Map<string, number>();
  readonly contradictions: SampledContradiction[] = [];
  private readonly cell: Cell;
  private readonly checker: Checker;
  private readonly statics: StaticChecker;
  private readonly seed: number;
  private readonly resolution: number;

  /** `resolution`: Euclidean length of the joints' change between samples. */
  constructor(cell: Cell, checker: Checker, seed: number, resolution = 0.002) {
    this.cell = cell;
    this.checker = checker;
    this.statics = new StaticChecker(cell);
    this.seed = seed;
    this.resolution = resolution;
  }

  /** Segment number `index`, which depends on nothing but the seed and the number. */
  run(index: number): void {
    const random = new Random(Math.imul(this.seed, 0x9e3779b1) ^ index);
    const ends = this.draw(random);
    const segment = new StraightSegment(this.cell.tree, ends.from, ends.to);
    const report = (what: string) => this.contradictions.push({ seed: this.seed, index, what });
    const { verdict, witness, open } = this.checker.check({ segment });
    this.segments++;
    this.verdicts.set(verdict, (this.verdicts.get(verdict) ?? 0) + 1);
    if (verdict === 'free') {
      const t = this.firstContact(segment, ends, this.resolution);
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
    const q = new Float64Array(ends.from.length);
    segment.configurationInto(witness.t, q, 0);
    if (q.some((x, d) => Math.abs(x - witness.configuration[d]) > 1e-12)) {
      report(`${verdict}: the witness is not on the segment at t = ${witness.t}`);
    }
    const [found] = this.statics
      .within(1e-6 + DEFAULT_DELTA + witness.pair.clearance + witness.pair.tracking, q)
      .filter(({ pair }) => pair.a === witness.pair.a && pair.b === witness.pair.b);
    if (!found) report(`${verdict}: nothing is near at t = ${witness.t}`);
    else if (verdict === 'colliding' && !found.colliding) {
      report(`colliding, but ${found.distance} m apart at t = ${witness.t}`);
    }
  }

  /** The first sample at which bodies surely intersect. */
  private firstContact(segment: StraightSegment, { from, to }: Ends, step: number): number | null {
    const length = Math.hypot(...from.map((x, d) => to[d] - x));
    const samples = Math.max(1, Math.ceil(length / step));
    const q = new Float64Array(from.length);
    for (let k = 0; k <= samples; k++) {
      segment.configurationInto(k / samples, q, 0);
      // The quick question first: most samples are proven apart.
      if (this.statics.firstCollision(q) < 0) continue;
      if (this.statics.check(q).colliding) return k / samples;
    }
    return null;
  }

  private draw(random: Random): Ends {
    const kind = random.unit();
    const from = this.clear(random);
    if (kind < 0.35) return { from, to: this.clear(random) };
    if (kind < 0.7)
      return { from, to: toward(from, this.clear(random), random.between(0.02, 0.3)) };
    return this.graze(random) ?? { from, to: this.any(random) };
  }

  /** Between a segment that collides and one that does not, by sampling. */
  private graze(random: Random): Ends | null {
    const drawn = (): Ends => {
      const from = this.clear(random);
      return { from, to: toward(from, this.clear(random), 0.3) };
    };
    const hits = (ends: Ends) =>
      this.firstContact(new StraightSegment(this.cell.tree, ends.from, ends.to), ends, 0.02) !==
      null;
    let clear: Ends | null = null;
    let colliding: Ends | null = null;
    for (let tries = 0; tries < 6 && !(clear && colliding); tries++) {
      const ends = drawn();
      if (hits(ends)) colliding = ends;
      else clear = ends;
    }
    if (!clear || !colliding) return null;
    for (let k = 2 + random.below(8); k > 0; k--) {
      const middle: Ends = {
        from: toward(clear.from, colliding.from, 0.5),
        to: toward(clear.to, colliding.to, 0.5),
      };
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

function toward(from: Float64Array, to: Float64Array, part: number): Float64Array {
  return from.map((x, d) => x + part * (to[d] - x));
}
