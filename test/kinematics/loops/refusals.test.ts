/** Loops that are none, and parallelograms: factors to the bit, and no way through a flat one. */
import { describe, expect, it } from 'vitest';
import { type LoopDescription, lawsOfLoop } from '../../../src/kinematics/loops/index.ts';
import { type Bar, linkage } from '../../helpers/kinematics/linkages.ts';

const NONE = new Map<string, readonly number[]>();

const BARS: readonly Bar[] = [
  { name: 'a', parent: 'ground', at: [0, 0], limits: [-1, 1] },
  { name: 'b', parent: 'a', at: [0, 0.5] },
  { name: 'c', parent: 'ground', at: [1, 0] },
];
const LOOP: LoopDescription = {
  name: 'bars',
  driver: 'a',
  pin: { link: 'b', point: [1, 0, 0] },
  to: { link: 'c', point: [0, 0.5, 0] },
  at: new Map(),
};

const made = (bars: readonly Bar[], more: Partial<LoopDescription> = {}, held = NONE) =>
  lawsOfLoop(linkage(bars, [0.5, -0.2, 0.9]), { ...LOOP, ...more }, held);

/** The bars with some of them otherwise. */
const other = (...changes: Partial<Bar>[]) => BARS.map((bar, i) => ({ ...bar, ...changes[i] }));

function expectFault(run: () => unknown, code: string, message: RegExp): void {
  const fault = { code: `loop/${code}`, message: expect.stringMatching(message) };
  expect(run).toThrowError(expect.objectContaining({ fault: expect.objectContaining(fault) }));
}

describe('parallelograms', () => {
  it('have factors of 1 and -1, to the bit, by whichever sense joints turn', () => {
    for (const [b, c] of [
      [false, false],
      [true, false],
      [false, true],
    ]) {
      const couplings = made(other({}, { clockwise: b }, { clockwise: c }));
      expect([...couplings]).toEqual([
        ['b', { joint: 'a', multiplier: b ? 1 : -1, offset: 0 }],
        ['c', { joint: 'a', multiplier: c ? -1 : 1, offset: 0 }],
      ]);
    }
  });

  it('have offsets where they are assembled otherwise', () => {
    const at = new Map([
      ['a', 0.3],
      ['b', -0.3],
      ['c', 0.3],
    ]);
    const [[, b], [, c]] = made(BARS, { at });
    expect([b.multiplier, b.offset, c.multiplier, c.offset]).toEqual([-1, 0, 1, 0]);
    // Drawn with the rod's frame turned by 0.1.
    const turned = made(BARS, {
      pin: { link: 'b', point: [Math.cos(0.1), -Math.sin(0.1), 0] },
      at: new Map([['b', 0.1]]),
    });
    expect(turned.get('b')!.offset).toBeCloseTo(0.1, 12);
    expect(turned.get('b')!.multiplier).toBe(-1);
  });

  it('are none with sides that differ by a micrometre, nor crossed over', () => {
    const unequal = made(BARS, { pin: { link: 'b', point: [1.000001, 0, 0] } });
    expect(unequal.get('c')!.law).toBeDefined();
    expect(unequal.get('c')!.law!.deviation).toBeGreaterThan(0);
    // The same lengths, crossed over: the rod's end mirrored at the line from (0, 0.5) to (1, 0), which is (0.6, -0.3).
    const at = new Map([
      ['b', Math.atan2(-0.8, 0.6)],
      ['c', Math.atan2(-0.3, -0.4) + 1.5 * Math.PI],
    ]);
    const crossed = made(other({ limits: [-0.3, 0.3] }), { at });
    expect(crossed.get('c')!.law).toBeDefined();
    const law = crossed.get('c')!.law!;
    // Both bars turn about where they cross, (0.5, 0.25) from either end of them: the other way, at another rate.
    expect(law.slopes.every((slope) => slope < 0)).toBe(true);
    expect(law.deviation).toBeLessThan(1e-9);
  });

  it('lie flat in some ranges: an error that says where', () => {
    const run = () => made(other({ limits: [-2, 1] }));
    expectFault(run, 'dead-centre', /lies flat with "a" at -1\.570796/);
    // A crank that turns on and on.
    const on = BARS.map(({ limits: _, ...bar }) => bar);
    expectFault(() => made(on), 'dead-centre', /lies flat/);
  });
});

