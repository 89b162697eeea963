/**
 * Laws of closed loops against loops that are closed by bisection, with lengths and angles alone: the proven deviation
 * holds between the points of the table and is not much more than what is there; branches are kept; dead centres and
 * values that cannot be closed are where they are.
 */
import { describe, expect, it } from 'vitest';
import type { Coupling, Law } from '../../../src/kinematics/index.ts';
import { compileLaw, lawInto } from '../../../src/kinematics/index.ts';
import { type LoopDescription, lawsOfLoop } from '../../../src/kinematics/loops/index.ts';
import { InputError, Random } from '../../../src/math/index.ts';
import {
  type Bar,
  couplerAt,
  type FourBar,
  fourBarBars,
  fourBarLoop,
  linkage,
  rockerAt,
} from '../../helpers/kinematics/linkages.ts';

const NONE = new Map<string, readonly number[]>();

function fourBar(bar: FourBar, start: number, limits?: [number, number], tilt?: number[]) {
  return lawsOfLoop(linkage(fourBarBars(bar, limits), tilt), fourBarLoop(bar, start), NONE);
}

/** A difference of angles without whole turns. */
function turnless(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

/** The largest distance of a law from a function, at places between its points and beyond the seam. */
function farthest(law: Law, truth: (x: number) => number, places = 777): number {
  const compiled = compileLaw(law, 'follower');
  const [first, last] = [law.at[0], law.at[law.at.length - 1]];
  const span = law.periodic ? 2.5 * (last - first) : last - first;
  const out = new Float64Array(3);
  let most = 0;
  for (let i = 0; i <= places; i++) {
    const x = Float64Array.of(first + (span * i) / places);
    lawInto(compiled, x, 0, out, 0);
    most = Math.max(most, Math.abs(turnless(out[0] - truth(x[0]))));
  }
  return most;
}

const lawOf = (couplings: Map<string, Coupling>, name: string) => couplings.get(name)!.law!;

function refusal(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (error instanceof InputError) return error.fault;
    throw error;
  }
  return null;
}

describe('four-bars', () => {
  const crankRocker: FourBar = { ground: 1, crank: 0.3, coupler: 1, rocker: 0.7, up: 1 };

  it('turn on and on: a crank and a rocker, in a plane that is tilted', () => {
    const couplings = fourBar(crankRocker, 0.4, undefined, [0.3, -0.8, 1.9]);
    expect([...couplings.keys()]).toEqual(['coupler', 'rocker']);
    for (const [name, truth] of [
      ['rocker', (x: number) => -rockerAt(crankRocker, x)],
      ['coupler', (x: number) => couplerAt(crankRocker, x)],
    ] as const) {
      const law = lawOf(couplings, name);
      expect(law.periodic).toBe(true);
      expect(law.deviation).toBeLessThan(1e-9);
      const seen = farthest(law, truth);
      expect(seen).toBeLessThanOrEqual(law.deviation);
      // Proven and not much more than what is there.
      expect(law.deviation).toBeLessThan(8 * seen);
    }
    // Seen from the crank the coupler goes round once, backward.
    const { values } = lawOf(couplings, 'coupler');
    expect(values[values.length - 1] - values[0]).toBe(-2 * Math.PI);
    // A spline of so few points is what its rates at the ends are for.
    expect(values.length).toBeLessThan(700);
  });

  it('keep the branch that they are assembled in, by either sign', () => {
    for (const up of [1, -1] as const) {
      const bar = { ...crankRocker, up };
      const law = lawOf(fourBar(bar, -0.5, [-3, 2]), 'rocker');
      expect(farthest(law, (x) => -rockerAt(bar, x))).toBeLessThanOrEqual(law.deviation);
      expect(law.at[0]).toBe(-3);
      expect(law.at[law.at.length - 1]).toBe(2);
    }
  });

  it('of random lengths have a law exactly where they can be closed, seed 7', () => {
    const random = new Random(7);
    const seen = { laws: 0, open: 0 };
    for (let n = 0; n < 30; n++) {
      const side = () => random.between(0.2, 1.2);
      const bar: FourBar = {
        ...{ ground: side(), crank: side(), coupler: side(), rocker: side() },
        up: random.below(2) === 0 ? 1 : -1,
      };
      const start = random.between(-3, 3);
      if (Number.isNaN(rockerAt(bar, start))) continue;
      const limits: [number, number] = [start - 0.9, start + 0.7];
      // How thin the triangle of coupler and rocker gets: 0 at a dead centre.
      const thin = (x: number) => {
        const { ground, crank, coupler, rocker } = bar;
        const d = Math.hypot(crank * Math.cos(x) - ground, crank * Math.sin(x));
        return Math.min(coupler + rocker - d, d - Math.abs(coupler - rocker));
      };
      let first = Number.NaN;
      let least = Infinity;
      for (let i = 0; i <= 4000; i++) {
        const x = limits[0] + (1.6 * i) / 4000;
        least = Math.min(least, thin(x));
        if (thin(x) <= 0 && !(Math.abs(first - start) < Math.abs(x - start))) first = x;
      }
      const fault = refusal(() => {
        const law = lawOf(fourBar(bar, start, limits), 'rocker');
        expect(farthest(law, (x) => -rockerAt(bar, x), 200)).toBeLessThanOrEqual(law.deviation);
      });
      if (least > 1e-3) {
        expect(fault, `${n}: ${least}`).toBeNull();
        seen.laws++;
      } else if (least < 0) {
        expect(fault!.code).toBe('loop/open');
        const at = Number(/at (-?[\d.e-]+)/.exec(fault!.message)![1]);
        // Both ends of the range may be out of reach: one of them is told.
        expect(Math.abs(thin(at))).toBeLessThan(1e-3);
        expect(at).toBeGreaterThanOrEqual(limits[0]);
        expect(at).toBeLessThanOrEqual(limits[1]);
        seen.open++;
      }
    }
    expect(seen.laws).toBeGreaterThan(5);
    expect(seen.open).toBeGreaterThan(5);
  });

  it('near a dead centre have finer tables, and none across it', () => {
    const bar: FourBar = { ground: 1, crank: 0.5, coupler: 0.8, rocker: 0.9, up: 1 };
    // Driven by the rocker: its limits are dead centres of crank and coupler.
    const driven = (limits: [number, number]) => {
      const bars: Bar[] = [
        { name: 'rocker', parent: 'ground', at: [1, 0], limits },
        { name: 'crank', parent: 'ground', at: [0, 0] },
        { name: 'coupler', parent: 'crank', at: [0.5, 0] },
      ];
      const x = 0.6;
      const loop: LoopDescription = {
        name: 'driven',
        driver: 'rocker',
        pin: { link: 'coupler', point: [0.8, 0, 0] },
        to: { link: 'rocker', point: [0.9, 0, 0] },
        at: new Map([
          ['rocker', rockerAt(bar, x)],
          ['crank', x],
          ['coupler', couplerAt(bar, x)],
        ]),
      };
      return lawsOfLoop(linkage(bars), loop, NONE);
    };
    const at = rockerAt(bar, 0.6);
    // Crank and coupler in line, 1.3 long, are as far as the rocker's end gets.
    const dead = 2 * Math.PI - Math.acos((1.3 ** 2 - 1 - 0.9 ** 2) / 1.8);
    const easy = lawOf(driven([at - 0.1, at + 0.1]), 'crank');
    const close = lawOf(driven([at, dead - 0.002]), 'crank');
    const gaps = close.at.slice(1).map((x, i) => x - close.at[i]);
    expect(Math.min(...gaps)).toBeLessThan(Math.max(...gaps) / 8);
    expect(Math.max(easy.deviation, close.deviation)).toBeLessThan(1e-9);
    const fault = refusal(() => driven([at, dead + 0.01]));
    expect(fault?.code).toBe('loop/open');
    expect(Number(/at (-?[\d.e-]+)/.exec(fault!.message)![1])).toBeCloseTo(dead, 4);
  });
});

