/**
 * Verifiers that are weaker than they should be, each in one way: a forger that is worth its name fools
 * every one of them. The verifier itself is left as it is; what is altered are the bodies and the prover of
 * one instance.
 */
import type { CellDescription } from '../../../src/cell/index.ts';
import {
  type Certificate,
  type Verification,
  Verifier,
  type VerifyOptions,
} from '../../../src/certificate/index.ts';
import type { BodyModel, CellModel, PieceModel } from '../../../src/model/index.ts';
import { type BodyList, proofBody } from '../../../src/verifier/bodies.ts';
import type { SegmentSweeps } from '../../../src/verifier/crowd.ts';
import type { PairProof, SlabProver } from '../../../src/verifier/slab.ts';
import type { Sweeper } from '../../../src/verifier/sweep.ts';
import type { Inside } from './forgeStage.ts';

type Ground = NonNullable<Inside['ground']>;

/** What is altered in an instance. */
interface Altered {
  readonly model: CellModel;
  bodies: BodyList;
  ground: Ground | null;
  groundFor(c: Certificate, ...more: unknown[]): Ground;
  checkPairs(c: Certificate): Certificate['pairs'];
  checkCrowd(): void;
  crowdOf(...asked: unknown[]): { readonly sweeps: SegmentSweeps } | null;
  verify(certificate: Certificate, options?: VerifyOptions): Verification;
}

type Weakening = (verifier: Altered) => void;

/** Alters what verifiers derive for a box, once for each time that it is derived. */
function onGround(verifier: Altered, alter: (ground: Ground) => Ground): void {
  const original = verifier.groundFor;
  const done = new WeakSet<Ground>();
  verifier.groundFor = function (this: Altered, c, ...more) {
    const ground = original.call(this, c, ...more);
    if (done.has(ground)) return ground;
    const altered = alter(ground);
    done.add(altered);
    this.ground = altered;
    return altered;
  };
}

/** Alters what finds swept boxes, for every certificate that has a crowd. */
function onCrowd(verifier: Altered, alter: (sweeper: Sweeper) => void): void {
  const original = verifier.crowdOf;
  verifier.crowdOf = function (this: Altered, ...asked) {
    const crowd = original.apply(this, asked);
    if (crowd) alter((crowd.sweeps as unknown as { sweeper: Sweeper }).sweeper);
    return crowd;
  };
}

/** Bodies made anew, of something else than the cell's. */
function onBodies(verifier: Altered, alter: (body: BodyModel) => BodyModel): void {
  // Obstacles have their pieces behind getters: copies are made of what they say.
  verifier.bodies = verifier.model.bodies.map(({ name, kind, frame, pieces, padding }) =>
    proofBody(alter({ name, kind, frame, pieces, padding })),
  );
}

function onPieces(verifier: Altered, alter: (piece: PieceModel) => PieceModel): void {
  onBodies(verifier, (body) => ({ ...body, pieces: body.pieces.map(alter) }));
}

/** The same prover but for the times that it is asked about. */
function withTimes(prover: SlabProver, factor: number): void {
  const holds = prover.holds.bind(prover);
  prover.holds = (pair, p, q, n, o, times) =>
    holds(
      pair,
      p,
      q,
      n,
      o,
      times.map((t) => factor * t),
    );
}

const WEAKENINGS: Readonly<Record<string, Weakening>> = {
  'asks for no distance': (verifier) =>
    onGround(verifier, (ground) => ({
      ...ground,
      proofs: ground.proofs.map((proof): PairProof => ({ ...proof, need: 0 })),
    })),
  'forgets padding': (verifier) => onBodies(verifier, (body) => ({ ...body, padding: 0 })),
  'takes half-spaces for points': (verifier) =>
    onPieces(verifier, (piece) => {
      if (piece.kind !== 'convex' || piece.shape.kind !== 'half-space') return piece;
      const point = { kind: 'sphere', radius: 1e-6 } as const;
      return { ...piece, shape: point };
    }),
  'looks at one moment only': (verifier) =>
    onGround(verifier, (ground) => {
      withTimes(ground.prover, 0);
      return ground;
    }),
  'counts half of the time': (verifier) =>
    onGround(verifier, (ground) => {
      withTimes(ground.prover, 0.5);
      return ground;
    }),
  'does not look for coverage': (verifier) => {
    verifier.bodies = verifier.model.bodies.map((body) => ({ ...proofBody(body), count: 0 }));
  },
  'takes nothing for solid': (verifier) =>
    onPieces(verifier, (piece) => {
      if (piece.kind !== 'mesh') return piece;
      const components = piece.mesh.components.map((each) => ({ ...each, solid: false }));
      return { ...piece, mesh: { ...piece.mesh, components } };
    }),
  'does not look at the crowd': (verifier) => {
    verifier.checkCrowd = () => undefined;
  },
  'sees where a body is, not where it goes': (verifier) =>
    onCrowd(verifier, (sweeper) => {
      const original = sweeper.boxInto.bind(sweeper);
      sweeper.boxInto = (body, times, out, o) =>
        original(
          body,
          times.map(() => 0),
          out,
          o,
        );
    }),
  'sees where bodies are at a glance, not where they go': (verifier) =>
    onGround(verifier, (ground) => {
      const { glances } = ground as unknown as { glances: { findWay(): void; way: Float64Array } };
      glances.findWay = () => glances.way.fill(0);
      return ground;
    }),
  'believes the list of pairs': (verifier) => {
    verifier.checkPairs = (c) => c.pairs;
  },
  'does not compare the path': (verifier) => {
    const original = verifier.verify;
    verifier.verify = function (this: Altered, certificate, { path: _, ...options } = {}) {
      return original.call(this, certificate, options);
    };
  },
};

export const WEAKENED = Object.keys(WEAKENINGS);

/** A verifier with one weakness. */
export function weakened(name: string): (description: CellDescription) => Verifier {
  return (description) => {
    const verifier = new Verifier(description);
    WEAKENINGS[name](verifier as unknown as Altered);
    return verifier;
  };
}
