/** Pairs of links that need no test: what is said of them against samples, and against joints between which nothing may be assumed. */
import { describe, expect, it } from 'vitest';
import {
  assumptionsOf,
  buildCell,
  type Cell,
  PairProbe,
  pairOf,
  StaticChecker,
  type Suggestion,
  sampleInto,
  suggestPairs,
  touchingAtRest,
  withSuggestedPairs,
} from '../../src/cell/index.ts';
import { cellFromUrdf } from '../../src/formats/index.ts';
import { Random } from '../../src/math/index.ts';
import { APART, COLLIDING } from '../../src/proximity/index.ts';

interface Link {
  readonly shape?: string;
  /** Of the joint above it: kind, origin, axis, lower and upper limit. */
  readonly joint?: readonly [string, string, string, number, number];
}

const ball = (radius: number, xyz = '0 0 0') =>
  `<collision><origin xyz="${xyz}"/><geometry><sphere radius="${radius}"/></geometry></collision>`;
const box = (size: string, xyz = '0 0 0') =>
  `<collision><origin xyz="${xyz}"/><geometry><box size="${size}"/></geometry></collision>`;

/** A chain of links, each on the one before. */
function chain(links: readonly Link[]): Cell {
  const text = links.map(({ shape = '', joint }, i) => {
    const link = `<link name="l${i}">${shape}</link>`;
    if (!joint) return link;
    const [kind, xyz, axis, lower, upper] = joint;
    return `${link}<joint name="j${i}" type="${kind}"><parent link="l${i - 1}"/><child link="l${i}"/><origin xyz="${xyz}"/><axis xyz="${axis}"/><limit lower="${lower}" upper="${upper}" effort="1" velocity="1"/></joint>`;
  });
  const bytes = new TextEncoder().encode(`<robot name="r">${text.join('')}</robot>`);
  return buildCell(cellFromUrdf(bytes, { file: 'r.urdf', resolver: { files: {} } }));
}

const options = (samples: number) => ({ samples, random: new Random(5) });
const of = (found: readonly Suggestion[], a: string, b: string) =>
  found.find(({ link1, link2 }) => link1 === a && link2 === b);

