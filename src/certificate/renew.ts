/**
 * A certificate of a path in a cell, of an older one that was about another cell or another path: what of it still
 * holds is kept, only the rest is proven anew. Nothing old is believed. Each glance and sweep is looked at and each slab
 * put to the verifier's own proof, in the new cell and on the new path, as if a search had proposed it (trial.ts); what
 * that leaves uncovered is proven as in a certificate that is made of nothing. docs/recheck.md has the argument.
 *
 * Costs about what verifying the old certificate does, and for what fails what making it anew does.
 */
import { type Cell, type CellDescription, type Pair, requireTests } from '../cell/index.ts';
import { DEFAULT_BUDGET, Recorder, type RecordFailure } from '../check/index.ts';
import { InputError } from '../math/index.ts';
import type { Path } from '../motion/index.ts';
import type { Certificate } from '../verifier/index.ts';
import {
  COVERED_SIZE,
  covers,
  SLAB_A,
  SLAB_AFTER,
  SLAB_B,
  SLAB_BEFORE,
  SLAB_SIZE,
  SLAB_T,
  WHOLE,
} from '../verifier/inside.ts';
import { CertificateBuilder } from './builder.ts';
import { GlanceMaker } from './glances.ts';
import type { MakeOptions } from './make.ts';
import { OldEvidence, type OldSlabs } from './oldEvidence.ts';
import { RenewalTally, type RenewedSteps } from './renewal.ts';
import {
  digestsOf,
  inWords,
  marginOf,
  NOT_FREE,
  namesOf,
  notFree,
  pairsOf,
  provable,
  sinkOf,
  takeOrder,
  trialOf,
} from './steps.ts';
import { type SegmentPlan, SweepMaker } from './sweeps.ts';
import { coarsened, inCommon, inEither, leftOpen, uncovered } from './times.ts';
import { type Trial, type TrialBodies, trialBodies } from './trial.ts';

export interface RenewOptions extends Omit<MakeOptions, 'concerns' | 'glances'> {
  /** Told once, before anything is proven anew: of each segment the times at which some pair is open. */
  readonly onKept?: (open: readonly (readonly number[])[]) => void;
}

/** What became of an older certificate. */
export interface Renewal extends RenewedSteps {
  /** Of the new cell and path; null where there is none, for this reason. */
  readonly certificate: Certificate | null;
  readonly reason: string | null;
  /** Tests that were made for what was proven anew. */
  readonly tests: number;
}

/**
 * Renews a certificate: for `cell`, built from `description`, and a path in it. There is none, and a reason, where the
 * path cannot be proven free as makeCertificate would have it.
 */
export function renewCertificate(
  old: Certificate,
  description: CellDescription,
  cell: Cell,
  path: Path,
  options: RenewOptions = {},
): Renewal {
  requireTests(cell);
  const { program = 'surepath', method = 'ladder', settings = {} } = options;
  const digests = digestsOf(description);
  const builder = new CertificateBuilder(description, cell, path, {
    ...{ program, method, settings, digests },
  });
  const evidence = new OldEvidence(old, builder.cell, path);
  const tally = new RenewalTally(evidence, builder);
  let tests = 0;
  try {
    const work = { path, builder, evidence, tally, ...groundOf(builder, path, evidence) };
    const left = path.segments.map((_, i) => keepSegment(work, i, options));
    options.onKept?.(left.map(openTimes));
    tests = proveRest(work, left, marginOf(description), options);
    left.forEach((each, i) => {
      requireCovered(work, each, i);
    });
    return { ...tally.steps(), certificate: builder.certificate(), reason: null, tests };
  } catch (error) {
    if (!(error instanceof InputError) || error.fault.code !== NOT_FREE) throw error;
    return { ...tally.steps(), certificate: null, reason: error.fault.message, tests };
  }
}

/** All that is worked with. */
interface Work {
  readonly path: Path;
  readonly builder: CertificateBuilder;
  readonly evidence: OldEvidence;
  readonly tally: RenewalTally;
  readonly known: TrialBodies;
  readonly trial: Trial;
  readonly glancing: GlanceMaker;
  /** Sweeps past the cell's crowd, per segment; null without one. */
  readonly plans: readonly SegmentPlan[] | null;
}

function groundOf(
  builder: CertificateBuilder,
  path: Path,
  evidence: OldEvidence,
): Pick<Work, 'known' | 'trial' | 'glancing' | 'plans'> {
  const known = trialBodies(builder.cell.bodies);
  const trial = trialOf(builder, path, known);
  const plans = sweepsOf(builder, path, evidence, trial, known);
  const lists = plans?.map((plan) => plan.lists);
  if (plans && lists) builder.takeCrowd(pairsOf(plans), lists);
  trial.take(builder.tested);
  builder.accepts = (k, slab) => trial.accepts(k, slab);
  const glancing = new GlanceMaker(trial.prover, trial.glances, builder.tested.length);
  return { known, trial, glancing, plans };
}

