// @ts-check
// A tool that grazes an obstacle while an arm turns all the way around (paper A, figure 14 and tables
// VIII to X): the worst case of checkers that look at distances. What is counted is pairs of bounding
// volumes and triangles.
//
// The tool is a welding torch of 1,056 triangles at 1 m from a vertical axis; its flat nozzle stays at a
// constant gap above
//   14a         a flat floor of 8,064 triangles;
//   14a, basin  the same, bent up outside the tool's circle, so that the hulls of floor and tool overlap;
//   14b         the top of a box of 0.6 m with about 8,000 triangles on each face;
//   14c         a box of 0.1 m across the tool's way, with as many triangles.
// The gap is 1 % more than what the tables call the clearance. Neither the tool's nor the obstacle's
// frame is aligned with what is level: boxes along the axes of a frame do not fit by luck.

import { methods, prepare } from './edgeMethods.mjs';
import { cpuMicroseconds, short, table } from './harness.mjs';
import { loadKernel } from './robotData.mjs';

/** @typedef {import('./robotData.mjs').Kernel} Kernel */
/** @typedef {{ positions: Float64Array, indices: Uint32Array }} Triangles */
/** @typedef {[number, number, number]} Point */

/** Pairs of volumes and of triangles in the paper for a clearance and threshold of 0.0001. */
const paper = {
  '14a': { nodes: 7_910_000, triangles: 0 },
  '14a, basin': undefined,
  '14b': { nodes: 578_220, triangles: 3_358 },
  '14c': { nodes: 202_870, triangles: 2_153 },
};
/** @typedef {keyof typeof paper} Figure */
const figures = /** @type {Figure[]} */ (Object.keys(paper));
/** Clearances and thresholds of the tables. The last is the one that the others are compared at. */
const settings = [
  { clearance: 0.1, delta: 0.1 },
  { clearance: 0.01, delta: 0.01 },
  { clearance: 0.001, delta: 0.001 },
  { clearance: 0.1, delta: 0.0001 },
  { clearance: 0.01, delta: 0.0001 },
  { clearance: 0.001, delta: 0.0001 },
  { clearance: 0.0001, delta: 0.0001 },
];
/** Most pairs of volumes that the default may take, at the last of the settings. */
const target = { figures: ['14a', '14a, basin'], most: 10_000 };
const compared = ['ladder', 'adaptive threshold', 'adaptive greedy', 'adaptive, paper A'];
/** More than any of them should need. */
const limits = { budget: 10_000_000, timeLimit_ms: 60_000 };

/** Distance of the nozzle from the axis, in metres. */
const radius = 1;

/** @param {{ quick: boolean, only: string[] }} options */
export async function run({ quick, only }) {
  const kernel = await loadKernel();
  const names = compared.filter(
    (name) => only.length === 0 || only.some((part) => name.includes(part)),
  );
  const rows = [];
  for (const figure of figures) {
    for (const { clearance, delta } of quick ? settings.slice(-1) : settings) {
      const cell = grazingCell(kernel, figure, 1.01 * clearance);
      const from = new Float64Array([0]);
      const to = new Float64Array([2 * Math.PI]);
      const edges = [{ scene: 0, kind: 'turn', from, to, suspected: false }];
      const data = { name: figure, cells: [cell], scenes: [figure], edges };
      for (const name of names) {
        const check = prepare(kernel, data, methods[name], { delta, ...limits });
        if (!check) continue;
        const start = cpuMicroseconds();
        const { verdict, stats } = check(0);
        const milliseconds = (cpuMicroseconds() - start) / 1000;
        rows.push({ figure, clearance, delta, method: name, verdict, milliseconds, stats });
      }
    }
  }
  return rows;
}

