/**
 * What one class alone has moved counts, the first as much as the second: lower bounds of all approaches where two balls
 * come nearer along the line between them, so that bounds from what was travelled are attained.
 */
import { describe, expect, test } from 'vitest';
import { askAbout, buildCell } from '../../src/cell/index.ts';
import { type Approach, createMonitor } from '../../src/monitor/index.ts';
import { expectLower } from '../helpers/bounds/nearly.ts';
import { PLAIN } from '../helpers/monitor/alone.ts';
import { twoBalls } from '../helpers/motion/slidingBall.ts';
import { cellFrom } from '../helpers/oracles/cellText.ts';

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
