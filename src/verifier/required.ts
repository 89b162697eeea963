/**
 * Verifying a certificate for a question: what a cell's files ask for is the least, and a certificate that shows more will do. The
 * model that the certificate is about is derived from the verifier's own reading of the cell (stated.ts), must be at least as
 * demanding (dominance.ts), and the certificate is verified for it and nothing else (verify.ts). docs/certificate.md, "What is
 * accepted", has the argument.
 */
import { InputError } from '../math/fault.ts';
import type { CellDescription } from '../model/description.ts';
import { keptClearance } from '../model/pairs.ts';
import type { DelayCertificate } from './delayFormat.ts';
import { verifyDelaysWith, type WantedDelays } from './delays.ts';
import { modelDigest } from './digest.ts';
import { requireDominance } from './dominance.ts';
import type { Certificate } from './format.ts';
import type { WantedPath } from './path.ts';
import { Rejected, type Rejection } from './rejected.ts';
import { type Statement, statedModels } from './stated.ts';
import { type Verification, Verifier } from './verify.ts';

/** What must be shown. */
export interface RequiredCell {
  /** The cell with what its files and the question ask for. Pairs that may be assumed harmless are among those it allows. */
  readonly description: CellDescription;
  /** Other readings of the same cell that a certificate may be about: with links tested by their visuals, or without an option. */
  readonly others?: (() => readonly CellDescription[]) | undefined;
}

/** What a certificate shows, which may be more than was required. */
export interface Shown {
  /** Metres to the surroundings. */
  readonly clearance: number;
  /** The same within a robot, where that is another. */
  readonly self?: number;
  /** Whether some pairs keep less. */
  readonly exceptions?: true;
  /** Whether joints may stray. */
  readonly tracking: boolean;
}

export interface RequiredVerification extends Verification {
  /** Of one that is verified. */
  readonly shows?: Shown;
  /** The model that the certificate was held against: the required one, or one that asks for more. */
  readonly description: CellDescription;
}

/** A required cell, ready for any number of certificates. */
export class RequiredVerifier {
  private readonly required: RequiredCell;
  private readonly verifiers = new Map<string, Verifier>();
  private digest: string | null = null;
  private readings: readonly CellDescription[] | null = null;

  constructor(required: RequiredCell) {
    this.required = required;
  }

  /** Is a certificate a proof of all that is required? Throws an InputError only for a cell that is not sound. */
  verify(certificate: Certificate, path?: WantedPath): RequiredVerification {
    return this.judge(certificate, (verifier) =>
      verifier.verify(certificate, path ? { path } : {}),
    );
  }

  /** The same of a certificate of delays. */
  verifyDelays(certificate: DelayCertificate, wanted?: WantedDelays): RequiredVerification {
    const part = certificate.parts[0]?.certificate;
    const judge = (verifier: Verifier) => verifyDelaysWith(verifier, certificate, wanted);
    if (part) return this.judge({ ...part, isPart: true }, judge);
    return this.told(this.exact(), judge);
  }

  private judge(
    stated: Statement & Pick<Certificate, 'model'>,
    judge: (verifier: Verifier) => Verification,
  ): RequiredVerification {
    const { description } = this.required;
    this.digest ??= modelDigest(description);
    if (stated.model === this.digest) return this.told(this.exact(), judge);
    const known = this.verifiers.get(stated.model);
    if (known) return this.told(known, judge);
    for (const model of statedModels(this.cells(), stated)) {
      if (modelDigest(model) !== stated.model) continue;
      const verifier = new Verifier(model);
      try {
        requireDominance(verifier, description);
      } catch (error) {
        if (!(error instanceof Rejected)) throw error;
        return rejection(error.reason, description);
      }
      this.verifiers.set(stated.model, verifier);
      return this.told(verifier, judge);
    }
    // It says which files differ.
    return this.told(this.exact(), judge);
  }

  private told(
    verifier: Verifier,
    judge: (verifier: Verifier) => Verification,
  ): RequiredVerification {
    const { description, tolerances, tree } = verifier.model;
    const found = judge(verifier);
    if (!found.verified) return { ...found, description };
    const tracking = tree.loose !== null || tolerances.some((tolerance) => tolerance > 0);
    return { ...found, shows: { ...keptClearance(description), tracking }, description };
  }

  private exact(): Verifier {
    const { description } = this.required;
    this.digest ??= modelDigest(description);
    let found = this.verifiers.get(this.digest);
    if (!found) {
      found = new Verifier(description);
      this.verifiers.set(this.digest, found);
    }
    return found;
  }

  /** The cell as it is required, and then its other readings, which are made where no guess fits before. */
  private *cells(): Generator<CellDescription> {
    yield this.required.description;
    this.readings ??= this.otherReadings();
    yield* this.readings;
  }

  /** A reading that cannot be made is no guess: files may be gone by now. */
  private otherReadings(): readonly CellDescription[] {
    try {
      return this.required.others?.() ?? [];
    } catch (error) {
      if (error instanceof InputError) return [];
      throw error;
    }
  }
}

const NOTHING = { slabs: 0, glances: 0, pairs: 0, segments: 0, sweeps: 0 };

function rejection(reason: Rejection, description: CellDescription): RequiredVerification {
  return { verified: false, reason, checked: NOTHING, assumptions: [], description };
}
