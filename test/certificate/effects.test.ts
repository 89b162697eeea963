/** What the maker's rules are for: few slabs, at few moments that they share. What is verified goes to each of them once. */
import { expect, it, vi } from 'vitest';
import { StaticChecker } from '../../src/cell/index.ts';
import { CertificateMaker, SLAB_SIZE, SLAB_T, Verifier } from '../../src/certificate/index.ts';
import { Ladder } from '../../src/check/index.ts';
import { knot, torus } from '../../src/geometry/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import { Motion } from '../../src/verifier/motion.ts';
import { CELLS, segmentsOf, slider } from '../helpers/check/adaptiveCells.ts';
import { cellFrom } from '../helpers/oracles/cellText.ts';

it('few slabs, at moments that pairs share: a gantry, seed 11', () => {
  const cell = CELLS.gantry();
  const maker = new CertificateMaker(cell.description, cell);
  const ladder = new Ladder(cell);
  const free = segmentsOf(new StaticChecker(cell), 11, 16, [1, 3]).filter(
    (segment) => ladder.check({ segment }).verdict === 'free',
  );
  let slabs = 0;
  let moments = 0;
  let lists = 0;
  for (const { from, to } of free) {
    const certificate = maker.make(buildPath(cell.tree, [from, to]));
    const times = new Set<number>();
    for (const list of certificate.slabs[0]) {
      lists++;
      for (let o = 0; o < list.length; o += SLAB_SIZE) {
        slabs++;
        times.add(list[o + SLAB_T]);
      }
    }
    moments += times.size;
  }
  expect(free.length).toBe(7);
  // Hardly more than one for each pair.
  expect(slabs).toBeLessThan(1.15 * lists);
  expect(slabs).toBeLessThanOrEqual(1.05 * 222);
  expect(moments).toBeLessThanOrEqual(1.05 * 25);
});

it('patches are divided only where hulls do not do: a knot through a ring', () => {
  const cell = cellFrom(
    'surepath: 1\nrobots: [{urdf: s.urdf}]\nobstacles: [{name: ring, shape: {mesh: ring.stl}}]',
    {
      's.urdf': slider('<mesh filename="knot.stl"/>'),
      'ring.stl': torus(0.5, 0.3, 24, 12),
      'knot.stl': knot(0.1, 0.03, 32, 6),
    },
  );
  const path = buildPath(cell.tree, [
    Float64Array.of(0.005, 0, -1.2),
    Float64Array.of(-0.005, 0.01, 1),
  ]);
  const [[list]] = new CertificateMaker(cell.description, cell).make(path).slabs;
  expect(list.length / SLAB_SIZE).toBeLessThanOrEqual(1.05 * 102);
});

it('the beginning is gone to once, however many bodies might contain others there: a knot in three rings', () => {
  const rings = [0, 1, 2].map((i) => `{name: ring${i}, shape: {mesh: ring${i}.stl}}`);
  const cell = cellFrom(`surepath: 1\nrobots: [{urdf: s.urdf}]\nobstacles: [${rings.join(', ')}]`, {
    's.urdf': slider('<mesh filename="knot.stl"/>'),
    'ring0.stl': torus(0.5, 0.3, 24, 12),
    'ring1.stl': torus(0.6, 0.3, 24, 12),
    'ring2.stl': torus(0.7, 0.3, 24, 12),
    'knot.stl': knot(0.1, 0.03, 32, 6),
  });
  const path = buildPath(cell.tree, [Float64Array.of(0, 0, 0), Float64Array.of(0, 0, 1)]);
  const certificate = new CertificateMaker(cell.description, cell).make(path);
  const verifier = new Verifier(cell.description);
  const goTo = vi.spyOn(Motion.prototype, 'goTo');
  const { verified, checked } = verifier.verify(certificate);
  const times = goTo.mock.calls.map(([t]) => t);
  goTo.mockRestore();
  expect([verified, checked.pairs]).toEqual([true, 3]);
  expect(times.at(-1)).toBe(0);
  // Pair by pair it would be there three times.
  expect(times.length).toBe(new Set(times).size);
});
