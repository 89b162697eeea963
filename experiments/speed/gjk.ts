/**
 * Distance of two convex hulls that are apart: microseconds of CPU per query. Hulls of 50 to 200
 * vertices on an ellipsoid and on a box with rounded corners, random orientations, gaps from
 * 0.01 to 1 times the size, cold start and warm.
 */
import { hullShape } from 'surepath/geometry';
import { poseFromQuaternion, Random } from 'surepath/math';
import {
  convexWorkspace,
  DIRECTION,
  DISTANCE_UPPER,
  gjkInto,
  ITERATIONS,
  NEEDED,
  WARM,
  WITNESS,
} from 'surepath/proximity';
import { cpuMicroseconds } from '../lab/clock.ts';
import { leastInTurns } from '../lab/rounds.ts';
import { formatRows, type Row, type SpeedOptions, type Suite } from './suite.ts';

export const suite: Suite<Row[]> = { run, format: formatRows };

type Hull = ReturnType<typeof hullShape>;

const QUERIES = 2000;
const SIZE = 2;

function direction(random: Random): number[] {
  for (;;) {
    const v = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
    const length = Math.hypot(...v);
    if (length <= 1 && length > 0.1) return v.map((x) => x / length);
  }
}

function ellipsoid(random: Random, count: number): Float64Array {
  const points = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const [x, y, z] = direction(random);
    points.set([x, 0.7 * y, 0.5 * z], 3 * i);
  }
  return points;
}

function roundedBox(random: Random, count: number): Float64Array {
  const points = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const d = direction(random);
    points.set(
      d.map((x, k) => 0.2 * x + Math.sign(x) * [0.8, 0.5, 0.3][k]),
      3 * i,
    );
  }
  return points;
}

function rotation(random: Random): Float64Array {
  const q = [0, 0, 0, 0].map(() => random.between(-1, 1) + random.between(-1, 1));
  const [w, x, y, z] = q.map((c) => c / Math.hypot(...q));
  return poseFromQuaternion(x, y, z, w).subarray(0, 9);
}

/** Placements of B by which the gap is log-uniform between 0.01 and 1 times the size. */
function placements(random: Random, a: Hull, b: Hull): Float64Array {
  const workspace = convexWorkspace();
  const poses = new Float64Array(12 * QUERIES);
  for (let i = 0; i < QUERIES; i++) {
    const wanted = SIZE * 0.01 ** random.unit();
    const d = direction(random);
    let low = 0;
    let high = 4 * SIZE;
    poses.set(rotation(random), 12 * i);
    for (let k = 0; k < 30; k++) {
      const middle = (low + high) / 2;
      poses.set(
        d.map((x) => x * middle),
        12 * i + 9,
      );
      gjkInto(a.table, b.table, poses, 12 * i, workspace);
      if (workspace.numbers[DISTANCE_UPPER] < wanted) low = middle;
      else high = middle;
    }
    poses.set(
      d.map((x) => x * high),
      12 * i + 9,
    );
  }
  return poses;
}

/** How a query is asked. */
interface Variant {
  readonly needed: number;
  readonly warm: 0 | 1;
  readonly witness: 0 | 1;
  readonly poses: Float64Array;
}

interface Case extends Variant {
  readonly name: string;
  readonly a: Hull;
  readonly b: Hull;
  /** To begin with, where it is warm. */
  readonly directions: Float64Array;
}

function casesOf(
  body: string,
  make: (random: Random, count: number) => Float64Array,
  count: number,
): Case[] {
  const random = new Random(count);
  const a = hullShape(make(random, count));
  const b = hullShape(make(random, count));
  const workspace = convexWorkspace();
  const poses = placements(random, a, b);
  const moved = poses.slice();
  const directions = new Float64Array(3 * QUERIES);
  for (let i = 0; i < QUERIES; i++) {
    gjkInto(a.table, b.table, poses, 12 * i, workspace);
    directions.set(workspace.numbers.subarray(DIRECTION, DIRECTION + 3), 3 * i);
    for (let k = 9; k < 12; k++) moved[12 * i + k] += 0.005 * SIZE * random.between(-1, 1);
  }
  const enough = 0.005 * SIZE;
  const all = Number.POSITIVE_INFINITY;
  const variants: Record<string, Variant> = {
    'enough at 0.005': { needed: enough, warm: 0, witness: 0, poses },
    'enough at 0.005, warm': { needed: enough, warm: 1, witness: 0, poses: moved },
    converged: { needed: all, warm: 0, witness: 0, poses },
    'converged, warm': { needed: all, warm: 1, witness: 0, poses: moved },
    'converged, witness points': { needed: all, warm: 0, witness: 1, poses },
  };
  return Object.entries(variants).map(([variant, how]) => ({
    name: `gjk ${body} ${count}, ${variant}`,
    a,
    b,
    directions,
    ...how,
  }));
}

async function run({ rounds }: SpeedOptions): Promise<Row[]> {
  const cases = Object.entries({ ellipsoid, roundedBox }).flatMap(([body, make]) =>
    [50, 100, 200].flatMap((count) => casesOf(body, make, count)),
  );
  const workspace = convexWorkspace();
  const iterations = cases.map(() => 0);
  const works = cases.map((one, c) => () => {
    const start = cpuMicroseconds();
    iterations[c] = ask(one, workspace) / QUERIES;
    return (cpuMicroseconds() - start) / QUERIES;
  });
  const least = leastInTurns(rounds, works);
  return cases.map(({ name }, c) => ({
    name,
    microseconds: least[c],
    note: `${iterations[c].toFixed(2)} iterations`,
  }));
}

/** All queries of a case; how many iterations they took. */
function ask(
  { a, b, directions, needed, warm, witness, poses }: Case,
  workspace: ReturnType<typeof convexWorkspace>,
): number {
  const w = workspace.numbers;
  w[NEEDED] = needed;
  workspace.integers[WARM] = warm;
  workspace.integers[WITNESS] = witness;
  let iterations = 0;
  for (let i = 0; i < QUERIES; i++) {
    if (warm) {
      w[DIRECTION] = directions[3 * i];
      w[DIRECTION + 1] = directions[3 * i + 1];
      w[DIRECTION + 2] = directions[3 * i + 2];
    }
    gjkInto(a.table, b.table, poses, 12 * i, workspace);
    iterations += workspace.integers[ITERATIONS];
  }
  return iterations;
}