describe('sliders', () => {
  const [r, l, e] = [0.3, 1, 0.05];
  const pistonAt = (x: number) => r * Math.cos(x) + Math.sqrt(l * l - (e - r * Math.sin(x)) ** 2);

  it('a crank drives a piston beside its axis, on and on', () => {
    const bars: Bar[] = [
      { name: 'crank', parent: 'ground', at: [0, 0] },
      { name: 'rod', parent: 'crank', at: [r, 0] },
      { name: 'piston', parent: 'ground', at: [0, e], slides: [1, 0] },
    ];
    const loop: LoopDescription = {
      ...{ name: 'engine', driver: 'crank', followers: ['piston', 'rod'] },
      ...{ pin: { link: 'rod', point: [l, 0, 0] }, to: { link: 'piston', point: [0, 0, 0] } },
      at: new Map([
        ['piston', 1.299],
        ['rod', 0.05],
      ]),
    };
    const couplings = lawsOfLoop(linkage(bars, [1, 2, 3]), loop, NONE);
    const law = lawOf(couplings, 'piston');
    const compiled = compileLaw(law, 'piston');
    const out = new Float64Array(3);
    let most = 0;
    for (let i = 0; i < 999; i++) {
      lawInto(compiled, Float64Array.of(0.02 * i - 7), 0, out, 0);
      most = Math.max(most, Math.abs(out[0] - pistonAt(0.02 * i - 7)));
    }
    expect(most).toBeLessThanOrEqual(law.deviation);
    expect(law.deviation).toBeLessThan(Math.min(3e-9, 8 * most));
    const rod = lawOf(couplings, 'rod');
    const truth = (x: number) => Math.asin((e - r * Math.sin(x)) / l) - x;
    expect(farthest(rod, truth)).toBeLessThanOrEqual(rod.deviation);
  });

  it('a piston drives a crank; a crank a block that slides on an arm, which swings or goes round', () => {
    const loop = (bars: Bar[], more: Partial<LoopDescription> & { at: Map<string, number> }) =>
      lawsOfLoop(
        linkage(bars),
        {
          ...{ name: 'slider', driver: 'crank' },
          pin: { link: 'crank', point: [0.4, 0, 0] },
          to: { link: 'block' },
          ...more,
        },
        NONE,
      );
    for (const d of [1, 0.3]) {
      const bars: Bar[] = [
        { name: 'crank', parent: 'ground', at: [0, 0] },
        { name: 'arm', parent: 'ground', at: [-d, 0] },
        { name: 'block', parent: 'arm', at: [0, 0], slides: [1, 0] },
      ];
      const couplings = loop(bars, { at: new Map([['block', d + 0.4]]) });
      const [arm, block] = [lawOf(couplings, 'arm'), lawOf(couplings, 'block')];
      const armAt = (x: number) => Math.atan2(0.4 * Math.sin(x), d + 0.4 * Math.cos(x));
      expect(farthest(arm, armAt)).toBeLessThanOrEqual(arm.deviation);
      const far = (x: number) => Math.hypot(0.4 * Math.sin(x), d + 0.4 * Math.cos(x));
      expect(farthest(block, far)).toBeLessThanOrEqual(block.deviation);
      const turns = Math.round((arm.values[arm.values.length - 1] - arm.values[0]) / (2 * Math.PI));
      expect(turns).toBe(d < 0.4 ? 1 : 0);
    }
  });
});
