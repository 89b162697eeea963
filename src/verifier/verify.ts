/**
 * Verifying a certificate: is the path free in this cell, for a reader who trusts neither the file nor
 * the program that wrote it? docs/certificate.md has the argument and lists what is trusted.
 *
 *   const { verified, reason } = verify(parseCertificate(bytes), description)
 *
 * The cell gives the model: bodies, pairs, clearances. The certificate gives a path and proposals:
 * slabs, and sweeps past a crowd. Every slab is proven (slab.ts), where sweeps lead is computed (sweep.ts), nothing may
 * be left uncovered (coverage.ts, crowd.ts), and at the beginning of the path nothing may be inside a solid
 * (containment.ts).
 */
import type { JointBox } from '../kinematics/box.ts';
import { POSE_SIZE } from '../math/pose.ts';
import type { CellDescription } from '../model/description.ts';
import { buildModel, type CellModel } from '../model/model.ts';
import { isNothingTested, requireTests } from '../model/nothing.ts';
import { type PairModel, PairRules } from '../model/pairs.ts';
import type { Segment } from '../motion/segment.ts';
import { type BodyList, ProofBodies } from './bodies.ts';
import { oneContainsOther } from './containment.ts';
import { COVERED_SIZE, covers, coversStart } from './coverage.ts';
import { SegmentSweeps } from './crowd.ts';
import { fileDigests, modelDigest } from './digest.ts';
import { type Certificate, type PairEntry, segmentCount } from './format.ts';
import { Glances } from './glances.ts';
import { Members } from './members.ts';
import { demandedPairs, KeptPairs, requirePairs } from './pairList.ts';
import { pathOf, type WantedPath } from './path.ts';
import { equalNumbers, equalTexts, Rejected, type Rejection } from './rejected.ts';
import { type KeptOrders, Sections } from './sections.ts';
import { type Evidence, SegmentRun } from './segmentRun.ts';
import { type PairProof, SlabProver } from './slab.ts';
import { type AssumedPairs, assumptionsOf, type ConcernedPair } from './statement.ts';

export interface Verification {
  readonly verified: boolean;
  /** Why not: the first thing that is wrong. */
  readonly reason?: Rejection;
  /** How much was checked. */
  readonly checked: Checked;
  /** What the verdict rests on and nobody has shown. */
  readonly assumptions: readonly string[];
}

/** How much of a certificate was checked. */
export interface Checked {
  readonly slabs: number;
  /** At all bodies. */
  readonly glances: number;
  /** Those that were shown apart. */
  readonly pairs: number;
  readonly segments: number;
  /** Of bodies past a crowd; 0 without one. */
  readonly sweeps: number;
}

export interface VerifyOptions {
  /** The path that the certificate must be about, segment by segment and bit by bit. */
  readonly path?: WantedPath;
  /** For a part of something larger: by how much more joints may stray than the cell says. */
  readonly strays?: Float64Array;
  /** Likewise: which pairs must be shown apart here; the others are shown elsewhere. */
  readonly concerns?: (pair: ConcernedPair) => boolean;
}

/** Verifies a certificate for a cell. Throws an InputError only for a cell that is not sound. */
export function verify(
  certificate: Certificate,
  description: CellDescription,
  options: VerifyOptions = {},
): Verification {
  return new Verifier(description).verify(certificate, options);
}

/** What is derived for one box of joint values and one list of pairs. */
interface Ground extends JointBox {
  readonly errors: Float64Array;
  readonly tolerances: Float64Array;
  readonly pairs: readonly PairEntry[];
  /** Those of them that are. */
  readonly tested: readonly PairEntry[];
  readonly prover: SlabProver;
  readonly proofs: readonly PairProof[];
  readonly glances: Glances;
}

/** All that the slabs of a certificate are proven with, and which pairs their lists are of. */
interface Proven extends Evidence, Pick<Ground, 'tested'> {}

/** What is derived for lists of pairs: what they must have of every two of the first bodies. */
interface Demanded {
  readonly first: number;
  readonly concerns: VerifyOptions['concerns'];
  readonly pairs: readonly PairEntry[];
  /** A list that was found to have it, all of it. One that is the same needs no second look. */
  accepted: KeptPairs | null;
  strays: boolean;
}

