/**
 * What certificates take: to make one for a free edge, to verify it, to read its file, and the check it stands for. All of
 * them are asked about the same edges, in rounds that alternate, each for at least a tenth of a second a round; so all are
 * equally warm, and the minimum over the rounds counts. What is done once for a cell is timed apart.
 */
import {
  type Certificate,
  makeCertificate,
  parseCertificate,
  Verifier,
  writeCertificate,
} from 'surepath/certificate';
import { InputError } from 'surepath/math';
import { buildPath } from 'surepath/motion';
import { cpuMicroseconds } from '../../lab/clock.ts';
import { type Contender, leastSample, takeTurns } from '../../lab/rounds.ts';
import { meanOf } from '../../lab/statistics.ts';
import type { EdgeData } from './data.ts';
import type { Check } from './methods.ts';

/** Certificates that are made and verified, spread over all edges. */
const MOST = 24;
/** Of a glance, in a certificate. */
const GLANCE_NUMBERS = 3;

/** Means per edge; CPU microseconds, minimum over rounds. */
export interface CertificateCosts {
  readonly certificates: number;
  readonly refused: number;
  readonly rejected: number;
  readonly slabs: number;
  readonly glances: number;
  readonly bytes: number;
  readonly check: number;
  readonly make: number;
  readonly verify: number;
  /** From the bytes of its file. */
  readonly read: number;
  /** Once for a cell: its first certificate, with all that the maker prepares; a verifier, and its first verification. */
  readonly firstMake: number;
  readonly firstVerify: number;
}

interface Made {
  readonly edge: number;
  readonly certificate: Certificate;
  readonly bytes: Uint8Array;
}

export async function measureCertificates(
  { cells, edges }: EdgeData,
  check: Check,
  free: readonly number[],
  rounds: number,
): Promise<CertificateCosts> {
  const chosen = free.filter((_, i) => i % Math.max(1, Math.floor(free.length / MOST)) === 0);
  const make = (edge: number) => {
    const { scene, from, to } = edges[edge];
    const cell = cells[scene];
    return makeCertificate(cell.description, cell, buildPath(cell.tree, [from, to]));
  };
  const verifiers = new Map<number, Verifier>();
  const verify = ({ edge, certificate }: Pick<Made, 'edge' | 'certificate'>) => {
    const { scene } = edges[edge];
    const verifier = verifiers.get(scene) ?? new Verifier(cells[scene].description);
    verifiers.set(scene, verifier);
    return verifier.verify(certificate);
  };
  const made: Made[] = [];
  const firsts: { make: number; verify: number }[] = [];
  let refused = 0;
  for (const edge of chosen) {
    const isFirst = !verifiers.has(edges[edge].scene);
    const times = [cpuMicroseconds()];
    try {
      const certificate = make(edge);
      times.push(cpuMicroseconds());
      verify({ edge, certificate });
      times.push(cpuMicroseconds());
      if (isFirst) firsts.push({ make: times[1] - times[0], verify: times[2] - times[1] });
      const bytes = new TextEncoder().encode(writeCertificate(certificate));
      made.push({ edge, certificate, bytes });
    } catch (error) {
      // Free, but not with the nanometre that a certificate wants.
      if (!(error instanceof InputError)) throw error;
      refused++;
    }
  }
  const verified = made.map(verify);
  const steps = {
    check: contender('check', made, ({ edge }) => check(edge)),
    make: contender('make', made, ({ edge }) => make(edge)),
    verify: contender('verify', made, verify),
    read: contender('read', made, ({ bytes }) => parseCertificate(bytes)),
  };
  await takeTurns(Object.values(steps), made.length > 0 ? rounds : 0);
  const glances = ({ certificate }: Made) =>
    (certificate.glances ?? []).reduce((sum, list) => sum + list.length / GLANCE_NUMBERS, 0);
  return {
    certificates: made.length,
    refused,
    rejected: verified.filter((answer) => !answer.verified).length,
    slabs: meanOf(verified.map(({ checked }) => checked.slabs)),
    glances: meanOf(made.map(glances)),
    bytes: meanOf(made.map(({ bytes }) => bytes.length)),
    check: leastSample(steps.check),
    make: leastSample(steps.make),
    verify: leastSample(steps.verify),
    read: leastSample(steps.read),
    firstMake: meanOf(firsts.map((first) => first.make)),
    firstVerify: meanOf(firsts.map((first) => first.verify)),
  };
}

/** Does something with every certificate. Each is a job of its own, so none is left behind. */
function contender(group: string, made: readonly Made[], step: (one: Made) => unknown): Contender {
  return {
    group,
    asked: made.length,
    samples: [],
    run: async (repeats) => {
      const start = cpuMicroseconds();
      for (let i = 0; i < repeats; i++) for (const one of made) step(one);
      return (cpuMicroseconds() - start) / (repeats * made.length);
    },
  };
}
