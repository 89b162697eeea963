/**
 * Every free verdict, whichever method it comes from, becomes a certificate, and the verifier accepts
 * it: over the cells with thin obstacles that campaigns use, and the Panda's benchmark scenes.
 */
import { describe, expect, it } from 'vitest';
import { askAbout, buildCell } from '../../src/cell/index.ts';
import {
  makeCertificate,
  parseCertificate,
  Verifier,
  writeCertificate,
} from '../../src/certificate/index.ts';
import { type CheckerOptions, createChecker } from '../../src/check/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import { describeScene } from '../helpers/oracles/benchmarkScenes.ts';
import { haveData, readData } from '../helpers/oracles/data.ts';
import { thinCell } from '../helpers/oracles/thinCells.ts';
import { thinSegment } from '../helpers/oracles/thinSegments.ts';

const METHODS: CheckerOptions[] = [
  { method: 'ladder' },
  { method: 'adaptive' },
  { method: 'adaptive', distance: 'greedy', bounds: 1 },
  { method: 'adaptive', distance: 'exact', covering: 'middle' },
];

describe('free verdicts become certificates that are verified', () => {
  it('thin obstacles, every method, seeds 1 to 60', () => {
    let certificates = 0;
    let slabs = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const thin = thinCell(seed);
      const { cell } = thin;
      const verifier = new Verifier(cell.description);
      for (let k = 0; k < 4; k++) {
        const { from, to } = thinSegment(thin, k);
        const path = buildPath(cell.tree, [from, to]);
        const asked = askAbout(cell, path).cell;
        const verdicts = METHODS.map(
          (options) => createChecker(asked, options).check({ segment: path.segments[0] }).verdict,
        );
        if (!verdicts.includes('free')) continue;
        const certificate = makeCertificate(cell.description, cell, path);
        const file = new TextEncoder().encode(writeCertificate(certificate));
        const read = parseCertificate(file, 'certificate.json');
        const result = verifier.verify(read, { path });
        expect(result.reason, `seed ${seed}, segment ${k}`).toBeUndefined();
        expect(result.verified).toBe(true);
        certificates++;
        slabs += result.checked.slabs;
      }
    }
    console.log(`${certificates} certificates, ${slabs} slabs`);
    expect(certificates).toBeGreaterThan(60);
  }, 120_000);

  it.skipIf(!haveData('oracle/edges_panda.json'))(
    'edges of the Panda that are free',
    () => {
      const { records } = JSON.parse(new TextDecoder().decode(readData('oracle/edges_panda.json')));
      const joints = Array.from({ length: 7 }, (_, k) => `panda_joint${k + 1}`);
      const cells = new Map<string, ReturnType<typeof prepare>>();
      function prepare(family: string, scene: number) {
        const description = describeScene('panda', family, scene, joints);
        return { description, cell: buildCell(description), verifier: new Verifier(description) };
      }
      let verified = 0;
      for (const { family, scene, a, b, collide } of records.slice(0, 300)) {
        if (collide) continue;
        const key = `${family} ${scene}`;
        const known = cells.get(key) ?? prepare(family, scene);
        cells.set(key, known);
        const path = buildPath(known.cell.tree, [Float64Array.from(a), Float64Array.from(b)]);
        const certificate = makeCertificate(known.description, known.cell, path);
        const result = known.verifier.verify(certificate);
        expect(result.reason).toBeUndefined();
        verified++;
      }
      console.log(`${verified} edges certified and verified`);
      expect(verified).toBeGreaterThan(100);
    },
    120_000,
  );
});
