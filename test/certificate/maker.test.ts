/** One maker for many paths: what it keeps must not show in what it makes. */
import { expect, it } from 'vitest';
import { askAbout, buildCell } from '../../src/cell/index.ts';
import {
  CertificateMaker,
  makeCertificate,
  NOT_FREE,
  writeCertificate,
} from '../../src/certificate/index.ts';
import { checkPath, createChecker } from '../../src/check/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

it('gives the same certificates as one maker for each, also after a path that is not free', () => {
  const cell = cellFrom(
    `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: wall, shape: {box: [0.02, 0.6, 1]}, pose: {xyz: [1, 0, 0]}}]
allow: [[link0, link1], [link1, link2]]
`,
    { 'arm.urdf': armUrdf('arm', [0.4, 0.4, 0.4]) },
  );
  const { description } = cell;
  const maker = new CertificateMaker(description, cell);
  const random = new Random(11);
  const counts = { free: 0, other: 0 };
  for (let k = 0; k < 80; k++) {
    // Some leave the limits, so that the question needs a cell with a larger box.
    const reach = k % 7 === 0 ? 9 : 3;
    const waypoints = Array.from({ length: 2 }, () =>
      Float64Array.from(cell.tree.dofs, () => random.between(-reach, reach)),
    );
    const path = buildPath(cell.tree, waypoints);
    const checker = createChecker(askAbout(cell, path).cell);
    if (checkPath(checker, path).verdict === 'free') {
      counts.free++;
      const fresh = makeCertificate(description, buildCell(description), path);
      expect(writeCertificate(maker.make(path))).toBe(writeCertificate(fresh));
    } else {
      counts.other++;
      let code = '';
      try {
        maker.make(path, { budget: 2000 });
      } catch (error) {
        if (error instanceof InputError) code = error.fault.code;
      }
      expect(code).toBe(NOT_FREE);
    }
  }
  expect(counts.free).toBeGreaterThan(10);
  expect(counts.other).toBeGreaterThan(10);
});
