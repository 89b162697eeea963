/**
 * [E 2.2] The cost model T = Nbv Cbv + Np Cp: numbers of pairs of volumes and of triangles times what one costs. The costs are
 * measured for each kind of volume on questions of another run and on trees split by principal directions; what the model then
 * says of other rules is compared with the time they take.
 */
import { counted, countedRange } from '../../lab/numbers.ts';
import type { BarPlot, Table, Value } from '../../lab/table.ts';
import type { Experiment, Sampler } from '../sampler.ts';
import { BY_PRINCIPAL_DIRECTIONS } from '../trees.ts';
import { Answerer, questionsOf } from './questions.ts';
import { KINDS, SHEET_RULES } from './rules.ts';
import { leastCosts, unitCosts } from './unitCosts.ts';

const CASE_A = 'E10a';
/** The run that costs are measured on; those of the tables are others. */
const OTHER_RUN = 1000;

export const modelExperiment: Experiment = {
  ids: ['model', 'E7'],
  title: 'the cost model: volumes and triangles that are tested, and what one of them costs',
  run,
};

function run(sampler: Sampler): Table[] {
  const count = sampler.count(10_000, 300);
  const rounds = sampler.count(3, 1);
  const rows: Record<string, Value>[] = [];
  const groups: BarPlot['groups'][number][] = [];
  const taken: number[] = [];
  sampler.each([CASE_A], 'model', (_, cell) => {
    for (const kind of ['RRT', 'BLS'] as const) {
      sampler.say(`model: questions of ${kind}`);
      const questions = questionsOf(cell, kind, 0, count);
      const all = Array.from(questions.pairs.keys());
      taken.push(all.length);
      const others = questionsOf(cell, kind, OTHER_RUN, count);
      for (const { volume, name } of KINDS) {
        sampler.say(`model: ${kind}, ${name}`);
        const costs = leastCosts(
          SHEET_RULES.map((rule) => new Answerer(questions, volume, rule)),
          all,
          rounds,
        );
        const unit = unitCosts(
          new Answerer(others, volume, BY_PRINCIPAL_DIRECTIONS),
          Array.from(others.pairs.keys()),
          rounds,
        );
        const predicted = costs.map(({ bv, tri }) => bv * unit.bv + tri * unit.tri);
        SHEET_RULES.forEach((rule, i) => {
          const { asked, bv, tri, ms } = costs[i];
          rows.push({
            planner: kind,
            volumes: name,
            rule: rule.name,
            'ours.bv': bv / asked,
            'ours.tri': tri / asked,
            'ours.bvCost': unit.bv * 1e6,
            'ours.triCost': unit.tri * 1e6,
            'ours.predicted': (1000 * predicted[i]) / asked,
            'ours.measured': (1000 * ms) / asked,
            'ours.model': ms > 0 ? predicted[i] / ms : null,
            'ours.time': costs[0].ms > 0 ? ms / costs[0].ms : null,
          });
        });
        groups.push({
          name: `${kind} ${name}`,
          values: costs.map(({ ms }, i) => (ms > 0 ? predicted[i] / ms : null)),
        });
      }
    }
  });
  return [
    {
      id: 'model',
      title: 'E equation 2: T = Nbv Cbv + Np Cp with measured costs, case A',
      samples: `${countedRange(taken, 'question')}, the least of ${counted(rounds, 'round')}`,
      notes: [
        'Questions: are a link and the car 0.1 m apart, at the steps that a planner looked at. Nbv, Np: pairs of volumes and triangles for one. Cbv, Cp: nanoseconds for one pair, measured on questions of another run and trees of principal directions alone: those that fit best how long groups of questions take.',
        'T model, T measured: microseconds for a question; model / measured compares them. time: measured, relative to principal directions.',
        ...sampler.absent([CASE_A]),
      ],
      columns: [
        { key: 'planner', title: 'planner', format: 'text' },
        { key: 'volumes', title: 'volumes', format: 'text' },
        { key: 'rule', title: 'split by', format: 'text' },
        { key: 'ours.bv', title: 'Nbv', source: 'ours', format: 'count' },
        { key: 'ours.tri', title: 'Np', source: 'ours', format: 'count' },
        { key: 'ours.bvCost', title: 'Cbv ns', source: 'ours', format: 'count' },
        { key: 'ours.triCost', title: 'Cp ns', source: 'ours', format: 'count' },
        { key: 'ours.predicted', title: 'T model', source: 'ours', format: 'milliseconds' },
        { key: 'ours.measured', title: 'T measured', source: 'ours', format: 'milliseconds' },
        { key: 'ours.model', title: 'model / measured', source: 'ours', format: 'ratio' },
        { key: 'ours.time', title: 'time', source: 'ours', format: 'ratio' },
      ],
      rows,
      plots: [
        {
          kind: 'bars',
          title: 'What the cost model says, over what was measured',
          caption: 'One is a perfect model. Costs are those of principal directions.',
          axis: 'model / measured',
          log: false,
          series: SHEET_RULES.map(({ name }) => ({ name, source: 'ours' as const })),
          groups,
        },
      ],
    },
  ];
}
