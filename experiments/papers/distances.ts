/**
 * [A table I, B table 1] What a query costs at random configurations, all links against all fixed
 * obstacles: a test for collision, the greedy bound, the exact distance, a bound of at least half of it;
 * and how good the two bounds are.
 */
import { type Cell, sampleInto, surfaceOf } from 'surepath/cell';
import { Kinematics } from 'surepath/kinematics';
import { Random } from 'surepath/math';
import {
  approximateDistance,
  collide,
  distance,
  greedyDistance,
  type ProximityResult,
  ProximityWorkspace,
} from 'surepath/proximity';
import { counted } from '../lab/numbers.ts';
import { Mean } from '../lab/statistics.ts';
import type { BarPlot, Table, Value } from '../lab/table.ts';
import { COUNTS } from './counts.ts';
import { type DistanceFigures, TABLE_B1, TABLE_I, TABLE_I_QUERIES } from './published.ts';
import type { Experiment, Sampler } from './sampler.ts';
import { treeOf } from './trees.ts';

const FIGURES = Object.keys(TABLE_I);
const SEED = 1;

export const distancesExperiment: Experiment = {
  ids: ['I', 'B1'],
  title: 'distance queries at random configurations',
  run,
};

const ALGORITHMS = [
  { key: 'collide', name: 'COLL-CHECKER', volumes: 'OBB' },
  { key: 'greedy', name: 'GREEDY-DIST', volumes: 'RSS', quality: 'qualityGreedy' },
  { key: 'exact', name: 'EXACT-DIST', volumes: 'RSS' },
  { key: 'approximate', name: 'APPROX-DIST 0.5', volumes: 'RSS', quality: 'qualityApproximate' },
] as const;

function run(sampler: Sampler): Table[] {
  const samples = sampler.take(COUNTS.distances);
  const rows: Record<string, Value>[] = [];
  const groups: BarPlot['groups'][number][] = [];
  sampler.each(FIGURES, 'table I', (environment, cell) => {
    const { figure } = environment;
    const { queries, figures, qualityProven } = sampler.part(
      `I ${figure}, ${samples} configurations`,
      () => measure(cell, samples),
    );
    const [a, b] = [TABLE_I[figure], TABLE_B1[figure]];
    for (const { key, name, volumes, ...rest } of ALGORITHMS) {
      const quality = 'quality' in rest ? rest.quality : null;
      const row = (of: DistanceFigures | undefined, source: string) => ({
        [`${source}.bv`]: of?.[key].bv ?? null,
        [`${source}.tri`]: of?.[key].tri ?? null,
        [`${source}.quality`]: (quality && of?.[quality]) ?? null,
      });
      rows.push({
        figure,
        environment: environment.title,
        algorithm: name,
        volumes,
        'A.queries': Math.round((TABLE_I_QUERIES[figure] / 1000) * samples),
        'ours.queries': queries,
        ...row(a, 'A'),
        ...row(b, 'B'),
        ...row(figures, 'ours'),
      });
    }
    rows.push({
      figure,
      environment: environment.title,
      algorithm: 'its proven bound (ours)',
      'ours.quality': qualityProven,
    });
    const ratio = (of: DistanceFigures | undefined) => (of ? of.exact.bv / of.greedy.bv : null);
    groups.push({ name: figure, values: [ratio(a), ratio(b), ratio(figures)] });
  });
  return [
    {
      id: 'I',
      title: 'A table I, B table 1: pairs of volumes and triangles per query; quality of bounds',
      samples: `${counted(samples, 'random configuration')} in each environment`,
      notes: [
        'Quality is the mean of bound / distance over pairs that do not collide. EXACT-DIST searches nearest first and is told the distance, as in the paper. For APPROX-DIST it is that of half the distance of the triangles found, which is what the paper returns; the line below has the bound that the same search proves.',
        'Environments are rebuilt from the figures: shapes, and how many bodies there are, differ, and with them the counts. What should agree is the order of magnitude, and greedy costing about as much as colliding.',
        ...sampler.absent(FIGURES),
      ],
      columns: [
        { key: 'figure', title: 'fig.', format: 'text' },
        { key: 'environment', title: 'environment', format: 'text' },
        { key: 'algorithm', title: 'algorithm', format: 'text' },
        { key: 'A.bv', title: 'BV', source: 'A', format: 'count' },
        { key: 'A.tri', title: 'tri', source: 'A', format: 'count' },
        { key: 'A.quality', title: 'quality', source: 'A', format: 'ratio' },
        { key: 'B.bv', title: 'BV', source: 'B', format: 'count' },
        { key: 'B.tri', title: 'tri', source: 'B', format: 'count' },
        { key: 'B.quality', title: 'quality', source: 'B', format: 'ratio' },
        { key: 'ours.bv', title: 'BV', source: 'ours', format: 'count' },
        { key: 'ours.tri', title: 'tri', source: 'ours', format: 'count' },
        { key: 'ours.quality', title: 'quality', source: 'ours', format: 'ratio' },
        { key: 'ours.queries', title: 'queries', source: 'ours', format: 'count' },
      ],
      rows,
      plots: [
        {
          kind: 'bars',
          title: 'How many times fewer volumes the greedy bound tests than the exact distance',
          caption:
            'Pairs of volumes per query, EXACT-DIST over GREEDY-DIST. The exact search is even told the answer at the start.',
          axis: 'exact / greedy',
          log: true,
          series: [
            { name: 'paper A', source: 'A' },
            { name: 'paper B', source: 'B' },
            { name: 'ours', source: 'ours' },
          ],
          groups,
        },
      ],
    },
  ];
}