describe('what is no loop is refused', () => {
  it('axes that are not parallel, slides across, points beside each other', () => {
    const robot = linkage(BARS);
    const tilted = {
      ...robot,
      joints: robot.joints.map((joint) =>
        joint.name === 'b' ? { ...joint, axis: [0, 0.6, 0.8] as const } : joint,
      ),
    };
    expectFault(() => lawsOfLoop(tilted, LOOP, NONE), 'axes', /"b" is not parallel.*0\.6/);
    const along = {
      ...robot,
      joints: robot.joints.map((joint) =>
        joint.name === 'c'
          ? { ...joint, kind: 'prismatic' as const, axis: [0, 0, 1] as const }
          : joint,
      ),
    };
    expectFault(() => lawsOfLoop(along, LOOP, NONE), 'axes', /"c" does not slide in the plane/);
    const beside = { pin: { link: 'b', point: [1, 0, 0.01] as const } };
    expectFault(() => made(BARS, beside), 'plane', /0\.01 m beside/);
  });

  it('other numbers of joints, and names that are none of them', () => {
    expectFault(() => made(BARS, { to: { link: 'ground' } }), 'count', /2 joints move/);
    const four = [...BARS, { name: 'd', parent: 'c', at: [0, 0.5] } as const];
    expectFault(() => made(four, { to: { link: 'd' } }), 'count', /4 joints move/);
    expectFault(() => made(BARS, { to: { link: 'x' } }), 'link', /no link "x"/);
    expectFault(() => made(BARS, { to: { link: 'b' } }), 'link', /both ends/);
    const held = new Map([['d', [0]]]);
    expect(made(four, { to: { link: 'd', point: [0, 0, 0] } }, held).size).toBe(2);
    // Where it stands when it is held counts.
    const bent = new Map([['d', [0.4]]]);
    const [x, y] = [0.1 * Math.cos(0.4), 0.1 * Math.sin(0.4)];
    const ends: Partial<LoopDescription> = {
      pin: { link: 'b', point: [1 + x, y, 0] },
      to: { link: 'd', point: [0.1, 0, 0] },
    };
    expect(() => made(four, ends, bent)).not.toThrow();
    expectFault(() => made(BARS, { driver: 'd' }), 'driver', /"d" is none/);
    expectFault(() => made(BARS, { followers: ['a', 'b'] }), 'followers', /two other joints/);
    expectFault(() => made(BARS, { at: new Map([['z', 1]]) }), 'at', /"z"/);
    const slides = other({}, { slides: [1, 0] }, { slides: [0, 1] });
    expectFault(() => made(slides), 'slides', /at most one/);
  });

  it('what is not closed where it is assembled, or is outside of its range', () => {
    const at = new Map([['b', 0.5]]);
    expectFault(() => made(BARS, { at }), 'assembled', /with a: 0, b: 0\.5, c: 0 .* apart/);
    const away = { at: new Map([['a', 1.5]]) };
    expectFault(() => made(BARS, away), 'range', /outside its limits \[-1, 1\]/);
    const short = { pin: { link: 'b', point: [0.2, 0, 0] as const } };
    const run = () => made(BARS, short);
    expect(run).toThrowError(/apart \(.*cannot be closed with a at 0/);
  });

  it('what cannot be closed beyond a value: it says which', () => {
    // A coupler that is pulled straight: 0.5 and 0.6 from (0, 0) to the rocker's end.
    const bars = other({ limits: [-3, 3] });
    const run = () =>
      made(bars, {
        pin: { link: 'b', point: [1.1, -0.1, 0] },
        to: { link: 'c', point: [0.1, 0.4, 0] },
      });
    expect(run).toThrowError(/cannot be closed beyond "a" at|dead centre/);
  });
});
