/**
 * The judge of the campaign, judged. At random configurations of the campaign's cells the
 * independent check and the static check must agree wherever bodies are not within rounding of
 * touching, though they have no line of code in common; and what the search along segments finds
 * must be there, and more than what coarse sampling finds.
 */
import { describe, expect, it } from 'vitest';
import { type Cell, PairProbe, StaticChecker } from '../../src/cell/index.ts';
import { Random } from '../../src/math/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import { EdgeChecker } from '../../src/plan/index.ts';
import { pairTravel, searchSegment } from '../helpers/oracles/independentSearch.ts';
import type { IndependentPair } from '../helpers/oracles/independentStatic.ts';
import { drawConfiguration, type ThinCell, thinCell } from '../helpers/oracles/thinCells.ts';
import { thinSegment } from '../helpers/oracles/thinSegments.ts';

const CELLS = 80;
const FIRST = 5000;
/** Distances of both sides may differ by this, and by what inscribed shapes leave out. */
const SAME = 1e-9;

const names = (cell: Cell, { a, b }: IndependentPair) =>
  `${cell.bodies[a].name} and ${cell.bodies[b].name}`;

function forCells(check: (thin: ThinCell, random: Random) => void): void {
  for (let seed = FIRST; seed < FIRST + CELLS; seed++) check(thinCell(seed), new Random(seed));
}

describe(`the independent check, cells ${FIRST} to ${FIRST + CELLS - 1}`, () => {
  it('sees the same bodies, joints and pairs', () => {
    forCells(({ cell, independent, seed }) => {
      const { kinematics, bodies, pairs } = independent;
      const dofs = kinematics.dofs.map(({ name }) => name);
      expect(
        cell.tree.dofs.map(({ name }) => name),
        `cell ${seed}`,
      ).toEqual(dofs);
      expect(cell.bodies.map(({ name }) => name)).toEqual(bodies.map(({ name }) => name));
      expect(cell.pairs.length).toBe(pairs.length);
      cell.pairs.forEach((pair, i) => {
        const where = `cell ${seed}, ${names(cell, pairs[i])}: ${pair.reason}`;
        const skipped = pair.reason !== null && pair.reason !== 'swept';
        expect(pairs[i].tested, where).toBe(!skipped);
        expect(pairs[i].clearance, where).toBe(pair.clearance);
      });
      cell.bodies.forEach((body, b) => {
        body.pieces.forEach((piece, p) => {
          const own = bodies[b].pieces[p].piece;
          if (piece.kind !== 'mesh' || own.kind !== 'triangles') return;
          const closed = (c: { solid: boolean; cavityOf: number | null }) =>
            c.solid || c.cavityOf !== null;
          const solids = piece.mesh.components.filter(closed).length;
          expect(own.components.filter(({ solid }) => solid).length, body.name).toBe(solids);
          expect(own.components.length, body.name).toBe(piece.mesh.components.length);
        });
      });
    });
  });

  it('agrees with static checks', () => {
    let sureCount = 0;
    let contained = 0;
    let apart = 0;
    forCells(({ cell, independent, seed, family }, random) => {
      const probe = new PairProbe(cell);
      const count = family === 'inside' ? 60 : 12;
      for (let k = 0; k < count; k++) {
        const q = drawConfiguration(independent, random);
        independent.setConfiguration(q);
        probe.kinematics.setConfiguration(q);
        cell.pairs.forEach((pair, i) => {
          const own = independent.pairs[i];
          if (!own.tested) return;
          const cutoff = 0.1;
          const finding = probe.measure(pair, cutoff);
          const { gap, sure, blur } = independent.gap(own, cutoff);
          const where = `cell ${seed}, configuration ${k}, ${names(cell, own)} (${pair.reason}): gap ${gap} ${sure}, distance ${finding.distance}`;
          expect(Math.min(cutoff, independent.boxGap(own)), where).toBeLessThanOrEqual(gap + SAME);
          if (sure) {
            expect(finding.colliding, where).toBe(true);
            expect(pair.reason, where).toBe(null);
            sureCount++;
            if (finding.contained) contained++;
            return;
          }
          if (finding.distance < cutoff) apart++;
          const distance = Math.min(cutoff, finding.distance);
          expect(gap, where).toBeLessThan(distance + SAME + blur);
          if (!finding.colliding) expect(gap, where).toBeGreaterThan(distance - SAME);
        });
      }
    });
    expect(sureCount).toBeGreaterThan(100);
    expect(contained).toBeGreaterThan(10);
    expect(apart).toBeGreaterThan(1000);
  });

  it('runs along segments as the product does, no faster than it thinks', () => {
    forCells((thin, random) => {
      const { cell, independent, seed } = thin;
      for (let index = 0; index < 4; index++) {
        const { from, to } = thinSegment(thin, index);
        const segment = new StraightSegment(cell.tree, from, to);
        const s = random.unit();
        const t = random.unit();
        const q = new Float64Array(from.length);
        segment.configurationInto(t, q, 0);
        const probe = new PairProbe(cell);
        probe.kinematics.setConfiguration(q);
        const own = independent.kinematics.between(from, to, t);
        independent.setConfiguration(own);
        independent.bodies.forEach(({ frame, name }) => {
          const at = probe.kinematics.poseOf(frame);
          const pose = independent.kinematics.pose(frame);
          for (let k = 0; k < 12; k++) {
            const off = Math.abs(pose[k] - probe.kinematics.poses[at + k]);
            expect(off, `cell ${seed}, segment ${index}, ${name}`).toBeLessThan(2e-12);
          }
        });
        for (const pair of independent.pairs) {
          if (!pair.tested) continue;
          const gapAt = (time: number) => {
            independent.setConfiguration(independent.kinematics.between(from, to, time));
            return Math.max(0, independent.gap(pair).gap);
          };
          const change = Math.abs(gapAt(s) - gapAt(t));
          const most = pairTravel(independent, pair, from, to) * Math.abs(s - t);
          const where = `cell ${seed}, segment ${index}, ${names(cell, pair)}`;
          expect(change, where).toBeLessThanOrEqual(most + SAME);
        }
      }
    });
  });

  it('finds contacts that are there, and that sampling at 0.05 rad misses', () => {
    let missed = 0;
    let segments = 0;
    forCells((thin) => {
      const { cell, independent, seed } = thin;
      const sampling = new EdgeChecker(cell, { method: 'fixed', resolution: 0.05 });
      const statics = new StaticChecker(cell);
      for (let index = 0; index < 20; index++) {
        const { from, to } = thinSegment(thin, index);
        const segment = new StraightSegment(cell.tree, from, to);
        if (sampling.check({ segment }).verdict !== 'no collision found') continue;
        segments++;
        const { contact } = searchSegment(independent, from, to, 200);
        if (!contact) continue;
        missed++;
        const { a, b, clearance } = contact.pair;
        const where = `cell ${seed}, segment ${index}, ${names(cell, contact.pair)}, t = ${contact.t}`;
        const [found] = statics
          .for(contact.configuration)
          .within(clearance + SAME, contact.configuration)
          .filter(({ pair }) => pair.a === a && pair.b === b);
        expect(found, where).toBeDefined();
        expect(found.colliding || found.distance < clearance, where).toBe(true);
      }
    });
    console.log(
      `sampling at 0.05 rad: ${segments} without a collision, of which ${missed} have one`,
    );
    expect(missed).toBeGreaterThan(15);
  });
});
