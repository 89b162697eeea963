/**
 * Circular segments in random cells: what is proven free is free wherever it is sampled, what collides is found; many short
 * chords get the same verdict; certificates are verified, and none that somebody altered is.
 */
import { describe, expect, it } from 'vitest';
import { askAbout, buildCell, type Cell, StaticChecker } from '../../src/cell/index.ts';
import { Verifier } from '../../src/certificate/index.ts';
import { checkPath, createChecker } from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import { buildPath, type Path, type Segment } from '../../src/motion/index.ts';
import { ARC_CHANGES } from '../helpers/certificate/arcChanges.ts';
import { anywhere, nearby, randomCell, SORTS } from '../helpers/certificate/cells.ts';
import { draftOf } from '../helpers/certificate/changes.ts';
import { randomArcPath } from '../helpers/certificate/curves.ts';
import { madeOf } from '../helpers/certificate/made.ts';

/** The deepest that samples see: whether any collides, and how near any pair comes. */
function sampled(cell: Cell, segment: Segment, count: number) {
  const checker = new StaticChecker(cell);
  const q = new Float64Array(cell.tree.dofs.length);
  let colliding = false;
  let least = Infinity;
  for (let i = 0; i <= count; i++) {
    segment.configurationInto(i / count, q, 0);
    const found = checker.check(q);
    if (found.colliding) colliding = true;
    least = Math.min(least, found.colliding ? 0 : (found.closest?.distance ?? Infinity));
  }
  return { colliding, least };
}

function verdictOf(cell: Cell, path: Path, method: 'ladder' | 'adaptive' | 'refined') {
  const asked = askAbout(cell, path);
  return checkPath(createChecker(asked.cell, { method }), asked.motion, { delta: 1e-4 }).verdict;
}

describe.each(Object.keys(SORTS))('circular segments: %s', (sort) => {
  it('are judged as samples and as short chords are (seed 571)', () => {
    const random = new Random(571);
    const seen: Record<string, number> = {};
    for (let i = 0; i < 8; i++) {
      const description = randomCell(random, { ...SORTS[sort], clearance: 0, tracking: 0 });
      const cell = buildCell(description);
      if (cell.tree.dofs.length < 2) continue;
      const from = anywhere(cell.tree, random);
      const path = randomArcPath(cell.tree, [from, nearby(cell.tree, from, 0.6, random)], random);
      const [segment] = path.segments;
      const asked = askAbout(cell, path).cell;
      const samples = sampled(asked, segment, 120);
      const verdict = verdictOf(cell, path, (['ladder', 'adaptive', 'refined'] as const)[i % 3]);
      seen[verdict] = (seen[verdict] ?? 0) + 1;
      if (samples.colliding) expect(verdict).toBe('colliding');
      if (verdict === 'free') expect(samples.least).toBeGreaterThan(0);
      // Far from contact, or deep in it, short chords cannot differ.
      if (samples.colliding || samples.least > 0.01) {
        const chords = Array.from({ length: 129 }, (_, k) => {
          const q = new Float64Array(from.length);
          segment.configurationInto(k / 128, q, 0);
          return q;
        });
        const other = verdictOf(cell, buildPath(cell.tree, chords), 'ladder');
        if (verdict === 'free' || other === 'free') expect(other).toBe(verdict);
      }
    }
    expect(Object.keys(seen).length).toBeGreaterThan(0);
  });

  it('have certificates, of which no altered one is accepted (seeds 580 on)', () => {
    const made = madeOf(sort, 2, 580 + Object.keys(SORTS).indexOf(sort), 'circular');
    expect(made.length).toBeGreaterThan(0);
    let rejected = 0;
    for (const one of made) {
      const verifier = new Verifier(one.description);
      const whole = verifier.verify(one.certificate, { path: one.path });
      expect(whole.reason).toBeUndefined();
      const { cell } = askAbout(one.cell, one.path);
      for (const segment of one.path.segments) {
        expect(sampled(cell, segment, 150).colliding).toBe(false);
      }
      Object.values(ARC_CHANGES).forEach((change, i) => {
        const random = new Random(600 + i);
        for (let k = 0; k < 3; k++) {
          const draft = draftOf(one.certificate);
          const options = change(draft, random, one);
          if (options === false) continue;
          const { verified } = verifier.verify(draft, options === true ? {} : options);
          expect(verified, Object.keys(ARC_CHANGES)[i]).toBe(false);
          rejected++;
        }
      });
    }
    expect(rejected).toBeGreaterThan(40);
  });
});
