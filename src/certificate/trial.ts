/**
 * The verifier's own proof, asked while a certificate is made: what is written down is what it accepts.
 * It counts roundings in its own way, and may need more room, or shorter steps, than the search that
 * proposes them; a step that it does not accept is proposed anew or not at all.
 */
import type { Cell, Pair } from '../cell/index.ts';
import { POSE_SIZE, U } from '../math/index.ts';
import type { Segment } from '../motion/index.ts';
import type { Order, PairEntry } from '../verifier/index.ts';
import {
  BOX_SIZE,
  COVERED_SIZE,
  equal,
  Glances,
  memberBoxInto,
  oneContainsOther,
  type PairProof,
  ProofBodies,
  Sections,
  SLAB_A,
  SLAB_AFTER,
  SLAB_B,
  SLAB_BEFORE,
  SLAB_N,
  SLAB_T,
  SlabProver,
} from '../verifier/inside.ts';

/** Bodies of a cell as the verifier sees them; the same for all paths in it. */
export class TrialBodies {
  readonly models: ProofBodies;
  readonly sections: Sections;
  private readonly known = new Set<string>();
  private readonly bodies: Cell['bodies'];
  private readonly boxes = new Map<number, Float64Array>();

  constructor(bodies: Cell['bodies']) {
    this.bodies = bodies;
    this.models = new ProofBodies(bodies.length, (body) => bodies[body].model);
    this.sections = new Sections(this.models, []);
  }

  /** The box of a member of a crowd. */
  boxOf(member: number): Float64Array {
    let box = this.boxes.get(member);
    if (!box) {
      box = new Float64Array(BOX_SIZE);
      memberBoxInto(this.bodies[member].model, box, 0);
      this.boxes.set(member, box);
    }
    return box;
  }

  /** Takes the order of the triangles of a piece, once. */
  order(order: () => Order, body: number, piece: number): void {
    const key = `${body} ${piece}`;
    if (this.known.has(key)) return;
    this.known.add(key);
    const fault = this.sections.add(order());
    if (fault !== null) throw new Error(fault);
  }
}

/** Cells that differ in their boxes or tolerances have their bodies in common. */
const known = new WeakMap<Cell['bodies'], TrialBodies>();

export function trialBodies(bodies: Cell['bodies']): TrialBodies {
  let found = known.get(bodies);
  if (!found) {
    found = new TrialBodies(bodies);
    known.set(bodies, found);
  }
  return found;
}

/** What the verifier will demand of the slabs of one path. */
export class Trial {
  readonly prover: SlabProver;
  /** Of the pairs that were taken. */
  glances!: Glances;
  private proofs: readonly PairProof[] = [];
  private readonly made = new Map<number, PairProof>();
  private readonly bodies: TrialBodies;
  private tested: readonly PairEntry[] = [];
  private readonly errors: Float64Array;
  private readonly cell: Cell;
  private readonly times = new Float64Array(2);
  /** Per pair: whether one slab separates all of both bodies at the beginning of the path. */
  private apart = new Uint8Array(0);
  private first = true;
  /** What the slab covers that was last accepted: first and end of both bodies' elements, then its times. */
  readonly covered = new Float64Array(COVERED_SIZE);

  /** `errors`: of computed configurations, as the verifier rounds them. */
  constructor(cell: Cell, bodies: TrialBodies, errors: Float64Array) {
    const { tree, box, tolerances } = cell;
    this.cell = cell;
    this.bodies = bodies;
    this.errors = errors;
    this.prover = new SlabProver({ tree, bodies: bodies.models, box, errors, tolerances });
  }

  /** Takes the pairs that slabs are for. */
  take(tested: readonly PairEntry[]): void {
    if (this.tested === tested) return;
    this.tested = tested;
    this.proofs = tested.map((pair) => this.proofOf(pair));
    this.glances = new Glances(this.prover, this.proofs);
    this.apart = new Uint8Array(tested.length);
  }

