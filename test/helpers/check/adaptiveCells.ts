/** Small cells with joints of every kind, random segments in them, and what dense sampling says. */
import { expect } from 'vitest';
import { askAbout, type Cell, type StaticChecker, sampleInto } from '../../../src/cell/index.ts';
import type { CheckResult } from '../../../src/check/index.ts';
import { knot, torus } from '../../../src/geometry/index.ts';
import { Random } from '../../../src/math/index.ts';
import { type Segment, StraightSegment } from '../../../src/motion/index.ts';
import { armUrdf, cellFrom } from '../oracles/cellText.ts';
import { cube } from '../oracles/meshes.ts';

const MESHES = {
  'knot.stl': knot(0.12, 0.03, 48, 6),
  'ring.stl': torus(0.5, 0.06, 32, 8),
};

const link = (name: string, geometry: string, at = '0 0 0') =>
  `<link name="${name}"><collision><origin xyz="${at}"/><geometry>${geometry}</geometry></collision></link>`;

const joint = (name: string, type: string, of: [string, string], at: string, rest: string) =>
  `<joint name="${name}" type="${type}"><parent link="${of[0]}"/><child link="${of[1]}"/><origin xyz="${at}"/>${rest}</joint>`;

const limit = (low: number, high: number) =>
  `<limit lower="${low}" upper="${high}" effort="1" velocity="1"/>`;

/** A slide, a turn, a turn without limits, and two fingers of which one follows the other. */
const GANTRY = `<robot name="gantry">
${link('rail', '<box size="0.1 0.1 0.1"/>', '0 0 1.5')}
${link('car', '<cylinder radius="0.1" length="0.2"/>', '0 0 1.3')}
${link('arm', '<box size="0.08 0.08 0.6"/>', '0 0 -0.35')}
${link('hand', '<mesh filename="knot.stl"/>', '0 0 -0.2')}
${link('left', '<capsule radius="0.02" length="0.1"/>', '0 0.05 -0.4')}
${link('right', '<sphere radius="0.03"/>', '0 -0.05 -0.4')}
${joint('slide', 'prismatic', ['rail', 'car'], '0 0 0', `<axis xyz="1 0 0"/>${limit(-0.8, 0.8)}`)}
${joint('swing', 'revolute', ['car', 'arm'], '0 0 1.2', `<axis xyz="0 1 0"/>${limit(-1.5, 1.5)}`)}
${joint('spin', 'continuous', ['arm', 'hand'], '0 0 -0.7', '<axis xyz="0 0.6 0.8"/>')}
${joint('grip', 'prismatic', ['hand', 'left'], '0 0 0', `<axis xyz="0 1 0"/>${limit(0, 0.05)}`)}
${joint('follow', 'prismatic', ['hand', 'right'], '0 0 0', `<axis xyz="0 1 0"/>${limit(-0.05, 0)}<mimic joint="grip" multiplier="-1" offset="0"/>`)}
</robot>`;

const FLYER = `<robot name="flyer">${link('body', '<mesh filename="knot.stl"/>')}</robot>`;

const OBSTACLES = `obstacles:
  - {name: ring, shape: {mesh: ring.stl}, pose: {xyz: [0.3, 0.1, 0.5], rpy: [0.4, 0.9, 0]}}
  - {name: post, shape: {cylinder: {radius: 0.05, length: 1}}, pose: {xyz: [-0.5, 0.1, 0.4]}}
  - {name: ball, shape: {sphere: {radius: 0.15}}, pose: {xyz: [0.6, -0.3, 0.9]}}
`;

export const CELLS: Readonly<Record<string, () => Cell>> = {
  gantry: () =>
    cellFrom(
      `surepath: 1
robots: [{urdf: gantry.urdf}]
${OBSTACLES}  - {name: floor, shape: {half_space: {normal: [0, 0, 1], offset: -0.1}}}
allow: [[rail, car], [car, arm], [arm, hand], [hand, left], [hand, right], [left, right]]
`,
      { ...MESHES, 'gantry.urdf': GANTRY },
    ),
  'planar base': () =>
    unlimited(
      cellFrom(
        `surepath: 1
robots: [{urdf: arm.urdf, base_joint: planar, padding: {link2: 0.01}}]
${OBSTACLES}allow: [[link0, link1], [link1, link2]]
`,
        { ...MESHES, 'arm.urdf': armUrdf('arm', [0.4, 0.4, 0.4]) },
      ),
    ),
  'floating base': () =>
    unlimited(
      cellFrom(`surepath: 1\nrobots: [{urdf: flyer.urdf, base_joint: floating}]\n${OBSTACLES}`, {
        ...MESHES,
        'flyer.urdf': FLYER,
      }),
    ),
  'two arms': () =>
    cellFrom(
      `surepath: 1
robots:
  - {name: left, urdf: arm.urdf, base: {xyz: [-0.9, 0, 0]}}
  - {name: right, urdf: arm.urdf, base: {xyz: [0.9, 0, 0.03], rpy: [0, 0, 3.1]}}
obstacles: [{name: post, shape: {cylinder: {radius: 0.1, length: 1}}, pose: {xyz: [0, 0.8, 0]}}]
clearance: {pairs: [{between: ['left/*', 'right/*'], distance: 0.02}]}
allow: [[left/link0, left/link1], [left/link1, left/link2], [right/link0, right/link1], [right/link1, right/link2]]
`,
      { 'arm.urdf': armUrdf('arm', [0.5, 0.5, 0.4]) },
    ),
};

