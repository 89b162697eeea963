/**
 * The forger finds nothing that the verifier accepts though the path collides. That it fools verifiers that are weaker
 * than they should be is in test/campaign/weakVerifiers.test.ts, more forgeries are in test/campaign/forger.test.ts, and
 * as many as one likes in scripts/forge.mjs.
 */
import { describe, expect, it } from 'vitest';
import { Verifier } from '../../src/certificate/index.ts';
import { Random } from '../../src/math/index.ts';
import { DelayForger } from '../helpers/forger/delayForger.ts';
import { forgeCell } from '../helpers/forger/forgeCells.ts';
import { forgePath } from '../helpers/forger/forgePaths.ts';
import { Forger } from '../helpers/forger/forger.ts';
import { ForgeBench, Stage } from '../helpers/forger/forgeStage.ts';
import { touchingParts } from '../helpers/forger/slabForger.ts';

const TIMEOUT_MS = 300_000;

describe('forged certificates', () => {
  it(
    'of paths that collide are not accepted (cells 70 to 83)',
    () => {
      const forger = new Forger();
      for (let seed = 70; seed < 84; seed++) forger.run(seed, 0, 20);
      console.log(forger.summary());
      expect(forger.acceptances).toEqual([]);
      expect(forger.paths).toBeGreaterThan(100);
      expect(forger.slabs).toBeGreaterThan(8000);
      expect(forger.files).toBeGreaterThan(500);
      expect(forger.tallies.forgeries.size).toBeGreaterThan(25);
    },
    TIMEOUT_MS,
  );

  it(
    'of tracks that collide for some starts are not accepted (cells 4 to 9)',
    () => {
      const forger = new DelayForger();
      for (let seed = 4; seed < 10; seed++) forger.run(seed, 12);
      console.log(forger.summary());
      expect(forger.acceptances).toEqual([]);
      expect(forger.colliding).toBeGreaterThan(4);
      expect(forger.forged).toBeGreaterThan(25);
    },
    TIMEOUT_MS,
  );
});

describe('what a forger takes for true', () => {
  it('holds for parts as for whole bodies: some part collides where the whole does (cells 0 to 13)', () => {
    let parts = 0;
    for (let seed = 0; seed < 14; seed++) {
      const forge = forgeCell(seed);
      const bench = new ForgeBench(forge, new Verifier(forge.of.cell.description));
      for (let index = 0; index < 6; index++) {
        const forged = forgePath(forge, index);
        if (!forged) continue;
        const stage = Stage.open(bench, forged, new Random(index));
        if (typeof stage === 'string') throw new Error(`path ${seed}:${index} is ${stage}`);
        const { configuration } = forged.contact;
        const touching = touchingParts(stage);
        for (const each of touching) expect(stage.collide(each, configuration)).toBe(true);
        parts += touching.length - 1;
      }
    }
    expect(parts).toBeGreaterThan(20);
  });
});
