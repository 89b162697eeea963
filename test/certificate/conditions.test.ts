/**
 * Every condition of the verifier, one at a time, in short: certificates that break it are rejected. The same with many cells
 * and seeds is in the campaigns; this one tells within seconds that a condition is gone.
 */
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../src/cell/index.ts';
import { makeCertificate, modelDigest, Verifier } from '../../src/certificate/index.ts';
import { Random } from '../../src/math/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import { EXCLUSIONS, type PairEntry } from '../../src/verifier/format.ts';
import { CHANGES, draftOf } from '../helpers/certificate/changes.ts';
import { madeOf } from '../helpers/certificate/made.ts';
import { sliderCell } from '../helpers/check/adaptiveCells.ts';
import { BOX, TABLE } from '../helpers/check/ladderLines.ts';

describe('a certificate with', () => {
  const all = [
    ...madeOf('inside a guard', 3, 410),
    ...madeOf('joints that stray', 1, 402),
    ...madeOf('a clearance', 1, 403),
  ].map((made) => ({ made, verifier: new Verifier(made.description) }));

  it('nothing changed is verified', () => {
    expect(all.length).toBe(5);
    for (const { made, verifier } of all) {
      expect(verifier.verify(made.certificate, { path: made.path }).verified).toBe(true);
    }
  });

  it('no pairs at all is rejected by a verifier that has seen no other', () => {
    for (const { made } of all) {
      const draft = draftOf(made.certificate);
      draft.pairs = [];
      draft.slabs = draft.slabs.map(() => []);
      expect(new Verifier(made.description).verify(draft).reason?.code).toBe('pairs');
    }
  });

  it('any word or number of a pair changed is rejected, after a list that was accepted and before', () => {
    const others = { a: 1, b: 1, clearance: 1e-9, tracking: -1 } as const;
    for (const { made, verifier } of all) {
      const { bodies } = made.certificate;
      const excluded = made.certificate.pairs.findIndex((pair) => pair.excluded !== null);
      const tested = made.certificate.pairs.findIndex((pair) => pair.excluded === null);
      const changes: [number, Partial<PairEntry>][] = Object.entries(others).map(([key, more]) => {
        const pair = made.certificate.pairs[tested];
        const now = pair[key as keyof typeof others] + more;
        return [tested, { [key]: key.length === 1 ? now % bodies.length : now }];
      });
      changes.push([tested, { excluded: 'rigid' }], [tested, { detail: 'x' }]);
      for (const reason of EXCLUSIONS) {
        const isOwn = made.certificate.pairs[excluded].excluded === reason;
        if (!isOwn) changes.push([excluded, { excluded: reason }]);
      }
      changes.push([excluded, { excluded: null }], [excluded, { detail: 'x' }]);
      for (const [k, change] of changes) {
        const draft = draftOf(made.certificate);
        draft.pairs = draft.pairs.map((pair, i) => (i === k ? { ...pair, ...change } : pair));
        for (const each of [verifier, new Verifier(made.description)]) {
          const what = `${made.sort}: ${JSON.stringify(change)}`;
          expect(each.verify(draft).reason?.code, what).toBe('pairs');
        }
        // It was not taken for what is accepted.
        expect(verifier.verify(made.certificate).verified).toBe(true);
      }
    }
  });

  it.each(Object.keys(CHANGES).map((name, i) => [name, i] as const))(
    '%s is rejected (seed %i)',
    (name, seed) => {
      const random = new Random(1000 + seed);
      let count = 0;
      for (const { made, verifier } of all) {
        for (let k = 0; k < 4; k++) {
          const draft = draftOf(made.certificate);
          const change = CHANGES[name](draft, random, made);
          if (change === false) continue;
          const { verified } = verifier.verify(draft, change === true ? {} : change);
          expect(verified, `${made.sort}, change ${k}`).toBe(false);
          count++;
        }
      }
      // Parts of a body with several pieces: not in these cells.
      if (name !== 'another piece') expect(count).toBeGreaterThan(0);
    },
  );
});

describe('slabs of a box 2 cm above a table', () => {
  const path = (cell: Cell) =>
    buildPath(cell.tree, [Float64Array.of(-0.5, 0, 0.12), Float64Array.of(0.5, 0.1, 0.12)]);
  const plain = sliderCell(BOX, TABLE);
  const certificate = makeCertificate(plain.description, plain, path(plain));

  /** The same slabs for a cell that demands more, all else made to fit. */
  function verdictFor(cell: Cell): string | undefined {
    const draft = draftOf(certificate);
    const { clearance } = cell.description;
    draft.model = modelDigest(cell.description);
    draft.settings = { ...draft.settings, clearance: clearance.default };
    draft.pairs = draft.pairs.map((pair) =>
      pair.excluded === null ? { ...pair, clearance: clearance.default } : pair,
    );
    return new Verifier(cell.description).verify(draft).reason?.code;
  }

  it('do for a clearance or a padding of 1 cm, not for one of 3 cm', () => {
    expect(verdictFor(sliderCell(BOX, TABLE))).toBeUndefined();
    for (const [room, code] of [
      [0.01, undefined],
      [0.03, 'slab'],
    ] as const) {
      expect(verdictFor(sliderCell(BOX, `${TABLE}\nclearance: {default: ${room}}`))).toBe(code);
      expect(verdictFor(sliderCell(BOX, TABLE, `, padding: {l3: ${room}}`))).toBe(code);
    }
  });
});
