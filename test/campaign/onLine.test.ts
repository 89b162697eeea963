/** `npm run repro -- on-line`: paper D's scenes and statements, and its experiments in short. Claims by counts, never by clocks. */
import { describe, expect, it } from 'vitest';
import type { Table } from '../../experiments/lab/table.ts';
import { textOf } from '../../experiments/lab/tableText.ts';
import { COMBINED, contender, OWN, SINGLE } from '../../experiments/papers/onLine/contenders.ts';
import { Arena } from '../../experiments/papers/onLine/measure.ts';
import { ON_LINE } from '../../experiments/papers/onLine/onLine.ts';
import { SAYS, STRUCTURES } from '../../experiments/papers/onLine/publishedD.ts';
import { LoadedScene, SCENES } from '../../experiments/papers/onLine/scenes.ts';
import { Sampler } from '../../experiments/papers/sampler.ts';

/** As with --quick, and fewer: 60 steps, one round. */
const few = () => new Sampler({ count: (_, quick) => (quick < 10 ? 1 : Math.min(quick, 60)) });
const tables = (id: string): Table[] => ON_LINE.find(({ ids }) => ids.includes(id))!.run(few());

describe('the scenes of paper D', () => {
  it('are two classes of ten parts and 16 obstacles, and of ten parts each', () => {
    const sizes = SCENES.map((scene) => {
      const world = new LoadedScene(scene).world();
      const [{ a, b }] = world.pairs;
      expect(world.pairs).toHaveLength(1);
      return [world.membersOf[a].length, world.membersOf[b].length];
    });
    expect(sizes).toEqual([
      [10, 16],
      [10, 10],
    ]);
  });

  it('have smooth motions within the limits, the same every time, that collide and do not', () => {
    for (const scene of SCENES) {
      const loaded = new LoadedScene(scene);
      const [motion, again] = [loaded.motion(150, 0.01), loaded.motion(150, 0.01)];
      expect(motion).toEqual(again);
      const { lower, upper } = loaded.cell.box;
      motion.forEach((q, s) => {
        q.forEach((x, d) => {
          expect(x >= lower[d] && x <= upper[d]).toBe(true);
          if (s > 0) expect(Math.abs(x - motion[s - 1][d])).toBeLessThan(0.0101);
        });
      });
      const question = { threshold: Infinity, steps: 150, seconds: 0.01, rounds: 0 };
      const { apart, colliding } = new Arena(loaded, [OWN], 45).play(question);
      expect(apart).toBeGreaterThan(50);
      expect(colliding).toBeGreaterThan(10);
    }
  });
});

describe('figure 5', () => {
  it('has all approaches and combinations, each right and counted', () => {
    const [times, orderings] = tables('fig5');
    const names = [...SINGLE, ...COMBINED, OWN].map(({ name }) => name);
    expect(times.rows.map((row) => row.approach)).toEqual([...names, ...names, ...names, ...names]);
    for (const name of Object.keys(SAYS)) expect(names).toContain(name);
    for (const row of times.rows) expect(Number(row['ours.apart'])).toBeGreaterThan(0);
    const of = (name: string) => times.rows.filter((row) => row.approach === name);
    const mean = (name: string, key: string) =>
      of(name).reduce((sum, row) => sum + Number(row[`ours.${key}`]) / 4, 0);
    for (const name of names.filter((each) => each !== 'plain' && each !== 'initialization')) {
      expect(mean(name, 'distances'), name).toBeLessThan(mean('plain', 'distances'));
    }
    const dynamic = mean('dynamic hierarchies', 'boxes');
    expect(dynamic).toBeLessThan(mean('static hierarchies', 'boxes'));
    expect(orderings.rows).toHaveLength(14);
    expect(textOf(orderings)).toContain('with initialization they are slower');
    const lost = orderings.rows.filter((row) =>
      String(row['D.says']).includes('direction is lost'),
    );
    expect(lost.map((row) => row['ours.holds'])).toEqual(['holds', 'holds']);
  }, 60_000);

  it('ends where an approach is wrong', () => {
    const loaded = new LoadedScene(SCENES[0]);
    const liar = {
      ...contender('liar', {}),
      make: () => ({
        counts: { distances: 0, primitives: 0, boxes: 0, updates: 0 },
        find: (_: number, __: number, nearest: { upper: number }) => {
          nearest.upper = 1;
        },
        forget: () => undefined,
      }),
    };
    const arena = new Arena(loaded, [OWN, liar], 45);
    const question = { threshold: Infinity, steps: 5, seconds: 0.01, rounds: 1 };
    expect(() => arena.play(question)).toThrow('liar: 1 at step 0');
  });
});

describe('structures', () => {
  it('are more than one for a Puma 260, few of them frequent', () => {
    const [table] = ON_LINE.find(({ ids }) => ids.includes('structures'))!.run(
      new Sampler({ count: () => 45 }),
    );
    const [first] = table.rows;
    expect([first['D.found'], first['D.share']]).toEqual([STRUCTURES.found, STRUCTURES.share]);
    for (const row of table.rows) {
      expect(Number(row['ours.found'])).toBeGreaterThan(2);
      expect(Number(row['ours.four'])).toBeGreaterThan(0.6);
    }
  });
});

describe('parts of dynamic hierarchies', () => {
  it('polytopes leave fewer distances than boxes, for more than they spare', () => {
    const [{ rows }] = tables('descents');
    const of = (name: string) => rows.filter((row) => row.choice === name);
    const sum = (name: string, key: string) =>
      of(name).reduce((total, row) => total + Number(row[`ours.${key}`]), 0);
    expect(sum('polytopes, both', 'distances')).toBeLessThan(sum('boxes, both', 'distances'));
    expect(sum('boxes, one', 'boxes')).toBeLessThan(1.1 * sum('boxes, both', 'boxes'));
  }, 60_000);
});
