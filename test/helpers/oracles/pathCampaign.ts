/**
 * Compares checkers with the independent check on random motions of random cells: see thinCells.ts,
 * thinSegments.ts and thinPolynomials.ts. What contradicts is kept with the numbers that reproduce it.
 */
import type { Cell } from '../../../src/cell/index.ts';
import {
  type Checker,
  checkPath,
  createChecker,
  DEFAULT_DELTA,
  type Verdict,
} from '../../../src/check/index.ts';
import {
  type Path,
  PolynomialSegment,
  type Segment,
  StraightSegment,
} from '../../../src/motion/index.ts';
import { EdgeChecker } from '../../../src/plan/index.ts';
import { searchMotion } from './independentSearch.ts';
import type { IndependentPair } from './independentStatic.ts';
import {
  CLEARLY,
  describe,
  judgeResult,
  judgeWitness,
  pairOf,
  type Question,
  type Report,
  searched,
} from './judgeVerdicts.ts';
import { type PlainMotion, polynomialMotion, straightMotion } from './plainMotion.ts';
import type { ThinCell } from './thinCells.ts';
import { thinPolynomial } from './thinPolynomials.ts';
import { thinSegment } from './thinSegments.ts';

export interface Contradiction {
  readonly seed: number;
  readonly index: number;
  readonly kind: string;
  readonly what: string;
}

/** A motion as both sides know it. */
export interface ThinMotion {
  readonly kind: string;
  readonly segment: Segment;
  readonly plain: PlainMotion;
}

export type MotionKind = 'straight' | 'polynomial';

/** Motion number `index` of a cell. */
export function thinMotion(thin: ThinCell, index: number, motions: MotionKind): ThinMotion {
  if (motions === 'straight') {
    const { kind, from, to } = thinSegment(thin, index);
    return straightly(thin, kind, from, to);
  }
  const { kind, coefficients } = thinPolynomial(thin, index);
  return {
    kind,
    segment: new PolynomialSegment(thin.cell.tree, coefficients),
    plain: polynomialMotion(thin.independent.kinematics, coefficients),
  };
}

export function straightly(
  { cell, independent }: ThinCell,
  kind: string,
  from: Float64Array,
  to: Float64Array,
): ThinMotion {
  const segment = new StraightSegment(cell.tree, from, to);
  return { kind, segment, plain: straightMotion(independent.kinematics, from, to) };
}

/** A way there, and straight back. */
export function thereAndBack(thin: ThinCell, motion: ThinMotion): [ThinMotion, ThinMotion] {
  const { from, to } = motion.segment;
  return [motion, straightly(thin, motion.kind, to, from)];
}

export function pathOf(motions: readonly ThinMotion[]): Path {
  const segments = motions.map(({ segment }) => segment);
  const waypoints = [segments[0].from, ...segments.map(({ to }) => to)];
  return { waypoints, segments, wrap: 'literal', notes: [] };
}

export interface CampaignOptions {
  /** Samples per segment where bodies are near. */
  readonly steps: number;
  readonly motions: MotionKind;
  readonly checker: (cell: Cell) => Checker;
  /** Of these the verdicts must not contradict. */
  readonly others?: readonly ((cell: Cell) => Checker)[];
}

export const DEFAULTS: CampaignOptions = {
  steps: 200,
  motions: 'straight',
  checker: (cell) => createChecker(cell),
};

export class Campaign {
  segments = 0;
  readonly verdicts = new Map<string, number>();
  /** Collisions by containment. */
  contained = 0;
  /** Free by more than 2 mm, and by less. */
  clear = 0;
  nearlyFree = 0;
  /** Verdicts of other methods that differ, by both. */
  readonly differ = new Map<string, number>();
  readonly contradictions: Contradiction[] = [];
  private readonly options: CampaignOptions;
  private current: { cell: Cell; checker: Checker; others: readonly Checker[] } | null = null;

  constructor(options: Partial<CampaignOptions> = {}) {
    this.options = { ...DEFAULTS, ...options };
  }

  share(verdict: Verdict): number {
    return (this.verdicts.get(verdict) ?? 0) / this.segments;
  }

  summary(): string {
    const counts = [...this.verdicts].sort((a, b) => b[1] - a[1]).map(([v, n]) => `${n} ${v}`);
    return [
      `${this.segments} segments: ${counts.join(', ')}`,
      `${this.contained} of the collisions by containment`,
      `${this.clear} free by more than ${CLEARLY * 1000} mm`,
      ...[...this.differ].map(([both, n]) => `${n} times ${both}`),
      `${this.contradictions.length} contradictions`,
    ].join('; ');
  }

