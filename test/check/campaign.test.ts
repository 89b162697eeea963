/**
 * The judge of the standing campaign, judged, and a little of the campaign: the independent check has no
 * code of the product; on cells with everything in them it sees the same bodies, joints and pairs, measures
 * the same distances and knows the same motions. test/campaign/campaign.test.ts runs 20,000 segments, and
 * scripts/campaign.mjs as many as one likes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PairProbe } from '../../src/cell/index.ts';
import { Random } from '../../src/math/index.ts';
import { type AnyCell, anyCell } from '../helpers/oracles/anyCells.ts';
import { anyMotion } from '../helpers/oracles/anyMotions.ts';
import { StandingCampaign } from '../helpers/oracles/standingCampaign.ts';
import { drawConfiguration } from '../helpers/oracles/thinCells.ts';

const FIRST = 3000;
const CELLS = 64;
const cells: readonly AnyCell[] = Array.from({ length: CELLS }, (_, k) => anyCell(FIRST + k));

describe(`the independent check and cells ${FIRST} to ${FIRST + CELLS - 1}`, () => {
  it('shares no code with the product, only types', () => {
    const folder = fileURLToPath(new URL('../helpers/oracles/', import.meta.url));
    const own = readdirSync(folder).filter((name) => /^(plain|independent|rules)/.test(name));
    expect(own.length).toBeGreaterThan(9);
    for (const name of own) {
      const imports = readFileSync(folder + name, 'utf8').matchAll(
        /^import (.*?) from '(.*?)';/gms,
      );
      for (const [, what, from] of imports) {
        const allowed = from.startsWith('../../../src/')
          ? what.startsWith('type ')
          : own.includes(from.slice(2));
        expect(allowed, `${name} imports ${from}`).toBe(true);
      }
    }
  });

  it('sees the same bodies, joints and pairs', () => {
    for (const { cell, independent, seed } of cells) {
      const { kinematics, bodies, pairs } = independent;
      expect(cell.tree.dofs.map(({ name }) => name)).toEqual(kinematics.dofs.map((d) => d.name));
      expect(cell.bodies.map(({ name }) => name)).toEqual(bodies.map(({ name }) => name));
      cell.pairs.forEach((pair, i) => {
        const skipped = pair.reason !== null && pair.reason !== 'swept';
        const where = `${seed}: ${bodies[pair.a].name}, ${bodies[pair.b].name}, ${pair.reason}`;
        expect(pairs[i].tested, where).toBe(!skipped);
        expect(pairs[i].clearance, where).toBe(pair.clearance);
      });
    }
  });

  it('knows primitives to be solid', () => {
    for (const { independent } of cells) {
      for (const { pieces } of independent.bodies) {
        for (const { piece } of pieces) {
          if (piece.kind !== 'triangles' || piece.core === null) continue;
          expect(piece.components.map(({ solid }) => solid)).toEqual([true]);
        }
      }
    }
  });

  it('measures the same distances', () => {
    const counts = { sure: 0, contained: 0, apart: 0, far: 0 };
    for (const { cell, independent, seed } of cells) {
      const random = new Random(seed);
      const probe = new PairProbe(cell);
      const away = Math.hypot(...cell.description.robots[0].base.subarray(9));
      // Poses of the product are in the world, and round there.
      const same = 1e-9 + 1e-14 * away;
      for (let k = 0; k < 8; k++) {
        const q = drawConfiguration(independent, random);
        independent.setConfiguration(q);
        probe.kinematics.setConfiguration(q);
        cell.pairs.forEach((pair, i) => {
          const own = independent.pairs[i];
          if (!own.tested) return;
          const cutoff = 0.1;
          const { distance, colliding, contained } = probe.measure(pair, cutoff);
          const { gap, sure, blur } = independent.gap(own, cutoff);
          const names = `${cell.bodies[pair.a].name}, ${cell.bodies[pair.b].name}`;
          const where = `${seed}, configuration ${k}, ${names}: gap ${gap} ${sure}, ${distance}`;
          if (sure) {
            // Deeper than rounding.
            if (away < 1e3) expect(colliding, where).toBe(true);
            else expect(distance, where).toBeLessThan(same);
            counts.sure++;
            if (contained) counts.contained++;
            return;
          }
          if (distance < cutoff) counts.apart++;
          if (away > 1e3) counts.far++;
          const least = Math.min(cutoff, distance);
          expect(gap, where).toBeLessThan(least + same + blur);
          if (!colliding) expect(gap, where).toBeGreaterThan(least - same);
        });
      }
    }
    expect(counts.sure).toBeGreaterThan(60);
    expect(counts.contained).toBeGreaterThan(2);
    expect(counts.apart).toBeGreaterThan(200);
    expect(counts.far).toBeGreaterThan(200);
  });

  it('knows the same motions', () => {
    const sorts = new Map<string, number>();
    for (const any of cells) {
      const { independent, cell, seed } = any;
      const { dofs } = independent.kinematics;
      const q = new Float64Array(cell.tree.dofs.length);
      for (let index = 0; index < 12; index++) {
        const { sort, motions } = anyMotion(any, index);
        sorts.set(sort, (sorts.get(sort) ?? 0) + 1);
        for (const { segment, plain } of motions) {
          for (const t of [0, 0.3, 0.71, 1]) {
            segment.configurationInto(t, q, 0);
            const own = plain.at(t);
            const size = own.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
            own.forEach((x, d) => {
              if (dofs[d].kind === 'floating' && dofs[d].part > 2) return;
              const off = Math.abs(x - q[d]);
              expect(off, `${seed}:${index} ${sort}, ${dofs[d].name}`).toBeLessThan(1e-11 * size);
            });
          }
        }
      }
    }
    expect([...sorts.keys()].length).toBe(8);
  });
});

describe('a little of the campaign', () => {
  it('finds no contradiction in 6 motions of each of these cells', () => {
    const campaign = new StandingCampaign({ certify: 20, delays: 0 });
    for (const any of cells) campaign.run(any, 0, 6);
    expect(campaign.contradictions).toEqual([]);
    expect(campaign.segments).toBeGreaterThan(380);
    expect(campaign.verdicts.free).toBeGreaterThan(200);
    expect(campaign.verdicts.colliding).toBeGreaterThan(50);
    expect(campaign.certified).toBeGreaterThan(2);
  });
});
