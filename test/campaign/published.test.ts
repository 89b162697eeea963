/**
 * Robots as their makers publish them, from file to plan with no file written by hand: each is opened as it is, two free
 * configurations are drawn by a fixed seed, a path is planned between them, proven, and its certificate verified. The table
 * that is printed is that of docs/robots.md. Those of package registries are looked for in the folder SUREPATH_PUBLISHED (default
 * ../shared/published), into which packages are unpacked as they are; docs/robots.md says which and how.
 */
import { existsSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { type Cell, StaticChecker, testedCount } from '../../src/cell/index.ts';
import { Random } from '../../src/math/index.ts';
import { loadCell } from '../../src/node/index.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { DATA_FOLDER, haveData } from '../helpers/oracles/data.ts';

interface Published {
  readonly name: string;
  readonly file: string;
  readonly srdf?: string;
  readonly xacro?: Readonly<Record<string, string>>;
  /** Joints that move; others stand. Default: the first seven. */
  readonly moves?: RegExp;
  /** In the folder of registries. */
  readonly published?: true;
}

const PUBLISHED = process.env.SUREPATH_PUBLISHED ?? '../shared/published';

const UR = 'xacro/ur_description/urdf/ur.urdf.xacro';
const ROBOTS: readonly Published[] = [
  {
    name: 'Franka Panda, URDF and SRDF',
    file: 'mbm/panda/panda.urdf',
    srdf: 'mbm/panda/panda.srdf',
  },
  { name: 'UR5 with a gripper, URDF and SRDF', file: 'mbm/ur5/ur5.urdf', srdf: 'mbm/ur5/ur5.srdf' },
  { name: 'UR5e, xacro', file: UR, xacro: { ur_type: 'ur5e', name: 'ur5e' } },
  { name: 'UR3, xacro', file: UR, xacro: { ur_type: 'ur3', name: 'ur3' } },
  { name: 'Franka Panda, MJCF', file: 'mjcf/franka_emika_panda/panda.xml' },
  { name: 'Shadow hand, MJCF', file: 'mjcf/shadow_hand/right_hand.xml', moves: /_(FF|MF)J/ },
  { name: 'UR5e, MJCF', file: 'mjcf/universal_robots_ur5e/ur5e.xml' },
  {
    name: 'Allegro hand, URDF',
    file: 'robots/allegro_hand_description/urdf/allegro_right_hand.urdf',
  },
  {
    name: 'Bolt, URDF and SRDF',
    file: 'robots/bolt_description/robots/bolt.urdf',
    srdf: 'robots/bolt_description/srdf/bolt.srdf',
  },
  { name: 'quadruped, URDF', file: 'robots/quadruped_description/urdf/quadruped.urdf' },
  {
    name: 'PR2, URDF and SRDF',
    file: 'robots/pr2_description/urdf/pr2.urdf',
    srdf: 'robots/pr2_description/srdf/pr2.srdf',
    moves: /^r_(shoulder|upper_arm|elbow|forearm|wrist)/,
  },
];
/** Of PyPI's pybullet 3.2.7 and gymnasium 1.3.0, and Debian's dart-doc 6.12. */
const REGISTRIES = (
  [
    ['KUKA iiwa, URDF', 'pybullet_data/kuka_iiwa/model.urdf'],
    ['Franka Panda, URDF alone', 'pybullet_data/franka_panda/panda.urdf'],
    ['xArm 6 with a gripper, URDF', 'pybullet_data/xarm/xarm6_with_gripper.urdf'],
    ['Unitree A1, URDF', 'pybullet_data/a1/a1.urdf'],
    ['Unitree Aliengo, URDF', 'pybullet_data/aliengo/aliengo.urdf'],
    ['Laikago, URDF', 'pybullet_data/laikago/laikago.urdf'],
    ['Ghost Vision 60, URDF', 'pybullet_data/quadruped/vision60.urdf'],
    ['Minitaur, URDF of version 0.0', 'pybullet_data/quadruped/minitaur_derpy.urdf'],
    ['R2D2, URDF', 'pybullet_data/r2d2.urdf'],
    ['humanoid, MJCF', 'pybullet_data/mjcf/humanoid_symmetric.xml'],
    ['striker, MJCF', 'usr/share/doc/dart/data/mjcf/openai/striker.xml'],
    ['KUKA KR 5, URDF', 'usr/share/doc/dart/data/urdf/KR5/KR5 sixx R650.urdf'],
    ['Barrett WAM, URDF', 'usr/share/doc/dart/data/urdf/wam/wam.urdf'],
    ['DRC-Hubo, URDF', 'usr/share/doc/dart/data/urdf/drchubo/drchubo.urdf'],
    ['Atlas, URDF', 'usr/share/doc/dart/data/sdf/atlas/atlas_v3_no_head.urdf'],
    ['Husky, a base with four wheels, URDF', 'pybullet_data/husky/husky.urdf'],
    ['racecar, URDF', 'pybullet_data/racecar/racecar.urdf'],
    ['Mini Cheetah, URDF', 'pybullet_data/mini_cheetah/mini_cheetah.urdf'],
    ['Ghost Spirit 40, URDF', 'pybullet_data/quadruped/spirit40.urdf'],
    ['PR2 gripper, URDF', 'pybullet_data/pr2_gripper.urdf'],
    ['differential gear, URDF', 'pybullet_data/differential/diff_ring.urdf'],
  ] as const
).map(([name, file]): Published => ({ name, file, published: true }));
/** Bases that slide and turn on and on stand: nobody can plan in all of the world. */
const WALKERS: readonly Published[] = (
  [
    [
      'Fetch, MJCF',
      'usr/share/doc/dart/data/mjcf/openai/robotics/fetch/reach.xml',
      /shoulder|upperarm|elbow|forearm|wrist/,
    ],
    ['ant, MJCF', 'gymnasium/envs/mujoco/assets/ant.xml', /hip|ankle/],
    ['half cheetah, MJCF', 'gymnasium/envs/mujoco/assets/half_cheetah.xml', /thigh|shin|foot/],
    ['hopper, MJCF', 'gymnasium/envs/mujoco/assets/hopper.xml', /thigh|leg|foot/],
    ['walker, MJCF', 'gymnasium/envs/mujoco/assets/walker2d_v5.xml', /thigh|leg|foot/],
    ['humanoid, MJCF of Gymnasium', 'gymnasium/envs/mujoco/assets/humanoid.xml', /hip|knee|elbow/],
  ] as const
).map(([name, file, moves]): Published => ({ name, file, moves, published: true }));
const SEED = 11;
/** Parts of the joints' ranges that are drawn from: hands touch themselves nearly everywhere else. */
const PARTS = [0.8, 0.4, 0.15];
const TRIES = 60;
/** The values of a base that flies. */
const BASE = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'];
/** Longer ranges are turns without an end. */
const LONGEST = 20;

const { run } = cliFolder();
const table: string[] = [];
afterAll(() => console.log(['robot | joints | pairs tested | waypoints', ...table].join('\n')));

it.each([...ROBOTS, ...REGISTRIES, ...WALKERS].map((robot) => [robot.name, robot] as const))(
  '%s',
  (name, robot) => {
    const { file, srdf, xacro, moves, published } = robot;
    const folder = published ? PUBLISHED : DATA_FOLDER;
    if (!(published ? existsSync(`${folder}/${file}`) : haveData(file))) {
      console.log(`skipped: ${file} is not in ${folder}`);
      return;
    }
    const [path, semantics] = [file, srdf].map((each) => each && `${folder}/${each}`);
    const { cell } = loadCell(path!, {
      ...(semantics && { srdf: semantics }),
      ...(xacro && { xacro }),
    });
    const { dofs } = cell.tree;
    const movers = dofs.flatMap((dof, d) => ((moves?.test(dof.name) ?? d < 7) ? [d] : []));
    expect(movers.length).toBeGreaterThan(1);
    const [start, goal] = drawEnds(cell, movers);

    const words = (q: Float64Array, which: readonly number[]) =>
      which.map((d) => `${dofs[d].name}=${q[d]}`).join(',');
    const own = [
      path!,
      ...(semantics ? ['--srdf', semantics] : []),
      ...Object.entries(xacro ?? {}).flatMap(([key, value]) => ['--xacro-arg', `${key}=${value}`]),
    ];
    const planned = run(
      ...['plan', ...own, '--from', words(start, [...dofs.keys()]), '--to', words(goal, movers)],
      ...['--clearance', '0', '--certificate', 'proof.json', '--out', 'path.json', '--json'],
    );
    expect(planned.status, planned.stderr + planned.stdout.slice(0, 500)).toBe(0);
    expect(run('check', ...own, 'path.json').stdout).toMatch(/^free/);
    expect(run('verify', 'proof.json', ...own, '--clearance', '0').status).toBe(0);
    const { waypoints } = JSON.parse(planned.stdout);
    table.push(`${name} | ${dofs.length} | ${testedCount(cell)} | ${waypoints.length}`);
  },
);

/** Two free configurations, not far from a free one in the middle of the joints' ranges. */
function drawEnds(cell: Cell, movers: readonly number[]): [Float64Array, Float64Array] {
  const { dofs } = cell.tree;
  const checker = new StaticChecker(cell);
  const random = new Random(SEED);
  const isFree = (q: Float64Array) => !checker.for(q).check(q).colliding;
  const rangeOf = (d: number): readonly [number, number] => {
    const { lower, upper } = dofs[d];
    return upper - lower < LONGEST ? [lower, upper] : [-Math.PI, Math.PI];
  };
  const draw = (which: readonly number[], around: Float64Array): Float64Array => {
    for (const part of PARTS) {
      for (let k = 0; k < TRIES; k++) {
        const q = around.slice();
        for (const d of which) q[d] += part * (random.between(...rangeOf(d)) - q[d]);
        if (isFree(q)) return q;
      }
    }
    throw new Error('no free configuration was drawn');
  };
  // A base that flies is where the file puts it.
  const placed = new Map<string, number>(
    [...cell.description.state].flatMap(([name, values]) =>
      values.length === BASE.length
        ? BASE.map((each, k) => [`${name}/${each}`, values[k]] as const)
        : [],
    ),
  );
  const middle = Float64Array.from(dofs, ({ name }, d) => {
    const at = placed.get(name);
    if (at !== undefined) return at;
    const [low, high] = rangeOf(d);
    return low <= 0 && high >= 0 ? 0 : 0.5 * (low + high);
  });
  const turning = dofs.flatMap(({ unit }, d) => (unit === 'quaternion' ? [] : [d]));
  const base = isFree(middle) ? middle : draw(turning, middle);
  return [draw(movers, base), draw(movers, base)];
}
