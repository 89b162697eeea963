/**
 * A certificate after a change: of each kind of change, that only what it touches is proven anew, and that the new
 * certificate is verified. Nothing old is believed.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildCell, type CellDescription } from '../../src/cell/index.ts';
import {
  type Certificate,
  makeCertificate,
  type Renewal,
  renewCertificate,
  SLAB_SIZE,
  verify,
} from '../../src/certificate/index.ts';
import { torus } from '../../src/geometry/index.ts';
import { identityPose, poseFromRpy } from '../../src/math/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import { shifted, withObstacle } from '../helpers/certificate/edits.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { moved } from '../helpers/oracles/meshes.ts';

const NEVER = Number.POSITIVE_INFINITY;
/** Joint values: the tip passes by posts, and a ring that it reaches over. */
const WAYPOINTS = [
  [-1.7, 0.1],
  [-1.1, 0.05],
  [-0.6, 0.1],
  [-0.1, 0],
  [0.4, -0.1],
  [0.9, 0.05],
  [1.4, 0.1],
].map((q) => Float64Array.from(q));

const NAMES = ['post0', 'post1', 'post2', 'post3', 'post4', 'post5'];

/** An arm among posts that stand beyond its reach by millimetres, and a ring above it. */
function scene(): CellDescription {
  const posts = NAMES.map((name, i) => {
    const angle = -1.4 + 0.5 * i;
    const at = [0.4 + 0.8 * Math.cos(angle), 0.8 * Math.sin(angle), 0].map((x) => x.toFixed(3));
    return `  - {name: ${name}, shape: {cylinder: {radius: 0.03, length: 1}}, pose: {xyz: [${at}]}}`;
  });
  return cellFrom(
    `surepath: 1
robots: [{urdf: arm.urdf}]
clearance: {default: 0.001}
obstacles:
${posts.join('\n')}
  - {name: ring, shape: {mesh: ring.stl}, pose: {xyz: [0.9, 0.1, 0.13]}}
allow: [[link0, link1], [link1, link2]]
`,
    { 'arm.urdf': armUrdf('arm', [0.4, 0.4, 0.4]), 'ring.stl': torus(0.3, 0.06, 16, 8) },
  ).description;
}

