/**
 * Makes certificates. Whichever method found a path free, the evidence is made anew, of steps that
 * suit a verifier (check/cover/recorder.ts), with a little gap to spare. Every step is put to the verifier's
 * own proof (trial.ts), which counts roundings differently, before it is taken: a certificate that is
 * made is one that is verified. A path that is not free has no such steps.
 */
import { type Cell, type CellDescription, type Pair, requireTests } from '../cell/index.ts';
import { DEFAULT_BUDGET, type OpenPair, Recorder } from '../check/index.ts';
import type { Path, Segment } from '../motion/index.ts';
import type { Certificate, Setting } from '../verifier/index.ts';
import { CertificateBuilder } from './builder.ts';
import { GlanceMaker, type GlancePlan } from './glances.ts';
import {
  digestsOf,
  inWords,
  marginOf,
  namesOf,
  notFree,
  pairsOf,
  provable,
  sinkOf,
  trialOf,
} from './steps.ts';
import { type SegmentPlan, SweepMaker } from './sweeps.ts';
import { inCommon } from './times.ts';
import { type Trial, type TrialBodies, trialBodies } from './trial.ts';

export interface MakeOptions {
  /** Name and version of the program, for the record. */
  readonly program?: string;
  /** The method that found the path free, for the record. */
  readonly method?: string;
  readonly settings?: Readonly<Record<string, Setting>>;
  /** Which pairs to show apart, if others are shown elsewhere. Default: all. */
  readonly concerns?: (pair: Pick<Pair, 'a' | 'b'>) => boolean;
  /** Show what is far apart by glances; false: by slabs, as all else. Default true. */
  readonly glances?: boolean;
  /** Number of tests for the whole path. */
  readonly budget?: number;
  readonly signal?: { readonly aborted: boolean };
  readonly onProgress?: (progress: { readonly settled: number; readonly segments: number }) => void;
}

/**
 * The certificate of a path that is free in a cell, which the verifier accepts. `cell` must be built from
 * `description`. Throws an InputError with code NOT_FREE where the path cannot be proven free with a
 * nanometre, and what the verifier allows for rounding, to spare; it says which pair, where and why.
 */
export function makeCertificate(
  description: CellDescription,
  cell: Cell,
  path: Path,
  options: MakeOptions = {},
): Certificate {
  let maker = makers.get(cell);
  if (maker?.description !== description) {
    maker = new CertificateMaker(description, cell);
    makers.set(cell, maker);
  }
  return maker.make(path, options);
}

/** Makers of cells, which do not change: what they have prepared serves the next path, too. */
const makers = new WeakMap<Cell, CertificateMaker>();

/** Makes certificates of many paths in one cell, which must not change meanwhile. */
export class CertificateMaker {
  readonly description: CellDescription;
  private readonly cell: Cell;
  private readonly margin: number;
  /** Of the last path; another one may do with the same. For all pairs but those of members, and for some of these. */
  private recorder: ListedRecorder | null = null;
  private memberRecorder: MemberRecorder | null = null;
  private trial: Trial | null = null;

  constructor(description: CellDescription, cell: Cell) {
    requireTests(cell);
    this.description = description;
    this.cell = cell;
    this.margin = marginOf(description);
  }