class MeanPairs {
  private readonly volumes = new Mean();
  private readonly triangles = new Mean();

  add({ nodePairs, trianglePairs }: Pick<ProximityResult, 'nodePairs' | 'trianglePairs'>): void {
    this.volumes.add(nodePairs);
    this.triangles.add(trianglePairs);
  }

  get value() {
    return { bv: this.volumes.value, tri: this.triangles.value };
  }
}

interface MeasuredDistances {
  readonly queries: number;
  readonly figures: DistanceFigures;
  /** Of the bound that our approximate search proves. */
  readonly qualityProven: number;
}

function measure(cell: Cell, samples: number): MeasuredDistances {
  const questions = cell.tested.flatMap(({ a: i, b: j }) => {
    const [a, b] = [cell.bodies[i], cell.bodies[j]];
    // Links come before obstacles.
    if (b.kind !== 'obstacle' || a.kind === 'obstacle') return [];
    return a.pieces.flatMap((p) =>
      b.pieces.flatMap((q) => {
        const obb = [treeOf(p, 'obb'), treeOf(q, 'obb')];
        const rss = [treeOf(p, 'rss'), treeOf(q, 'rss')];
        if (!obb[0] || !obb[1] || !rss[0] || !rss[1]) return [];
        const own = [surfaceOf(p), surfaceOf(q)];
        return {
          frames: [a.frame, b.frame],
          own: [own[0]!.tree, own[1]!.tree],
          obb: [obb[0], obb[1]],
          rss: [rss[0], rss[1]],
        };
      }),
    );
  });
  const random = new Random(SEED);
  const q = new Float64Array(cell.tree.dofs.length);
  const pose = new Float64Array(12);
  const kinematics = new Kinematics(cell.tree);
  const workspace = new ProximityWorkspace();
  const collision = new MeanPairs();
  const greedy = new MeanPairs();
  const exact = new MeanPairs();
  const approximate = new MeanPairs();
  const qualityGreedy = new Mean();
  const qualityApproximate = new Mean();
  const qualityProven = new Mean();
  for (let i = 0; i < samples; i++) {
    sampleInto(cell, random, q);
    kinematics.setConfiguration(q);
    for (const { frames, own, obb, rss } of questions) {
      kinematics.relativePoseInto(frames[0], frames[1], pose, 0);
      collision.add(collide(obb[0], obb[1], pose, workspace));
      const { upper, verdict } = distance(own[0], own[1], pose, workspace);
      const colliding = verdict === 'colliding' || upper === 0;
      // Told that the distance is 0, a search has nothing to do.
      if (colliding) exact.add({ nodePairs: 0, trianglePairs: 1 });
      else {
        const cutoff = upper * (1 + 1e-9);
        exact.add(distance(rss[0], rss[1], pose, workspace, { priority: true, cutoff }));
      }
      const bound = greedyDistance(rss[0], rss[1], pose, 0, workspace);
      greedy.add(bound);
      if (!colliding) qualityGreedy.add(bound.lower / upper);
      const half = approximateDistance(rss[0], rss[1], pose, 0.5, workspace);
      approximate.add(half);
      if (!colliding) {
        // The paper returns what it has pruned with; our search also knows what the volumes showed.
        qualityApproximate.add((0.5 * half.upper) / upper);
        qualityProven.add(half.lower / upper);
      }
    }
  }
  return {
    queries: samples * questions.length,
    figures: {
      collide: collision.value,
      greedy: greedy.value,
      exact: exact.value,
      approximate: approximate.value,
      qualityGreedy: qualityGreedy.value,
      qualityApproximate: qualityApproximate.value,
    },
    qualityProven: qualityProven.value,
  };
}