  /** Segments number `first` to `first + count - 1` of a cell. */
  run(thin: ThinCell, first: number, count: number): void {
    if (this.current?.cell !== thin.cell) {
      const { cell } = thin;
      const others = (this.options.others ?? []).map((make) => new EdgeChecker(cell, make));
      this.current = { cell, checker: new EdgeChecker(cell, this.options.checker), others };
    }
    const { checker, others } = this.current;
    for (let index = first; index < first + count; index++) {
      const motion = thinMotion(thin, index, this.options.motions);
      const report = (what: string) => {
        this.contradictions.push({ seed: thin.seed, index, kind: motion.kind, what });
      };
      this.one(thin, motion, index, checker, others, report);
    }
  }

  private one(
    thin: ThinCell,
    motion: ThinMotion,
    index: number,
    checker: Checker,
    others: readonly Checker[],
    report: Report,
  ): void {
    const delta = index % 8 === 7 ? 1e-6 : DEFAULT_DELTA;
    const { segment } = motion;
    const result = checker.check({ segment, delta });
    const { steps } = this.options;
    const question: Question = { thin, motion, delta, steps, searched: null };
    this.segments++;
    this.verdicts.set(result.verdict, (this.verdicts.get(result.verdict) ?? 0) + 1);
    if (result.witness?.finding.contained) this.contained++;
    judgeResult(question, result, report);
    if (result.verdict === 'free') {
      if (searched(question).nearest > CLEARLY) this.clear++;
      else this.nearlyFree++;
    }
    if (index % 16 === 3) this.judgeAll(question, checker, report);
    if (index % 16 === 5) this.judgePieces(question, checker, report);
    if (index % 16 === 9) this.judgePath(question, checker, report);
    others.forEach((other, k) => {
      const own = other.check({ segment, delta });
      judgeResult(question, own, (what) => report(`method ${k}, ${other.method}: ${what}`));
      if (own.verdict === result.verdict) return;
      const both = `${result.verdict} and ${own.verdict}`;
      this.differ.set(both, (this.differ.get(both) ?? 0) + 1);
    });
  }

  /** With `all`: a witness for every pair that is not free. */
  private judgeAll(question: Question, checker: Checker, report: Report): void {
    const { thin, motion, delta } = question;
    const { segment, plain } = motion;
    const result = checker.check({ segment, delta, all: true });
    judgeResult(question, result, (what) => report(`all: ${what}`));
    const { independent } = thin;
    const listed = new Set<IndependentPair>();
    for (const witness of result.witnesses) {
      const own = pairOf(thin, witness);
      if (listed.has(own)) report('all: two witnesses of one pair');
      listed.add(own);
      judgeWitness(question, witness.verdict, witness, (what) => report(`all: ${what}`));
    }
    if (result.verdict === 'undecided') return;
    if (result.verdict === 'free' && listed.size > 0) report('all: free with witnesses');
    for (const pair of independent.pairs) {
      if (listed.has(pair) || !pair.tested) continue;
      const { contact } = searchMotion(independent, plain, this.options.steps, [pair]);
      if (contact) report(`all: nothing about ${describe(question, contact)}`);
    }
  }

  /** With a small budget, again and again. */
  private judgePieces(question: Question, checker: Checker, report: Report): void {
    const { delta } = question;
    const { segment } = question.motion;
    let result = checker.check({ segment, delta, budget: 8 });
    for (let budget = 8; budget < 1e5 && result.verdict === 'undecided'; budget *= 1.5) {
      const { kept } = result;
      if (kept === null || result.open.length === 0) {
        report('in pieces: undecided, and nothing kept');
        return;
      }
      result = checker.check({ segment, delta, budget: Math.ceil(budget), kept });
    }
    judgeResult(question, result, (what) => report(`in pieces: ${what}`));
  }

  /** There and straight back. */
  private judgePath(question: Question, checker: Checker, report: Report): void {
    const { thin, motion, delta } = question;
    const motions = thereAndBack(thin, motion);
    const questions = [question, { ...question, motion: motions[1], searched: null }];
    const { verdict, witness } = checkPath(checker, pathOf(motions), { delta });
    if (verdict === 'free') {
      for (const one of questions) {
        const { contact } = searched(one);
        if (contact) report(`path: free, but ${describe(one, contact)}`);
      }
    } else if (verdict === 'colliding' || verdict === 'too-close') {
      if (witness === null) report(`path: ${verdict} without a witness`);
      else {
        const along = questions[witness.segment];
        judgeWitness(along, verdict, witness, (what) => report(`path: ${what}`));
      }
    }
  }
}
