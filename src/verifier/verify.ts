/**
 * Verifying a certificate: is the path free in this cell, for a reader who trusts neither the file nor
 * the program that wrote it? docs/certificate.md has the argument and lists what is trusted.
 *
 *   const { verified, reason } = verify(parseCertificate(bytes), description)
 *
 * The cell gives the model: bodies, pairs, clearances. The certificate gives a path and proposals:
 * slabs. Every slab is proven (slab.ts), nothing may be left uncovered (coverage.ts), and at the beginning
 * of the path nothing may be inside a solid (containment.ts).
 */
import type { JointBox } from '../kinematics/box.ts';
import { POSE_SIZE } from '../math/pose.ts';
import type { CellDescription } from '../model/description.ts';
import { buildModel, type CellModel } from '../model/model.ts';
import { requireTests } from '../model/nothing.ts';
import { modelPairs, type PairModel } from '../model/pairs.ts';
import type { Segment } from '../motion/segment.ts';
import { type ProofBody, proofBody } from './bodies.ts';
import { oneContainsOther } from './containment.ts';
import { covers } from './coverage.ts';
import { fileDigests, modelDigest } from './digest.ts';
import { type Certificate, type PairEntry, segmentCount } from './format.ts';
import { pathOf, type WantedPath } from './path.ts';
import { equal, Rejected, type Rejection } from './rejected.ts';
import { Sections } from './sections.ts';
import { type Evidence, SegmentRun } from './segmentRun.ts';
import { type PairProof, SlabProver } from './slab.ts';
import { assumptionsOf, pairEntries } from './statement.ts';

export interface Verification {
  readonly verified: boolean;
  /** Why not: the first thing that is wrong. */
  readonly reason?: Rejection;
  /** How much was checked. */
  readonly checked: { readonly slabs: number; readonly pairs: number; readonly segments: number };
  /** What the verdict rests on and nobody has shown. */
  readonly assumptions: readonly string[];
}

export interface VerifyOptions {
  /** The path that the certificate must be about, segment by segment and bit by bit. */
  readonly path?: WantedPath;
  /** For a part of something larger: by how much more joints may stray than the cell says. */
  readonly strays?: Float64Array;
  /** Likewise: which pairs must be shown apart here; the others are shown elsewhere. */
  readonly concerns?: (pair: Pick<PairModel, 'a' | 'b'>) => boolean;
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
  readonly tested: readonly PairEntry[];
  readonly prover: SlabProver;
  readonly proofs: readonly PairProof[];
}

/** A cell, ready for any number of certificates. */
export class Verifier {
  readonly model: CellModel;
  /** Every two bodies, as the model has them. */
  private readonly pairs: readonly PairModel[];
  private readonly bodies: readonly ProofBody[];
  private readonly digest: string;
  private ground: Ground | null = null;

  constructor(description: CellDescription) {
    this.model = buildModel(description);
    const { bodies, tree } = this.model;
    this.pairs = modelPairs(description, bodies, tree);
    requireTests({ description, bodies, pairs: this.pairs });
    this.bodies = bodies.map(proofBody);
    this.digest = modelDigest(description);
  }

  /** The steps are those of docs/certificate.md, "The argument". */
  verify(certificate: Certificate, options: VerifyOptions = {}): Verification {
    const { path, strays, concerns } = options;
    const { tree, tolerances: own } = this.model;
    const tolerances = strays ? own.map((t, d) => t + strays[d]) : own;
    const checked = { slabs: 0, pairs: 0, segments: 0 };
    let assumptions: readonly string[] = [];
    try {
      this.checkModel(certificate, tolerances);
      const { segments, errors } = pathOf(certificate, { tree, tolerances }, path);
      assumptions = this.checkPairs(certificate, tolerances, concerns);
      const ground = this.groundFor(certificate, errors, tolerances);
      const sections = new Sections(this.bodies, certificate.orders);
      if (sections.fault !== null) throw new Rejected('order', sections.fault);
      this.checkSlabs(certificate, { ...ground, sections }, segments, checked);
      return { verified: true, checked, assumptions };
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      return { verified: false, reason: error.reason, checked, assumptions };
    }
  }

  /** Is the certificate about this cell? */
  private checkModel(c: Certificate, tolerances: Float64Array): void {
    const { description, tree } = this.model;
    if (c.model !== this.digest) {
      const now = new Map(fileDigests(description));
      const then = new Map(c.files);
      const names = [...new Set([...now.keys(), ...then.keys()])].sort();
      const changed = names.filter((name) => now.get(name) !== then.get(name));
      const files = changed.length > 0 ? `; files that differ: ${changed.join(', ')}` : '';
      throw new Rejected('model', `the certificate is about another cell${files}`);
    }
    if (
      !equal(
        c.dofs,
        tree.dofs.map((dof) => dof.name),
      )
    ) {
      throw new Rejected('dofs', 'the degrees of freedom are not those of the cell');
    }
    if (
      !equal(
        c.bodies,
        this.bodies.map((body) => body.name),
      )
    ) {
      throw new Rejected('bodies', 'the bodies are not those of the cell');
    }
    if (!equal(c.tolerances, tolerances)) {
      throw new Rejected('tolerances', 'the tracking tolerances are not those of the cell');
    }
    if (c.settings.clearance !== description.clearance.default) {
      throw new Rejected('clearance', 'the default clearance is not that of the cell');
    }
  }

