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
import { COVERED_SIZE, covers } from '../verifier/inside.ts';
import { CertificateBuilder } from './builder.ts';
import { groundOf, isOpen, keepSegment, type Left, type Work } from './keep.ts';
import type { MakeOptions } from './make.ts';
import { OldEvidence } from './oldEvidence.ts';
import { RenewalTally, type RenewedSteps } from './renewal.ts';
import {
  digestsOf,
  inWords,
  marginOf,
  NOT_FREE,
  namesOf,
  notFree,
  provable,
  sinkOf,
} from './steps.ts';
import { inEither, leftOpen } from './times.ts';

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
    const left = path.segments.map((_, i) => keepSegment(work, i, options.signal));
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