/** The cell asked about wherever `sampleInto` may put what has no limits. */
function unlimited(cell: Cell): Cell {
  const corner = (side: number) =>
    Float64Array.from(cell.tree.dofs, ({ unit, lower, upper }) => {
      const limit = side < 0 ? lower : upper;
      if (Number.isFinite(limit)) return limit;
      return unit === 'angle' ? side * Math.PI : side;
    });
  return askAbout(cell, [corner(-1), corner(1)]).cell;
}

/** A shape that slides along x, y and z. */
export const slider = (geometry: string) => {
  const slide = (i: number, axis: string) =>
    `<joint name="${'xyz'[i]}" type="prismatic"><parent link="l${i}"/><child link="l${i + 1}"/><axis xyz="${axis}"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>`;
  return `<robot name="slider"><link name="l0"/><link name="l1"/><link name="l2"/><link name="l3"><collision><geometry>${geometry}</geometry></collision></link>
${slide(0, '1 0 0')}${slide(1, '0 1 0')}${slide(2, '0 0 1')}</robot>`;
};

export const sliderCell = (geometry: string, rest: string, settings = '') =>
  cellFrom(`surepath: 1\nrobots: [{urdf: slider.urdf${settings}}]\n${rest}`, {
    'slider.urdf': slider(geometry),
    'cube.stl': cube(1),
    'small.stl': cube(0.1),
  });

/** A segment of about the given length, from a configuration that does not collide. */
export function randomSegment(checker: StaticChecker, random: Random, length: number): Segment {
  const { cell } = checker;
  const from = new Float64Array(cell.tree.dofs.length);
  const to = new Float64Array(cell.tree.dofs.length);
  do sampleInto(cell, random, from);
  while (checker.firstCollision(from) >= 0);
  sampleInto(cell, random, to);
  const d = Math.hypot(...from.map((x, i) => to[i] - x));
  const part = Math.min(1, (length * random.between(0.3, 1)) / d);
  return new StraightSegment(
    cell.tree,
    from,
    from.map((x, i) => x + part * (to[i] - x)),
  );
}

export interface Sampled {
  /** Number of samples in collision, of `samples`. */
  readonly colliding: number;
  /** The longest run of them, as a length of joint motion. */
  readonly stretch: number;
  /** Samples nearer than the clearance, those in collision left out. */
  readonly tooClose: number;
}

/** What sampling every 0.01 rad (or m) finds. */
export function sampleDensely(checker: StaticChecker, segment: Segment): Sampled {
  const variation = new Float64Array(segment.from.length);
  segment.variationUpperInto(0, 1, variation, 0);
  const length = Math.hypot(...variation);
  const steps = Math.max(1, Math.ceil(length / 0.01));
  const q = new Float64Array(segment.from.length);
  const keeps = checker.cell.tested.some(({ clearance, tracking }) => clearance + tracking > 0);
  let colliding = 0;
  let tooClose = 0;
  let run = 0;
  let longest = 0;
  for (let i = 0; i <= steps; i++) {
    segment.configurationInto(i / steps, q, 0);
    // The closest pair is worth its price only where there is a clearance to keep.
    const found = keeps || checker.firstCollision(q) >= 0 ? checker.check(q) : null;
    run = found?.colliding ? run + 1 : 0;
    longest = Math.max(longest, run);
    if (found?.colliding) colliding++;
    else if (found?.tooClose) tooClose++;
  }
  return { colliding, stretch: ((longest - 1) * length) / steps, tooClose };
}

/** A witness is what it says, by a static check of its configuration. */
export function confirmWitness(
  checker: StaticChecker,
  segment: Segment,
  { verdict, witness }: CheckResult,
  delta: number,
  label: string,
): void {
  expect(witness, label).not.toBeNull();
  const { t, configuration, pair, finding } = witness!;
  expect(witness!.verdict, label).toBe(verdict);
  const q = new Float64Array(configuration.length);
  segment.configurationInto(t, q, 0);
  expect([...configuration], label).toEqual([...q]);
  const found = checker.check(configuration);
  if (verdict === 'colliding') expect(found.colliding, label).toBe(true);
  else {
    const limit = pair.clearance + pair.tracking + Math.max(delta, 1e-9);
    expect(finding.distance, label).toBeLessThanOrEqual(limit);
    expect(finding.distance, label).toBeGreaterThan(0);
    expect(witness!.violated, label).toBe(finding.distance + pair.poseError < pair.clearance);
  }
}

export function segmentsOf(
  checker: StaticChecker,
  seed: number,
  count: number,
  lengths: readonly number[] = [0.3, 1.5, 4],
): Segment[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, i) =>
    randomSegment(checker, random, lengths[i % lengths.length]),
  );
}
