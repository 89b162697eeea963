/** What certificates take: to make one for a free edge, to verify it, and the check it stands for. */
import {
  type Certificate,
  makeCertificate,
  Verifier,
  writeCertificate,
} from 'surepath/certificate';
import { InputError } from 'surepath/math';
import { buildPath } from 'surepath/motion';
import { cpuMicroseconds } from '../../lab/clock.ts';
import { leastInTurns } from '../../lab/rounds.ts';
import { meanOf } from '../../lab/statistics.ts';
import type { EdgeData } from './data.ts';
import type { Check } from './methods.ts';

/** Certificates that are made and verified, spread over all edges. */
const MOST = 24;

/** Means per edge; CPU microseconds, minimum over rounds. */
export interface CertificateCosts {
  readonly certificates: number;
  readonly refused: number;
  readonly rejected: number;
  readonly slabs: number;
  readonly bytes: number;
  /** A verifier for a cell. */
  readonly prepare: number;
  readonly check: number;
  readonly make: number;
  readonly verify: number;
}

interface Made {
  readonly edge: number;
  readonly certificate: Certificate;
  readonly bytes: number;
}

export function measureCertificates(
  { cells, edges }: EdgeData,
  check: Check,
  free: readonly number[],
  rounds: number,
): CertificateCosts {
  const chosen = free.filter((_, i) => i % Math.max(1, Math.floor(free.length / MOST)) === 0);
  const verifiers = new Map<number, Verifier>();
  const preparing = cpuMicroseconds();
  for (const edge of chosen) {
    const { scene } = edges[edge];
    if (!verifiers.has(scene)) verifiers.set(scene, new Verifier(cells[scene].description));
  }
  const prepare = (cpuMicroseconds() - preparing) / Math.max(1, verifiers.size);
  const make = (edge: number) => {
    const { scene, from, to } = edges[edge];
    const cell = cells[scene];
    return makeCertificate(cell.description, cell, buildPath(cell.tree, [from, to]));
  };
  const verify = ({ edge, certificate }: Made) =>
    verifiers.get(edges[edge].scene)!.verify(certificate);
  const made: Made[] = [];
  let refused = 0;
  for (const edge of chosen) {
    try {
      const certificate = make(edge);
      made.push({ edge, certificate, bytes: writeCertificate(certificate).length });
    } catch (error) {
      // Free, but not with the nanometre that a certificate wants.
      if (!(error instanceof InputError)) throw error;
      refused++;
    }
  }
  const verified = made.map(verify);
  const timed = (step: (one: Made) => unknown) => () => {
    const start = cpuMicroseconds();
    for (const one of made) step(one);
    return (cpuMicroseconds() - start) / made.length;
  };
  const steps = [timed(({ edge }) => check(edge)), timed(({ edge }) => make(edge)), timed(verify)];
  const [checking, making, verifying] = leastInTurns(made.length > 0 ? rounds : 0, steps);
  return {
    certificates: made.length,
    refused,
    rejected: verified.filter((answer) => !answer.verified).length,
    slabs: meanOf(verified.map(({ checked }) => checked.slabs)),
    bytes: meanOf(made.map(({ bytes }) => bytes)),
    prepare,
    check: checking,
    make: making,
    verify: verifying,
  };
}
