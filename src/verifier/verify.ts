/**
 * Verifying a certificate: is the path free in this cell, for a reader who trusts neither the file nor
 * the program that wrote it? docs/certificate.md has the argument and lists what is trusted.
 *
 *   const { verified, reason } = verify(parseCertificate(bytes), description)
 *
 * The cell gives the model: bodies, pairs, clearances. The certificate gives a path and proposals:
 * slabs. Every slab is proven (verifySlab.ts), nothing may be left uncovered (verifyCover.ts), and at
 * the beginning of the path nothing may be inside a solid (verifyContainment.ts).
 */
import {
  buildCell,
  buildPairs,
  type Cell,
  type CellDescription,
  type Pair,
  requireTests,
} from '../cell/index.ts';
import type { JointBox } from '../kinematics/index.ts';
import { POSE_SIZE, U } from '../math/index.ts';
import type { Segment } from '../motion/index.ts';
import { type BodyModel, modelBody } from './bodies.ts';
import { oneContainsOther } from './containment.ts';
import { BOX_SIZE, covers } from './coverage.ts';
import { fileDigests, modelDigest } from './digest.ts';
import {
  type Certificate,
  type PairEntry,
  SLAB_A,
  SLAB_AFTER,
  SLAB_B,
  SLAB_BEFORE,
  SLAB_N,
  SLAB_SIZE,
  SLAB_T,
  segmentCount,
} from './format.ts';
import { PatchBook } from './patches.ts';
import { pathOf, type VerifiedPath, type WantedPath } from './path.ts';
import { equal, Rejected, type Rejection } from './rejected.ts';
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
  readonly concerns?: (pair: Pick<Pair, 'a' | 'b'>) => boolean;
}

/** Verifies a certificate for a cell. Throws an InputError only for a cell that is not sound. */
export function verify(
  certificate: Certificate,
  description: CellDescription,
  options: VerifyOptions = {},
): Verification {
  return new Verifier(description).verify(certificate, options);
}

/** What is derived from the cell for one box of joint values. */
interface Ground extends JointBox {
  readonly errors: Float64Array;
  readonly tolerances: Float64Array;
  readonly concerns: VerifyOptions['concerns'];
  readonly pairs: readonly PairEntry[];
  readonly assumptions: readonly string[];
  readonly tested: readonly PairEntry[];
  readonly prover: SlabProver;
  readonly proofs: readonly PairProof[];
}

/** A cell, ready for any number of certificates. */
export class Verifier {
  readonly cell: Cell;
  private readonly description: CellDescription;
  private readonly bodies: readonly BodyModel[];
  private readonly model: string;
  private ground: Ground | null = null;

  constructor(description: CellDescription) {
    this.description = description;
    this.cell = buildCell(description);
    requireTests(this.cell);
    this.bodies = this.cell.bodies.map(modelBody);
    this.model = modelDigest(description);
  }

  verify(certificate: Certificate, options: VerifyOptions = {}): Verification {
    const { path, strays, concerns } = options;
    const { tolerances: own } = this.cell;
    const tolerances = strays ? own.map((t, d) => t + strays[d]) : own;
    const checked = { slabs: 0, pairs: 0, segments: 0 };
    let assumptions: readonly string[] = [];
    try {
      this.checkModel(certificate, tolerances);
      const verified = pathOf(certificate, { ...this.cell, tolerances }, path);
      const ground = this.groundFor(certificate, verified, tolerances, concerns);
      this.checkPairs(certificate, ground);
      assumptions = ground.assumptions;
      const patches = new PatchBook(this.bodies, certificate.orders);
      if (patches.fault !== null) throw new Rejected('order', patches.fault);
      this.checkSlabs(certificate, ground, verified.segments, patches, checked);
      return { verified: true, checked, assumptions };
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      return { verified: false, reason: error.reason, checked, assumptions };
    }
  }

