// Distance of two convex hulls that are apart: microseconds of CPU per query. Hulls of 50 to 200
// vertices on an ellipsoid and on a box with rounded corners, random orientations, gaps from
// 0.01 to 1 times the size, cold start and warm.
import { hullShape } from '../dist/geometry/primitives.js';
import { poseFromQuaternion, Random } from '../dist/math/index.js';
import { gjkInto } from '../dist/proximity/convex/gjk.js';
import {
  convexWorkspace,
  DIRECTION,
  DISTANCE_UPPER,
  ITERATIONS,
  NEEDED,
  WARM,
  WITNESS,
} from '../dist/proximity/convex/workspace.js';

const QUERIES = 2000;
const SIZE = 2;

function direction(random) {
  for (;;) {
    const v = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
    const length = Math.hypot(...v);
    if (length <= 1 && length > 0.1) return v.map((x) => x / length);
  }
}

function ellipsoid(random, count) {
  const points = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const [x, y, z] = direction(random);
    points.set([x, 0.7 * y, 0.5 * z], 3 * i);
  }
  return points;
}

function roundedBox(random, count) {
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

function rotation(random) {
  const q = [0, 0, 0, 0].map(() => random.between(-1, 1) + random.between(-1, 1));
  const [w, x, y, z] = q.map((c) => c / Math.hypot(...q));
  return poseFromQuaternion(x, y, z, w).subarray(0, 9);
}

/** Placements of B by which the gap is log-uniform between 0.01 and 1 times the size. */
function placements(random, a, b, workspace) {
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

function cpuMicroseconds(work) {
  const before = process.cpuUsage();
  work();
  const used = process.cpuUsage(before);
  return used.user + used.system;
}

/** Rows of {name, microseconds, note}: the minimum over interleaved rounds. */
export async function run(options = {}) {
  const rounds = options.rounds ?? 40;
  const cases = [];
  for (const [body, make] of Object.entries({ ellipsoid, roundedBox })) {
    for (const count of [50, 100, 200]) {
      const random = new Random(count);
      const a = hullShape(make(random, count));
      const b = hullShape(make(random, count));
      const workspace = convexWorkspace();
      const poses = placements(random, a, b, workspace);
      const moved = poses.slice();
      const directions = new Float64Array(3 * QUERIES);
      for (let i = 0; i < QUERIES; i++) {
        gjkInto(a.table, b.table, poses, 12 * i, workspace);
        directions.set(workspace.numbers.subarray(DIRECTION, DIRECTION + 3), 3 * i);
        for (let k = 9; k < 12; k++) moved[12 * i + k] += 0.005 * SIZE * random.between(-1, 1);
      }
      const variants = {
        'enough at 0.005': { needed: 0.005 * SIZE, warm: 0, witness: 0, poses },
        'enough at 0.005, warm': { needed: 0.005 * SIZE, warm: 1, witness: 0, poses: moved },
        converged: { needed: Number.POSITIVE_INFINITY, warm: 0, witness: 0, poses },
        'converged, warm': { needed: Number.POSITIVE_INFINITY, warm: 1, witness: 0, poses: moved },
        'converged, witness points': {
          needed: Number.POSITIVE_INFINITY,
          warm: 0,
          witness: 1,
          poses,
        },
      };
      for (const [variant, v] of Object.entries(variants)) {
        cases.push({ name: `gjk ${body} ${count}, ${variant}`, a, b, directions, v, best: 1 / 0 });
      }
    }
  }
  const workspace = convexWorkspace();
  const w = workspace.numbers;
  for (let round = 0; round < rounds; round++) {
    for (const c of cases) {
      const { a, b, directions, v } = c;
      w[NEEDED] = v.needed;
      workspace.integers[WARM] = v.warm;
      workspace.integers[WITNESS] = v.witness;
      let iterations = 0;
      const used = cpuMicroseconds(() => {
        for (let i = 0; i < QUERIES; i++) {
          if (v.warm) {
            w[DIRECTION] = directions[3 * i];
            w[DIRECTION + 1] = directions[3 * i + 1];
            w[DIRECTION + 2] = directions[3 * i + 2];
          }
          gjkInto(a.table, b.table, v.poses, 12 * i, workspace);
          iterations += workspace.integers[ITERATIONS];
        }
      });
      c.best = Math.min(c.best, used / QUERIES);
      c.iterations = iterations / QUERIES;
    }
  }
  return cases.map((c) => ({
    name: c.name,
    microseconds: c.best,
    note: `${c.iterations.toFixed(2)} iterations`,
  }));
}