/** Sweeps past the cell's crowd: the old ones where there are any, and which pairs they leave open. */
function sweepsOf(
  { cell }: CertificateBuilder,
  { segments }: Path,
  evidence: OldEvidence,
  { prover }: Trial,
  bodies: TrialBodies,
): SegmentPlan[] | null {
  const { crowd } = cell;
  if (!crowd) return null;
  const boxOf = (member: number) => bodies.boxOf(member);
  const maker = new SweepMaker({ crowd, prover, boxOf, concerns: () => true });
  return segments.map((segment, i) => {
    prover.begin(segment);
    const s = evidence.segments[i];
    return maker.plan(s < 0 ? undefined : (body) => evidence.sweeps(s, body));
  });
}

/** What a tested pair needs slabs for on a segment, and has. */
interface PairLeft {
  /** The times that nothing but slabs can show. */
  readonly times: readonly number[];
  /** What the slabs cover that there are by now: COVERED_SIZE numbers for each. */
  readonly boxes: number[];
  /** The times that are open of each two pieces of the bodies; empty if none is. */
  readonly parts: readonly (readonly number[])[];
}

/** By number of a tested pair: those that need slabs on a segment. */
type Left = ReadonlyMap<number, PairLeft>;

/** Looks at what there is of a segment, and keeps what holds; what is left open then. */
function keepSegment(work: Work, i: number, { signal }: RenewOptions): Left {
  const { path, builder, evidence, trial, glancing, plans, tally } = work;
  if (signal?.aborted) throw notFree('the work was stopped', i);
  const motion = path.segments[i];
  const s = evidence.segments[i];
  trial.begin(motion, i === 0);
  const given = s < 0 ? null : evidence.glances(s);
  const { glances, open } = given ? glancing.look(given) : glancing.plan(motion, true);
  builder.takeGlances(i, glances);
  trial.takeStart(open);
  const needed = new Map<number, readonly number[]>();
  builder.tested.forEach((pair, k) => {
    if (open[k].length === 0) return;
    const times = plans && isMember(builder.cell, pair.b) ? ofMember(work, i, k) : null;
    const both = times ? inCommon(times, open[k]) : open[k];
    if (both.length > 0) needed.set(k, both);
  });
  const boxes = keepSlabs(work, i, needed);
  const left = new Map<number, PairLeft>();
  for (const [k, times] of needed) {
    const own = boxes.get(k) ?? [];
    const open = openParts(work, k, times, own);
    const parts = open.some((part) => part.length > 0) ? open : [];
    left.set(k, { times, boxes: own, parts });
    if (parts.length > 0) tally.isOpen(i, k);
  }
  tally.settle(i, [...left.values()].some(isOpen));
  return left;
}

function isOpen({ parts }: PairLeft): boolean {
  return parts.length > 0;
}

function isMember({ crowd }: Cell, body: number): boolean {
  return crowd !== null && crowd !== undefined && body >= crowd.first;
}

/** The times at which no sweep clears a pair with a member. */
function ofMember({ builder, plans }: Work, i: number, k: number): readonly number[] {
  const { a, b } = builder.tested[k];
  return plans?.[i].open.get(builder.cell.crowd!.pair(a, b)) ?? [];
}

/** An old slab of a tested pair. */
interface Proposal {
  readonly k: number;
  readonly list: OldSlabs;
  readonly number: number;
  readonly t: number;
}

/** Keeps the old slabs that are needed and hold; per pair, what they cover. */
function keepSlabs(
  { builder, evidence, known, trial, tally }: Work,
  i: number,
  needed: ReadonlyMap<number, readonly number[]>,
): ReadonlyMap<number, number[]> {
  const boxes = new Map<number, number[]>();
  const s = evidence.segments[i];
  if (s < 0) return boxes;
  const proposals: Proposal[] = [];
  for (const [k, times] of needed) {
    for (const list of evidence.slabs(s, builder.tested[k])) {
      for (let number = 0; number < list.slabs.length / SLAB_SIZE; number++) {
        const o = SLAB_SIZE * number;
        const t = list.slabs[o + SLAB_T];
        const before = list.slabs[o + SLAB_BEFORE];
        const after = list.slabs[o + SLAB_AFTER];
        // What is no slab at all is none that holds.
        if (!(t >= 0 && t <= 1 && before >= 0 && after >= 0)) tally.fails(i, k);
        else if (meets(times, t - before, t + after)) proposals.push({ k, list, number, t });
      }
    }
  }
  // Those of one moment together, so that the robots are placed once for all of them.
  proposals.sort((p, q) => p.t - q.t);
  for (const { k, list, number } of proposals) {
    const pair = builder.tested[k];
    const slab = evidence.slab(list, number, pair);
    if (slab) {
      if (slab[SLAB_A + 1] !== WHOLE) takeOrder(builder, known, pair.a, slab[SLAB_A]);
      if (slab[SLAB_B + 1] !== WHOLE) takeOrder(builder, known, pair.b, slab[SLAB_B]);
    }
    if (!slab || !builder.take(i, k, slab)) {
      tally.fails(i, k);
      continue;
    }
    tally.keeps(k, { segment: s, pair: list.pair, slab: number });
    const own = boxes.get(k) ?? [];
    for (let c = 0; c < COVERED_SIZE; c++) own.push(trial.covered[c]);
    boxes.set(k, own);
  }
  return boxes;
}