  /** Is every pair of bodies treated as the cell demands? What is assumed then. */
  private checkPairs(
    c: Certificate,
    tolerances: Float64Array,
    concerns: VerifyOptions['concerns'],
  ): readonly string[] {
    const { description, tree, bodies } = this.model;
    const pairs = pairEntries(this.pairs, concerns);
    const strays = tree.loose !== null || tolerances.some((t) => t > 0);
    for (let k = 0; k < Math.max(pairs.length, c.pairs.length); k++) {
      const [mine, theirs] = [pairs[k], c.pairs[k]];
      if (mine && theirs && samePair(mine, theirs, strays)) continue;
      const where = mine ? { pair: this.names(mine) } : {};
      const message = mine
        ? `"${this.names(mine).join('" and "')}" must be ${inWords(mine, strays)}; the certificate has ${theirs ? inWords(theirs) : 'nothing'}`
        : 'the certificate lists more pairs than the cell has';
      throw new Rejected('pairs', message, where);
    }
    const assumptions = assumptionsOf(description, bodies, pairs);
    if (!equal(c.assumptions, assumptions)) {
      throw new Rejected('assumptions', 'the assumptions are not those that the pairs rest on');
    }
    return assumptions;
  }

  /** Proofs of the pairs that are tested; kept, because paths in one cell tend to have the same. */
  private groundFor(
    { lower, upper, pairs }: Certificate,
    errors: Float64Array,
    tolerances: Float64Array,
  ): Ground {
    const { tree } = this.model;
    const tested = pairs.filter((pair) => pair.excluded === null);
    const kept = this.ground;
    if (kept && equal(kept.lower, lower) && equal(kept.upper, upper)) {
      const same = equal(kept.errors, errors) && equal(kept.tolerances, tolerances);
      const all = kept.tested.length === tested.length;
      if (same && all && kept.tested.every((pair, k) => samePair(pair, tested[k]))) return kept;
    }
    const box = { lower: lower.slice(), upper: upper.slice() };
    const prover = new SlabProver({ tree, bodies: this.bodies, box, errors, tolerances });
    const proofs = tested.map((pair) => prover.pair(pair));
    this.ground = { ...box, errors, tolerances, tested, prover, proofs };
    return this.ground;
  }

  private names({ a, b }: PairEntry): [string, string] {
    return [this.bodies[a].name, this.bodies[b].name];
  }

  /** Does every slab hold, do they cover everything, and does nothing begin inside something? */
  private checkSlabs(
    c: Certificate,
    evidence: Evidence,
    segments: readonly Segment[],
    checked: { slabs: number; pairs: number; segments: number },
  ): void {
    const { tested, prover } = evidence;
    if (c.slabs.length !== segmentCount(c.waypoints.length)) {
      throw new Rejected('coverage', `slabs for ${c.slabs.length} segments of ${segments.length}`);
    }
    segments.forEach((segment, s) => {
      const lists = c.slabs[s];
      if (lists.length !== tested.length) {
        const message = `segment ${s} has slabs for ${lists.length} pairs, ${tested.length} are tested`;
        throw new Rejected('coverage', message, { segment: s });
      }
      const run = new SegmentRun(lists);
      prover.begin(segment);
      run.prove(evidence, (k, slab, code, message) => {
        throw new Rejected(code, message, { pair: this.names(tested[k]), segment: s, slab });
      });
      tested.forEach((pair, k) => {
        const [a, b] = [this.bodies[pair.a], this.bodies[pair.b]];
        const where = { pair: this.names(pair), segment: s };
        if (!covers(run.boxes, run.first[k], run.first[k + 1], a.count, b.count)) {
          const message = `the slabs of "${where.pair.join('" and "')}" leave a part of segment ${s} open`;
          throw new Rejected('coverage', message, where);
        }
        if (s > 0 || run.hullsApartAtStart(k, a.count, b.count)) return;
        prover.place(0);
        const { poses } = prover.motion;
        if (oneContainsOther(a, b, poses, POSE_SIZE * a.frame, POSE_SIZE * b.frame)) {
          const message = `one of "${where.pair.join('" and "')}" begins inside the other`;
          throw new Rejected('contained', message, where);
        }
      });
      checked.slabs += run.total;
      checked.segments++;
    });
    checked.pairs = tested.length;
  }
}

/**
 * Whether two entries are equal. Where joints stray, a certificate may demand any room for that: the prover
 * takes the larger of that and of its own account.
 */
function samePair(p: PairEntry, q: PairEntry, strays = false): boolean {
  if (p.a !== q.a || p.b !== q.b || p.excluded !== q.excluded || p.detail !== q.detail)
    return false;
  if (!Object.is(p.clearance, q.clearance)) return false;
  return strays && p.excluded === null ? q.tracking >= 0 : Object.is(p.tracking, q.tracking);
}

function inWords({ excluded, detail, clearance, tracking }: PairEntry, strays = false): string {
  if (excluded !== null) return detail === '' ? excluded : `${excluded} (${detail})`;
  const room = strays ? 'something of at least 0' : tracking;
  return `tested with clearance ${clearance} and ${room} for straying joints`;
}
