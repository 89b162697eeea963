/**
 * What the corpus of certificates is made of (scripts/makeCorpus.mjs): small cells as files, a motion in each, and
 * changes that make its certificate wrong. A recipe is used once: what it made stays in test/corpus, whatever
 * becomes of recipe and maker.
 */
import type { Cell } from '../../../src/cell/index.ts';
import type { Certificate, MakeOptions } from '../../../src/certificate/index.ts';
import type { Triangles } from '../../../src/geometry/index.ts';
import { buildPath, type Path, timedPath } from '../../../src/motion/index.ts';
import { armUrdf } from '../oracles/cellText.ts';
import { cube, join, moved } from '../oracles/meshes.ts';
import { CHANGES, type CorpusChange, FILE_CHANGES } from './rejects.ts';

export interface Recipe {
  readonly name: string;
  /** What the certificate shows, for the manifest. */
  readonly shows: string;
  readonly yaml: string;
  readonly files: Readonly<Record<string, string | Triangles>>;
  readonly path: (cell: Cell) => Path;
  readonly options?: MakeOptions;
  /** Obstacles are a crowd. */
  readonly crowd?: true;
  readonly rejects: Readonly<Record<string, CorpusChange>>;
  /** Other cells, for which the certificate is no proof though it says that it is about them. */
  readonly otherCells?: Readonly<Record<string, string>>;
}

const ARM = armUrdf('arm', [0.4, 0.4, 0.4]);
const NEIGHBOURS = 'allow: [[link0, link1], [link1, link2]]';
const POST =
  '{name: post, shape: {cylinder: {radius: 0.05, length: 1}}, pose: {xyz: [0.9, 0.55, 0]}}';

const q = (...values: number[]) => Float64Array.from(values);
const straight =
  (...waypoints: number[][]) =>
  ({ tree }: Cell) =>
    buildPath(
      tree,
      waypoints.map((values) => q(...values)),
    );

/** Two links that slide along x and turn about z, of any geometry. */
const slider = (tool: string) =>
  '<robot name="slider"><link name="base"/><link name="tool"><collision><geometry>' +
  `${tool}</geometry></collision></link><joint name="x" type="prismatic"><parent link="base"/><child link="tool"/>` +
  '<axis xyz="1 0 0"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint></robot>';

/** A cup: a closed mesh that is open above, so that its hull has room for what is in it. */
const CUP = join(
  moved(cube(1), 0, 0, -0.5, 0.2),
  ...[
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ].map(([x, y]) => moved(cube(1), 0.5 * x, 0.5 * y, 0, 0.2)),
);

const HOOK = join(
  moved(cube(1), 0, 0, 0, 0.1),
  moved(cube(1), 0.2, 0, 0, 0.1),
  moved(cube(1), 0, 0.2, 0, 0.1),
);

/** A cube of 0.6 m of which one corner of one triangle is a nanometre off. */
const SLIT = `${[-0.3, 0.3]
  .flatMap((x) => [-0.3, 0.3].flatMap((y) => [-0.3, 0.3].map((z) => `v ${x} ${y} ${z}`)))
  .join('\n')}
v -0.3 -0.3 -0.300000001
f 9 2 4
f 1 4 3
f 5 7 8
f 5 8 6
f 1 5 6
f 1 6 2
f 3 4 8
f 3 8 7
f 1 3 7
f 1 7 5
f 2 6 8
f 2 8 4
`;

const bar = (name: string, length: number, z: number) =>
  `<link name="${name}"><collision><origin xyz="${length / 2} 0 ${z}"/><geometry><box size="${length} 0.02 0.02"/></geometry></collision></link>`;
const hinge = (name: string, parent: string, child: string, x: number, limits: string) =>
  `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/><origin xyz="${x} 0 0"/><axis xyz="0 0 1"/><limit ${limits} effort="1" velocity="1"/></joint>`;
const BARS = `<robot name="bars">${bar('ground', 0.36, 0)}${bar('crank', 0.15, 0.04)}${bar('coupler', 0.4, 0.08)}${bar('rocker', 0.28, 0.04)}
${hinge('crank', 'ground', 'crank', 0, 'lower="-0.5" upper="2"')}${hinge('coupler', 'crank', 'coupler', 0.15, 'lower="-6" upper="6"')}
${hinge('rocker', 'ground', 'rocker', 0.36, 'lower="-6" upper="6"')}</robot>`;

