/** The corpus of hard pairs: that it is what its generator makes, and that the code is right on it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  DISTANCE_ERROR,
  SQUARED_DISTANCE_ERROR,
  triangleDistanceInto,
} from '../../src/geometry/triangleDistance.ts';
import { triangleDistanceLowerInto } from '../../src/geometry/triangleDistanceLower.ts';
import { trianglesIntersect } from '../../src/geometry/triangleIntersect.ts';
import { extentOf } from '../helpers/fixtures/hardTrianglePairs.ts';
import { makeTrianglePairs, type PairRecord } from '../helpers/fixtures/makeTrianglePairs.ts';

const FILE = '../helpers/fixtures/trianglePairs.json';
const numbers = (text: string) => Float64Array.from(text.split(' '), Number);

test('the corpus is what its generator makes', async () => {
  await expect(`${JSON.stringify(makeTrianglePairs(), null, 2)}\n`).toMatchFileSnapshot(FILE);
});

test('intersection, distance and lower bound agree with the corpus', () => {
  const records: PairRecord[] = JSON.parse(readFileSync(new URL(FILE, import.meta.url), 'utf8'));
  expect(records.length).toBeGreaterThan(1000);
  const out = new Float64Array(7);
  const lower = new Float64Array(1);
  for (const record of records) {
    const p = numbers(record.p);
    const q = numbers(record.q);
    const label = JSON.stringify(record);
    const extent = extentOf({ p, q });
    expect(trianglesIntersect(p, 0, q, 0), label).toBe(record.intersects);
    triangleDistanceInto(p, 0, q, 0, out, 0);
    expect(out[0] === 0, label).toBe(record.intersects);
    const error = Math.abs(Math.sqrt(out[0]) - record.distance);
    expect(error, label).toBeLessThanOrEqual(DISTANCE_ERROR * extent);
    expect(out[0] - record.squared, label).toBeLessThanOrEqual(
      SQUARED_DISTANCE_ERROR * extent * extent,
    );
    triangleDistanceLowerInto(p, 0, q, 0, lower, 0);
    const lack = record.distance - lower[0];
    expect(lack, label).toBeLessThanOrEqual(1e-10 * record.distance + 1e-14 * extent);
    expect(lower[0], label).toBeLessThanOrEqual(record.distance);
  }
});
