/**
 * What those who make certificates have in common, be it of nothing or of an older one: how much room steps have to
 * spare, who takes the steps that a search finds, which pairs need any, and what to say where there are none.
 */
import {
  type Cell,
  type CellDescription,
  listedPairs,
  memberPoseInto,
  type Pair,
  setSize,
} from '../cell/index.ts';
import type { Patch, RecordFailure, SlabSink } from '../check/index.ts';
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
import { type CellDigests, cellDigests, pathOf, Rejected } from '../verifier/inside.ts';
import { noStepText } from '../words/index.ts';
import { type CertificateBuilder, isWholePiece } from './builder.ts';
import type { SegmentPlan } from './sweeps.ts';
import { Trial, type TrialBodies } from './trial.ts';

/**
 * Metres that every step has to spare, and how much more per metre of distance from the origin: so that
 * few steps are refused.
 */
const MARGIN = 1e-9;
const FAR_MARGIN = 1e-13;

/** Thrown by way of an InputError's code: the path is not free, or not provably so. */
export const NOT_FREE = 'certificate/not-free';

/** Digests of descriptions, which do not change: one of many obstacles takes longer than many a certificate. */
const digests = new WeakMap<CellDescription, CellDigests>();

export function digestsOf(description: CellDescription): CellDigests {
  let found = digests.get(description);
  if (!found) {
    found = cellDigests(description);
    digests.set(description, found);
  }
  return found;
}

/** Takes the steps that a search finds: those that the verifier accepts, as slabs of the segment that is at hand. */
export function sinkOf(
  builder: CertificateBuilder,
  known: TrialBodies,
  segmentAtHand: () => number,
): SlabSink {
  const { bodies } = builder.cell;
  const add = (body: number, piece: number, { from, to }: Patch) => {
    const of = bodies[body].pieces[piece];
    if (of.kind !== 'mesh' || isWholePiece(of, from, to)) return;
    takeOrder(builder, known, body, piece);
  };
  return {
    slab({ pair, t, before, after, pieceA: i, patchA: p, pieceB: j, patchB: q, n }) {
      add(pair.a, i, p);
      add(pair.b, j, q);
      const a = { piece: i, from: p.from, to: p.to };
      const b = { piece: j, from: q.from, to: q.to };
      const draft = { pair, segment: segmentAtHand(), t, before, after, a, b, n: shortened(n) };
      return builder.slab(draft) || builder.slab({ ...draft, n });
    },
  };
}

/** Has the order of the triangles of a mesh, which is that of its tree, known to all. */
export function takeOrder(
  builder: CertificateBuilder,
  known: TrialBodies,
  body: number,
  piece: number,
): void {
  const of = builder.cell.bodies[body].pieces[piece];
  if (of.kind !== 'mesh') return;
  const { ids } = of.tree;
  builder.order(body, piece, ids);
  known.order(() => ({ body, piece, triangles: Uint32Array.from(ids) }), body, piece);
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

/** All pairs that need slabs somewhere. */
export function pairsOf(plans: readonly SegmentPlan[]): Pair[] {
  return [...new Set(plans.flatMap(({ open }) => [...open.keys()]))];
}

/** Metres that every step in a cell has to spare. */
export function marginOf(description: CellDescription): number {
  return MARGIN + FAR_MARGIN * extentOf(description);
}

/** How far from the origin something is placed. */
function extentOf({ robots, obstacles, sets = [] }: CellDescription): number {
  let most = 0;
  for (const pose of [...robots.map((r) => r.base), ...obstacles.map((o) => o.pose)]) {
    most = Math.max(most, Math.abs(pose[9]), Math.abs(pose[10]), Math.abs(pose[11]));
  }
  const place = new Float64Array(12);
  for (const set of sets) {
    for (let i = 0; i < setSize(set); i++) {
      memberPoseInto(set, i, place);
      most = Math.max(most, Math.abs(place[9]), Math.abs(place[10]), Math.abs(place[11]));
    }
  }
  return most;
}

/** All pairs that nobody declared, but for those of members: what swept spheres exclude is shown step by step as well. */
export function provable({ pairs, crowd, bodies }: Cell): Pair[] {
  const first = crowd?.first ?? bodies.length;
  const isProvable = ({ reason }: Pair) => reason === null || reason === 'swept';
  return [...listedPairs(pairs)].filter((pair) => pair.b < first && isProvable(pair));
}

/** The degree of freedom by which the joint of a frame turns; -1 if it does not. */
function turnOf({ kind, dof }: KinematicTree, f: number): number {
  if (kind[f] === FIXED || kind[f] === SLIDE) return -1;
  return dof[f] + (kind[f] === PLANAR ? 2 : kind[f] === FLOATING ? 3 : 0);
}

export function namesOf({ cell }: CertificateBuilder, { a, b }: Pick<Pair, 'a' | 'b'>): string {
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

export function inWords(
  { pair, t, lacking }: RecordFailure,
  builder: CertificateBuilder,
  trial: Trial,
  motion: Segment,
): string {
  const turning = turningPlane(builder.cell, pair, motion);
  if (turning) return turning;
  return noStepText(namesOf(builder, pair), t, lacking, trial.roundingOf(pair));
}

export function notFree(why: string, segment: number): InputError {
  return new InputError({
    code: NOT_FREE,
    message: `segment ${segment}: ${why}; a certificate needs a path that is free with ${MARGIN} m to spare`,
  });
}

/**
 * What the verifier will ask of the path; one that is kept, if it serves. Throws an InputError for a path that it
 * would reject.
 */
export function trialOf(
  builder: CertificateBuilder,
  path: Path,
  bodies: TrialBodies,
  kept: Trial | null = null,
): Trial {
  const { cell } = builder;
  try {
    const { errors } = pathOf(builder.pathRecord(), cell, path);
    return kept?.serves(cell, errors) ? kept : new Trial(cell, bodies, errors);
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    throw notFree(error.reason.message, error.reason.segment ?? 0);
  }
}