describe('pairs that need no test', () => {
  it('are always in contact, which is proven for solids that stay deep in each other', () => {
    // Three balls around one point: two joints turn them, the first and the last share the middle.
    const wrist = chain([
      { shape: ball(0.1) },
      { shape: ball(0.02, '0 0 0.3'), joint: ['revolute', '0 0 0', '0 0 1', -3, 3] },
      { shape: ball(0.1, '0.05 0 0'), joint: ['continuous', '0 0 0', '0 1 0', 0, 0] },
    ]);
    const found = suggestPairs(wrist, options(50));
    expect(of(found, 'l0', 'l2')).toMatchObject({ reason: 'Always', proven: true, assumed: true });
  });

  it('are not proven to be in contact where samples missed the one place where they are apart', () => {
    // A plate with a slot of a hundredth of a radian: the pin is in the plate but where the slot is.
    const slotted = chain([
      { shape: box('0.4 0.2 0.05', '0 0.102 0') + box('0.4 0.2 0.05', '0 -0.102 0') },
      { joint: ['revolute', '0 0 0', '0 0 1', -0.5, 3.6] },
      { shape: box('0.1 0.001 0.05', '0.1 0 0'), joint: ['prismatic', '0 0 0', '1 0 0', 0, 0.02] },
    ]);
    const pair = pairOf(slotted.pairs, 0, 1);
    const probe = new PairProbe(slotted);
    expect(probe.settleAt(pair, Float64Array.of(0, 0))).toBe(APART);
    expect(probe.settleAt(pair, Float64Array.of(0.3, 0))).toBe(COLLIDING);
    const [seen] = suggestPairs(slotted, options(3));
    expect(seen).toMatchObject({ reason: 'Always', proven: false, assumed: true });
    expect(suggestPairs(slotted, options(5000))).toEqual([]);
  });

  it('are adjacent across links without geometry, but for one joint that moves and no more', () => {
    const between = (first: string) =>
      chain([
        { shape: box('0.1 0.1 0.1') },
        { joint: [first, '0 0 0.06', '0 0 1', -2, 2] },
        { shape: box('0.3 0.1 0.1', '0.2 0 0'), joint: ['revolute', '0 0 0', '0 1 0', -2, 2] },
      ]);
    expect(of(suggestPairs(between('fixed'), options(9)), 'l0', 'l2')?.reason).toBe('Adjacent');
    expect(of(suggestPairs(between('revolute'), options(9)), 'l0', 'l2')).toBe(undefined);
    // A link with geometry between them: what is fixed to one side is not joined to the other.
    const carrying = chain([
      { shape: box('0.1 0.1 0.1') },
      { shape: box('0.1 0.1 0.1'), joint: ['revolute', '0 0 0.12', '0 0 1', -2, 2] },
      { shape: box('0.68 0.01 0.1', '0 0 -0.1'), joint: ['fixed', '0.4 0 0', '0 0 1', 0, 0] },
    ]);
    const found = suggestPairs(carrying, options(200));
    expect(found.map(({ link1, link2, reason }) => [link1, link2, reason])).toEqual([
      ['l0', 'l1', 'Adjacent'],
      ['l1', 'l2', 'Adjacent'],
    ]);
  });

  it('hold against samples in random chains (seed 11)', () => {
    const random = new Random(11);
    const kinds = new Map<string, number>();
    for (let n = 0; n < 7; n++) {
      const size = () => random.between(0.02, 0.12).toFixed(3);
      const at = () => [0, 1, 2].map(() => random.between(-0.08, 0.08).toFixed(3)).join(' ');
      const cell = chain(
        Array.from({ length: 5 }, (_, i) => ({
          shape:
            random.between(0, 1) < 0.5
              ? ball(Number(size()), at())
              : box(`${size()} ${size()} ${size()}`, at()),
          ...(i > 0 && {
            joint: [
              random.between(0, 1) < 0.2 ? 'fixed' : 'revolute',
              at(),
              ['1 0 0', '0 1 0', '0 0 1'][Math.floor(random.between(0, 3))],
              -random.between(0, 2),
              random.between(0, 2),
            ] as const,
          }),
        })),
      );
      const found = suggestPairs(cell, options(100));
      const probe = new PairProbe(cell);
      const q = new Float64Array(cell.tree.dofs.length);
      for (const { link1, link2, reason, proven, assumed } of found) {
        const what = `${reason} ${proven} ${assumed}`;
        kinds.set(what, (kinds.get(what) ?? 0) + 1);
        if (!proven || reason === 'Adjacent') continue;
        const pair = pairOf(cell.pairs, cell.bodyOf.get(link1)!, cell.bodyOf.get(link2)!);
        for (let i = 0; i < 60; i++) {
          sampleInto(cell, random, q);
          expect(probe.settleAt(pair, q)).not.toBe(reason === 'Never' ? COLLIDING : APART);
        }
      }
    }
    for (const what of ['Adjacent true true', 'Always true true', 'Never true false']) {
      expect(kinds.get(what), what).toBeGreaterThan(1);
    }
  });
});

describe('a robot without an SRDF', () => {
  const arm = chain([
    { shape: box('0.1 0.1 0.1') },
    { shape: box('0.08 0.08 0.4', '0 0 0.2'), joint: ['revolute', '0 0 0', '0 1 0', -2, 2] },
    { shape: box('0.08 0.08 0.4', '0 0 0.2'), joint: ['revolute', '0 0 0.4', '0 1 0', -3, 3] },
  ]);

  it('is free with its suggested pairs assumed, each of which the assumptions name', () => {
    const stretched = Float64Array.of(0, 0.3);
    expect(new StaticChecker(arm).check(stretched).colliding).toBe(true);
    const described = withSuggestedPairs(arm, options(100));
    const cell = buildCell(described);
    expect(new StaticChecker(cell).check(stretched).colliding).toBe(false);
    expect(new StaticChecker(cell).check(Float64Array.of(1.5, 2.9)).colliding).toBe(true);
    expect(assumptionsOf(cell)).toEqual([
      '2 pairs assumed harmless without an SRDF: adjacent links ("l0" and "l1", "l1" and "l2")',
    ]);
    // What is declared is not suggested again.
    expect(withSuggestedPairs(cell, options(100))).toBe(described);
    expect(touchingAtRest(cell)).toEqual([]);
    expect(touchingAtRest(arm)).toEqual([
      ['l0', 'l1'],
      ['l1', 'l2'],
    ]);
  });
});