/** Whether an interval has some of these times. */
function meets(times: readonly number[], lo: number, hi: number): boolean {
  for (let i = 0; i < times.length; i += 2) if (lo <= times[i + 1] && hi >= times[i]) return true;
  return false;
}

/** By pieces of both bodies: the times, of those at which a pair needs slabs, that boxes of kept ones leave open. */
function openParts(
  { builder, trial }: Work,
  k: number,
  times: readonly number[],
  boxes: readonly number[],
): readonly (readonly number[])[] {
  const { a, b } = builder.tested[k];
  const [countA, countB] = [trial.piecesOf(a), trial.piecesOf(b)];
  const parts: (readonly number[])[] = [];
  for (let p = 0; p < countA; p++) {
    const [a0, a1] = trial.elementsOf(a, p);
    for (let q = 0; q < countB; q++) {
      const [b0, b1] = trial.elementsOf(b, q);
      const open = inCommon(uncovered(boxes, { a0, a1, b0, b1 }), times);
      parts.push(coarsened(open));
    }
  }
  return parts;
}

/** The times of a segment at which some pair is open. */
function openTimes(left: Left): readonly number[] {
  let all: readonly number[] = [];
  for (const { parts } of left.values()) for (const part of parts) all = inEither(all, part);
  return all;
}

/** Proves what is left open, by a search that knows the open pairs alone. The number of its tests. */
function proveRest(
  { path, builder, known, trial, tally }: Work,
  left: readonly Left[],
  margin: number,
  options: RenewOptions,
): number {
  const { signal, onProgress, budget = 10 * DEFAULT_BUDGET } = options;
  let segment = 0;
  const taken = sinkOf(builder, known, () => segment);
  const sink: typeof taken = {
    slab: (step) => {
      if (!taken.slab(step)) return false;
      const k = builder.numberOf(step.pair)!;
      tally.adds(segment, k);
      left[segment].get(k)!.boxes.push(...trial.covered);
      return true;
    },
  };
  const pairs = openPairs(builder, left);
  const recorder = pairs.length > 0 ? new Recorder(builder.cell, pairs, margin) : null;
  path.segments.forEach((motion, i) => {
    segment = i;
    if (signal?.aborted) throw notFree('the work was stopped', i);
    // Of the first one also what begins inside of something is asked about.
    const isLeft = [...left[i].values()].some(isOpen);
    if (isLeft || i === 0) trial.resume(motion, i === 0);
    let failure: RecordFailure | null = null;
    if (isLeft) {
      failure = recorder!.record(motion, sink, budget - recorder!.tests, signal, (pair, p, q) => {
        const parts = left[i].get(builder.numberOf(pair)!)?.parts;
        return parts?.[p * trial.piecesOf(pair.b) + q] ?? NEVER;
      });
    }
    if (failure && signal?.aborted) throw notFree('the work was stopped', i);
    if (failure) throw notFree(inWords(failure, builder, trial, motion), i);
    const inside = i === 0 ? trial.contained() : null;
    if (inside) throw notFree(`one of ${namesOf(builder, inside)} begins inside the other`, i);
    onProgress?.({ settled: i + 1, segments: path.segments.length });
  });
  return recorder?.tests ?? 0;
}

const NEVER: readonly number[] = [];

/** Pairs that are open on some segment, as a search has them. */
function openPairs({ cell, tested }: CertificateBuilder, left: readonly Left[]): Pair[] {
  const numbers = new Set<number>();
  for (const each of left) for (const [k, own] of each) if (isOpen(own)) numbers.add(k);
  if (numbers.size === 0) return [];
  const stride = cell.bodies.length;
  const listed = new Map(provable(cell).map((pair) => [pair.a * stride + pair.b, pair]));
  return [...numbers].map((k) => {
    const { a, b } = tested[k];
    return listed.get(a * stride + b) ?? cell.crowd!.pair(a, b);
  });
}

/**
 * Once more, by the verifier's own rule: do the slabs of a segment, and what else shows pairs apart, leave nothing open?
 * What was kept and what is new was put together here; nobody else has looked at all of it yet.
 */
function requireCovered({ builder, trial }: Work, left: Left, i: number): void {
  for (const [k, { times, boxes }] of left) {
    const pair = builder.tested[k];
    const [a, b] = [trial.elementCount(pair.a), trial.elementCount(pair.b)];
    const cleared = leftOpen(times);
    const all = [...boxes];
    for (let o = 0; o < cleared.length; o += 2) all.push(0, a, 0, b, cleared[o], cleared[o + 1]);
    if (covers(new Float64Array(all), 0, all.length / COVERED_SIZE, a, b)) continue;
    throw notFree(`what is kept and what is new leaves ${namesOf(builder, pair)} open`, i);
  }
}
