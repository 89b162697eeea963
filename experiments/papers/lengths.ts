/**
 * [A table II, figure 9; B figure 5] How large the robots are, and how far the bounds on the lengths of
 * curves (Lemma 2) are from the lengths themselves.
 */
import { type Cell, sampleInto, surfaceOf } from 'surepath/cell';
import { Kinematics, motionUpper, pairMotion } from 'surepath/kinematics';
import { Random, transformPointInto } from 'surepath/math';
import { StraightSegment } from 'surepath/motion';
import { counted } from '../lab/numbers.ts';
import { atShare, moments } from '../lab/statistics.ts';
import type { HistogramPlot, LinePlot, Table, Value } from '../lab/table.ts';
import { COUNTS } from './counts.ts';
import { FIGURE_9, FIGURE_B5, TABLE_II } from './published.ts';
import type { Experiment, Sampler } from './sampler.ts';
import { rootOf } from './somePairs.ts';

const SEED = 9;
/** Steps of the integration along a segment: "at a low resolution". */
const STEPS = 32;

export const referenceExperiment: Experiment = {
  ids: ['II'],
  title: 'reference lengths',
  run: (sampler) => [referenceTable(sampler)],
};

export const boundsExperiment: Experiment = {
  ids: ['fig9'],
  title: 'quality of the bounds on lengths of curves',
  run: (sampler) => [boundsTable(sampler)],
};

export const planarExperiment: Experiment = {
  ids: ['B5'],
  title: 'bounds on lengths of curves of planar linkages',
  run: (sampler) => [planarTable(sampler)],
};

function referenceTable(sampler: Sampler): Table {
  const figures = Object.keys(TABLE_II);
  const rows: Record<string, Value>[] = [];
  sampler.each(figures, 'table II', ({ figure, title }, cell) => {
    const ours = referenceLength(cell);
    rows.push({
      figure,
      environment: title,
      'A.length': TABLE_II[figure],
      'ours.length': ours,
      'ours.scale': ours / TABLE_II[figure],
    });
  });
  return {
    id: 'II',
    title: 'A table II: length of a link of the linkage, or of the forearm',
    samples: 'no sampling',
    notes: [
      'Forearm: from the elbow axis to the middle of the wrist, at zero. The paper scales its robots from figure to figure and names no unit; ours have real sizes, in metres.',
      'scale is ours / paper: a delta of 0.001 in the paper is as fine as 0.001 times this in our cells.',
      ...sampler.absent(figures),
    ],
    columns: [
      { key: 'figure', title: 'fig.', format: 'text' },
      { key: 'environment', title: 'environment', format: 'text' },
      { key: 'A.length', title: 'Lref', source: 'A', format: 'ratio' },
      { key: 'ours.length', title: 'Lref (m)', source: 'ours', format: 'ratio' },
      { key: 'ours.scale', title: 'scale', source: 'ours', format: 'ratio' },
    ],
    rows,
    plots: [],
  };
}

/** Between the axes of joints 3 and 5 of an arm, of two neighbours of a linkage. */
function referenceLength({ tree }: Cell): number {
  const kinematics = new Kinematics(tree);
  kinematics.setConfiguration(new Float64Array(tree.dofs.length));
  const ofFirstRobot = tree.dofs.filter(
    ({ frame }) => rootOf(tree, frame) === rootOf(tree, tree.dofs[0].frame),
  );
  const [i, j] = ofFirstRobot.length > 6 ? [1, 2] : [2, 4];
  const a = kinematics.poseOf(ofFirstRobot[i].frame);
  const b = kinematics.poseOf(ofFirstRobot[j].frame);
  const p = kinematics.poses;
  let squares = 0;
  for (let k = 9; k < 12; k++) squares += (p[a + k] - p[b + k]) ** 2;
  return Math.sqrt(squares);
}

const BINS = 50;

