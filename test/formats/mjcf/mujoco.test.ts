/** MJCF models against MuJoCo, which compiles the same text. Real robots: test/campaign/mjcf.test.ts. */
import { expect, it } from 'vitest';
import { cellFromMjcf } from '../../../src/formats/index.ts';
import { Random } from '../../../src/math/index.ts';
import { PRIMITIVES, TWISTED } from '../../helpers/formats/mjcfModels.ts';
import { comparePairs, comparePlaces } from '../../helpers/oracles/mujocoCompare.ts';
import { mujocoModel } from '../../helpers/oracles/mujocoModel.ts';

it.each([
  ['shapes, classes, rotations, exclusions', PRIMITIVES],
  ['frames, copies, several joints a body, anchors, references', TWISTED],
])('%s, seed 3', async (_, xml) => {
  const description = cellFromMjcf(new TextEncoder().encode(xml), {
    file: 'model.xml',
    resolver: { files: {} },
  });
  const theirs = await mujocoModel(xml);
  const { difference, bodies, geoms } = comparePlaces(description, theirs, new Random(3));
  // MuJoCo keeps vertices in single precision.
  expect(difference).toBeLessThan(xml.includes('<mesh') ? 1e-9 : 1e-12);
  expect(bodies).toBeGreaterThan(30);
  expect(geoms).toBeGreaterThan(60);
  expect(comparePairs(description, theirs)).toBeGreaterThan(3);
});
