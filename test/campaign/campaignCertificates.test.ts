/**
 * Certificates of what campaigns found free: polynomial segments, and paths that mix them with straight
 * ones, among thin things and beside plates that stand where motions bend. Whichever method said free,
 * every one is made, written, read and verified; and rejected when somebody has changed it.
 */
import { describe, expect, it } from 'vitest';
import {
  type Certificate,
  makeCertificate,
  parseCertificate,
  Verifier,
  writeCertificate,
} from '../../src/certificate/index.ts';
import { type CheckerOptions, checkPath } from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import type { Path } from '../../src/motion/index.ts';
import { EdgeChecker } from '../../src/plan/index.ts';
import { CHANGES, type Change, draftOf } from '../helpers/certificate/changes.ts';
import type { Made } from '../helpers/certificate/made.ts';
import { CURVED_CHANGES } from '../helpers/certificate/polynomialChanges.ts';
import { curvedCell } from '../helpers/oracles/curvedCells.ts';
import {
  pathOf,
  type ThinMotion,
  thereAndBack,
  thinMotion,
} from '../helpers/oracles/pathCampaign.ts';
import { type ThinCell, thinCell } from '../helpers/oracles/thinCells.ts';

const METHODS: readonly CheckerOptions[] = [
  { method: 'ladder' },
  { method: 'refined' },
  { method: 'adaptive' },
];
const MOTIONS_PER_CELL = 6;
const TIMEOUT_MS = 300_000;

/** One polynomial segment, there and straight back, or straight on and then along a curve. */
function pathFor(thin: ThinCell, index: number): Path {
  const motion = thinMotion(thin, index, 'polynomial');
  if (index % 3 === 0) return pathOf([motion]);
  const [there, back] = thereAndBack(thin, motion);
  return pathOf(index % 3 === 1 ? [there, back] : [back, there]);
}

/** As a file and back. */
function reread(certificate: Certificate): Certificate {
  const file = new TextEncoder().encode(writeCertificate(certificate));
  return parseCertificate(file, 'certificate.json');
}

/** Certificates of all paths of a cell that a method finds free. */
function madeIn(thin: ThinCell, straight = false): Made[] {
  const { cell, seed, family } = thin;
  const checkers = METHODS.map((options) => new EdgeChecker(cell, options));
  const found: Made[] = [];
  for (let index = 0; index < MOTIONS_PER_CELL; index++) {
    const only = (): ThinMotion[] => [thinMotion(thin, index, 'straight')];
    const path = straight ? pathOf(only()) : pathFor(thin, index);
    const { method } = METHODS[(seed + index) % METHODS.length];
    const checker = checkers[(seed + index) % METHODS.length];
    if (checkPath(checker, path).verdict !== 'free') continue;
    const { description } = cell;
    const certificate = makeCertificate(description, cell, path, { method: method! });
    const sort = `${family} ${seed}, motion ${index}, ${method}`;
    found.push({ sort, description, cell, path, certificate });
  }
  return found;
}

const SOURCES: readonly [string, (seed: number) => Made[], number][] = [
  ['polynomial motions in thin cells', (seed) => madeIn(thinCell(seed)), 60],
  ['polynomial motions in curved cells', (seed) => madeIn(curvedCell(seed)), 70],
  ['straight motions in thin cells', (seed) => madeIn(thinCell(seed), true), 60],
];

/** Some of each, for changes. */
const kept: Made[] = [];

describe('what a campaign found free is certified and verified', () => {
  it.each(SOURCES)(
    '%s (from seed 2000)',
    (name, madeOf, count) => {
      const methods = new Map<string, number>();
      let slabs = 0;
      let curved = 0;
      for (let seed = 2000; seed < 2000 + count; seed++) {
        const all = madeOf(seed);
        const verifier = all.length > 0 ? new Verifier(all[0].description) : null;
        for (const made of all) {
          const certificate = reread(made.certificate);
          const { reason, checked } = verifier!.verify(certificate, { path: made.path });
          expect(reason, made.sort).toBeUndefined();
          const { method } = certificate;
          methods.set(method, (methods.get(method) ?? 0) + 1);
          slabs += checked.slabs;
          if (certificate.coefficients) curved++;
        }
        // Those with slabs that can be changed, small ones: changes are many.
        const some = all.find(({ certificate }) => {
          const size = certificate.slabs.flat().reduce((sum, list) => sum + list.length, 0);
          return size > 0 && size < 20_000;
        });
        if (some?.certificate.coefficients && seed % 4 === 0) kept.push(some);
      }
      const counts = [...methods].map(([method, n]) => `${n} ${method}`).join(', ');
      console.log(`${counts}: ${slabs} slabs`);
      for (const { method } of METHODS) expect(methods.get(method!)).toBeGreaterThan(20);
      if (name.startsWith('straight')) expect(curved).toBe(0);
      else expect(curved).toBeGreaterThan(60);
    },
    TIMEOUT_MS,
  );
});

describe('a certificate of a campaign with', () => {
  const changes: Record<string, Change> = { ...CHANGES, ...CURVED_CHANGES };
  let rejected = 0;

  it.each(Object.keys(changes).map((name, i) => [name, i] as const))(
    '%s is rejected (seed %i)',
    (name, seed) => {
      const random = new Random(5000 + seed);
      const before = rejected;
      for (const made of kept) {
        const verifier = new Verifier(made.description);
        for (let k = 0; k < 3; k++) {
          const draft = draftOf(made.certificate);
          const change = changes[name](draft, random, made);
          if (change === false) continue;
          const { verified } = verifier.verify(draft, change === true ? {} : change);
          expect(verified, `${made.sort}, change ${k}`).toBe(false);
          rejected++;
        }
      }
      expect(rejected).toBeGreaterThan(before);
    },
    TIMEOUT_MS,
  );

  it('any of a thousand changes was rejected', () => {
    console.log(`${rejected} changes of ${kept.length} certificates rejected`);
    expect(kept.length).toBeGreaterThan(15);
    expect(rejected).toBeGreaterThan(1000);
  });
});
