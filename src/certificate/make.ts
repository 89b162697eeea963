/**
 * Makes certificates. Whichever method found a path free, the evidence is made anew, of steps that
 * suit a verifier (check/cover/recorder.ts), with a little gap to spare. Every step is put to the verifier's
 * own proof (trial.ts), which counts roundings differently, before it is taken: a certificate that is
 * made is one that is verified. A path that is not free has no such steps.
 */
import {
  type Cell,
  type CellDescription,
  listedPairs,
  type Pair,
  requireTests,
} from '../cell/index.ts';
import {
  DEFAULT_BUDGET,
  type OpenPair,
  type Patch,
  Recorder,
  type RecordFailure,
  type SlabSink,
} from '../check/index.ts';
import {
  commonAncestor,
  FIXED,
  FLOATING,
  type KinematicTree,
  PLANAR,
  SLIDE,
} from '../kinematics/index.ts';
import { InputError } from '../math/index.ts';
import type { Path, Segment } from '../motion/index.ts';
import type { Certificate, Setting } from '../verifier/index.ts';
import { type CellDigests, cellDigests, pathOf, Rejected } from '../verifier/inside.ts';
import { noStepText } from '../words/index.ts';
import { CertificateBuilder, isWholePiece } from './builder.ts';
import { GlanceMaker, type GlancePlan } from './glances.ts';
import { type SegmentPlan, SweepMaker } from './sweeps.ts';
import { Trial, type TrialBodies, trialBodies } from './trial.ts';

/**
 * Metres that every step has to spare, and how much more per metre of distance from the origin: so that
 * few steps are refused.
 */
const MARGIN = 1e-9;
const FAR_MARGIN = 1e-13;

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

/** Thrown by way of an InputError's code: the path is not free, or not provably so. */
export const NOT_FREE = 'certificate/not-free';

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

/** Digests of descriptions, which do not change: one of many obstacles takes longer than many a certificate. */
const digests = new WeakMap<CellDescription, CellDigests>();

function digestsOf(description: CellDescription): CellDigests {
  let found = digests.get(description);
  if (!found) {
    found = cellDigests(description);
    digests.set(description, found);
  }
  return found;
}

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
    this.margin = MARGIN + FAR_MARGIN * extentOf(description);
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
    const trial = this.trialOf(builder, path, known);
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
    const add = (body: number, piece: number, { from, to }: Patch) => {
      const of = bodies[body].pieces[piece];
      if (of.kind !== 'mesh' || isWholePiece(of, from, to)) return;
      builder.order(body, piece, of.tree.ids);
      const order = () => ({ body, piece, triangles: Uint32Array.from(of.tree.ids) });
      known.order(order, body, piece);
    };
    const sink: SlabSink = {
      slab({ pair, t, before, after, pieceA: i, patchA: p, pieceB: j, patchB: q, n }) {
        add(pair.a, i, p);
        add(pair.b, j, q);
        const a = { piece: i, from: p.from, to: p.to };
        const b = { piece: j, from: q.from, to: q.to };
        const draft = { pair, segment, t, before, after, a, b, n: shortened(n) };
        return builder.slab(draft) || builder.slab({ ...draft, n });
      },
    };
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

  /** What the verifier will ask of the path. Throws an InputError for one that it would reject. */
  private trialOf(builder: CertificateBuilder, path: Path, bodies: TrialBodies): Trial {
    const { cell } = builder;
    try {
      const { errors } = pathOf(builder.pathRecord(), cell, path);
      if (!this.trial?.serves(cell, errors)) this.trial = new Trial(cell, bodies, errors);
      return this.trial;
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      throw notFree(error.reason.message, error.reason.segment ?? 0);
    }
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

/** The times that two lists (begin, end, begin, end, ...) have in common. */
function inCommon(p: readonly number[], q: readonly number[]): readonly number[] {
  const found: number[] = [];
  for (let i = 0, j = 0; i < p.length && j < q.length; ) {
    const [lo, hi] = [Math.max(p[i], q[j]), Math.min(p[i + 1], q[j + 1])];
    if (lo < hi) found.push(lo, hi);
    if (p[i + 1] < q[j + 1]) i += 2;
    else j += 2;
  }
  return found;
}

/** Digits of a direction: more are needed where there is little room. */
const DIGITS = 1e4;

/** The same direction with few digits. */
function shortened(n: Float64Array): ArrayLike<number> {
  return [
    Math.round(n[0] * DIGITS) / DIGITS,
    Math.round(n[1] * DIGITS) / DIGITS,
    Math.round(n[2] * DIGITS) / DIGITS,
  ];
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

/** All pairs that need slabs somewhere. */
function pairsOf(plans: readonly SegmentPlan[]): Pair[] {
  return [...new Set(plans.flatMap(({ open }) => [...open.keys()]))];
}

/** How far from the origin something is placed. */
function extentOf({ robots, obstacles }: CellDescription): number {
  let most = 0;
  for (const pose of [...robots.map((r) => r.base), ...obstacles.map((o) => o.pose)]) {
    most = Math.max(most, Math.abs(pose[9]), Math.abs(pose[10]), Math.abs(pose[11]));
  }
  return most;
}

/** All pairs that nobody declared, but for those of members: what swept spheres exclude is shown step by step as well. */
function provable({ pairs, crowd, bodies }: Cell): Pair[] {
  const first = crowd?.first ?? bodies.length;
  const isProvable = ({ reason }: Pair) => reason === null || reason === 'swept';
  return [...listedPairs(pairs)].filter((pair) => pair.b < first && isProvable(pair));
}

/** The degree of freedom by which the joint of a frame turns; -1 if it does not. */
function turnOf({ kind, dof }: KinematicTree, f: number): number {
  if (kind[f] === FIXED || kind[f] === SLIDE) return -1;
  return dof[f] + (kind[f] === PLANAR ? 2 : kind[f] === FLOATING ? 3 : 0);
}

function namesOf({ cell }: CertificateBuilder, { a, b }: Pick<Pair, 'a' | 'b'>): string {
  return `"${cell.bodies[a].name}" and "${cell.bodies[b].name}"`;
}

/** What to say of a pair in which a half-space turns, which ends nowhere along a fixed direction. */
function turningPlane({ tree, bodies }: Cell, { a, b }: Pair, motion: Segment): string | null {
  const rates = new Float64Array(tree.dofs.length);
  motion.rateUpperInto(0, 1, rates, 0);
  const top = commonAncestor(tree, bodies[a].frame, bodies[b].frame);
  for (const [own, other] of [
    [bodies[a], bodies[b]],
    [bodies[b], bodies[a]],
  ]) {
    if (!own.planes) continue;
    for (let f = own.frame; f !== top; f = tree.parent[f]) {
      const d = turnOf(tree, f);
      if (d < 0 || rates[d] === 0) continue;
      return `"${tree.dofs[d].joint}" turns the half-space of "${own.name}" against "${other.name}", which no slab can show`;
    }
  }
  return null;
}

function inWords(
  { pair, t, lacking }: RecordFailure,
  builder: CertificateBuilder,
  trial: Trial,
  motion: Segment,
): string {
  const turning = turningPlane(builder.cell, pair, motion);
  if (turning) return turning;
  return noStepText(namesOf(builder, pair), t, lacking, trial.roundingOf(pair));
}

function notFree(why: string, segment: number): InputError {
  return new InputError({
    code: NOT_FREE,
    message: `segment ${segment}: ${why}; a certificate needs a path that is free with ${MARGIN} m to spare`,
  });
}
