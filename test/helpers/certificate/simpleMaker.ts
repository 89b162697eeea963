/**
 * A maker of certificates that is as simple and slow as it can be: for each pair, each half of the
 * bodies and each half of the time, until the verifier's own condition holds with a little to spare.
 */
import { buildCell, type Cell, type CellDescription } from '../../../src/cell/index.ts';
import { CertificateBuilder } from '../../../src/certificate/builder.ts';
import { hullShape, type Shape } from '../../../src/geometry/index.ts';
import { commonAncestor, Kinematics } from '../../../src/kinematics/index.ts';
import { composePoses, invertPoseInto, U } from '../../../src/math/index.ts';
import type { Path } from '../../../src/motion/index.ts';
import { shapeDistance } from '../../../src/proximity/index.ts';
import { type ProofBody, proofBody, type Section } from '../../../src/verifier/bodies.ts';
import { type Certificate, WHOLE } from '../../../src/verifier/format.ts';
import { Sections } from '../../../src/verifier/sections.ts';
import { SlabProver } from '../../../src/verifier/slab.ts';

/** A part of a body: piece, and triangles from ... to in its order, or WHOLE. */
export interface Part {
  readonly piece: number;
  readonly from: number;
  readonly to: number;
}

/** Everything that the verifier's condition needs, for one cell and path. */
export class Bench {
  readonly cell: Cell;
  readonly bodies: readonly ProofBody[];
  readonly builder: CertificateBuilder;
  readonly prover: SlabProver;
  readonly patches: Sections;
  readonly orders: Uint32Array[][];
  private readonly kinematics: Kinematics;
  private readonly numbers = new Float64Array(3);
  private readonly times = new Float64Array(2);

  constructor(description: CellDescription, path: Path) {
    const settings = { program: 'simple maker', method: 'halving' };
    this.builder = new CertificateBuilder(description, buildCell(description), path, settings);
    this.cell = this.builder.cell;
    this.bodies = this.cell.bodies.map(proofBody);
    const { tree, box } = this.cell;
    const errors = new Float64Array(tree.dofs.length).fill(256 * U);
    const error = new Float64Array(errors.length);
    for (const segment of path.segments) {
      segment.errorUpperInto(error, 0);
      for (let d = 0; d < errors.length; d++) errors[d] = Math.max(errors[d], 3 * error[d]);
    }
    this.prover = new SlabProver({
      tree,
      bodies: this.bodies,
      box,
      errors,
      tolerances: this.cell.tolerances,
    });
    this.orders = this.bodies.map((body) => body.pieces.map(spatialOrder));
    const orders = this.orders.flatMap((list, body) =>
      list.flatMap((triangles, piece) =>
        triangles.length > 0 ? [{ body, piece, triangles }] : [],
      ),
    );
    for (const { body, piece, triangles } of orders) this.builder.order(body, piece, triangles);
    this.patches = new Sections(this.bodies, orders);
    this.kinematics = new Kinematics(tree);
  }

  patch(body: number, { piece, from, to }: Part): Section {
    return this.patches.get(this.bodies[body], Float64Array.of(piece, from, to), 0)!;
  }

  proof(a: number, b: number) {
    return this.prover.pair(this.builder.pairs.find((p) => p.a === a && p.b === b)!);
  }

  /** A direction that may separate two parts at a configuration, in their common ancestor's frame. */
  direction(a: number, partA: Part, b: number, partB: Part, q: Float64Array): Float64Array | null {
    const { cell, kinematics } = this;
    kinematics.setConfiguration(q);
    const [p, r] = [cell.bodies[a], cell.bodies[b]];
    const [shapeA, inA] = this.shape(a, partA);
    const [shapeB, inB] = this.shape(b, partB);
    const bInA = new Float64Array(12);
    kinematics.relativePoseInto(p.frame, r.frame, bInA, 0);
    const back = new Float64Array(12);
    invertPoseInto(inA, 0, back, 0);
    const found = shapeDistance(shapeA, shapeB, composePoses(back, composePoses(bInA, inB)));
    const n = found.pointB.map((x, k) => x - found.pointA[k]);
    if (shapeA.kind === 'half-space') n.set(shapeA.normal);
    else if (shapeB.kind === 'half-space') return this.floorDirection(a, b, shapeB, inB);
    const length = Math.hypot(...n);
    if (!(length > 1e-9)) return null;
    const ancestor = commonAncestor(cell.tree, p.frame, r.frame);
    const aInTop = new Float64Array(12);
    kinematics.relativePoseInto(ancestor, p.frame, aInTop, 0);
    return turned(composePoses(aInTop, inA), n, 1 / length);
  }

  private floorDirection(a: number, b: number, shape: Shape, inB: Float64Array) {
    const { cell, kinematics } = this;
    if (shape.kind !== 'half-space') return null;
    const ancestor = commonAncestor(cell.tree, cell.bodies[a].frame, cell.bodies[b].frame);
    const bInTop = new Float64Array(12);
    kinematics.relativePoseInto(ancestor, cell.bodies[b].frame, bInTop, 0);
    return turned(composePoses(bInTop, inB), shape.normal, -1);
  }

