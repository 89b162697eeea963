/**
 * Forward kinematics and motion bounds: CPU microseconds per call, and how near the bounds come to
 * the true length of the longest curve that a point of a link traces (paper A, figure 9: there the
 * bound is at most 5 times the length for more than 80 % of the links of two six-axis robots).
 */
import {
  buildKinematics,
  Kinematics,
  limitsBox,
  localMotionUpper,
  localReachInto,
  motionUpper,
  pairMotion,
} from 'surepath/kinematics';
import { identityPose, poseFromRpy, Random } from 'surepath/math';
import { cpuMicroseconds } from '../lab/clock.ts';
import { between } from '../lab/configurations.ts';
import { leastInTurns } from '../lab/rounds.ts';
import { formatRows, type Row, type SpeedOptions, type Suite } from './suite.ts';

export const suite: Suite<Row[]> = { run, format: formatRows };

type Chain = ReturnType<typeof chain>;

const CONFIGURATIONS = 1024;
const STEPS = 64;

/** A chain of turning joints: roll, x, y, z of each, and its limits. */
function chain(table: readonly number[][], limits: readonly number[]) {
  const link = (i: number) => ({ name: `link${i}`, collisions: [], visuals: [] });
  const robot = {
    name: 'chain',
    links: [link(0), ...table.map((_, i) => link(i + 1))],
    joints: table.map(([roll, x, y, z], i) => ({
      name: `joint${i + 1}`,
      kind: 'revolute' as const,
      parent: `link${i}`,
      child: `link${i + 1}`,
      origin: poseFromRpy(roll, 0, 0, x, y, z),
      axis: [0, 0, 1] as const,
      limits: { lower: -limits[i % limits.length], upper: limits[i % limits.length] },
    })),
  };
  const none = new Map();
  const base = identityPose();
  return buildKinematics([
    { name: '', robot, base, baseJoint: 'fixed', held: none, couplings: none },
  ]);
}

const H = Math.PI / 2;
const ARM = [
  [0, 0, 0, 0.333],
  [-H, 0, 0, 0],
  [H, 0, -0.316, 0],
  [H, 0.0825, 0, 0],
  [-H, -0.0825, 0.384, 0],
  [H, 0, 0, 0],
  [H, 0.088, 0, 0],
];
const SNAKE = Array.from({ length: 20 }, (_, i) => [i % 2 === 0 ? H : -H, 0.1, 0, 0]);

function configurations(tree: Chain, seed: number): Float64Array {
  const random = new Random(seed);
  const count = tree.dofs.length;
  const qs = new Float64Array(count * CONFIGURATIONS);
  for (let i = 0; i < qs.length; i++) {
    const { lower, upper } = tree.dofs[i % count];
    qs[i] = random.between(lower, upper);
  }
  return qs;
}

/** Minimum over rounds of the CPU time of one call; one round more to warm up. */
function timed(rounds: number, call: (i: number) => void): number {
  const work = () => {
    const start = cpuMicroseconds();
    for (let k = 0; k < 20; k++) for (let i = 0; i < CONFIGURATIONS; i++) call(i);
    return (cpuMicroseconds() - start) / (20 * CONFIGURATIONS);
  };
  return leastInTurns(rounds + 1, [work])[0];
}

/** Length of the longest curve of eight points around the link's ball, by sampling the segment. */
function lengthOf(
  kin: Kinematics,
  frame: number,
  ball: readonly number[],
  a: Float64Array,
  b: Float64Array,
): number {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((c) =>
    [0, 1, 2].map((k) => ball[k] + (((c >> k) & 1) === 0 ? -1 : 1) * ball[3] * 0.57735),
  );
  const lengths = corners.map(() => 0);
  let last: number[][] = [];
  for (let step = 0; step <= STEPS; step++) {
    kin.setConfiguration(between(a, b, step / STEPS));
    const p = kin.poses.subarray(kin.poseOf(frame));
    const now = corners.map(([x, y, z]) =>
      [0, 3, 6].map((r) => p[r] * x + p[r + 1] * y + p[r + 2] * z + p[9 + r / 3]),
    );
    now.forEach((point, c) => {
      if (step > 0) lengths[c] += Math.hypot(...point.map((x, k) => x - last[c][k]));
    });
    last = now;
  }
  return Math.max(...lengths);
}