/** The results as text. */
export function format(/** @type {Awaited<ReturnType<typeof run>>} */ rows) {
  const lines = rows.map((row) => {
    const last = settings[settings.length - 1];
    const same = row.clearance === last.clearance && row.delta === last.delta;
    const theirs = same ? paper[row.figure] : undefined;
    const { configurations, tests, gjkCalls, nodePairs, trianglePairs } = row.stats;
    const judged = same && row.method === 'ladder' && target.figures.includes(row.figure);
    const met = nodePairs <= target.most && row.verdict === 'free';
    return [
      row.figure,
      String(row.clearance),
      String(row.delta),
      row.method,
      row.verdict,
      count(nodePairs),
      count(trianglePairs),
      count(configurations),
      count(tests),
      count(gjkCalls),
      short(row.milliseconds),
      theirs ? `${count(theirs.nodes)}, ${count(theirs.triangles)}` : '',
      judged ? `<= ${count(target.most)}: ${met ? 'met' : 'MISSED'}` : '',
    ];
  });
  const head = ['figure', 'clearance', 'delta', 'method', 'verdict', 'nodes', 'triangles'];
  const more = ['configs', 'tests', 'GJK', 'ms', 'paper A: nodes, triangles', 'target'];
  return [
    table([...head, ...more], lines, [1, 2, 5, 6, 7, 8, 9, 10, 11]),
    '',
    'One turn. Pairs of bounding volumes and of triangles tested; milliseconds of CPU the first time.',
  ].join('\n');
}

function count(/** @type {number} */ n) {
  return n.toLocaleString('en');
}

/**
 * One joint that turns about z, a tool on it, and the obstacle.
 * @param {Kernel} kernel
 * @param {Figure} figure
 * @param {number} gap
 */
export function grazingCell(kernel, figure, gap) {
  const { identityPose, poseFromRpy } = kernel;
  const link = (/** @type {string} */ name, /** @type {Triangles | undefined} */ triangles) => ({
    name,
    collisions: triangles
      ? [
          {
            pose: identityPose(),
            geometry: { kind: /** @type {const} */ ('mesh'), triangles, reference: name },
          },
        ]
      : [],
    visuals: [],
  });
  const fixed = (
    /** @type {string} */ parent,
    /** @type {string} */ child,
    /** @type {Float64Array} */ origin,
  ) => ({
    name: `${child}_mount`,
    kind: /** @type {const} */ ('fixed'),
    parent,
    child,
    origin,
    axis: /** @type {const} */ ([0, 0, 1]),
  });
  const toolFrame = poseFromRpy(0.9, 0.35, -0.6, radius, 0, gap);
  const obstacleFrame = poseFromRpy(0.41, -0.83, 1.27, 0, 0, 0);
  const moved = (/** @type {Triangles} */ mesh, /** @type {number[]} */ [x, y, z]) => ({
    ...mesh,
    positions: mesh.positions.map((v, i) => v + [x, y, z][i % 3]),
  });
  const robot = {
    name: 'turntable',
    links: [
      link('base', undefined),
      link('obstacle', seenFrom(kernel, obstacleFrame, obstacle(figure))),
      link('arm', undefined),
      link('tool', seenFrom(kernel, toolFrame, moved(torch(), [radius, 0, gap]))),
    ],
    joints: [
      fixed('base', 'obstacle', obstacleFrame),
      {
        ...fixed('base', 'arm', identityPose()),
        kind: /** @type {const} */ ('revolute'),
        limits: { lower: 0, upper: 2 * Math.PI },
      },
      fixed('arm', 'tool', toolFrame),
    ],
  };
  const none = new Map();
  return kernel.buildCell({
    robots: [
      {
        name: '',
        robot,
        base: identityPose(),
        baseJoint: 'fixed',
        held: none,
        couplings: none,
        padding: none,
        scale: none,
        tracking: none,
        attached: [],
        surfaces: [],
      },
    ],
    obstacles: [],
    clearance: { default: 0, pairs: [] },
    allow: [],
    state: none,
    files: none,
    notes: [],
  });
}

/** Triangles in the coordinates of a frame. @returns {Triangles} */
function seenFrom(
  /** @type {Kernel} */ kernel,
  /** @type {Float64Array} */ frame,
  /** @type {Triangles} */ { positions, indices },
) {
  const inverse = new Float64Array(12);
  kernel.invertPoseInto(frame, 0, inverse, 0);
  const out = new Float64Array(positions.length);
  for (let i = 0; i < out.length; i += 3) {
    kernel.transformPointInto(inverse, 0, positions, i, out, i);
  }
  return { positions: out, indices };
}

function obstacle(/** @type {Figure} */ figure) {
  if (figure === '14a') return floor(() => 0);
  if (figure === '14a, basin') {
    return floor((x, y) => {
      const beyond = Math.min(1, Math.max(0, (Math.sqrt(x * x + y * y) - 1.2) / 0.3));
      return 0.4 * beyond * beyond * (3 - 2 * beyond);
    });
  }
  return block([0.6, figure === '14b' ? 0.6 : 0.1, 0.4], 63);
}

