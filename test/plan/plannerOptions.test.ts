/** Settings of planners as plain data: each planner takes its own, and says what is wrong with the others. */
import { describe, expect, it } from 'vitest';
import { METHODS } from '../../src/gate/protocol/index.ts';
import { openDescription, plan } from '../../src/jobs/index.ts';
import { InputError } from '../../src/math/index.ts';
import {
  PLANNER_NAMES,
  PLANNER_OPTION_NAMES,
  PLANNER_OPTIONS,
  type PlannerName,
  type PlannerOptions,
  PlanningSpace,
  plannerWith,
  provesPaths,
  requireOptions,
} from '../../src/plan/index.ts';
import { FROM, slideMaze, TO } from '../helpers/plan/slideMaze.ts';

const VALUES: Required<PlannerOptions> = {
  ...{ mode: 'certified', step: 0.4, halvings: 1, dynamicDomain: true, checker: 'adaptive' },
  ...{ edgeBudget: 50_000, reach: 1, delta: 1e-3, order: 'uncovered', keep: true, lazy: true },
  ...{ transfer: true, density: true, smallest: 0.05, patience: 9, bounded: true, merged: true },
  ...{ neighbours: 5, resolution: 0.05 },
};

describe('settings', () => {
  const cell = slideMaze([0], 0.8);
  const space = new PlanningSpace(cell);

  it('are known to the gate, all of them, with the words that each may be', () => {
    const { settings } = (METHODS.plan.params.body as { properties: Record<string, unknown> })
      .properties as { settings: unknown };
    const text = JSON.stringify(METHODS.plan.params, (_, value) => value);
    expect(settings).toBeDefined();
    const found = new Set(PLANNER_OPTION_NAMES.filter((name) => text.includes(`"${name}"`)));
    expect([...found]).toEqual(PLANNER_OPTION_NAMES);
  });

  it.each(PLANNER_NAMES)('%s takes its own, and no others', (name) => {
    for (const key of PLANNER_OPTION_NAMES) {
      const options = { [key]: VALUES[key] };
      if (PLANNER_OPTIONS[key].planners.includes(name)) requireOptions(name, options);
      else expect(() => requireOptions(name, options)).toThrow(`"${key}" is for `);
    }
    const own = PLANNER_OPTION_NAMES.filter((key) => PLANNER_OPTIONS[key].planners.includes(name));
    const options = Object.fromEntries(own.map((key) => [key, VALUES[key]]));
    expect(plannerWith(space, name, options).name).toBe(name);
    expect(provesPaths(name, options)).toBe(!own.includes('resolution'));
  });

  it.each<[PlannerName, object, RegExp]>([
    ['rrt-connect', { mode: 'exact' }, /"mode" must be certified, clearance, fixed; found "exact"/],
    ['rrt-connect', { step: 0 }, /"step" must be a number, greater than 0; found 0/],
    ['rrt-connect', { step: Number.NaN }, /"step" must be a number/],
    ['rrt-connect', { halvings: 1.5 }, /"halvings" must be a whole number, at least 0/],
    ['rrt-connect', { dynamicDomain: 'yes' }, /"dynamicDomain" must be true or false/],
    ['rrt-connect', { mode: 'fixed', checker: 'ladder' }, /"checker" is for edges that are proven/],
    ['a-sbl', { colour: 1 }, /there is no setting "colour" of planners/],
    ['a-sbl', { delta: -1 }, /"delta" must be a number, at least 0/],
    [
      'a-sbl',
      { resolution: 0.1 },
      /"resolution" is for sbl, bls, prm, lazy-prm; the planner is a-sbl/,
    ],
    ['best' as PlannerName, {}, /there is no planner "best"/],
  ])('%s %j is refused', (name, options, message) => {
    expect(() => plannerWith(space, name, options)).toThrow(InputError);
    expect(() => plannerWith(space, name, options)).toThrow(message);
  });

  it('reach the planner through the job, and are refused there', () => {
    const open = openDescription({
      file: 'cell.yaml',
      description: cell.description,
      joints: new Map(),
    });
    const request = { from: FROM, goals: [TO], iterations: 400, planner: 'rrt-connect' } as const;
    const fixed = plan(open, { ...request, settings: { mode: 'fixed' } });
    expect(fixed.verdict).toBe('no collision found');
    expect(fixed.stats.edges).toBe(1);
    const bls = { ...request, planner: 'bls' } as const;
    expect(plan(open, { ...bls, settings: { step: 0.3 } }).verdict).toBe('free');
    expect(() => plan(open, { ...bls, settings: { mode: 'fixed' } })).toThrow(/"mode" is for/);
    const roadmap = { file: 'r.json', bytes: null };
    const prm = { ...request, planner: 'prm', roadmap } as const;
    const perMilestone = (neighbours: number) => {
      const { edges, milestones } = plan(open, { ...prm, settings: { neighbours } }).stats;
      return edges / milestones;
    };
    expect(perMilestone(2)).toBeLessThan(0.9 * perMilestone(20));
    expect(() => plan(open, { ...prm, settings: { reach: 2 } })).toThrow(/"reach" is for/);
  });
});