export const RECIPES: readonly Recipe[] = [
  {
    name: 'straight',
    shows:
      'a straight path of a planar arm past a post, with glances; neighbours are allowed to touch',
    yaml: `surepath: 1\nrobots: [{urdf: arm.urdf}]\nobstacles:\n  - ${POST}\n${NEIGHBOURS}\n`,
    files: { 'arm.urdf': ARM },
    path: straight([-0.8, 0.3], [0.47, 0.2], [-0.2, 1.1]),
    rejects: { ...CHANGES, ...FILE_CHANGES },
    otherCells: {
      'the-post-moved': `surepath: 1\nrobots: [{urdf: arm.urdf}]\nobstacles:\n  - ${POST.replace('0.55', '0.45')}\n${NEIGHBOURS}\n`,
    },
  },
  {
    name: 'slabs-alone',
    shows: 'the same path proven by slabs alone: the key glances is left out',
    yaml: `surepath: 1\nrobots: [{urdf: arm.urdf}]\nobstacles:\n  - ${POST}\n${NEIGHBOURS}\n`,
    files: { 'arm.urdf': ARM },
    path: straight([-0.8, 0.3], [0.47, 0.2], [-0.2, 1.1]),
    options: { glances: false },
    rejects: { 'slabs-removed': CHANGES['slabs-removed'], 'slab-cut': CHANGES['slab-cut'] },
  },
  {
    name: 'standing',
    shows: 'a path of one waypoint: a robot that stands',
    yaml: `surepath: 1\nrobots: [{urdf: arm.urdf}]\nobstacles:\n  - ${POST}\n${NEIGHBOURS}\n`,
    files: { 'arm.urdf': ARM },
    path: straight([0.1, 0.2]),
    rejects: { 'into-the-post': (c) => ({ ...c, waypoints: [q(0.8, 0.1)] }) },
  },
  {
    name: 'polynomial',
    shows: 'cubic and quintic segments as a controller makes them',
    yaml: `surepath: 1\nrobots: [{urdf: arm.urdf}]\nobstacles:\n  - ${POST}\n${NEIGHBOURS}\n`,
    files: { 'arm.urdf': ARM },
    path: ({ tree }) =>
      timedPath(tree, {
        waypoints: [q(-0.8, 0.3), q(0.3, 0.1), q(0.3, -0.6)],
        times: [0, 1, 2],
        velocities: [q(0, 0), q(0.5, -0.1), q(0, 0)],
        accelerations: [null, q(0, 0), q(0, 0)],
      }),
    rejects: {
      'slabs-removed': CHANGES['slabs-removed'],
      'coefficient-changed': (c) => ({
        ...c,
        coefficients: c.coefficients!.map(
          (own) => own?.map((x, i) => (i === 2 ? x + 0.25 : x)) ?? null,
        ),
      }),
    },
  },
  {
    name: 'circular',
    shows: 'an arc of two joints, and a straight segment',
    yaml: `surepath: 1\nrobots: [{urdf: arm.urdf}]\nobstacles:\n  - ${POST}\n${NEIGHBOURS}\n`,
    files: { 'arm.urdf': ARM },
    path: ({ tree }) =>
      buildPath(tree, [q(-0.8, 0.3), q(0.3, 0.3), q(-0.3, 0.6)], {
        vias: [null, [q(-0.3, 0.75)], null],
      }),
    rejects: {
      'slabs-removed': CHANGES['slabs-removed'],
      'arc-turned-on': (c) => ({
        ...c,
        arcs: c.arcs!.map((own) => own?.map((x, i) => (i % 5 === 4 ? 1.5 * x : x)) ?? null),
      }),
    },
  },
  {
    name: 'floating-base',
    shows:
      'a body that flies: its rotation turns evenly, a ring of triangles around it is a surface',
    yaml: `surepath: 1
robots: [{urdf: drone.urdf, base_joint: floating}]
obstacles:
  - {name: post, shape: {capsule: {radius: 0.05, length: 1}}, pose: {xyz: [0.5, 0.1, 0]}}
  - {name: block, shape: {mesh: block.stl}, pose: {xyz: [0, -0.5, 0.1], rpy: [0.2, 0.1, 0.3]}}
`,
    files: {
      'drone.urdf':
        '<robot name="drone"><link name="hull"><collision><geometry><mesh filename="cross.stl"/></geometry></collision></link></robot>',
      'cross.stl': join(moved(cube(1), 0, 0, 0, 0.15), moved(cube(1), 0.2, 0, 0, 0.06)),
      'block.stl': moved(cube(1), 0, 0, 0, 0.3),
    },
    path: straight([-0.2, 0.1, 0, 0, 0, 0, 1], [0.15, 0.3, 0.2, 0.1, 0.2, 0.3, 0.9]),
    rejects: {
      'slabs-removed': CHANGES['slabs-removed'],
      'into-the-post': (c) => ({
        ...c,
        waypoints: [c.waypoints[0], q(0.5, 0.1, 0, 0, 0, 0, 1)],
        lower: c.lower.map((x) => x - 1),
        upper: c.upper.map((x) => x + 1),
      }),
    },
  },
  {
    name: 'planar-base',
    shows: 'an arm on a cart in the plane, over a floor that is a half-space, with a clearance',
    yaml: `surepath: 1
robots: [{urdf: arm.urdf, base_joint: planar}]
obstacles:
  - ${POST}
  - {name: floor, shape: {half_space: {normal: [0, 0, 1], offset: -0.2}}}
clearance: {default: 0.01, pairs: [{between: ['link*', floor], distance: 0.03}]}
${NEIGHBOURS}
`,
    files: { 'arm.urdf': ARM },
    path: straight([-0.4, 0, 0.1, -0.5, 0.3], [0, 0.1, 0.1, 0.2, 0.1]),
    rejects: {
      'slabs-removed': CHANGES['slabs-removed'],
      'clearance-changed': CHANGES['clearance-changed'],
      'normal-off': (c) => ({ ...c, slabs: turnedSlabs(c, 1e-3) }),
    },
  },
  {
    name: 'tolerances',
    shows: 'joints that stray, one of them held and loose, padding and scale',
    yaml: `surepath: 1
robots:
  - urdf: arm.urdf
    joints: {joint2: 0.4}
    tracking: {joint1: 0.004, joint2: 0.002}
    padding: {link2: 0.01}
    scale: {link1: 1.1}
obstacles:
  - ${POST}
${NEIGHBOURS}
`,
    files: { 'arm.urdf': ARM },
    path: straight([-0.8], [0.3]),
    rejects: {
      'slabs-removed': CHANGES['slabs-removed'],
      'no-tolerances': (c) => ({ ...c, tolerances: new Float64Array(1) }),
      'less-than-no-room': (c) => ({
        ...c,
        pairs: c.pairs.map((p) => (p.excluded === null ? { ...p, tracking: -1e-9 } : p)),
      }),
    },
  },
  {
    name: 'couplings',
    shows: 'a joint that mimics another one, and one that follows it by a law with a deviation',
    yaml: `surepath: 1
robots:
  - urdf: fingers.urdf
    couplings: {slide: {joint: turn, points: [[-1.5, 0], [-0.5, 0.03], [0.5, 0.02], [1.5, 0.05]], rate: 0.05}}
obstacles: [{name: pin, shape: {cone: {radius: 0.05, length: 0.3}}, pose: {xyz: [0.5, 0.2, 0]}}]
allow: [[base, arm], [arm, left], [arm, right]]
`,
    files: {
      'fingers.urdf': `<robot name="fingers">${['base', 'arm', 'left', 'right']
        .map(
          (name, i) =>
            `<link name="${name}"><collision><origin xyz="${i < 2 ? 0.1 : 0.06} 0 0"/><geometry><box size="${i < 2 ? 0.18 : 0.1} 0.02 0.04"/></geometry></collision></link>`,
        )
        .join(
          '',
        )}<joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="0.2 0 0.1"/><axis xyz="0 0 1"/><limit lower="-1.5" upper="1.5" effort="1" velocity="1"/></joint>
<joint name="slide" type="prismatic"><parent link="arm"/><child link="left"/><origin xyz="0.2 0.02 0"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="swing" type="revolute"><parent link="arm"/><child link="right"/><origin xyz="0.2 -0.03 0"/><axis xyz="0 0 1"/><limit lower="-2" upper="2" effort="1" velocity="1"/><mimic joint="turn" multiplier="-0.3" offset="-0.1"/></joint></robot>`,
    },
    path: straight([-0.9], [0.3]),
    rejects: {
      'slabs-removed': CHANGES['slabs-removed'],
      'a-pair-excluded': CHANGES['pair-excluded'],
    },
  },
  {
    name: 'crowd',
    shows:
      'sixty obstacles that are a crowd: sweeps show most of them far away, slabs the one that is near',
    yaml: `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles:
  - ${POST}
${Array.from({ length: 60 }, (_, i) => `  - {name: box${i}, shape: {box: [0.05, 0.05, 0.05]}, pose: {xyz: [${3 + (i % 10)}, ${(i * 0.1).toFixed(1)}, 1]}}`).join('\n')}
${NEIGHBOURS}
`,
    files: { 'arm.urdf': ARM },
    path: straight([-0.8, 0.3], [0.45, 0.2]),
    crowd: true,
    rejects: {
      'sweeps-removed': (c) => ({ ...c, sweeps: c.sweeps!.map(() => []) }),
      'sweep-cut': (c) => ({
        ...c,
        sweeps: c.sweeps!.map((lists) =>
          lists.map(({ body, sweeps }) => ({
            body,
            sweeps: sweeps.map((x, i) => (i % 3 ? 0.9 * x : x)),
          })),
        ),
      }),
      'crowd-of-links': (c) => ({ ...c, bodies: c.bodies.slice(0, -1), crowd: c.crowd! + 1 }),
    },
  },
  {
    name: 'containment',
    shows: 'a ball that begins inside the hull of a cup and leaves it: nothing is inside a solid',
    yaml: `surepath: 1
robots: [{urdf: ball.urdf, base: {rpy: [0, -1.5707963267948966, 0]}}]
obstacles: [{name: cup, shape: {mesh: cup.stl}}]
`,
    files: {
      'ball.urdf': slider('<mesh filename="ball.stl"/>'),
      'cup.stl': CUP,
      'ball.stl': moved(cube(1), 0, 0, 0, 0.08),
    },
    path: straight([0], [0.7]),
    rejects: {
      'slabs-removed': CHANGES['slabs-removed'],
      'order-broken': (c) => ({
        ...c,
        orders: c.orders.map((o) => ({ ...o, triangles: o.triangles.map(() => 0) })),
      }),
    },
  },
  {
    name: 'inside-a-guard',
    shows:
      'a closed mesh around a robot that is a surface, by "solid: false"; two orders of triangles',
    yaml: `surepath: 1
robots: [{urdf: ball.urdf}]
obstacles: [{name: guard, shape: {mesh: guard.stl, solid: false}}]
`,
    files: {
      'ball.urdf': slider('<sphere radius="0.05"/>'),
      'guard.stl': moved(cube(1), 0, 0, 0, 1),
    },
    path: straight([-0.2], [0.2]),
    rejects: { 'slab-cut': CHANGES['slab-cut'] },
    otherCells: {
      'the-guard-is-solid': `surepath: 1
robots: [{urdf: ball.urdf}]
obstacles: [{name: guard, shape: {mesh: guard.stl}}]
`,
    },
  },
  {
    name: 'declared',
    shows:
      'pairs that an SRDF disables, an allow list with wildcards, an attached object that touches links, a link with visuals alone',
    yaml: `surepath: 1
robots:
  - name: arm
    urdf: arm.urdf
    srdf: arm.srdf
    attached:
      - {name: tool, link: link2, shape: {ellipsoid: {radii: [0.1, 0.03, 0.03]}}, pose: {xyz: [0.42, 0, 0]}, touches: [link1, link0]}
obstacles:
  - ${POST}
  - {name: shelf, shape: {hull: [[1.3, 0, 0], [1.5, 0, 0], [1.3, 0.3, 0], [1.3, 0, 0.4]]}}
allow:
  - {between: ['arm/tool', 'sh*'], reason: it may lean on it}
`,
    files: {
      'arm.urdf': ARM.replace(
        '</robot>',
        '<link name="lamp"><visual><geometry><sphere radius="0.1"/></geometry></visual></link><joint name="l" type="fixed"><parent link="link0"/><child link="lamp"/></joint></robot>',
      ),
      'arm.srdf':
        '<robot name="arm"><disable_collisions link1="link0" link2="link1" reason="Adjacent"/><disable_collisions link1="link0" link2="link2" reason="Never"/></robot>',
    },
    path: straight([-0.8, 0.3], [-0.1, 0.5]),
    rejects: {
      'assumption-left-out': (c) => ({ ...c, assumptions: c.assumptions.slice(1) }),
      'another-detail': (c) => ({
        ...c,
        pairs: c.pairs.map((p) => (p.detail === 'Never' ? { ...p, detail: 'Default' } : p)),
      }),
      'a-pair-excluded': CHANGES['pair-excluded'],
    },
  },
  {
    name: 'orders',
    shows:
      'two meshes shaped like an L, one in the notch of the other: sections of both, in orders of their triangles',
    yaml: `surepath: 1
robots: [{urdf: hook.urdf, base: {xyz: [0.26, 0.26, 0], rpy: [0, 0, 3.141592653589793]}}]
obstacles: [{name: hook, shape: {mesh: hook.stl}}]
`,
    files: {
      'hook.urdf': slider('<mesh filename="hook.stl" scale="0.5 0.5 0.5"/>'),
      'hook.stl': HOOK,
    },
    path: straight([0], [-0.1]),
    rejects: {
      'slabs-removed': CHANGES['slabs-removed'],
      'orders-left-out': (c) => ({ ...c, orders: [] }),
      'orders-reversed': (c) => ({
        ...c,
        orders: c.orders.map((o) => ({ ...o, triangles: o.triangles.toReversed() })),
      }),
    },
  },
  {
    name: 'must-be-solid',
    shows:
      'a mesh with a slit that "solid: true" closes by triangles, which come after those of the file',
    yaml: `surepath: 1
robots: [{urdf: ball.urdf}]
obstacles: [{name: block, shape: {mesh: block.obj, solid: true}, pose: {xyz: [0.5, 0, 0]}}]
`,
    files: { 'ball.urdf': slider('<sphere radius="0.05"/>'), 'block.obj': SLIT },
    path: straight([-0.2], [0.1]),
    rejects: { 'no-glances': CHANGES['no-glances'] },
  },
  {
    name: 'nearly-closed',
    shows: 'the same mesh as a surface: an assumption says how far it is from closed',
    yaml: `surepath: 1
robots: [{urdf: ball.urdf}]
obstacles: [{name: block, shape: {mesh: block.obj}, pose: {xyz: [0.5, 0, 0]}}]
`,
    files: { 'ball.urdf': slider('<sphere radius="0.05"/>'), 'block.obj': SLIT },
    path: straight([-0.2], [0.1]),
    rejects: { 'assumption-left-out': (c) => ({ ...c, assumptions: [] }) },
  },
  {
    name: 'nothing-tested',
    shows:
      'a cell in which no pair is tested, and that allows it: nothing is shown, and the assumptions say so',
    yaml: `surepath: 1
robots: [{urdf: ball.urdf}]
obstacles: [{name: block, shape: {box: [1, 1, 1]}}]
allow: [[tool, block]]
allow_nothing: true
`,
    files: { 'ball.urdf': slider('<sphere radius="0.05"/>') },
    path: straight([-0.2], [0.1]),
    rejects: { 'assumption-left-out': (c) => ({ ...c, assumptions: c.assumptions.slice(0, 1) }) },
  },
  {
    name: 'far-away',
    shows: 'a cell ten kilometres from the origin, where coordinates have fewer digits',
    yaml: `surepath: 1
robots: [{urdf: arm.urdf, base: {xyz: [10000, -3000, 20], rpy: [0.3, 0.2, 1]}}]
obstacles:
  - {name: plate, shape: {box: [0.4, 0.4, 0.02]}, pose: {xyz: [10000.4, -2999.2, 20.3], rpy: [0.3, 0.2, 1]}}
${NEIGHBOURS}
`,
    files: { 'arm.urdf': ARM },
    path: straight([-0.8, 0.3], [0.2, 0.2]),
    rejects: { 'no-glances': CHANGES['no-glances'] },
  },
  {
    name: 'endless-turns',
    shows: 'a joint without limits that turns twice; the box has no end for it',
    yaml: `surepath: 1\nrobots: [{urdf: arm.urdf}]\nobstacles:\n  - {name: post, shape: {cylinder: {radius: 0.05, length: 1}}, pose: {xyz: [0.4, 1, 0]}}\n${NEIGHBOURS}\n`,
    files: { 'arm.urdf': ARM.replaceAll('revolute', 'continuous') },
    path: straight([-0.8, 0.3], [11.5, 0.3]),
    rejects: { 'slabs-removed': CHANGES['slabs-removed'], 'glance-cut': CHANGES['glance-cut'] },
  },
  {
    name: 'loop',
    shows: 'a four-bar: two joints follow the crank by laws',
    yaml: `surepath: 1
robots:
  - urdf: bars.urdf
    loops:
      - {driver: crank, followers: [coupler, rocker], pin: {link: coupler, point: [0.4, 0, 0]}, to: {link: rocker, point: [0.28, 0, 0]}, at: {coupler: 0.7254299, rocker: 1.246251}}
obstacles: [{name: stop, shape: {box: [0.05, 0.05, 0.2]}, pose: {xyz: [0.1, 0.55, 0]}}]
allow: [[ground, crank], [ground, rocker], [crank, coupler], [coupler, rocker]]
`,
    files: { 'bars.urdf': BARS },
    path: straight([0.2], [1.1]),
    rejects: {
      'slabs-removed': CHANGES['slabs-removed'],
      'a-pair-excluded': CHANGES['pair-excluded'],
    },
  },
];

/** Directions of all slabs, moved by so much. */
function turnedSlabs({ slabs }: Certificate, by: number): Float64Array[][] {
  return slabs.map((lists) =>
    lists.map((list) => list.map((x, i) => (i % (list.length > 0 ? 12 : 1) === 9 ? x + by : x))),
  );
}