/** What is derived for a crowd: the bodies from number `first` on. */
interface CrowdGround {
  readonly first: number;
  /** Bodies that must be shown apart from members, or from those that the certificate is about. */
  readonly movers: readonly number[];
  readonly concerns: (pair: ConcernedPair) => boolean;
  /** How many pairs of these and members are tested; of which there are slabs, by a * bodies + b. */
  readonly tested: number;
  readonly listed: ReadonlySet<number>;
  readonly sweeps: SegmentSweeps;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const NO_GLANCES = new Float64Array(0);

/** A cell, ready for any number of certificates. */
export class Verifier {
  readonly model: CellModel;
  readonly rules: PairRules;
  private readonly bodies: BodyList;
  private readonly digest: string;
  private readonly dofs: readonly string[];
  private readonly assumed: AssumedPairs;
  readonly assumptions: readonly string[];
  private ground: Ground | null = null;
  private readonly orders: KeptOrders = new Map();
  /** Every two bodies before the crowd of the last certificate. */
  private demanded: Demanded | null = null;
  private readonly run = new SegmentRun();
  /** Kept, because certificates tend to have the same crowd. */
  private members: Members | null = null;

  constructor(description: CellDescription) {
    this.model = buildModel(description);
    const { bodies, tree, bodyOf } = this.model;
    this.rules = new PairRules(description, bodies, tree, bodyOf);
    requireTests({ description, bodies, pairs: this });
    const declared: PairModel[] = [];
    this.rules.forEachDeclared((pair) => declared.push(pair));
    this.assumed = { declared, nothing: isNothingTested(this) };
    this.bodies = new ProofBodies(bodies.length, (body) => bodies[body]);
    this.digest = modelDigest(description);
    this.dofs = tree.dofs.map((dof) => dof.name);
    this.assumptions = assumptionsOf(description, bodies, this.assumed);
  }

  /** The steps are those of docs/certificate.md, "The argument". */
  verify(certificate: Certificate, options: VerifyOptions = {}): Verification {
    const { path, strays, concerns } = options;
    const { tree, tolerances: own } = this.model;
    const tolerances = strays ? own.map((t, d) => t + strays[d]) : own;
    const checked = { slabs: 0, glances: 0, pairs: 0, segments: 0, sweeps: 0 };
    let assumptions: readonly string[] = [];
    try {
      this.checkModel(certificate, tolerances);
      const { segments, errors } = pathOf(certificate, { tree, tolerances }, path);
      const pairs = this.checkPairs(certificate, tolerances, concerns);
      assumptions = this.assumptions;
      const ground = this.groundFor(certificate, pairs, errors, tolerances);
      const sections = new Sections(this.bodies, certificate.orders, this.orders);
      if (sections.fault !== null) throw new Rejected('order', sections.fault);
      const crowd = this.crowdOf(certificate, ground.prover, concerns);
      this.checkSlabs(certificate, { ...ground, sections }, segments, crowd, checked);
      return { verified: true, checked, assumptions };
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      return { verified: false, reason: error.reason, checked, assumptions };
    }
  }

  /** Is the certificate about this cell? */
  private checkModel(c: Certificate, tolerances: Float64Array): void {
    const { description } = this.model;
    if (c.model !== this.digest) {
      const files = differences(c.files, fileDigests(description));
      throw new Rejected('model', `the certificate is about another cell${files}`);
    }
    if (!equalTexts(c.dofs, this.dofs)) {
      throw new Rejected('dofs', 'the degrees of freedom are not those of the cell');
    }
    const { bodies } = this.model;
    const count = c.bodies.length + (c.crowd ?? 0);
    if (count !== bodies.length || !areNames(c.bodies, bodies)) {
      throw new Rejected('bodies', 'the bodies are not those of the cell');
    }
    for (let i = c.bodies.length; i < bodies.length; i++) {
      if (bodies[i].kind === 'obstacle' && bodies[i].frame === 0) continue;
      throw new Rejected('crowd', `"${bodies[i].name}" is in the crowd and no obstacle`);
    }
    if (!equalNumbers(c.tolerances, tolerances)) {
      throw new Rejected('tolerances', 'the tracking tolerances are not those of the cell');
    }
    if (c.settings.clearance !== description.clearance.default) {
      throw new Rejected('clearance', 'the default clearance is not that of the cell');
    }
  }

  /** Is every pair of bodies treated as the cell demands, and assumed what follows? The pairs, as they were accepted. */
  private checkPairs(
    c: Certificate,
    tolerances: Float64Array,
    concerns: VerifyOptions['concerns'],
  ): readonly PairEntry[] {
    const { tree, bodies } = this.model;
    const strays = tree.loose !== null || tolerances.some((t) => t > 0);
    const first = c.bodies.length;
    let known = this.demanded;
    if (known?.first !== first || known.concerns !== concerns) {
      const pairs = demandedPairs(this.rules, first, concerns);
      known = { first, concerns, pairs, accepted: null, strays };
      this.demanded = known;
    }
    let { accepted } = known;
    if (accepted === null || known.strays !== strays || !accepted.equals(c.pairs)) {
      requirePairs(c, { demanded: known.pairs, bodies, rules: this.rules, strays, concerns });
      accepted = new KeptPairs(c.pairs);
      known.accepted = accepted;
      known.strays = strays;
    }
    if (!equalTexts(c.assumptions, this.assumptions)) {
      throw new Rejected('assumptions', 'the assumptions are not those that the pairs rest on');
    }
    return accepted.pairs;
  }