  /** A part as a convex shape, and where it is in its body's frame. */
  private shape(body: number, { piece, from, to }: Part): [Shape, Float64Array] {
    const one = this.cell.bodies[body].pieces[piece];
    const still = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    if (one.kind === 'convex') return [one.convex, one.pose];
    if (from === WHOLE) return [one.convex, still];
    const { positions, indices } = one.mesh;
    const points: number[] = [];
    for (let k = from; k < to; k++) {
      const t = this.orders[body][piece][k];
      for (let c = 0; c < 3; c++) {
        const v = 3 * indices[3 * t + c];
        points.push(positions[v], positions[v + 1], positions[v + 2]);
      }
    }
    return [hullShape(Float64Array.from(points)), still];
  }

  /** The verifier's condition, at the moment at which the prover stands. */
  holds(
    proof: ReturnType<SlabProver['pair']>,
    p: Section,
    q: Section,
    n: ArrayLike<number>,
    before: number,
    after: number,
  ): boolean {
    this.numbers.set([n[0], n[1], n[2]]);
    this.times.set([before, after]);
    return this.prover.holds(proof, p, q, this.numbers, 0, this.times);
  }
}

/** The certificate of a path, or null if it is not found free with so many tries per pair. */
export function simpleCertificate(
  description: CellDescription,
  path: Path,
  tries = 400,
): Certificate | null {
  const bench = new Bench(description, path);
  const { cell, builder, prover } = bench;
  const q = new Float64Array(cell.tree.dofs.length);
  for (const [s, segment] of path.segments.entries()) {
    prover.begin(segment);
    for (const { a, b, excluded } of builder.pairs) {
      if (excluded !== null) continue;
      const proof = bench.proof(a, b);
      let left = tries;
      const open: { partA: Part; partB: Part; lo: number; hi: number }[] = [];
      for (const partA of wholePieces(cell, a)) {
        for (const partB of wholePieces(cell, b)) open.push({ partA, partB, lo: 0, hi: 1 });
      }
      while (open.length > 0) {
        if (--left < 0) return null;
        const { partA, partB, lo, hi } = open.pop()!;
        const t = 0.5 * (lo + hi);
        segment.configurationInto(t, q, 0);
        const n = bench.direction(a, partA, b, partB, q);
        const [p, r] = [bench.patch(a, partA), bench.patch(b, partB)];
        prover.place(t);
        if (n && bench.holds(proof, p, r, n, 1.01 * (t - lo), 1.01 * (hi - t))) {
          builder.slab({
            pair: { a, b },
            segment: s,
            t,
            before: t - lo,
            after: hi - t,
            a: sectionOf(partA),
            b: sectionOf(partB),
            n,
          });
          continue;
        }
        // Apart at this moment: less time. Meeting, or almost: smaller parts, if there are any.
        const apart = n !== null && bench.holds(proof, p, r, n, 0, 0);
        const halves = apart && hi - lo > 0.05 ? null : divided(bench, a, partA, b, partB);
        if (halves) open.push(...halves.map((parts) => ({ ...parts, lo, hi })));
        else if (hi - lo < 1e-6) return null;
        else open.push({ partA, partB, lo, hi: t }, { partA, partB, lo: t, hi });
      }
    }
  }
  return builder.certificate();
}

function wholePieces(cell: Cell, body: number): Part[] {
  return cell.bodies[body].pieces.map((_, piece) => ({ piece, from: WHOLE, to: WHOLE }));
}

function sectionOf({ piece, from, to }: Part) {
  return { piece, from: Math.max(0, from), to: Math.max(0, to) };
}

function divided(bench: Bench, a: number, partA: Part, b: number, partB: Part) {
  const size = (body: number, part: Part) =>
    part.from === WHOLE ? bench.orders[body][part.piece].length : part.to - part.from;
  const halves = (body: number, part: Part): Part[] => {
    const [from, to] =
      part.from === WHOLE ? [0, bench.orders[body][part.piece].length] : [part.from, part.to];
    const middle = (from + to) >> 1;
    return [
      { piece: part.piece, from, to: middle },
      { piece: part.piece, from: middle, to },
    ];
  };
  if (size(a, partA) < 2 && size(b, partB) < 2) return null;
  if (size(a, partA) >= size(b, partB)) {
    return halves(a, partA).map((half) => ({ partA: half, partB }));
  }
  return halves(b, partB).map((half) => ({ partA, partB: half }));
}

/** Triangles of a mesh piece in an order in which neighbours are close; empty for a primitive. */
function spatialOrder({ piece }: ProofBody['pieces'][number]): Uint32Array {
  if (piece.kind !== 'mesh') return new Uint32Array(0);
  const { positions, indices } = piece.mesh;
  const middle = (t: number, k: number) =>
    [0, 1, 2].reduce((sum, c) => sum + positions[3 * indices[3 * t + c] + k], 0);
  const order = (list: number[]): number[] => {
    if (list.length < 2) return list;
    const extent = [0, 1, 2].map((k) => {
      const at = list.map((t) => middle(t, k));
      return Math.max(...at) - Math.min(...at);
    });
    const axis = extent.indexOf(Math.max(...extent));
    const sorted = [...list].sort((s, t) => middle(s, axis) - middle(t, axis) || s - t);
    const half = sorted.length >> 1;
    return [...order(sorted.slice(0, half)), ...order(sorted.slice(half))];
  };
  return Uint32Array.from(order(Array.from({ length: indices.length / 3 }, (_, t) => t)));
}

function turned(pose: Float64Array, v: ArrayLike<number>, scale: number): Float64Array {
  return Float64Array.from(
    [0, 3, 6],
    (r) => scale * (pose[r] * v[0] + pose[r + 1] * v[1] + pose[r + 2] * v[2]),
  );
}