  /** As makeCertificate. */
  make(path: Path, options: MakeOptions = {}): Certificate {
    const { program = 'surepath', method = 'ladder', settings = {}, concerns } = options;
    const builder = new CertificateBuilder(this.description, this.cell, path, {
      program,
      method,
      settings,
      digests: digestsOf(this.description),
      ...(concerns ? { concerns } : {}),
    });
    const { bodies } = builder.cell;
    const known = trialBodies(bodies);
    const trial = trialOf(builder, path, known, this.trial);
    this.trial = trial;
    const plans = planSweeps(builder, path, trial, known, concerns);
    if (plans)
      builder.takeCrowd(
        pairsOf(plans),
        plans.map(({ lists }) => lists),
      );
    trial.take(builder.tested);
    const glancing = new GlanceMaker(trial.prover, trial.glances, builder.tested.length);
    builder.accepts = (k, slab) => trial.accepts(k, slab);
    let segment = 0;
    const sink = sinkOf(builder, known, () => segment);
    const { of: recorder, pairs: listed } = this.recorderOf(builder.cell, concerns);
    const members = plans && this.memberRecorderOf(builder.cell, pairsOf(plans));
    let budget = options.budget ?? 10 * DEFAULT_BUDGET;
    const record = (own: Recorder, motion: Segment, open: readonly OpenPair[]) => {
      const before = own.tests;
      const failure = own.record(motion, sink, budget, options.signal, open);
      budget -= own.tests - before;
      return failure;
    };
    path.segments.forEach((motion, i) => {
      segment = i;
      if (options.signal?.aborted) throw notFree('the work was stopped', i);
      trial.begin(motion, i === 0);
      const { glances, open } = glancing.plan(motion, options.glances ?? true);
      builder.takeGlances(i, glances);
      trial.takeStart(open);
      const failure =
        record(recorder, motion, openPairs(open, listed)) ??
        (members &&
          record(
            members,
            motion,
            openMembers(plans[i], (pair) => open[builder.numberOf(pair)!]),
          ));
      if (failure && options.signal?.aborted) throw notFree('the work was stopped', i);
      if (failure) throw notFree(inWords(failure, builder, trial, motion), i);
      const inside = i === 0 ? trial.contained() : null;
      if (inside) throw notFree(`one of ${namesOf(builder, inside)} begins inside the other`, i);
      options.onProgress?.({ settled: i + 1, segments: path.segments.length });
    });
    return builder.certificate();
  }

  private recorderOf(cell: Cell, concerns: MakeOptions['concerns']): ListedRecorder {
    if (!concerns && this.recorder?.cell === cell) return this.recorder;
    const pairs = provable(cell).filter(concerns ?? (() => true));
    const made = { cell, pairs, of: new Recorder(cell, pairs, this.margin) };
    if (!concerns) this.recorder = made;
    return made;
  }

  /** For pairs with members, which differ from path to path: kept as long as nothing new comes near. */
  private memberRecorderOf(cell: Cell, pairs: readonly Pair[]): Recorder {
    const kept = this.memberRecorder;
    if (kept?.cell === cell && pairs.every((pair) => kept.pairs.has(pair))) return kept.of;
    const of = new Recorder(cell, pairs, this.margin);
    this.memberRecorder = { cell, pairs: new Set(pairs), of };
    return of;
  }
}

/** Its pairs are the first of those that the builder has tested, in order. */
interface ListedRecorder {
  readonly cell: Cell;
  readonly pairs: readonly Pair[];
  readonly of: Recorder;
}

interface MemberRecorder {
  readonly cell: Cell;
  readonly pairs: ReadonlySet<Pair>;
  readonly of: Recorder;
}

/** Pairs that are open at some time, of those that are listed: the first so many. */
function openPairs(open: GlancePlan['open'], listed: readonly Pair[]): OpenPair[] {
  const found: OpenPair[] = [];
  listed.forEach((pair, k) => {
    if (open[k].length > 0) found.push({ pair, times: open[k] });
  });
  return found;
}

/** Pairs with members that neither sweeps nor glances clear. */
function openMembers(
  { open }: SegmentPlan,
  openOf: (pair: Pair) => readonly number[],
): readonly OpenPair[] {
  return [...open].map(([pair, times]) => ({ pair, times: inCommon(times, openOf(pair)) }));
}

/** Sweeps past the cell's crowd, per segment; null without one. */
function planSweeps(
  { cell }: CertificateBuilder,
  { segments }: Path,
  trial: Trial,
  bodies: TrialBodies,
  concerns: MakeOptions['concerns'] = () => true,
): SegmentPlan[] | null {
  const { crowd } = cell;
  if (!crowd) return null;
  const { prover } = trial;
  const boxOf = (member: number) => bodies.boxOf(member);
  const maker = new SweepMaker({ crowd, prover, boxOf, concerns });
  return segments.map((segment) => {
    prover.begin(segment);
    return maker.plan();
  });
}