  /** What is derived for the certificate's crowd; null without one. */
  private crowdOf(
    { bodies, crowd, pairs }: Certificate,
    prover: SlabProver,
    concerns: VerifyOptions['concerns'],
  ): CrowdGround | null {
    if (crowd === undefined) return null;
    const first = bodies.length;
    if (this.members?.first !== first) this.members = new Members(this.model.bodies, first);
    const end = this.model.bodies.length;
    const listed = new Set(pairs.filter(({ b }) => b >= first).map(({ a, b }) => a * end + b));
    const sweeps = new SegmentSweeps(this.members, prover);
    let tested = 0;
    const movers = [...this.rules.movers].filter((a) => {
      let asked = concerns ? 0 : end - first;
      for (let b = first; concerns && b < end; b++) if (concerns({ a, b })) asked++;
      tested += asked;
      return asked > 0;
    });
    for (const { a, b } of this.assumed.declared) {
      if (b >= first && (concerns?.({ a, b }) ?? true)) tested--;
    }
    return { first, movers, concerns: concerns ?? (() => true), listed, sweeps, tested };
  }

  /** Proofs of the pairs that are tested; kept, because paths in one cell tend to have the same. */
  private groundFor(
    { lower, upper }: Certificate,
    pairs: readonly PairEntry[],
    errors: Float64Array,
    tolerances: Float64Array,
  ): Ground {
    const { tree } = this.model;
    const kept = this.ground;
    if (kept?.pairs === pairs && equalNumbers(kept.errors, errors)) {
      const isSame = equalNumbers(kept.lower, lower) && equalNumbers(kept.upper, upper);
      if (isSame && equalNumbers(kept.tolerances, tolerances)) return kept;
    }
    const tested = pairs.filter((pair) => pair.excluded === null);
    const box = { lower: lower.slice(), upper: upper.slice() };
    const prover = new SlabProver({ tree, bodies: this.bodies, box, errors, tolerances });
    const proofs = tested.map((pair) => prover.pair(pair));
    const glances = new Glances(prover, proofs);
    this.ground = { ...box, errors, tolerances, pairs, tested, prover, proofs, glances };
    return this.ground;
  }

  private names({ a, b }: Pick<PairEntry, 'a' | 'b'>): [string, string] {
    return [this.model.bodies[a].name, this.model.bodies[b].name];
  }

  /** Does every slab hold, do they and the sweeps cover everything, and does nothing begin inside something? */
  private checkSlabs(
    c: Certificate,
    evidence: Proven,
    segments: readonly Segment[],
    crowd: CrowdGround | null,
    checked: Writable<Checked>,
  ): void {
    const { run } = this;
    const { tested, prover } = evidence;
    if (c.slabs.length !== segmentCount(c.waypoints.length)) {
      throw new Rejected('coverage', `slabs for ${c.slabs.length} segments of ${segments.length}`);
    }
    if (c.glances && c.glances.length !== segments.length) {
      const message = `glances for ${c.glances.length} segments of ${segments.length}`;
      throw new Rejected('coverage', message);
    }
    if (crowd && c.sweeps?.length !== segments.length) {
      const message = `sweeps for ${c.sweeps?.length ?? 0} segments of ${segments.length}`;
      throw new Rejected('coverage', message);
    }
    for (let s = 0; s < segments.length; s++) {
      const lists = c.slabs[s];
      if (lists.length !== tested.length) {
        const message = `segment ${s} has slabs for ${lists.length} pairs, ${tested.length} are tested`;
        throw new Rejected('coverage', message, { segment: s });
      }
      prover.begin(segments[s]);
      run.prove(lists, c.glances?.[s] ?? NO_GLANCES, evidence, (k, slab, code, message) => {
        if (k < 0) throw new Rejected(code, `glance ${slab}: ${message}`, { segment: s });
        throw new Rejected(code, message, { pair: this.names(tested[k]), segment: s, slab });
      });
      crowd?.sweeps.take(c.sweeps![s], (body, sweep, message) => {
        throw new Rejected('sweep', `sweep ${sweep} of body ${body}: ${message}`, { segment: s });
      });
      const { glances } = evidence;
      for (let k = glances.nextOpen(0); k < tested.length; k = glances.nextOpen(k + 1)) {
        this.checkPair(k, evidence, crowd, s);
      }
      if (crowd) this.checkCrowd(crowd, s);
      checked.slabs += run.total;
      checked.glances += evidence.glances.count;
      checked.sweeps += crowd?.sweeps.total ?? 0;
      checked.segments++;
    }
    checked.pairs = tested.length + (crowd ? crowd.tested - crowd.listed.size : 0);
  }