function boundsTable(sampler: Sampler): Table {
  const figures = ['11a', '11b', '1a'];
  const samples = sampler.take(COUNTS.bounds);
  const rows: Record<string, Value>[] = [];
  const plots: HistogramPlot[] = [];
  sampler.each(figures, 'figure 9', (environment, cell) => {
    const { figure, title } = environment;
    for (const within of figure === '1a' ? [false] : [false, true]) {
      const ratios = boundRatios(cell, samples, within);
      ratios.sort();
      const below = (limit: number) => ratios.findIndex((r) => r > limit);
      const share = (limit: number) => {
        const i = below(limit);
        return i < 0 ? 1 : i / ratios.length;
      };
      const arm = figure !== '1a';
      rows.push({
        figure,
        environment: title,
        links: within ? 'also in frames of other links' : 'in the world',
        'A.within5': arm && !within ? FIGURE_9.armsWithin5 : null,
        'ours.within5': share(5),
        'ours.within15': share(15),
        'ours.median': atShare(ratios, 0.5),
        'ours.ratios': ratios.length,
      });
      const to = Math.ceil(atShare(ratios, 0.99));
      const shares = new Array<number>(BINS).fill(0);
      for (const r of ratios) {
        const bin = Math.floor((BINS * (r - 1)) / (to - 1));
        if (bin >= 0 && bin < BINS) shares[bin] += 1 / ratios.length;
      }
      plots.push({
        kind: 'histogram',
        title: `Figure ${figure}, ${title}${within ? ', self-collision included' : ''}`,
        caption: `Bound / length of a curve of the same link, ${counted(ratios.length, 'ratio')}; 99 % are shown, as in figure 9.`,
        across: 'bound / length',
        from: 1,
        to,
        series: [{ name: 'share', shares }],
      });
    }
  });
  return {
    id: 'fig9',
    title: "A figure 9: bound on the length of a link's curves over the length of one of them",
    samples: `${counted(samples, 'random segment')} for each robot, all its links`,
    notes: [
      'The length is that of a random vertex of the link, integrated in 32 steps, so the ratio is at least that of the bound to the longest curve. 1 is perfect.',
      'The paper says "more than 80 %" within a factor of 5 for both arms, and for the linkage "smaller than 15 most of the time"; the rest is in its plots.',
      ...sampler.absent(figures),
    ],
    columns: [
      { key: 'figure', title: 'fig.', format: 'text' },
      { key: 'environment', title: 'environment', format: 'text' },
      { key: 'links', title: 'curves', format: 'text' },
      { key: 'A.within5', title: 'within 5, more than', source: 'A', format: 'percent' },
      { key: 'ours.within5', title: 'within 5', source: 'ours', format: 'percent' },
      { key: 'ours.within15', title: 'within 15', source: 'ours', format: 'percent' },
      { key: 'ours.median', title: 'median', source: 'ours', format: 'ratio' },
      { key: 'ours.ratios', title: 'ratios', source: 'ours', format: 'count' },
    ],
    rows,
    plots,
  };
}

/** Bound / length for all links of the first robot that move, also against each other if `within`. */
function boundRatios(cell: Cell, samples: number, within: boolean): Float64Array {
  const { tree, bodies, box } = cell;
  const random = new Random(SEED);
  const first = rootOf(tree, tree.dofs[0].frame);
  const links = bodies.filter((b) => b.kind === 'link' && rootOf(tree, b.frame) === first);
  const world = { frame: 0, ball: new Float64Array(4) };
  const moving = links.filter(({ frame }) => tree.rigidRoot[frame] !== 0);
  const curves = moving.map((link) => ({
    link,
    other: 0,
    motion: pairMotion(tree, link, world, box),
  }));
  if (within) {
    for (const link of moving) {
      for (const other of links) {
        if (tree.depth[other.frame] >= tree.depth[link.frame]) continue;
        if (tree.rigidRoot[other.frame] === 0) continue;
        const motion = pairMotion(
          tree,
          link,
          { frame: other.frame, ball: new Float64Array(4) },
          box,
        );
        curves.push({ link, other: other.frame, motion });
      }
    }
  }
  const pieces = curves.map(({ link }) => {
    const surface = surfaceOf(link.pieces[0]);
    return surface ? surface.mesh.positions : new Float64Array(3);
  });
  const [from, to] = [new Float64Array(tree.dofs.length), new Float64Array(tree.dofs.length)];
  const q = new Float64Array(tree.dofs.length);
  const variation = new Float64Array(tree.dofs.length);
  const kinematics = new Kinematics(tree);
  const pose = new Float64Array(12);
  const lengths = new Float64Array(curves.length);
  const places = new Float64Array(3 * curves.length);
  const vertices = new Int32Array(curves.length);
  const point = new Float64Array(3);
  const ratios: number[] = [];
  for (let i = 0; i < samples; i++) {
    sampleInto(cell, random, from);
    sampleInto(cell, random, to);
    const segment = new StraightSegment(tree, from, to);
    segment.variationUpperInto(0, 1, variation, 0);
    lengths.fill(0);
    for (let c = 0; c < curves.length; c++) vertices[c] = 3 * random.below(pieces[c].length / 3);
    for (let step = 0; step <= STEPS; step++) {
      segment.configurationInto(step / STEPS, q, 0);
      kinematics.setConfiguration(q);
      for (let c = 0; c < curves.length; c++) {
        const { link, other } = curves[c];
        kinematics.relativePoseInto(other, link.frame, pose, 0);
        transformPointInto(pose, 0, pieces[c], vertices[c], point, 0);
        if (step > 0) {
          let squares = 0;
          for (let k = 0; k < 3; k++) squares += (point[k] - places[3 * c + k]) ** 2;
          lengths[c] += Math.sqrt(squares);
        }
        places.set(point, 3 * c);
      }
    }
    for (let c = 0; c < curves.length; c++) {
      if (lengths[c] > 0) ratios.push(motionUpper(curves[c].motion, variation, 0) / lengths[c]);
    }
  }
  return Float64Array.from(ratios);
}

