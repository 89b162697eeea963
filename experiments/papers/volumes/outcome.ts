/**
 * [E 4] What tight volumes are worth to a planner: the robot enters the car (case A), with trees split by principal directions,
 * at notches, and by shells. The same steps are asked about whatever the trees, so that only what proofs cost differs.
 */
import type { Cell } from 'surepath/cell';
import { type Planner, PlanningSpace, RrtConnect } from 'surepath/plan';
import { counted } from '../../lab/numbers.ts';
import type { BarPlot, Table, Value } from '../../lab/table.ts';
import type { Experiment, Sampler } from '../sampler.ts';
import { type TreeRule, withTrees } from '../trees.ts';
import { OUTCOME } from './publishedE.ts';
import { KINDS, SHEET_RULES } from './rules.ts';
import { planOnce, warmUp } from './runs.ts';
import { BOUNDED, bounded } from './variants.ts';
import { Watched } from './watched.ts';

const CASE_A = 'E10a';

export const outcomeExperiment: Experiment = {
  ids: ['outcome', 'E7'],
  title: 'what each kind of tree and each rule is worth to planners, in case A',
  run,
};

/** A planner on some trees. */
interface Way {
  readonly planner: string;
  readonly volumes: string;
  readonly rule: TreeRule;
  readonly cell: Cell;
  readonly plan: Planner;
  readonly watched: Watched;
}

interface Counts {
  readonly checks: number;
  readonly found: number;
  readonly tests: number;
  readonly bv: number;
  readonly tri: number;
}

const PLANNERS = [
  { name: 'RRT', setting: 'ECC with CB', make: rrt },
  { name: 'BLS', setting: 'ECC with CB', make: bls },
  { name: 'RRT (ours)', setting: 'certified edges', make: ours },
] as const;

function rrt(space: PlanningSpace, watched: Watched): Planner {
  return bounded('RRT', space, watched.make);
}

function bls(space: PlanningSpace, watched: Watched): Planner {
  return bounded('BLS', space, watched.make);
}

function ours(space: PlanningSpace, watched: Watched): Planner {
  return new RrtConnect(space, { checker: watched.make });
}

function run(sampler: Sampler): Table[] {
  const runs = sampler.runs(5, 1);
  const rows: Record<string, Value>[] = [];
  const groups: BarPlot['groups'][number][] = [];
  sampler.each([CASE_A], 'outcome', (_, cell) => {
    for (const { name, setting, make } of PLANNERS) {
      // Patches of the ladder come from our trees, which have boxes.
      const kinds = make === ours ? KINDS.filter(({ volume }) => volume === 'box') : KINDS;
      for (const kind of kinds) {
        sampler.say(`outcome: ${name}, ${kind.name}`);
        const ways = SHEET_RULES.map((rule): Way => {
          const own = withTrees(cell, kind.volume, rule);
          const watched = new Watched(make === ours ? {} : BOUNDED);
          const plan = make(new PlanningSpace(own), watched);
          return { planner: name, volumes: kind.name, rule, cell: own, plan, watched };
        });
        const { seconds, counts } = measure(ways, runs);
        ways.forEach((way, i) => {
          const theirs = make === ours ? undefined : OUTCOME[way.rule.name];
          rows.push({
            planner: `${name}, ${setting}`,
            volumes: way.volumes,
            rule: way.rule.name,
            'E.time': kind.volume === 'box' ? null : (theirs?.says ?? null),
            'ours.seconds': seconds[i],
            'ours.time': seconds[0] > 0 ? seconds[i] / seconds[0] : null,
            'ours.checks': counts[i].checks,
            'ours.tests': counts[i].tests,
            'ours.bv': counts[i].bv,
            'ours.fewer': counts[0].bv > 0 ? counts[i].bv / counts[0].bv : null,
            'ours.tri': counts[i].tri,
            'ours.found': counts[i].found,
          });
        });
        groups.push({
          name: `${name} ${kind.name}`,
          values: seconds.map((own) => (seconds[0] > 0 ? own / seconds[0] : null)),
        });
      }
    }
  });
  return [
    {
      id: 'outcome',
      title: 'E section 4: case A with trees split by principal directions, at notches, by shells',
      samples: counted(runs, 'run'),
      notes: [
        'CPU s: planning, all of it. time: relative to principal directions in the same source, planner and kind of tree; the paper says it of case A as a whole. BV, part, tri: pairs of volumes and triangles that proofs of steps took, volumes relative to principal directions. tests: distances that they asked for.',
        'The same seeds give the same steps with all trees. Static checks and the looks of BLS compare hulls first, and descend the same trees where hulls overlap: their pairs are not counted, their time is.',
        ...sampler.absent([CASE_A]),
      ],
      columns: [
        { key: 'planner', title: 'planner', format: 'text' },
        { key: 'volumes', title: 'volumes', format: 'text' },
        { key: 'rule', title: 'split by', format: 'text' },
        { key: 'E.time', title: 'time', source: 'E', format: 'text' },
        { key: 'ours.seconds', title: 'CPU s', source: 'ours', format: 'seconds' },
        { key: 'ours.time', title: 'time', source: 'ours', format: 'ratio' },
        { key: 'ours.checks', title: 'checks', source: 'ours', format: 'count' },
        { key: 'ours.tests', title: 'tests', source: 'ours', format: 'count' },
        { key: 'ours.bv', title: 'BV', source: 'ours', format: 'count' },
        { key: 'ours.fewer', title: 'part', source: 'ours', format: 'ratio' },
        { key: 'ours.tri', title: 'tri', source: 'ours', format: 'count' },
        { key: 'ours.found', title: 'found', source: 'ours', format: 'percent' },
      ],
      rows,
      plots: [
        {
          kind: 'bars',
          title: 'Time of planning, as a part of that with principal directions',
          caption: 'Case A. The paper: 0.9 at notches, less than 1/3 with extracted shells.',
          axis: 'part',
          log: false,
          series: SHEET_RULES.map(({ name }) => ({ name, source: 'ours' as const })),
          groups,
        },
      ],
    },
  ];
}

/** CPU seconds of a run, and what it counted; in every run all take turns. */
function measure(ways: readonly Way[], runs: number) {
  for (const { cell, plan, watched } of ways) {
    warmUp(cell, plan);
    watched.forget();
  }
  const sums = ways.map(() => ({ ms: 0, checks: 0, found: 0 }));
  for (let run = 0; run < runs; run++) {
    ways.forEach(({ cell, plan }, i) => {
      const { ms, result } = planOnce(cell, plan, run);
      sums[i].ms += ms;
      sums[i].checks += result.stats.configurations;
      if (result.waypoints) sums[i].found++;
    });
  }
  const counts = ways.map(({ watched }, i): Counts => {
    const { tests, nodePairs, trianglePairs } = watched.stats;
    return {
      checks: sums[i].checks / runs,
      found: sums[i].found / runs,
      tests: tests / runs,
      bv: nodePairs / runs,
      tri: trianglePairs / runs,
    };
  });
  return { seconds: sums.map(({ ms }) => ms / 1000 / runs), counts };
}
