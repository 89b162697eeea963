/** Figure 10 and the satellite of paper C, in short: tables that are whole, and claims by counts. */
import { describe, expect, it } from 'vitest';
import { textOf } from '../../experiments/lab/tableText.ts';
import { Sampler } from '../../experiments/papers/sampler.ts';
import { figure10Experiment, figure10Rows } from '../../experiments/papers/twoPhase/figure10.ts';
import { FIGURE_10 } from '../../experiments/papers/twoPhase/publishedC.ts';
import { satelliteRows } from '../../experiments/papers/twoPhase/satellite.ts';

describe('figure 10', () => {
  it('has a row for each angle and sphere, and the published growth beside ours', () => {
    const [cost, growth] = figure10Experiment.run(
      new Sampler({ count: (_, few) => Math.min(few, 60) }),
    );
    expect(cost.rows.length).toBe(12);
    for (const row of cost.rows) {
      for (const { key } of cost.columns) expect(row[key], key).not.toBeUndefined();
    }
    expect(growth.rows[0]).toMatchObject({ algorithm: 'Lin-Canny', begins: 'kept', 'C.one': 1.15 });
    expect(textOf(growth)).toContain('paper C');
    expect(cost.plots.length).toBe(3);
  });

  it('by steps: complexity hardly matters at one degree, and does at twenty', () => {
    const rows = figure10Rows({ angles: [1, 20], calls: 360, rounds: 1 });
    const [fine, coarse] = [1, 20].map((angle) => rows.filter(({ degrees }) => degrees === angle));
    expect(fine[2].faces / fine[0].faces).toBe(FIGURE_10.complexity);
    for (const name of ['lin-canny', 'v-clip']) {
      const growth = (own: typeof rows) =>
        own[2].steps[`ours.${name}.kept`] / own[0].steps[`ours.${name}.kept`];
      expect(growth(fine)).toBeLessThan(1.6);
      expect(growth(coarse)).toBeGreaterThan(2.5);
      const [kept, afar] = ['kept', 'afar'].map((how) => fine[2].steps[`ours.${name}.${how}`]);
      expect(afar).toBeGreaterThan(8 * kept);
    }
    expect(fine.map(({ steps }) => steps['ours.plane.kept'])).toEqual([0, 0, 0]);
  });
});

describe('the satellite', () => {
  it('passes features in proportion to the root of the facets, and hardly any when it falls', () => {
    const rows = satelliteRows([1, 2, 3, 4], 4000);
    expect(rows.map(({ facets }) => facets)).toEqual([32, 128, 512, 2048]);
    for (const name of ['lin-canny', 'v-clip']) {
      const each = rows.map(({ facets, orbit }) => orbit[name] / Math.sqrt(facets));
      expect(Math.max(...each) / Math.min(...each)).toBeLessThan(1.15);
      expect(Math.max(...rows.map(({ fall }) => fall[name]))).toBeLessThan(3);
    }
  });
});