describe.each([
  ['without a crowd', NEVER, 30],
  ['with a crowd', 0, 7],
])('%s', (_, crowdFrom, least) => {
  const description = scene();
  let old: Certificate;
  /** Tests and slabs of a proof that has nothing old. */
  let anew: Renewal;

  const renewed = (
    changed: CellDescription,
    waypoints: readonly Float64Array[] = WAYPOINTS,
    from = old,
  ): Renewal => {
    const cell = buildCell(changed, { crowdFrom });
    const path = buildPath(cell.tree, waypoints);
    const renewal = renewCertificate(from, changed, cell, path);
    if (renewal.certificate) {
      expect(verify(renewal.certificate, changed, { path }).reason).toBeUndefined();
    }
    return renewal;
  };
  /** All pairs that needed something, by the body that all of them have. */
  const onlyOf = ({ pairs }: Renewal, name: string) => {
    if (crowdFrom > 0) expect(pairs.length).toBeGreaterThan(0);
    for (const { bodies } of pairs) expect(bodies).toContain(name);
  };

  /** Sweeps leave so little to search for that shares of it say nothing. */
  const expectFewer = ({ tests }: Renewal, share: number) => {
    if (crowdFrom > 0) expect(tests).toBeLessThan(share * anew.tests);
  };

  beforeAll(() => {
    const cell = buildCell(description, { crowdFrom });
    old = makeCertificate(description, cell, buildPath(cell.tree, WAYPOINTS));
    const bare = { ...old, slabs: old.slabs.map((lists) => lists.map(() => new Float64Array(0))) };
    anew = renewed(description, WAYPOINTS, bare);
    expect(anew.tests).toBeGreaterThan(least);
    expect(anew.slabs.kept).toBe(0);
  });

  it('nothing has changed: all is kept, and nothing is searched for', () => {
    const { certificate, segments, slabs, pairs, tests } = renewed(description);
    expect(segments).toEqual({ kept: 6, mended: 0, anew: 0 });
    expect(slabs).toEqual({ kept: slabCount(old), anew: 0, failed: 0, dropped: 0 });
    expect([pairs.length, tests]).toEqual([0, 0]);
    expect(certificate).toEqual({ ...old, settings: certificate!.settings });
  });

  it('an obstacle is moved: only its pairs are looked for', () => {
    const near = withObstacle(description, 'post2', (each) => shifted(each, [-0.004, 0.001, 0]));
    const renewal = renewed(near);
    onlyOf(renewal, 'post2');
    expect(renewal.slabs.failed).toBeGreaterThan(0);
    expect(renewal.slabs.kept).toBeGreaterThan(0.8 * slabCount(old));
    expectFewer(renewal, 0.3);
    expect(renewal.segments.kept).toBeGreaterThan(2);
  });

  it('an obstacle is moved by a tenth of a millimetre: hardly anything is', () => {
    const near = withObstacle(description, 'post2', (each) => shifted(each, [-0.0001, 0, 0]));
    expect(renewed(near).tests).toBeLessThan(0.1 * anew.tests);
  });

  it('an obstacle is added: only its pairs are looked for', () => {
    const pose = poseFromRpy(0, 0, 0, 0.4 + 0.78 * Math.cos(-0.65), 0.78 * Math.sin(-0.65), 0);
    const parts = [{ pose: identityPose(), geometry: { kind: 'sphere', radius: 0.005 } as const }];
    const peg = { name: 'peg', pose, parts, solid: true };
    const renewal = renewed({ ...description, obstacles: [...description.obstacles, peg] });
    onlyOf(renewal, 'peg');
    expect([renewal.slabs.failed, renewal.slabs.dropped]).toEqual([0, 0]);
  });

  it('an obstacle is removed: nothing is looked for, its slabs are dropped', () => {
    const obstacles = description.obstacles.filter(({ name }) => name !== 'post2');
    const renewal = renewed({ ...description, obstacles });
    expectFewer(renewal, 0.1);
    expect(renewal.slabs.dropped).toBeGreaterThan(0);
    expect(slabCount(renewal.certificate!)).toBeLessThan(slabCount(old));
  });

  it('a mesh is another one: only its pairs are looked for', () => {
    const triangles = moved(torus(0.3, 0.075, 12, 6), 0, 0, 0);
    const geometry = { kind: 'mesh', triangles, reference: 'ring.stl' } as const;
    const renewal = renewed(
      withObstacle(description, 'ring', (each) => ({
        ...each,
        parts: [{ pose: identityPose(), geometry }],
      })),
    );
    onlyOf(renewal, 'ring');
    expectFewer(renewal, 1);
  });

  it('a waypoint is moved: two segments are looked at, and kept where they can be', () => {
    const waypoints = WAYPOINTS.map((q, i) => (i === 3 ? q.map((x) => x + 0.02) : q));
    const renewal = renewed(description, waypoints);
    expect(renewal.segments.kept).toBeGreaterThanOrEqual(4);
    for (const { segments } of renewal.pairs) for (const s of segments) expect([2, 3]).toContain(s);
    expect(renewal.slabs.kept).toBeGreaterThan(0.8 * slabCount(old));
    expectFewer(renewal, 0.35);
  });

  it('a waypoint is new, or gone: segments shift, and keep what they had', () => {
    const middle = WAYPOINTS[3].map((x, d) => 0.5 * (x + WAYPOINTS[4][d]) + 0.01);
    const longer = [...WAYPOINTS.slice(0, 4), middle, ...WAYPOINTS.slice(4)];
    const first = renewed(description, longer);
    expect(first.segments).toEqual({ kept: 5, mended: 0, anew: 2 });
    expectFewer(first, 0.5);
    const again = renewed(description, WAYPOINTS, first.certificate!);
    expect(again.segments).toEqual({ kept: 5, mended: 0, anew: 1 });
    const ends = renewed(description, WAYPOINTS.slice(2, 6));
    expect(ends.segments).toEqual({ kept: 3, mended: 0, anew: 0 });
    expect(ends.tests).toBe(0);
  });

  it('the way back, and the same way twice, keep what is known of each segment', () => {
    const twice = renewed(description, [...WAYPOINTS, ...WAYPOINTS.toReversed().slice(1)]);
    expect(twice.segments.kept).toBe(6);
    expect(twice.segments.anew).toBe(6);
    const again = renewed(
      description,
      [...WAYPOINTS, ...WAYPOINTS.toReversed().slice(1), ...WAYPOINTS.slice(1)],
      twice.certificate!,
    );
    expect(again.segments).toEqual({ kept: 18, mended: 0, anew: 0 });
    expect(again.tests).toBe(0);
  });

  it('another clearance: what has room is kept', () => {
    const renewal = renewed({ ...description, clearance: { default: 0.003, pairs: [] } });
    expect(renewal.slabs.failed).toBeGreaterThan(0);
    expect(renewal.slabs.kept).toBeGreaterThan(0.3 * slabCount(old));
    expectFewer(renewal, 1);
    const less = renewed({ ...description, clearance: { default: 0, pairs: [] } });
    expect([less.tests, less.slabs.anew, less.slabs.failed]).toEqual([0, 0, 0]);
  });

  it('other tolerances, another padding', () => {
    const [robot] = description.robots;
    const stray = { ...robot, tracking: new Map([['default', 0.0003]]) };
    const thick = { ...robot, padding: new Map([['link2', 0.001]]) };
    for (const one of [stray, thick]) {
      const renewal = renewed({ ...description, robots: [one] });
      expect(renewal.certificate).not.toBeNull();
      expect(renewal.slabs.kept).toBeGreaterThan(0.5 * slabCount(old));
      expectFewer(renewal, 0.7);
    }
  });

  it('a new tool: only its pairs are looked for', () => {
    const pose = poseFromRpy(0, 0, 0, 0.2, 0, 0.055);
    const parts = [{ pose, geometry: { kind: 'box', half: [0.008, 0.008, 0.003] } as const }];
    const tool = { name: 'tool', link: 'link2', parts, touches: ['link2', 'link1'], solid: true };
    const [robot] = description.robots;
    const renewal = renewed({ ...description, robots: [{ ...robot, attached: [tool] }] });
    expect(renewal.certificate).not.toBeNull();
    onlyOf(renewal, 'tool');
    expect([renewal.slabs.failed, renewal.slabs.kept]).toEqual([0, slabCount(old)]);
  });

  it('other allowed pairs: what is allowed needs nothing, what is not any more is looked for', () => {
    const allow = [...description.allow, { between: ['link2', 'ring'] as const, reason: 'seal' }];
    const less = renewed({ ...description, allow });
    expect([less.tests, less.slabs.anew]).toEqual([0, 0]);
    if (crowdFrom > 0) expect(less.slabs.dropped).toBeGreaterThan(0);
    const more = renewed(description, WAYPOINTS, less.certificate!);
    onlyOf(more, 'ring');
    for (const { bodies } of more.pairs) expect(bodies).toContain('link2');
  });

  it('is not renewed where the path is not free, and says of which pair', () => {
    const into = withObstacle(description, 'post2', (each) => shifted(each, [-0.2, 0.05, 0]));
    const { certificate, reason } = renewed(into);
    expect(certificate).toBeNull();
    expect(reason).toContain('post2');
  });

  it('believes nothing: what is false in the old one is not in the new one', () => {
    const wide = (numbers: Float64Array, size: number) =>
      numbers.map((x, i) => (i % size === 1 || i % size === 2 ? 1 : x));
    const lies: Certificate = {
      ...old,
      slabs: old.slabs.map((lists) => lists.map((list) => wide(list, SLAB_SIZE))),
      glances: old.glances!.map((list) => wide(list, 3)),
      ...(old.sweeps && {
        sweeps: old.sweeps.map((lists) =>
          lists.map(({ body, sweeps }) => ({ body, sweeps: wide(sweeps, 3) })),
        ),
      }),
    };
    const near = withObstacle(description, 'post2', (each) => shifted(each, [-0.004, 0.001, 0]));
    expect(renewed(near, WAYPOINTS, lies).certificate).not.toBeNull();
    const into = withObstacle(description, 'post2', (each) => shifted(each, [-0.2, 0.05, 0]));
    expect(renewed(into, WAYPOINTS, lies).certificate).toBeNull();
    const odd = old.slabs.map((lists) =>
      lists.map((list) => list.map((x, i) => [Number.NaN, -1, 2, 99, x][(i * 7) % 5])),
    );
    expect(renewed(description, WAYPOINTS, { ...old, slabs: odd }).certificate).not.toBeNull();
  });
});

