/**
 * The movement of either class counts. Two balls approach each other along the line between them, and a rod turns: there the
 * lower bounds that approaches keep, less the lengths that members travelled, are attained or nearly.
 */
import { describe, expect, test } from 'vitest';
import { askAbout, buildCell } from '../../src/cell/index.ts';
import { type Approach, createMonitor } from '../../src/monitor/index.ts';
import { expectLower } from '../helpers/bounds/nearly.ts';
import { PLAIN } from '../helpers/monitor/alone.ts';
import { twoBalls } from '../helpers/motion/slidingBall.ts';
import { cellFrom } from '../helpers/oracles/cellText.ts';
import { cube, join, moved } from '../helpers/oracles/meshes.ts';

const APPROACHES: Record<string, Partial<Approach> | null> = {
  'by default': null,
  global: { update: 'global' },
  'global, dynamic': { update: 'global', hierarchy: 'dynamic' },
  'global, virtual manipulator': { update: 'global', hierarchy: 'virtual-manipulator' },
  local: { update: 'local' },
  'local, dynamic': { update: 'local', hierarchy: 'dynamic' },
  'boxes only': { primitives: 'boxes-only' },
  static: { hierarchy: 'static' },
  'virtual manipulator': { hierarchy: 'virtual-manipulator' },
};

/** Of what a ball slides in a step: x of the left one, x of the right one. */
const MOVERS = { left: [1, 0], right: [0, -1], both: [0.5, -0.5] } as const;

describe.each(Object.entries(APPROACHES))('%s', (_, approach) => {
  test.each(Object.entries(MOVERS))('%s moves', (_, [left, right]) => {
    const monitor = createMonitor(
      buildCell(twoBalls()),
      approach ? { approach: { ...PLAIN, ...approach } } : {},
    );
    for (let step = 0; step < 12; step++) {
      const way = 0.1 * step;
      const { vectors } = monitor.step(Float64Array.of(left * way, 0, right * way, 0));
      // Balls of 0.1 m, 1.5 m apart.
      const [vector] = vectors;
      expectLower(1.3 - way, vector.lower, `after ${way} m`, 0.999);
    }
    if (approach?.update === 'global') expect(monitor.counts.updates).toBeGreaterThan(8);
  });

  test.each(Object.entries(MOVERS))('%s moves below a threshold', (_, [left, right]) => {
    const monitor = createMonitor(
      buildCell(twoBalls()),
      approach ? { approach: { ...PLAIN, ...approach } } : {},
    );
    // Near, away and near again: what was known of the nearest pair is used beyond the threshold, too.
    for (let step = 0; step < 36; step++) {
      const way = step < 12 ? 0.1 * step : 0.1 * Math.abs(23 - step);
      const { vectors } = monitor.step(Float64Array.of(left * way, 0, right * way, 0), 0.55);
      const [{ lower, distance }] = vectors;
      expect(lower).toBeLessThanOrEqual((1.3 - way) * (1 + 1e-9));
      if (1.3 - way < 0.55) expect(distance).toBeCloseTo(1.3 - way, 9);
      else expect(lower).toBeGreaterThan(0.549);
    }
  });
});

test.each(Object.entries(APPROACHES))('%s: a rod that turns about its middle', (_, approach) => {
  const cell = cellFrom(
    `surepath: 1
robots: [{urdf: rod.urdf}]
obstacles: [{name: ball, shape: {sphere: {radius: 0.1}}, pose: {xyz: [0.95, 0.5, 0]}}]
`,
    {
      'rod.urdf': `<robot name="rod"><link name="post"/>
<link name="rod"><collision><geometry><box size="2 0.02 0.02"/></geometry></collision></link>
<joint name="j" type="continuous"><parent link="post"/><child link="rod"/><axis xyz="0 0 1"/></joint></robot>`,
    },
  );
  const { cell: asked } = askAbout(cell, [Float64Array.of(-1), Float64Array.of(1)]);
  const of = (more: Partial<Approach> | null) =>
    createMonitor(asked, more ? { approach: { ...PLAIN, ...more } } : {});
  const [monitor, plain] = [of(approach), of({})];
  for (let step = 0; step < 30; step++) {
    const q = Float64Array.of(0.01 * step);
    const [{ distance }] = plain.step(q).vectors;
    const [{ lower }] = monitor.step(q).vectors;
    expectLower(distance, lower, `at ${q[0]} rad`);
  }
});

test('under a promise of rates: two balls that approach each other as fast as they may', () => {
  const cell = buildCell(twoBalls());
  for (const [left, right] of Object.values(MOVERS)) {
    const rates = [Math.abs(left), 0, Math.abs(right), 0];
    const timed = createMonitor(cell).within({ rates });
    const seen: number[] = [];
    for (let step = 0; step < 120; step++) {
      const way = 0.01 * step;
      const q = Float64Array.of(left * way, 0, right * way, 0);
      const [{ lower, distance }] = timed.step(way, q, 0.3).vectors;
      expect(lower).toBeLessThanOrEqual((1.3 - way) * (1 + 1e-9));
      if (1.3 - way < 0.3) expect(distance).toBeCloseTo(1.3 - way, 9);
      if (distance < Number.POSITIVE_INFINITY) seen.push(step);
    }
    expect(seen[0]).toBe(101);
  }
});

test('a mesh of two cubes turns in one step, and one of them is inside of a box then', () => {
  const arm = (x: number) => moved(cube(0.05), x, 0, 0);
  const cell = cellFrom(
    `surepath: 1
robots: [{name: first, urdf: box.urdf, base: {xyz: [0, 1, 0]}}, {name: second, urdf: dumbbell.urdf}]
`,
    {
      'arms.stl': join(arm(-1), arm(1)),
      'box.stl': cube(0.1),
      'box.urdf': `<robot name="box"><link name="box"><collision><geometry><mesh filename="box.stl"/></geometry></collision></link></robot>`,
      'dumbbell.urdf': `<robot name="dumbbell"><link name="post"/>
<link name="arms"><collision><geometry><mesh filename="arms.stl"/></geometry></collision></link>
<joint name="j" type="continuous"><parent link="post"/><child link="arms"/><axis xyz="0 0 1"/></joint></robot>`,
    },
  );
  const { cell: asked } = askAbout(cell, [Float64Array.of(-2), Float64Array.of(2)]);
  const monitor = createMonitor(asked);
  for (const angle of [0, Math.PI / 2, 0, 0.01, Math.PI / 2]) {
    const [{ lower, distance }] = monitor.step(Float64Array.of(angle)).vectors;
    const inside = angle > 1;
    expect(distance > 0, `at ${angle}`).toBe(!inside);
    expect(lower > 0, `at ${angle}`).toBe(!inside);
  }
});