const MOST_LINKS = 12;
/** Steps of "a numerical integration with high precision". */
const FINE_STEPS = 512;

function planarTable(sampler: Sampler): Table {
  const samples = sampler.take(COUNTS.planar);
  sampler.say('B figure 5');
  const rows: Record<string, Value>[] = [];
  const links = Array.from({ length: MOST_LINKS }, (_, i) => i + 1);
  const byNorm = { mean: [] as number[], deviation: [] as number[] };
  const byJoints = { mean: [] as number[], deviation: [] as number[] };
  for (const m of links) {
    const { norm, joints } = planarErrors(m, samples);
    byNorm.mean.push(norm.mean);
    byNorm.deviation.push(norm.deviation);
    byJoints.mean.push(joints.mean);
    byJoints.deviation.push(joints.deviation);
    rows.push({
      links: m,
      'ours.norm': norm.mean,
      'ours.normDeviation': norm.deviation,
      'ours.joints': joints.mean,
      'ours.jointsDeviation': joints.deviation,
      'B.joints': m === 6 ? FIGURE_B5.afterSixLinks : null,
    });
  }
  const plot: LinePlot = {
    kind: 'lines',
    title: "Bounds on the length of the curve of a planar linkage's end point",
    caption:
      'Mean of bound / length, and one standard deviation to each side, after so many links of length 1.',
    axis: 'bound / length',
    across: 'links',
    series: [
      { name: '(a) by the largest change of a joint', x: links, ...byNorm },
      { name: '(b) by the changes of all joints', x: links, ...byJoints },
    ],
  };
  return {
    id: 'B5',
    title: 'B figure 5: two simple bounds on the length of a curve, planar linkages',
    samples: `${counted(samples, 'random segment')} for each number of links`,
    notes: [
      'Joint values are uniform in one turn. (b) is the bound that the checkers use. The paper prints one number, "a factor of about 6" after six links; the rest is in its plot.',
    ],
    columns: [
      { key: 'links', title: 'links', format: 'plain' },
      { key: 'B.joints', title: '(b) about', source: 'B', format: 'ratio' },
      { key: 'ours.joints', title: '(b) mean', source: 'ours', format: 'ratio' },
      { key: 'ours.jointsDeviation', title: '(b) deviation', source: 'ours', format: 'ratio' },
      { key: 'ours.norm', title: '(a) mean', source: 'ours', format: 'ratio' },
      { key: 'ours.normDeviation', title: '(a) deviation', source: 'ours', format: 'ratio' },
    ],
    rows,
    plots: [plot],
  };
}

/** [B 3.3] m links of length 1 in a row, turned by angles that add up. */
function planarErrors(m: number, samples: number) {
  const random = new Random(SEED + m);
  const norm: number[] = [];
  const joints: number[] = [];
  for (let s = 0; s < samples; s++) {
    const from = Array.from({ length: m }, () => random.between(-Math.PI, Math.PI));
    const change = from.map((a) => random.between(-Math.PI, Math.PI) - a);
    let length = 0;
    let [x, y] = [0, 0];
    for (let step = 0; step <= FINE_STEPS; step++) {
      let [u, v, angle] = [0, 0, 0];
      for (let k = 0; k < m; k++) {
        angle += from[k] + (step / FINE_STEPS) * change[k];
        u += Math.cos(angle);
        v += Math.sin(angle);
      }
      if (step > 0) length += Math.sqrt((u - x) ** 2 + (v - y) ** 2);
      [x, y] = [u, v];
    }
    const largest = Math.max(...change.map(Math.abs));
    norm.push((((m * (m + 1)) / 2) * largest) / length);
    joints.push(change.reduce((sum, c, k) => sum + (m - k) * Math.abs(c), 0) / length);
  }
  return { norm: moments(norm), joints: moments(joints) };
}