it('bodies in another order keep their slabs, turned round', () => {
  const description = scene();
  const cell = buildCell(description, { crowdFrom: NEVER });
  const path = buildPath(cell.tree, WAYPOINTS);
  const old = makeCertificate(description, cell, path);
  const arm = { ...description.robots[0], name: 'a' };
  const still = { ...arm, name: 'b', base: poseFromRpy(0, 0, 0, 0, 0, 3) };
  const both = (robots: readonly (typeof arm)[]) => {
    const allow = ['a', 'b'].flatMap((name) =>
      [0, 1].map((i) => ({
        between: [`${name}/link${i}`, `${name}/link${i + 1}`] as const,
        reason: 'joint',
      })),
    );
    return { ...description, robots, allow };
  };
  const [before, after] = [both([arm, still]), both([still, arm])];
  const own = (q: Float64Array) => Float64Array.of(...q, 0, 0);
  const cellBefore = buildCell(before, { crowdFrom: NEVER });
  const proof = makeCertificate(before, cellBefore, buildPath(cellBefore.tree, WAYPOINTS.map(own)));
  const cellAfter = buildCell(after, { crowdFrom: NEVER });
  const turned = WAYPOINTS.map((q) => Float64Array.of(0, 0, ...q));
  const pathAfter = buildPath(cellAfter.tree, turned);
  const renewal = renewCertificate(proof, after, cellAfter, pathAfter);
  expect(verify(renewal.certificate!, after, { path: pathAfter }).verified).toBe(true);
  expect([renewal.tests, renewal.slabs.dropped]).toEqual([0, 0]);
  expect(renewal.slabs.kept).toBeGreaterThan(0.9 * slabCount(old));
});

function slabCount({ slabs }: Certificate): number {
  return slabs.flat().reduce((sum, list) => sum + list.length, 0) / SLAB_SIZE;
}