/** A square of 3 m, level at 0 where the height says nothing else. @returns {Triangles} */
function floor(/** @type {(x: number, y: number) => number} */ height) {
  const at = (/** @type {number} */ i, /** @type {number} */ j) => {
    const x = 3 * (i / 64 - 0.5);
    const y = 3 * (j / 63 - 0.5);
    return /** @type {Point} */ ([x, y, height(x, y)]);
  };
  return join([grid(64, 63, at)]);
}

/**
 * A box under the tool's circle, its top at 0, turned away from where the tool starts; 2 n^2 triangles
 * on each face.
 * @returns {Triangles}
 */
function block(/** @type {Point} */ size, /** @type {number} */ n) {
  const angle = 2;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const place = (/** @type {number[]} */ [x, y, z]) => {
    const [u, v] = [radius + size[0] * (x / n - 0.5), size[1] * (y / n - 0.5)];
    return /** @type {Point} */ ([c * u - s * v, s * u + c * v, size[2] * (z / n - 1)]);
  };
  const faces = [0, 1, 2].flatMap((axis) =>
    [0, n].map((side) =>
      grid(n, n, (i, j) => {
        const cell = [0, 0, 0];
        cell[axis] = side;
        // The order of the other two axes makes all triangles look outward.
        cell[(axis + 1) % 3] = side > 0 ? i : j;
        cell[(axis + 2) % 3] = side > 0 ? j : i;
        return place(cell);
      }),
    ),
  );
  return join(faces);
}

/**
 * A torch that stands on a flat round nozzle at the origin, its neck bent toward -x. A tube around a
 * curve, with grooves: 24 triangles on each end, 21 bands of 48.
 * @returns {Triangles}
 */
function torch() {
  const around = 24;
  const bands = 21;
  const bend = { from: 0.1, radius: 0.08, angle: 0.9 };
  const centre = (/** @type {number} */ s) => {
    const turned = Math.min(bend.angle, Math.max(0, (s - bend.from) / bend.radius));
    const rest = Math.max(0, s - bend.from - bend.radius * bend.angle);
    const [sin, cos] = [Math.sin(turned), Math.cos(turned)];
    const x = -bend.radius * (1 - cos) - rest * sin;
    const z = Math.min(s, bend.from) + bend.radius * sin + rest * cos;
    return { x, z, sin, cos };
  };
  const thickness = (/** @type {number} */ s) =>
    (s < 0.06 ? 0.009 + 0.1 * s : s < 0.18 ? 0.012 : 0.02) + 0.0015 * Math.cos(120 * s);
  const at = (/** @type {number} */ i, /** @type {number} */ j) => {
    const s = (0.32 * j) / bands;
    const { x, z, sin, cos } = centre(s);
    const angle = (2 * Math.PI * (i % around)) / around;
    const [u, v] = [thickness(s) * Math.cos(angle), thickness(s) * Math.sin(angle)];
    return /** @type {Point} */ ([x + u * cos, v, z + u * sin]);
  };
  const end = (/** @type {number} */ j, /** @type {Point} */ middle) =>
    Array.from({ length: around }, (_, i) =>
      j === 0 ? [middle, at(i + 1, j), at(i, j)] : [middle, at(i, j), at(i + 1, j)],
    );
  const top = centre(0.32);
  return join([grid(around, bands, at), end(0, [0, 0, 0]), end(bands, [top.x, 0, top.z])]);
}

/** Two triangles for every cell of a grid of points. */
function grid(
  /** @type {number} */ across,
  /** @type {number} */ up,
  /** @type {(i: number, j: number) => Point} */ at,
) {
  /** @type {Point[][]} */
  const triangles = [];
  for (let i = 0; i < across; i++) {
    for (let j = 0; j < up; j++) {
      triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
      triangles.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
    }
  }
  return triangles;
}

/** Triangles with corners of their own; equal ones become one when the mesh is built. @returns {Triangles} */
function join(/** @type {Point[][][]} */ parts) {
  const positions = Float64Array.from(parts.flat(3));
  return { positions, indices: Uint32Array.from({ length: positions.length / 3 }, (_, i) => i) };
}
