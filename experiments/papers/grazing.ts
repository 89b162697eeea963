/**
 * [A tables VIII to X] The bad case: a turn all the way around with the tool at a constant, small gap
 * above an obstacle. What is counted is pairs of volumes and triangles, for all links and for the
 * end-effector alone.
 */
import { type Body, buildCell, type Cell, type CellDescription } from 'surepath/cell';
import { configurationFrom } from 'surepath/kinematics';
import { StraightSegment } from 'surepath/motion';
import type { BarPlot, Table, Value } from '../lab/table.ts';
import type { Environment } from './environments.ts';
import { asInPaper, COMPARED, type MeasuredCost, ourMethod } from './methods.ts';
import { type GrazingFigures, type Pairs, TABLES_GRAZING } from './published.ts';
import type { Experiment, Sampler } from './sampler.ts';
import { onlyPairs } from './somePairs.ts';

/** The clearance that the cell files are made for, and by how much the gap is larger than it. */
const IN_FILES = 0.0001;
const MARGIN = 1.01;
/** The state that the turn begins and ends with, but for the first joint. */
const STATE = 'grazing';

type Id = keyof typeof TABLES_GRAZING;

function experiment(id: Id, figure: string): Experiment {
  return {
    ids: [id],
    title: `the bad case of figure ${figure}`,
    run: (sampler) => [grazingTable(sampler, id, figure)],
  };
}

export const grazingExperiments: readonly Experiment[] = [
  experiment('VIII', '14a'),
  experiment('IX', '14b'),
  experiment('X', '14c'),
];

function grazingTable(sampler: Sampler, id: Id, figure: string): Table {
  const published = TABLES_GRAZING[id];
  // The last is the one that costs, and that everybody looks at.
  const settings = published.slice(-sampler.count(published.length, 1));
  const rows: Record<string, Value>[] = [];
  const groups: BarPlot['groups'][number][] = [];
  for (const environment of sampler.environments.of([figure])) {
    for (const setting of settings) {
      const { clearance, delta } = setting;
      const { adaptive, tool, refined, ladder } = sampler.part(
        `${id} ${figure}, clearance ${clearance}, delta ${delta}`,
        () => measure(cellFor(sampler, environment, clearance), delta),
      );
      const row = (method: string, cost: MeasuredCost, paper: Pairs | null, links: string) => {
        rows.push({
          clearance,
          delta,
          links,
          method,
          'A.bv': paper?.bv ?? null,
          'A.tri': paper?.tri ?? null,
          'ours.bv': cost.bv,
          'ours.tri': cost.tri,
          'ours.hulls': cost.hulls,
          'ours.configurations': cost.configurations,
          'ours.ms': cost.ms,
          'ours.verdict': Object.keys(cost.verdicts).join(', '),
        });
      };
      row('adaptive', adaptive, setting.all, 'all links');
      row('adaptive', tool, setting.tool, 'end-effector');
      row('refined (ours)', refined, null, 'all links');
      row('ladder (ours)', ladder, null, 'all links');
      groups.push(group(setting, adaptive, refined, ladder));
    }
  }
  return {
    id,
    title: `A table ${id}: figure ${figure}, a full turn with the tool at a constant gap`,
    samples: `one motion, ${settings.length} of ${published.length} combinations of clearance and delta`,
    notes: [
      'The gap is 1 % more than the clearance, which is what the paper calls slightly bigger. Robot, tool and obstacle are rebuilt: the same numbers of triangles, other shapes.',
      'refined and ladder run as they are by default. BV counts pairs of volumes, for ladder pairs of hulls of parts; hulls counts comparisons of convex hulls of any kind. Milliseconds are those of the first time. Hulls in a row of adaptive: pairs within delta went to the method that finishes such cases.',
      ...sampler.absent([figure]),
    ],
    columns: [
      { key: 'clearance', title: 'clearance', format: 'plain' },
      { key: 'delta', title: 'delta', format: 'plain' },
      { key: 'method', title: 'method', format: 'text' },
      { key: 'links', title: 'checked', format: 'text' },
      { key: 'A.bv', title: 'BV', source: 'A', format: 'count' },
      { key: 'A.tri', title: 'tri', source: 'A', format: 'count' },
      { key: 'ours.bv', title: 'BV', source: 'ours', format: 'count' },
      { key: 'ours.tri', title: 'tri', source: 'ours', format: 'count' },
      { key: 'ours.hulls', title: 'hulls', source: 'ours', format: 'count' },
      { key: 'ours.configurations', title: 'configurations', source: 'ours', format: 'count' },
      { key: 'ours.ms', title: 'ms', source: 'ours', format: 'milliseconds' },
      { key: 'ours.verdict', title: 'verdict', source: 'ours', format: 'text' },
    ],
    rows,
    plots: [
      {
        kind: 'bars',
        title: `Figure ${figure}: pairs tested in one turn, all links`,
        caption:
          'By clearance / delta, in metres; a logarithmic scale. Pairs of volumes, for the ladder of hulls.',
        axis: 'pairs',
        log: true,
        series: COMPARED,
        groups,
      },
    ],
  };
}

function group(
  { clearance, delta, all }: GrazingFigures,
  adaptive: MeasuredCost,
  refined: MeasuredCost,
  ladder: MeasuredCost,
) {
  const values = [all.bv, adaptive.bv, refined.bv + refined.hulls, ladder.hulls];
  return { name: `${clearance} / ${delta}`, values: values.map((v) => (v > 0 ? v : null)) };
}

function measure(cell: Cell, delta: number) {
  const turn = [turnOf(cell)];
  const { depth } = cell.tree;
  const links = cell.bodies.filter((body) => body.kind === 'link');
  const last = links.reduce((a, b) => (depth[b.frame] > depth[a.frame] ? b : a));
  const isTool = (body: Body) => body === last;
  const toolCell = onlyPairs(cell, (a, b) => isTool(a) || isTool(b));
  return {
    adaptive: asInPaper(cell, 'adaptive', delta)(turn),
    tool: asInPaper(toolCell, 'adaptive', delta)(turn),
    refined: ourMethod(cell, 'refined', delta)(turn),
    ladder: ourMethod(cell, 'ladder', delta)(turn),
  };
}

/** The cell with its obstacles lowered to another clearance. */
function cellFor(sampler: Sampler, environment: Environment, clearance: number): Cell {
  const description = sampler.environments.description(environment);
  const drop = MARGIN * (clearance - IN_FILES);
  if (drop === 0) return sampler.environments.cell(environment);
  const lowered: CellDescription = {
    ...description,
    obstacles: description.obstacles.map((obstacle) => {
      const pose = obstacle.pose.slice();
      pose[11] -= drop;
      return { ...obstacle, pose };
    }),
  };
  return buildCell(lowered);
}

function turnOf(cell: Cell): StraightSegment {
  const { tree, description } = cell;
  const [{ name, semantics }] = description.robots;
  const state = semantics?.states.find((s) => s.name === STATE);
  if (!state) throw new Error(`the cell has no state "${STATE}"`);
  const scoped = [...state.values].map(
    ([joint, value]) => [name ? `${name}/${joint}` : joint, value] as const,
  );
  const { q } = configurationFrom(tree, new Map(scoped));
  const [from, to] = [q.slice(), q.slice()];
  from[0] = tree.dofs[0].lower;
  to[0] = tree.dofs[0].upper;
  return new StraightSegment(tree, from, to);
}
