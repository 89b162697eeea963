/**
 * The standing campaign: random motions of random cells with everything in them (anyCells.ts,
 * anyMotions.ts), every verdict judged by the independent check, a share of what is free certified and
 * verified, a share asked of the other methods, delays now and then. Everything depends on the seed of the
 * cell and the number of the motion alone.
 */
import type { Cell } from '../../../src/cell/index.ts';
import {
  makeCertificate,
  NOT_FREE,
  parseCertificate,
  Verifier,
  writeCertificate,
} from '../../../src/certificate/index.ts';
import {
  type Checker,
  type CheckResult,
  checkPath,
  createChecker,
  DEFAULT_DELTA,
  type Method,
} from '../../../src/check/index.ts';
import { InputError } from '../../../src/math/index.ts';
import { EdgeChecker } from '../../../src/plan/index.ts';
import type { AnyCell } from './anyCells.ts';
import { type AnyMotion, anyMotion, pathOfMotion } from './anyMotions.ts';
import { DelayCampaign } from './delayCampaign.ts';
import { CLEARLY, judgeResult, judgeWitness, type Question, searched } from './judgeVerdicts.ts';
import type { Contradiction } from './pathCampaign.ts';
import { RULES } from './rules.ts';

export interface StandingOptions {
  /** Samples per segment where bodies are near. */
  readonly steps: number;
  readonly checker: (cell: Cell, method: Method, any: AnyCell) => Checker;
  /** Tests of a pair at a configuration, per segment. */
  readonly budget: number;
  /** One of so many free motions is certified; 0: none. */
  readonly certify: number;
  /** One of so many motions is checked as a path as well. */
  readonly paths: number;
  /** One of so many cells with several robots is asked about delays; 0: none. */
  readonly delays: number;
}

const DEFAULTS: StandingOptions = {
  steps: 100,
  checker: (cell, method) => createChecker(cell, { method }),
  budget: 1000,
  certify: 20,
  paths: 16,
  delays: 2,
};

/** Tests that are enough to show that bodies keep apart which do so by 2 mm. */
const AMPLE = 50_000;

export type Counts = Record<string, number>;

export class StandingCampaign {
  segments = 0;
  cells = 0;
  readonly verdicts: Counts = {};
  /** Segments of each kind of cell, and of motion, and by method. */
  readonly kinds: Counts = {};
  /** Free motions that were certified and verified, and those of which no certificate could be made. */
  certified = 0;
  uncertified = 0;
  /** Of the free ones: nearer than 2 mm, and farther. */
  near = 0;
  clear = 0;
  contained = 0;
  /** Sides of boundaries, by what the check said of the free and of the colliding side. */
  readonly boundaries: Counts = {};
  readonly contradictions: Contradiction[] = [];
  readonly delays = new DelayCampaign({ steps: 60, draws: 3, budget: 2000 });
  private readonly options: StandingOptions;
  private current: CellUnderTest | null = null;

  constructor(options: Partial<StandingOptions> = {}) {
    this.options = { ...DEFAULTS, ...options };
  }

  /** Tests of pairs for the cell that was run last: those that take many may be left earlier. */
  get work(): number {
    return this.current?.tests ?? 0;
  }

  /** Motions number `first` to `first + count - 1` of a cell. */
  run(any: AnyCell, first: number, count: number): void {
    if (this.current?.any !== any) {
      this.current = new CellUnderTest(any, this.options);
      this.cells++;
    }
    const of = this.current;
    for (let index = first; index < first + count; index++) this.one(of, index);
    const { delays } = this.options;
    // Seeds go round the families of robots.
    const turn = Math.floor(any.seed / 16) % delays === 0;
    if (delays > 0 && first === 0 && any.robots.length > 1 && turn) this.late(any);
  }

  summary(): string {
    const counts = Object.entries(this.verdicts).map(([verdict, n]) => `${n} ${verdict}`);
    return [
      `${this.segments} segments of ${this.cells} cells: ${counts.join(', ')}`,
      `${this.near} free within ${CLEARLY * 1000} mm`,
      `${this.certified} certified, ${this.uncertified} not certifiable`,
      `${this.contradictions.length} contradictions${this.sorts()}`,
    ].join('; ');
  }

  /** Which contradictions there are. */
  private sorts(): string {
    const counts: Counts = {};
    for (const { what } of this.contradictions) add(counts, sortOf(what));
    const list = Object.entries(counts).map(([sort, n]) => `${n} ${sort}`);
    return list.length > 0 ? ` (${list.join(', ')})` : '';
  }