  /** Is the certificate about this cell? */
  private checkModel(c: Certificate, tolerances: Float64Array): void {
    const { description, cell } = this;
    if (c.model !== this.model) {
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
        cell.tree.dofs.map((dof) => dof.name),
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

  /** Is every pair of bodies treated as the cell demands? */
  private checkPairs(c: Certificate, { pairs, assumptions }: Ground): void {
    for (let k = 0; k < Math.max(pairs.length, c.pairs.length); k++) {
      const [mine, theirs] = [pairs[k], c.pairs[k]];
      if (mine && theirs && samePair(mine, theirs)) continue;
      const where = mine ? { pair: this.names(mine) } : {};
      const message = mine
        ? `"${this.names(mine).join('" and "')}" must be ${inWords(mine)}; the certificate has ${theirs ? inWords(theirs) : 'nothing'}`
        : 'the certificate lists more pairs than the cell has';
      throw new Rejected('pairs', message, where);
    }
    if (!equal(c.assumptions, assumptions)) {
      throw new Rejected('assumptions', 'the assumptions are not those that the pairs rest on');
    }
  }

  /** All that depends on the box alone; kept, because paths in one cell tend to have the same. */
  private groundFor(
    { lower, upper }: Certificate,
    path: VerifiedPath,
    tolerances: Float64Array,
    concerns: VerifyOptions['concerns'],
  ): Ground {
    const { cell, description, bodies } = this;
    const { tree } = cell;
    const { errors } = path;
    const kept = this.ground;
    if (kept && equal(kept.lower, lower) && equal(kept.upper, upper)) {
      const same = equal(kept.errors, errors) && equal(kept.tolerances, tolerances);
      if (same && kept.concerns === concerns) return kept;
    }
    const box = { lower: lower.slice(), upper: upper.slice() };
    const pairs = pairEntries(
      buildPairs(description, cell.bodies, tree, box, tolerances),
      concerns,
    );
    const tested = pairs.filter((pair) => pair.excluded === null);
    const prover = new SlabProver(tree, bodies, box, errors, tolerances);
    const proofs = tested.map(({ a, b, clearance, tracking }) =>
      prover.pair(a, b, clearance, tracking),
    );
    const assumptions = assumptionsOf(description, cell.bodies, pairs);
    const known = { ...box, errors, tolerances, concerns };
    this.ground = { ...known, pairs, assumptions, tested, prover, proofs };
    return this.ground;
  }

  private names({ a, b }: PairEntry): [string, string] {
    return [this.bodies[a].name, this.bodies[b].name];
  }

  /** Does every slab hold, do they cover everything, and does nothing begin inside something? */
  private checkSlabs(
    c: Certificate,
    { tested, prover, proofs }: Ground,
    segments: readonly Segment[],
    patches: PatchBook,
    checked: { slabs: number; pairs: number; segments: number },
  ): void {
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
      run.prove(prover, patches, tested, proofs, (k, slab, code, message) => {
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

/** The slabs of one segment, proven in the order of their times. */
class SegmentRun {
  readonly total: number;
  private readonly lists: readonly Float64Array[];
  /** Number of the first slab of each list, and of all of them. */
  readonly first: Int32Array;
  /** What each slab covers. */
  readonly boxes: Float64Array;

  constructor(lists: readonly Float64Array[]) {
    this.lists = lists;
    this.first = new Int32Array(lists.length + 1);
    lists.forEach((list, k) => {
      this.first[k + 1] = this.first[k] + Math.ceil(list.length / SLAB_SIZE);
    });
    this.total = this.first[lists.length];
    this.boxes = new Float64Array(BOX_SIZE * this.total);
  }

  /** Proves all slabs, or calls `reject`, which does not return. */
  prove(
    prover: SlabProver,
    patches: PatchBook,
    tested: readonly PairEntry[],
    proofs: readonly PairProof[],
    reject: (list: number, slab: number, code: string, message: string) => never,
  ): void {
    const { lists, first, boxes } = this;
    // Slabs with the same t in a chain, so that the robots are placed once for all of them.
    const heads = new Map<number, number>();
    const next = new Int32Array(this.total);
    const listOf = new Int32Array(this.total);
    const times = new Float64Array(2);
    for (let k = 0; k < lists.length; k++) {
      for (let i = first[k]; i < first[k + 1]; i++) {
        const t = lists[k][SLAB_SIZE * (i - first[k]) + SLAB_T];
        next[i] = heads.get(t) ?? -1;
        heads.set(t, i);
        listOf[i] = k;
      }
    }
    for (const [t, head] of heads) {
      if (!(t >= 0 && t <= 1)) {
        const k = listOf[head];
        reject(k, head - first[k], 'slab', `a slab is at t = ${t}, outside of the segment`);
      }
      prover.place(t);
      for (let i = head; i >= 0; i = next[i]) {
        const k = listOf[i];
        const list = lists[k];
        const slab = i - first[k];
        const o = SLAB_SIZE * slab;
        const { a, b } = tested[k];
        const before = list[o + SLAB_BEFORE];
        const after = list[o + SLAB_AFTER];
        if (!(before >= 0 && after >= 0)) {
          reject(k, slab, 'slab', 'a slab has to reach from before its t to after it');
        }
        // What it covers is these two doubles, and what lies between them.
        const low = Math.max(0, t - before);
        const high = Math.min(1, t + after);
        const p = patches.get(a, list, o + SLAB_A);
        const q = patches.get(b, list, o + SLAB_B);
        if (p === null || q === null) {
          reject(k, slab, 'patch', 'a slab names a part of a body that it does not have');
        }
        const x = BOX_SIZE * i;
        boxes[x] = p.first;
        boxes[x + 1] = p.end;
        boxes[x + 2] = q.first;
        boxes[x + 3] = q.end;
        boxes[x + 4] = low;
        boxes[x + 5] = high;
        // Differences of doubles: one rounding each.
        times[0] = (t - low) * (1 + 4 * U);
        times[1] = (high - t) * (1 + 4 * U);
        if (!prover.holds(proofs[k], p, q, list, o + SLAB_N, times)) {
          reject(k, slab, 'slab', 'the gap does not outlast the interval');
        }
      }
    }
  }

  /** Whether a slab separates the whole bodies at t = 0: then neither is inside the other. */
  hullsApartAtStart(k: number, elementsA: number, elementsB: number): boolean {
    const { boxes, first } = this;
    for (let o = BOX_SIZE * first[k]; o < BOX_SIZE * first[k + 1]; o += BOX_SIZE) {
      if (boxes[o] > 0 || boxes[o + 1] < elementsA || boxes[o + 2] > 0) continue;
      if (boxes[o + 3] >= elementsB && boxes[o + 4] === 0) return true;
    }
    return false;
  }
}

function samePair(p: PairEntry, q: PairEntry): boolean {
  if (p.a !== q.a || p.b !== q.b || p.excluded !== q.excluded || p.detail !== q.detail)
    return false;
  return Object.is(p.clearance, q.clearance) && Object.is(p.tracking, q.tracking);
}

function inWords({ excluded, detail, clearance, tracking }: PairEntry): string {
  if (excluded !== null) return detail === '' ? excluded : `${excluded} (${detail})`;
  return `tested with clearance ${clearance} and ${tracking} for straying joints`;
}
