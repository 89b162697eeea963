/** Certificates: those of free paths are verified, changed ones and those of other cells are rejected. */
import { modelDigest, Verifier } from '../../src/certificate/index.ts';
import { certify, openMotion, verify } from '../../src/jobs/index.ts';
import { Random } from '../../src/math/index.ts';
import type { Check } from '../../src/qualify/index.ts';
import { SORTS } from '../../test/helpers/certificate/cells.ts';
import { CHANGES, type Change, draftOf } from '../../test/helpers/certificate/changes.ts';
import { type Made, madeOf } from '../../test/helpers/certificate/made.ts';
import { CURVED_CHANGES } from '../../test/helpers/certificate/polynomialChanges.ts';
import { Tally } from '../tally.ts';

/** Embedded cells whose certificates take little time. */
const SMALL = ['linkages', 'cage-irb2400', 'cage-f200', 'door-panel', 'welding-arm', 'maze-disc'];

export const verified: Check = {
  name: 'certificates of the free paths of embedded cells are verified, and bound to cell and path',
  run(bench) {
    const tally = new Tally();
    let bytes = 0;
    for (const name of SMALL) {
      const open = bench.open(name);
      const ask = (file: string) =>
        openMotion(open, { file, bytes: bench.read(name, file) }).motion;
      const motion = ask('paths/free.json');
      const made = certify(open, { motion, program: 'conformance' });
      tally.judge(made.written, () => `${name}: no certificate`);
      if (!made.written) continue;
      bytes += made.bytes;
      const certificate = new TextEncoder().encode(made.text);
      tally.judge(verify(open, { certificate, motion }).verified, () => `${name}: rejected`);
      const other = verify(open, { certificate, motion: ask('paths/colliding.json') });
      tally.judge(!other.verified, () => `${name}: verified for another path`);
      const narrower = verify(open, { certificate, clearance: 0.01 });
      tally.judge(!narrower.verified, () => `${name}: verified for another clearance`);
    }
    return tally.finding(`${bytes} bytes`);
  },
};

function makeAll(kind: 'straight' | 'polynomial'): Made[] {
  return Object.keys(SORTS).flatMap((sort, i) => madeOf(sort, 1, 7400 + i, kind));
}

const changesOf = (kind: 'straight' | 'polynomial'): Readonly<Record<string, Change>> =>
  kind === 'straight' ? CHANGES : { ...CHANGES, ...CURVED_CHANGES };

/** Each change makes a certificate say what is not so, or leaves something unsaid. */
export const tampered: Check = {
  name: 'certificates that were changed, in every way that there is a name for, are rejected (seed 1000)',
  run() {
    const tally = new Tally();
    for (const kind of ['straight', 'polynomial'] as const) {
      const all = makeAll(kind).map((made) => ({ made, verifier: new Verifier(made.description) }));
      for (const { made, verifier } of all) {
        const { verified: isVerified } = verifier.verify(made.certificate);
        tally.judge(isVerified, () => `${kind}, ${made.sort}: the honest one is rejected`);
      }
      Object.entries(changesOf(kind)).forEach(([name, change], seed) => {
        const random = new Random(1000 + seed);
        for (const { made, verifier } of all) {
          for (let k = 0; k < 3; k++) {
            const draft = draftOf(made.certificate);
            const changed = change(draft, random, made);
            if (changed === false) continue;
            const { verified: isVerified } = verifier.verify(
              draft,
              changed === true ? {} : changed,
            );
            tally.judge(!isVerified, () => `${kind}, ${made.sort}, ${name}, number ${k}: verified`);
          }
        }
      });
    }
    return tally.finding();
  },
};

/** A micrometre is another cell. */
export const otherCells: Check = {
  name: 'a certificate is rejected in a cell whose obstacle was moved by a micrometre, until its digest is forged',
  run() {
    const tally = new Tally();
    for (const { sort, description, certificate } of makeAll('straight')) {
      const [first, ...others] = description.obstacles;
      if (first === undefined) continue;
      const pose = first.pose.slice();
      pose[9] += 1e-6;
      const moved = { ...description, obstacles: [{ ...first, pose }, ...others] };
      const { verified: isVerified, reason } = new Verifier(moved).verify(certificate);
      tally.judge(!isVerified && reason?.code === 'model', () => `${sort}: it is not noticed`);
      tally.judge(
        modelDigest(moved) !== modelDigest(description),
        () => `${sort}: the same digest`,
      );
    }
    return tally.finding();
  },
};
