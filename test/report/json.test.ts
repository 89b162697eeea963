/** The data of a report as a file: the same back, and a fault instead of a picture for whatever is not such data. */
import { describe, expect, it } from 'vitest';
import { InputError, Random } from '../../src/math/index.ts';
import {
  Places,
  Poses,
  type ReportData,
  readReport,
  readReportJson,
  reportJson,
  segmentAt,
  unpackMesh,
  verdictSentence,
} from '../../src/report/index.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { reportOf } from '../helpers/report/page.ts';

const POST = '{name: post, shape: {box: [0.1, 0.1, 1]}, pose: {xyz: [2.2, 0.8, 0]}}';
const cell = cellFrom(
  `surepath: 1\nrobots: [{urdf: arm.urdf}]\nobstacles: [${POST}]\nallow: [[link0, link1], [link1, link2]]\n`,
  { 'arm.urdf': armUrdf('arm', [1, 1, 1]) },
);
const { data } = reportOf(cell, [
  [-1, 0],
  [1, 0],
  [0.5, 0.5],
]);

/** What a viewer does with it, before anything is drawn. */
function lookedAt(report: ReportData): void {
  verdictSentence(report);
  const places = new Places(report.motion);
  const poses = new Poses(report.motion);
  const out = new Float64Array(7);
  const { index, part } = places.find(segmentAt(report.axis, report.axis.knots[0]).t);
  for (const { mover } of report.scene.bodies) {
    if (mover > 0) poses.readInto(mover - 1, index, part, out);
  }
  for (const { bodies } of report.witnesses)
    for (const b of bodies) report.scene.bodies[b].name.trim();
  for (const { meshes } of report.scene.bodies)
    for (const m of meshes) unpackMesh(report.scene.meshes[m]);
}

describe('the data of a report as a file', () => {
  it('comes back as it was', () => {
    const { kind, version, ...rest } = JSON.parse(reportJson(data));
    expect([kind, version]).toEqual(['surepath-report', 1]);
    expect(rest).toEqual(data);
    expect(readReportJson(reportJson(data))).toMatchObject({ ...data });
    expect(data.witnesses.length).toBeGreaterThan(0);
  });

  it.each([
    ['half of it', reportJson(data).slice(0, 900), 'not JSON'],
    ['another version', reportJson(data).replace('"version":1', '"version":3'), 'another version'],
    ['a list', '[]', 'missing'],
    ['a certificate', '{"kind": "surepath-certificate"}', 'another kind'],
    [
      'an unknown verdict',
      reportJson(data).replace(`"verdict":"${data.verdict}"`, '"verdict":"safe"'),
      'verdict',
    ],
  ])('refuses %s', (_, text, why) => {
    const fault = faultOf(() => readReportJson(text, 'r.json'));
    expect(fault).toMatchObject({ code: 'report/data', file: 'r.json' });
    expect(fault.message).toContain(why);
    expect(fault.hint).toContain('--report-json');
  });

  it('takes no value that a viewer would stumble over, wherever it is (seed 7)', () => {
    const random = new Random(7);
    const paths = placesIn({
      ...data,
      pairs: [],
      cover: null,
      profile: null,
      stats: {},
      record: {},
    });
    let refused = 0;
    for (let n = 0; n < 400; n++) {
      const broken = structuredClone(data) as unknown as Record<string, unknown>;
      const path = paths[random.below(paths.length)];
      const bad = [null, -1, 1e9, 'x', {}, [], undefined, Number.NaN][random.below(8)];
      setAt(broken, path, bad);
      try {
        const report = readReport(broken);
        // Text of numbers is read late; a viewer says so too, and so does whoever decodes it here.
        expect(() => lookedAt(report)).not.toThrow(TypeError);
      } catch (error) {
        expect(error, path.join('.')).toBeInstanceOf(InputError);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(150);
  });
});

function faultOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof InputError) return error.fault;
    throw error;
  }
  throw new Error('it was taken');
}

/** Paths to all values of an object, lists by their first members. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return path.length > 0 ? [path] : [];
  const below = Object.entries(value)
    .slice(0, Array.isArray(value) ? 3 : undefined)
    .flatMap(([key, each]) => placesIn(each, [...path, key]));
  return path.length > 0 ? [path, ...below] : below;
}

function setAt(root: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let at = root;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
  at[path.at(-1)!] = value;
}