  private one(of: CellUnderTest, index: number): void {
    const { any } = of;
    const motion = anyMotion(any, index);
    const method: Method = index % 16 === 7 ? 'adaptive' : index % 16 === 11 ? 'refined' : 'ladder';
    const delta = index % 32 === 6 ? 1e-6 : DEFAULT_DELTA;
    const checker = of.checker(method);
    const report = (kind: string, what: string) => {
      this.contradictions.push({ seed: any.seed, index, kind, what: `${method}: ${what}` });
    };
    let free = true;
    const { steps } = this.options;
    const questions = motion.motions.map((one, k): Question => {
      const question: Question = { ...of.question, motion: one, delta, steps, searched: null };
      const result = this.ask(of, checker, question);
      of.tests += result.stats.tests;
      this.count(any, [`${motion.sort} motion`, `${one.kind} segment`, `by ${method}`]);
      add(this.verdicts, result.verdict);
      if (result.verdict === 'undecided' && of.excused) add(this.kinds, 'excused');
      else judgeResult(question, result, (what) => report(`${one.kind} ${k}`, what));
      if (result.witness?.finding.contained) this.contained++;
      if (result.verdict !== 'free') free = false;
      else if (searched(question).nearest > CLEARLY) this.clear++;
      else this.near++;
      if (motion.sort === 'boundary') {
        add(this.boundaries, `${k === 0 ? 'free' : 'colliding'} side: ${result.verdict}`);
      }
      return question;
    });
    const share = (any.seed + index) >>> 0;
    const { certify, paths } = this.options;
    if (motion.sort !== 'boundary' && share % paths === 3) {
      this.asPath(motion, checker, questions, report);
    }
    if (free && certify > 0 && share % certify === 1) {
      this.certify(of, motion, method, (what) => report(motion.sort, what));
    }
  }

  /**
   * With a small budget: what is hard stays undecided, which is no contradiction, unless bodies keep well
   * apart. Then it is asked again with a large one.
   */
  private ask({ excused }: CellUnderTest, checker: Checker, question: Question): CheckResult {
    const { motion, delta } = question;
    const result = checker.check({ segment: motion.segment, delta, budget: this.options.budget });
    if (result.verdict !== 'undecided' || excused) return result;
    const { nearest } = searched(question);
    if (nearest < CLEARLY) return result;
    add(this.kinds, 'asked again');
    return checker.check({ segment: motion.segment, delta, budget: AMPLE });
  }

  private count({ kinds }: AnyCell, more: readonly string[]): void {
    this.segments++;
    for (const kind of kinds) add(this.kinds, kind);
    for (const kind of more) add(this.kinds, kind);
  }

  /** The path as a whole must not be called better than any of its segments. */
  private asPath(
    motion: AnyMotion,
    checker: Checker,
    questions: readonly Question[],
    report: (kind: string, what: string) => void,
  ): void {
    const { delta } = questions[0];
    const { verdict, witness } = checkPath(checker, pathOfMotion(motion), {
      delta,
      budget: this.options.budget * questions.length,
    });
    add(this.kinds, 'path');
    const say = (what: string) => report(`path of ${motion.sort}`, what);
    if (verdict === 'free') {
      questions.forEach((question, k) => {
        if (searched(question).contact) say(`free, but segment ${k} is not`);
      });
    } else if (verdict === 'colliding' || verdict === 'too-close') {
      if (witness === null) say(`${verdict} without a witness`);
      else judgeWitness(questions[witness.segment], verdict, witness, say);
    }
  }

  /** What is free is certified, written, read and verified; where no certificate can be made, counted. */
  private certify(
    of: CellUnderTest,
    motion: AnyMotion,
    method: Method,
    report: (what: string) => void,
  ): void {
    const { cell } = of.any;
    const path = pathOfMotion(motion);
    let text: string;
    try {
      const made = makeCertificate(cell.description, cell, path, { method, budget: 20_000 });
      text = writeCertificate(made);
    } catch (error) {
      if (!(error instanceof InputError) || error.fault.code !== NOT_FREE) throw error;
      this.uncertified++;
      return;
    }
    const read = parseCertificate(new TextEncoder().encode(text), 'certificate.json');
    const { verified, reason } = of.verifier().verify(read, { path });
    if (verified) this.certified++;
    else report(`certificate rejected: ${reason?.code} ${reason?.message}`);
  }

  private late(any: AnyCell): void {
    const before = this.delays.contradictions.length;
    this.delays.run(any, 0, 2);
    add(this.kinds, 'delays', 2);
    for (const { index, what } of this.delays.contradictions.slice(before)) {
      this.contradictions.push({ seed: any.seed, index, kind: 'delays', what });
    }
  }
}

/** A cell with what is prepared for it once. */
class CellUnderTest {
  readonly any: AnyCell;
  readonly question: Pick<Question, 'thin' | 'away'>;
  private readonly options: StandingOptions;
  tests = 0;
  /** Whether what is clear may stay undecided. */
  readonly excused: boolean;
  private readonly checkers = new Map<Method, Checker>();
  private known: Verifier | null = null;

  constructor(any: AnyCell, options: StandingOptions) {
    this.any = any;
    this.options = options;
    this.excused = !RULES.carriedHalfSpacesSettle && any.kinds.includes('half-space attached');
    const [{ base }] = any.plain.robots;
    this.question = { thin: any, away: Math.hypot(...base.xyz) };
  }

  checker(method: Method): Checker {
    let checker = this.checkers.get(method);
    if (!checker) {
      const make = (cell: Cell) => this.options.checker(cell, method, this.any);
      checker = new EdgeChecker(this.any.cell, make);
      this.checkers.set(method, checker);
    }
    return checker;
  }

  verifier(): Verifier {
    this.known ??= new Verifier(this.any.cell.description);
    return this.known;
  }
}

function sortOf(what: string): string {
  if (what.includes('free, but')) return 'free that is not';
  if (what.includes('certificate rejected')) return 'certificates rejected';
  if (what.includes('undecided, but')) return 'clear and undecided';
  return 'wrong witnesses';
}

function add(counts: Counts, key: string, n = 1): void {
  counts[key] = (counts[key] ?? 0) + n;
}