  private proofOf(pair: PairEntry): PairProof {
    const key = pair.a * this.bodies.models.length + pair.b;
    let proof = this.made.get(key);
    if (!proof) {
      proof = this.prover.pair(pair);
      this.made.set(key, proof);
    }
    return proof;
  }

  /** Whether it serves for another path, too. */
  serves(cell: Cell, errors: Float64Array): boolean {
    return cell === this.cell && equal(errors, this.errors);
  }

  /** Takes up a segment of the path. */
  begin(segment: Segment, first: boolean): void {
    this.resume(segment, first);
    if (first) this.apart.fill(0);
  }

  /** Takes up a segment again, of which some is shown already. */
  resume(segment: Segment, first: boolean): void {
    this.prover.begin(segment);
    this.first = first;
  }

  /** Which elements a piece of a body is: number of the first one, and of those behind the last. */
  elementsOf(body: number, piece: number): readonly [first: number, end: number] {
    const { first, count } = this.bodies.models.at(body)!.pieces[piece];
    return [first, first + count];
  }

  /** How many elements a body has. */
  elementCount(body: number): number {
    return this.bodies.models.at(body)!.count;
  }

  /** How many pieces a body has. */
  piecesOf(body: number): number {
    return this.bodies.models.at(body)!.pieces.length;
  }

  /** Whether the verifier accepts a slab, in the numbers of format.ts, of tested pair number k. */
  accepts(k: number, slab: Float64Array): boolean {
    const { prover, times } = this;
    const { sections } = this.bodies;
    const proof = this.proofs[k];
    const a = proof.a.body;
    const b = proof.b.body;
    const p = sections.get(a, slab, SLAB_A);
    const q = sections.get(b, slab, SLAB_B);
    if (p === null || q === null) return false;
    const t = slab[SLAB_T];
    if (t !== prover.t) prover.goTo(t);
    const low = Math.max(0, t - slab[SLAB_BEFORE]);
    const high = Math.min(1, t + slab[SLAB_AFTER]);
    // As the verifier has them.
    times[0] = (t - low) * (1 + 4 * U);
    times[1] = (high - t) * (1 + 4 * U);
    if (!prover.holds(proof, p, q, slab, SLAB_N, times)) return false;
    const { covered } = this;
    covered[0] = p.first;
    covered[1] = p.end;
    covered[2] = q.first;
    covered[3] = q.end;
    covered[4] = low;
    covered[5] = high;
    const wholeA = p.first === 0 && p.end >= a.count;
    const wholeB = q.first === 0 && q.end >= b.count;
    if (this.first && low === 0 && wholeA && wholeB) this.apart[k] = 1;
    return true;
  }

  /** Takes note of the pairs that a glance at the beginning of the path clears: all that have no slab there. */
  takeStart(open: readonly (readonly number[])[]): void {
    if (this.first) for (let k = 0; k < open.length; k++) if (open[k][0] !== 0) this.apart[k] = 1;
  }

  /** What must remain between two bodies besides what is asked for: for rounding, in metres. */
  roundingOf({ a, b }: Pick<Pair, 'a' | 'b'>): number {
    const k = this.tested.findIndex((pair) => pair.a === a && pair.b === b);
    const { clearance, tracking } = this.tested[k];
    const { models } = this.bodies;
    const padding = models.at(a)!.padding + models.at(b)!.padding;
    return this.proofs[k].need - (clearance + tracking + padding);
  }

  /** After the first segment: a tested pair of which one body begins inside the other; else null. */
  contained(): PairEntry | null {
    const { prover, tested, apart } = this;
    const { models } = this.bodies;
    if (!apart.includes(0)) return null;
    prover.place(0);
    const { poses } = prover.motion;
    const inside = ({ a, b }: PairEntry) => {
      const [p, q] = [models.at(a)!, models.at(b)!];
      return oneContainsOther(p, q, poses, POSE_SIZE * p.frame, POSE_SIZE * q.frame);
    };
    return tested.find((pair, k) => apart[k] === 0 && inside(pair)) ?? null;
  }
}