/** Length / bound for every link over random segments, with constant and with local reach. */
function quality(tree: Chain, segments: number, part: number) {
  const kin = new Kinematics(tree);
  const count = tree.dofs.length;
  const qs = configurations(tree, 2);
  const box = limitsBox(tree);
  const world = { frame: 0, ball: [0, 0, 0, 0] };
  const ball = [0.05, 0, 0, 0.08];
  const reach = new Float64Array(count);
  const found = { constant: 0, local: 0, withinFive: 0, cases: 0 };
  for (let frame = 2; frame < tree.frameCount; frame++) {
    const pair = pairMotion(tree, { frame, ball }, world, box);
    for (let s = 0; s < segments; s++) {
      const a = qs.slice(2 * s * count, (2 * s + 1) * count);
      const b = qs.slice((2 * s + 1) * count, (2 * s + 2) * count).map((x, d) => {
        return a[d] + part * (x - a[d]);
      });
      const variation = a.map((x, d) => Math.abs(b[d] - x));
      const length = lengthOf(kin, frame, ball, a, b);
      const bound = motionUpper(pair, variation, 0);
      kin.setConfiguration(a.map((x, d) => (x + b[d]) / 2));
      localReachInto(
        kin,
        pair.chainI,
        variation.map((v) => v / 2),
        0,
        reach,
        0,
      );
      const local = localMotionUpper(pair.chainI, reach, 0, variation, 0);
      found.constant += length / bound;
      found.local += length / local;
      if (bound <= 5 * length) found.withinFive++;
      found.cases++;
    }
  }
  return {
    constant: found.constant / found.cases,
    local: found.local / found.cases,
    withinFive: found.withinFive / found.cases,
  };
}

async function run({ quick, rounds }: SpeedOptions): Promise<Row[]> {
  const rows: Row[] = [];
  const out = new Float64Array(24);
  for (const [name, tree] of [
    ['7-joint arm', chain(ARM, [2.9, 1.76, 2.9, 1.5, 2.9, 1.9, 2.9])],
    ['20-joint linkage', chain(SNAKE, [1.5])],
  ] as const) {
    const count = tree.dofs.length;
    const last = tree.frameCount - 1;
    const qs = configurations(tree, 1);
    const kin = new Kinematics(tree);
    const forward = timed(rounds, (i) => {
      kin.setConfiguration(qs, count * i);
      kin.poseOf(last);
    });
    rows.push({ name: `${name}: all poses`, microseconds: forward, note: '' });
    const relative = timed(rounds, (i) => {
      kin.setConfiguration(qs, count * i);
      kin.relativePoseInto(last - 4, last, out, 0);
    });
    rows.push({ name: `${name}: pose across four joints`, microseconds: relative, note: '' });

    const world = { frame: 0, ball: [0, 0, 0, 0] };
    const pair = pairMotion(
      tree,
      { frame: last, ball: [0.05, 0, 0, 0.08] },
      world,
      limitsBox(tree),
    );
    const variation = new Float64Array(count).fill(0.1);
    let sink = 0;
    const constant = timed(rounds, () => {
      sink += motionUpper(pair, variation, 0);
    });
    kin.poseOf(last);
    const local = timed(rounds, () => {
      localReachInto(kin, pair.chainI, variation, 0, out, 0);
      sink += localMotionUpper(pair.chainI, out, 0, variation, 0);
    });
    if (!(sink > 0)) throw new Error('nothing was computed');
    const segments = quick ? 30 : 200;
    const percent = (x: number) => `${(100 * x).toFixed(0)} %`;
    const [whole, eighth] = [quality(tree, segments, 1), quality(tree, segments, 1 / 8)];
    rows.push({
      name: `${name}: Lemma 2`,
      microseconds: constant,
      note: `length / bound ${whole.constant.toFixed(2)}; ${percent(whole.withinFive)} within a factor of 5`,
    });
    rows.push({
      name: `${name}: Lemma 2, local reach`,
      microseconds: local,
      note: `length / bound ${whole.local.toFixed(2)}; on eighths ${eighth.local.toFixed(2)}, constant ${eighth.constant.toFixed(2)}`,
    });
  }
  return rows;
}
