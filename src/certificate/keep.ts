/**
 * What of an older certificate is kept: glances and sweeps that are looked at, slabs that are put to the verifier's proof,
 * and what all of them leave open. docs/recheck.md, steps 2 to 4.
 */
import type { Cell } from '../cell/index.ts';
import type { Path } from '../motion/index.ts';
import {
  COVERED_SIZE,
  SLAB_A,
  SLAB_AFTER,
  SLAB_B,
  SLAB_BEFORE,
  SLAB_SIZE,
  SLAB_T,
  WHOLE,
} from '../verifier/inside.ts';
import type { CertificateBuilder } from './builder.ts';
import { GlanceMaker } from './glances.ts';
import type { OldEvidence, OldSlabs } from './oldEvidence.ts';
import type { RenewalTally } from './renewal.ts';
import { notFree, pairsOf, takeOrder, trialOf } from './steps.ts';
import { type SegmentPlan, SweepMaker } from './sweeps.ts';
import { coarsened, inCommon, uncovered } from './times.ts';
import { type Trial, type TrialBodies, trialBodies } from './trial.ts';

/** All that is worked with. */
export interface Work {
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

export function groundOf(
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
export interface PairLeft {
  /** The times that nothing but slabs can show. */
  readonly times: readonly number[];
  /** What the slabs cover that there are by now: COVERED_SIZE numbers for each. */
  readonly boxes: number[];
  /** The times that are open of each two pieces of the bodies; empty if none is. */
  readonly parts: readonly (readonly number[])[];
}

/** By number of a tested pair: those that need slabs on a segment. */
export type Left = ReadonlyMap<number, PairLeft>;

/** Looks at what there is of a segment, and keeps what holds; what is left open then. */
export function keepSegment(
  work: Work,
  i: number,
  signal: { readonly aborted: boolean } | undefined,
): Left {
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

export function isOpen({ parts }: PairLeft): boolean {
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