  /**
   * Is listed pair number k covered by glances and its slabs, and by sweeps where it is one with a member of the crowd? It is asked
   * unless all that came in the order of time shows it apart as a whole: then it is not inside the other at the beginning, too.
   */
  private checkPair(
    k: number,
    { tested, prover, proofs, glances }: Proven,
    crowd: CrowdGround | null,
    segment: number,
  ): void {
    const pair = tested[k];
    const a = proofs[k].a.body;
    const b = proofs[k].b.body;
    const boxes: number[] = [];
    this.run.addTo(boxes, k);
    glances.addTo(boxes, k);
    if (crowd !== null && pair.b >= crowd.first) {
      crowd.sweeps.addTo(boxes, pair, a.count, b.count);
    }
    if (!covers(boxes, 0, boxes.length / COVERED_SIZE, a.count, b.count)) {
      const where = { pair: this.names(pair), segment };
      const message = `glances and slabs of "${where.pair.join('" and "')}" leave a part of segment ${segment} open`;
      throw new Rejected('coverage', message, where);
    }
    if (segment > 0 || coversStart(boxes, a.count, b.count)) return;
    // Once for all pairs that are asked, and only what is looked at.
    if (prover.t !== 0) prover.goTo(0);
    const { motion } = prover;
    motion.bring(a.frame);
    motion.bring(b.frame);
    const { poses } = motion;
    if (oneContainsOther(a, b, poses, POSE_SIZE * a.frame, POSE_SIZE * b.frame)) {
      const where = { pair: this.names(pair), segment };
      const message = `one of "${where.pair.join('" and "')}" begins inside the other`;
      throw new Rejected('contained', message, where);
    }
  }

  /** Are all members that no slab speaks of cleared by sweeps? */
  private checkCrowd(crowd: CrowdGround, segment: number): void {
    const { movers, first, listed, sweeps, concerns } = crowd;
    const { rules } = this;
    const end = this.model.bodies.length;
    for (const a of movers) {
      const most = rules.clearanceUpper(a, first, end);
      for (let b = sweeps.nextOpen(a, first, most); b < end; b = sweeps.nextOpen(a, b + 1, most)) {
        if (listed.has(a * end + b)) continue;
        const { reason, clearance } = rules.of(a, b);
        if (reason !== null || !concerns({ a, b }) || sweeps.clears(a, b, clearance)) continue;
        const pair = this.names({ a, b });
        const message = `no slabs of "${pair.join('" and "')}", and no sweeps that clear them, on all of segment ${segment}`;
        throw new Rejected('coverage', message, { pair, segment });
      }
    }
  }
}

type NamedDigests = Certificate['files'];

/** Which files differ, in words. They may lie in other folders here than where the certificate was made. */
function differences(theirs: NamedDigests, mine: NamedDigests): string {
  const baseOf = (name: string) => name.slice(name.lastIndexOf('/') + 1);
  const unlike = (list: NamedDigests, others: NamedDigests) => {
    const digests = new Set(others.map(([, digest]) => digest));
    return list.filter(([, digest]) => !digests.has(digest)).map(([name]) => name);
  };
  const [gone, added] = [unlike(theirs, mine), unlike(mine, theirs)];
  const [here, there] = [mine, theirs].map((list) => new Set(list.map(([name]) => baseOf(name))));
  const told = (what: string, names: readonly string[]) =>
    names.length > 0 ? `; ${what}: ${names.join(', ')}` : '';
  return [
    told(
      'files that differ',
      gone.filter((name) => here.has(baseOf(name))),
    ),
    told(
      'files missing here',
      gone.filter((name) => !here.has(baseOf(name))),
    ),
    told(
      'files that it does not name',
      added.filter((name) => !there.has(baseOf(name))),
    ),
  ].join('');
}

/** Whether these are the names of the first bodies. */
function areNames(names: readonly string[], bodies: CellModel['bodies']): boolean {
  for (let i = 0; i < names.length; i++) if (names[i] !== bodies[i].name) return false;
  return true;
}
