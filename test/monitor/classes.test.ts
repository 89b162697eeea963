/** [D2] Collision classes and the index set: the default ones, chosen ones, what is left out. */
import { describe, expect, test } from 'vitest';
import { sampleInto, testedCount } from '../../src/cell/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import { createMonitor } from '../../src/monitor/index.ts';
import { BruteForce } from '../helpers/monitor/bruteForce.ts';
import { compareStep, nothingSeen } from '../helpers/monitor/compare.ts';
import { anyCell } from '../helpers/oracles/anyCells.ts';
import { embedded } from '../helpers/oracles/embedded.ts';

describe('default classes', () => {
  test('two arms and what stands: fixed, dynamic; fixed, static', () => {
    const cell = embedded('two-arms');
    const monitor = createMonitor(cell);
    expect(monitor.classes.map(({ name, moved, dynamic }) => ({ name, moved, dynamic }))).toEqual([
      { name: 'left', moved: false, dynamic: true },
      { name: 'right', moved: false, dynamic: true },
      { name: 'obstacles', moved: false, dynamic: false },
    ]);
    // Each arm with itself, with the other, and both with what stands; what stands is not tested against itself.
    expect(monitor.pairs).toEqual([
      { a: 0, b: 0 },
      { a: 0, b: 1 },
      { a: 0, b: 2 },
      { a: 1, b: 1 },
      { a: 1, b: 2 },
    ]);
    expect(monitor.leftOut).toBe(0);
    expect(monitor.notes).toEqual([]);
  });

  test('every body is of one class; bases that move make a class that is moved, seeds 1 to 60', () => {
    const seen = { moved: 0, fixed: 0, dynamic: 0, static: 0 };
    for (let seed = 1; seed <= 60; seed++) {
      const { cell } = anyCell(seed);
      const { classes, leftOut } = createMonitor(cell);
      const all = classes.flatMap(({ bodies }) => bodies).sort((a, b) => a - b);
      expect(all).toEqual(cell.bodies.map((_, b) => b));
      expect(leftOut).toBe(0);
      for (const { moved, dynamic, bodies } of classes) {
        const roots = new Set(bodies.map((b) => cell.tree.rigidRoot[cell.bodies[b].frame]));
        expect(dynamic).toBe(roots.size > 1);
        // What has a body fixed in the world does not move as a whole.
        if (moved) expect(roots.has(0)).toBe(false);
        seen[moved ? 'moved' : 'fixed']++;
        seen[dynamic ? 'dynamic' : 'static']++;
      }
    }
    for (const [what, n] of Object.entries(seen)) expect(n, what).toBeGreaterThan(0);
  });
});

describe('chosen classes', () => {
  const classes = [
    { name: 'tools', bodies: ['*/spot_gun', '*/link_6'] },
    { name: 'left', bodies: ['left/*'] },
    { name: 'parts', bodies: ['panel', 'fixture'] },
  ];

  test('the first that fits has a body; others are of none, which is said', () => {
    const cell = embedded('two-arms');
    const monitor = createMonitor(cell, { classes });
    const names = monitor.classes.map(({ bodies }) => bodies.map((b) => cell.bodies[b].name));
    expect(names[0]).toEqual(['left/link_6', 'left/spot_gun', 'right/link_6', 'right/spot_gun']);
    expect(names[1]).not.toContain('left/spot_gun');
    expect(monitor.classes.map(({ moved, dynamic }) => [moved, dynamic])).toEqual([
      [false, true],
      [false, true],
      [false, false],
    ]);
    expect(monitor.leftOut).toBeGreaterThan(0);
    expect(monitor.notes.join()).toContain('right/link_3');
    const covered = monitor.world.count;
    expect(covered).toBeLessThan(cell.bodies.length);
  });

  test('one link alone is moved and static', () => {
    const cell = embedded('two-arms');
    const { classes: made } = createMonitor(cell, {
      classes: [
        { name: 'gun', bodies: ['left/spot_gun'] },
        { name: 'rest', bodies: ['right/*', 'panel'] },
      ],
    });
    expect(made.map(({ moved, dynamic }) => [moved, dynamic])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  test('vectors are those of brute force, over the pairs that were chosen alone', () => {
    const cell = embedded('two-arms');
    const monitor = createMonitor(cell, { classes, pairs: [['parts', 'tools']] });
    expect(monitor.pairs).toEqual([{ a: 0, b: 2 }]);
    expect(monitor.leftOut).toBeGreaterThan(testedCount(cell) / 2);
    const oracle = new BruteForce(cell);
    const random = new Random(3);
    const seen = nothingSeen();
    const q = new Float64Array(cell.tree.dofs.length);
    for (let n = 0; n < 4; n++) {
      sampleInto(cell, random, q);
      compareStep(monitor, oracle, q, seen);
    }
    expect(seen.apart + seen.colliding).toBe(4);
  });

  test.each([
    ['a name that nobody has', { classes: [{ name: 'a', bodies: ['left/link_9'] }] }],
    ['two of one name', { classes: [classes[1], classes[1]] }],
    ['one without bodies', { classes: [...classes, { name: 'none', bodies: ['left/*'] }] }],
    ['a pair of nobody', { classes, pairs: [['tools', 'tool']] as [string, string][] }],
    [
      'a pair twice',
      {
        classes,
        pairs: [
          ['tools', 'left'],
          ['left', 'tools'],
        ] as [string, string][],
      },
    ],
  ])('refused: %s', (_, settings) => {
    expect(() => createMonitor(embedded('two-arms'), settings)).toThrow(InputError);
  });
});
