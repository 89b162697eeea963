/** [A figure 13] The curve of the end-effector's tip along a free segment, and where checkers look. */
import { type Cell, surfaceOf } from 'surepath/cell';
import { createChecker } from 'surepath/check';
import { Kinematics } from 'surepath/kinematics';
import { transformPointInto } from 'surepath/math';
import type { Segment, StraightSegment } from 'surepath/motion';
import { counted } from '../lab/numbers.ts';
import type { CurvePlot, Table, Value } from '../lab/table.ts';
import { AsPrinted } from './asPrinted.ts';
import { FixedResolution } from './fixedResolution.ts';
import type { Experiment, Sampler } from './sampler.ts';

const FIGURE = '11b';
const EPSILON = 0.005;
const DELTA = 0.001;
/** Points of the drawn curve. */
const DRAWN = 600;

export const tipExperiment: Experiment = {
  ids: ['fig13'],
  title: 'where checkers look along a segment',
  run: (sampler) => [tipTable(sampler)],
};

function tipTable(sampler: Sampler): Table {
  const rows: Record<string, Value>[] = [];
  const plots: CurvePlot[] = [];
  sampler.each([FIGURE], 'figure 13', (environment, cell) => {
    const segment = typicalSegment(
      cell,
      sampler.segments(environment, 0, sampler.count(101, 15)).free,
    );
    if (!segment) return;
    const tip = new Tip(cell, segment);
    const fixedTimes = FixedResolution.times(new FixedResolution(cell).lengthOf(segment), EPSILON);
    const adaptiveTimes = watch(segment, (s) => new AsPrinted(cell).isFree(s, DELTA));
    const ladderTimes = watch(segment, (s) =>
      createChecker(cell).check({ segment: s, delta: DELTA }),
    );
    const looks = [
      { name: `fixed, epsilon ${EPSILON}`, shape: 'dot', times: fixedTimes },
      { name: `adaptive, delta ${DELTA}`, shape: 'cross', times: adaptiveTimes },
      { name: `ladder, delta ${DELTA} (ours)`, shape: 'ring', times: ladderTimes },
    ] as const;
    for (const { name, times } of looks) {
      const { largest, mean } = tip.steps(times);
      rows.push({
        method: name,
        'ours.configurations': times.length,
        'ours.mean': mean,
        'ours.largest': largest,
      });
    }
    rows.push({
      method: `fixed, the tip in steps of ${DELTA} m`,
      'ours.configurations': Math.ceil(tip.length() / DELTA),
      'ours.mean': DELTA,
      'ours.largest': DELTA,
    });
    plots.push({
      kind: 'curve',
      title: `Figure 13: the tip of the robot of figure ${FIGURE} along a free segment`,
      caption: `${counted(fixedTimes.length, 'configuration')} of the fixed checker, ${adaptiveTimes.length} of adaptive bisection, ${ladderTimes.length} of the ladder, on one curve of ${tip.length().toFixed(2)} m. Crosses are drawn beside the curve; the grey line is its shadow.`,
      curve: tip.points(Array.from({ length: DRAWN + 1 }, (_, i) => i / DRAWN)),
      marks: looks.map(({ name, shape, times }) => ({ name, shape, points: tip.points(times) })),
    });
  });
  return {
    id: 'fig13',
    title: 'A figure 13: configurations that are looked at along one free segment',
    samples: "one free segment, that with the tip's curve of median length",
    notes: [
      'The paper prints no numbers here. Its point: in space the samples of the fixed checker are much farther apart than the delta that adaptive bisection guarantees; the last line is what it would take. Adaptive and ladder prove what lies between their samples.',
      ...sampler.absent([FIGURE]),
    ],
    columns: [
      { key: 'method', title: 'method', format: 'text' },
      { key: 'ours.configurations', title: 'configurations', source: 'ours', format: 'count' },
      {
        key: 'ours.mean',
        title: 'mean step of the tip (m)',
        source: 'ours',
        format: 'milliseconds',
      },
      { key: 'ours.largest', title: 'largest (m)', source: 'ours', format: 'milliseconds' },
    ],
    rows,
    plots,
  };
}

/** That with the tip's curve of median length. */
function typicalSegment(cell: Cell, free: readonly StraightSegment[]): StraightSegment | undefined {
  const lengths = free.map((segment) => ({ segment, length: new Tip(cell, segment).length() }));
  return lengths.sort((a, b) => a.length - b.length)[free.length >> 1]?.segment;
}

/** The times at which a checker asks a segment for its configuration, in order of time. */
function watch(segment: Segment, check: (watched: Segment) => unknown): number[] {
  const times = new Set<number>();
  const watched: Segment = Object.create(segment, {
    configurationInto: {
      value(t: number, out: Float64Array, o: number) {
        times.add(t);
        segment.configurationInto(t, out, o);
      },
    },
  });
  check(watched);
  return [...times].sort((a, b) => a - b);
}

/** The vertex of the last link that is farthest from its joint. */
class Tip {
  private readonly segment: Segment;
  private readonly kinematics: Kinematics;
  private readonly frame: number;
  private readonly q: Float64Array;
  private readonly vertex = new Float64Array(3);

  constructor(cell: Cell, segment: Segment) {
    this.segment = segment;
    this.kinematics = new Kinematics(cell.tree);
    this.q = new Float64Array(cell.tree.dofs.length);
    const { depth } = cell.tree;
    const links = cell.bodies.filter((body) => body.kind !== 'obstacle');
    const last = links.reduce((a, b) => (depth[b.frame] > depth[a.frame] ? b : a));
    this.frame = last.frame;
    const positions = surfaceOf(last.pieces[0])?.mesh.positions ?? new Float64Array(3);
    let farthest = -1;
    for (let i = 0; i < positions.length; i += 3) {
      const [x, y, z] = positions.subarray(i, i + 3);
      if (x * x + y * y + z * z <= farthest) continue;
      farthest = x * x + y * y + z * z;
      this.vertex.set([x, y, z]);
    }
  }

  points(times: readonly number[]): number[] {
    const { kinematics, vertex, q } = this;
    const out = new Float64Array(3 * times.length);
    times.forEach((t, i) => {
      this.segment.configurationInto(t, q, 0);
      kinematics.setConfiguration(q);
      const at = kinematics.poseOf(this.frame);
      transformPointInto(kinematics.poses, at, vertex, 0, out, 3 * i);
    });
    return Array.from(out);
  }

  /** How far the tip moves from one time to the next, along a straight line. */
  steps(times: readonly number[]): { mean: number; largest: number } {
    const p = this.points(times);
    let [sum, largest] = [0, 0];
    for (let i = 3; i < p.length; i += 3) {
      const step = Math.sqrt(
        (p[i] - p[i - 3]) ** 2 + (p[i + 1] - p[i - 2]) ** 2 + (p[i + 2] - p[i - 1]) ** 2,
      );
      sum += step;
      largest = Math.max(largest, step);
    }
    return { mean: sum / Math.max(1, times.length - 1), largest };
  }

  length(): number {
    const times = Array.from({ length: DRAWN + 1 }, (_, i) => i / DRAWN);
    return DRAWN * this.steps(times).mean;
  }
}
