/** A small box on two slides among walls with gaps: cheap to plan in, and no straight way through. */
import type { Cell } from '../../../src/cell/index.ts';
import {
  type Checker,
  type CheckerOptions,
  createChecker,
  emptyStats,
} from '../../../src/check/index.ts';
import { Random } from '../../../src/math/index.ts';
import type { Planner, PlanResult, PlanStats } from '../../../src/plan/index.ts';
import { cellFrom } from '../oracles/cellText.ts';

const URDF = `<robot name="slider">
<link name="base"/><link name="beam"/>
<link name="tool"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
<joint name="x" type="prismatic"><parent link="base"/><child link="beam"/><axis xyz="1 0 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="y" type="prismatic"><parent link="beam"/><child link="tool"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
</robot>`;

/** Walls along y at these x, from one side to a gap of the given width at the other, by turns. */
export function slideMaze(walls: readonly number[] = [-0.5, 0, 0.5], gap = 0.4): Cell {
  const list = walls.map((x, i) => {
    const y = (i % 2 === 0 ? -0.5 : 0.5) * gap;
    return `{name: wall${i}, shape: {box: [0.02, ${2 - gap}, 1]}, pose: {xyz: [${x}, ${y}, 0]}}`;
  });
  const yaml = `surepath: 1\nrobots: [{urdf: slider.urdf}]\nobstacles: [${list.join(', ')}]\n`;
  return cellFrom(yaml, { 'slider.urdf': URDF });
}

export const FROM = Float64Array.from([-0.9, -0.9]);
export const TO = Float64Array.from([0.9, 0.9]);

/** A checker that adds up what it does. */
export function counting(options: CheckerOptions) {
  const sum = emptyStats();
  const asked = { checks: 0 };
  const make = (cell: Cell): Checker => {
    const inner = createChecker(cell, options);
    return {
      method: inner.method,
      check(request) {
        const result = inner.check(request);
        asked.checks++;
        for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += result.stats[key];
        return result;
      },
    };
  };
  return { make, sum, asked };
}

/** Plans from one end to the other with some seeds, and adds up what that cost. */
export function effort(
  planner: Planner,
  { seeds, iterations }: { readonly seeds: number; readonly iterations: number },
): { readonly stats: PlanStats; readonly results: readonly PlanResult[]; readonly found: number } {
  const results = Array.from({ length: seeds }, (_, i) =>
    planner.plan({
      ...{ from: FROM, goals: [TO], random: new Random(i + 1) },
      ...{ maxIterations: iterations, timeLimit_ms: Number.POSITIVE_INFINITY },
    }),
  );
  const stats = { ...results[0].stats };
  for (const { stats: more } of results.slice(1)) {
    for (const key of Object.keys(stats) as (keyof PlanStats)[]) stats[key] += more[key];
  }
  return { stats, results, found: results.filter(({ waypoints }) => waypoints).length };
}
