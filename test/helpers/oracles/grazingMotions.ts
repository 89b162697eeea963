/**
 * Motions that graze: two meshes whose smallest distance is known exactly, far below any threshold, or
 * that overlap by it. Most keep it all along; a peg in a hole has it twelve times a turn, a tip that
 * passes a wall once. Everything is planned in a level frame, where a body slides along x and y and turns about
 * z above a floor at z = 0; then all of it is tilted, so that axes are oblique, and each mesh has a frame of
 * its own, so that boxes do not fit by luck. Rounding of poses is below 1e-14 m.
 */
import type { Cell } from '../../../src/cell/index.ts';
import type { Triangles } from '../../../src/geometry/index.ts';
import { type Segment, StraightSegment } from '../../../src/motion/index.ts';
import { cellFrom } from './cellText.ts';
import { mesh, moved } from './meshes.ts';

export interface GrazingMotion {
  readonly name: string;
  readonly cell: Cell;
  readonly segment: Segment;
  /** The smallest distance; negative: how deep they overlap. */
  readonly distance: number;
  /** Triangles of both meshes. */
  readonly triangles: number;
}

type Vec = readonly [number, number, number];
type Matrix = readonly [Vec, Vec, Vec];

/** Of what is planned, in the world; of the floor's frame, and of the body's, in what is planned. */
const TILT: Vec = [0.35, -0.6, 0.8];
const FLOOR: Vec = [0.5, 0.9, -0.4];
const BODY: Vec = [-0.7, 0.3, 1.1];

/** What slides above what, from where to where, and how far it turns. */
interface Scene {
  readonly body: Triangles;
  readonly floor: Triangles;
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly turn: number;
  /** How high above the floor, if that is not the distance. */
  readonly height?: number;
}

const SCENES: Readonly<Record<string, (distance: number) => Scene>> = {
  'vertex over face': () => ({
    body: diamond(),
    floor: grid(1, 0.5, 12, 6),
    from: [-0.6, -0.1],
    to: [0.6, 0.15],
    turn: 0.3,
  }),
  'edge over edge': () => ({
    body: prism(0.3, 1),
    floor: turned(prism(0.4, -1)),
    from: [-0.2, -0.2],
    to: [0.22, 0.1],
    turn: 0,
  }),
  'face over face': () => ({
    body: slab(0.2, 0.05, 4),
    floor: grid(1, 0.5, 16, 8),
    from: [-0.6, 0],
    to: [0.6, 0.1],
    turn: 0,
  }),
  'a face that turns': () => ({
    body: slab(0.2, 0.05, 4),
    floor: grid(1, 0.5, 16, 8),
    from: [0, 0],
    to: [0, 0],
    turn: 6,
  }),
  'a face on an arm that turns': () => ({
    body: moved(slab(0.1, 0.05, 3), 0.35, 0.05, 0),
    floor: grid(1, 1, 16, 16),
    from: [0, 0],
    to: [0, 0],
    turn: 6,
  }),
  'a long slide': () => ({
    body: slab(0.2, 0.05, 4),
    floor: grid(10, 0.5, 160, 8),
    from: [-9, 0],
    to: [9, 0.1],
    turn: 0.5,
  }),
  'a vertex over 8,064 triangles': () => ({
    body: diamond(),
    floor: grid(1, 0.5, 84, 48),
    from: [-0.6, -0.1],
    to: [0.6, 0.15],
    turn: 0,
  }),
  'a face that turns over 8,064 triangles': () => ({
    body: slab(0.2, 0.05, 8),
    floor: grid(1, 0.5, 84, 48),
    from: [-0.3, 0],
    to: [0.3, 0.1],
    turn: 2,
  }),
  'a face in a basin': () => ({
    body: slab(0.2, 0.05, 4),
    floor: basin(grid(1, 0.5, 40, 20)),
    from: [-0.5, -0.1],
    to: [0.5, 0.1],
    turn: 1.5,
  }),
  'a vertex in a basin of 8,064 triangles': () => ({
    body: diamond(),
    floor: basin(grid(1, 0.5, 84, 48)),
    from: [-0.5, -0.1],
    to: [0.5, 0.1],
    turn: 1,
  }),
  'a face on an arm that turns in a basin': () => ({
    body: moved(slab(0.1, 0.05, 3), 0.25, 0.05, 0),
    floor: basin(grid(1, 0.5, 40, 20)),
    from: [0.1, 0],
    to: [0.1, 0],
    turn: 6,
  }),
  'a bar in a channel': (distance) => ({
    body: slab(0.2, 0.05, 4),
    floor: channel(0.1 + distance, 24),
    from: [-0.6, 0],
    to: [0.6, 0],
    turn: 0,
  }),
  'a peg that turns in a hole': (distance) => ({
    body: ring(0.1, 0, 0.1),
    floor: ring(0.2, (0.1 + distance) / Math.cos(Math.PI / SIDES), 0.15),
    from: [0, 0],
    to: [0, 0],
    turn: 2,
    height: 0.02,
  }),
  'a tip that passes a wall': (distance) => ({
    body: moved(asTip(diamond()), 0.5, 0, 0),
    floor: moved(asWall(grid(0.5, 0.5, 20, 20)), 0.5 + distance, 0, 0),
    from: [0, 0],
    to: [0, 0],
    turn: 6,
    height: 0,
  }),
};

export const GRAZING_NAMES: readonly string[] = Object.keys(SCENES);

/** The motion of this name, at this distance; up to 8,300 triangles. */
export function grazingMotion(name: string, distance: number): GrazingMotion {
  const { body, floor, from, to, turn, height = distance } = SCENES[name](distance);
  const tilt = rotation(TILT);
  const axis = (k: number) => tilt.map((row) => row[k]).join(' ');
  const joint = (i: number, type: string, k: number) =>
    `<joint name="j${i}" type="${type}"><parent link="l${i}"/><child link="l${i + 1}"/><axis xyz="${axis(k)}"/><limit lower="-20" upper="20" effort="1" velocity="1"/></joint>`;
  const urdf = `<robot name="tool"><link name="l0"/><link name="l1"/><link name="l2"/><link name="l3"/><link name="l4"/>
${joint(0, 'prismatic', 0)}${joint(1, 'prismatic', 1)}${joint(2, 'prismatic', 2)}${joint(3, 'revolute', 2)}
<link name="body"><collision><geometry><mesh filename="body.obj"/></geometry></collision></link>
<joint name="own" type="fixed"><parent link="l4"/><child link="body"/><origin rpy="${BODY.join(' ')}"/></joint></robot>`;
  const cell = cellFrom(
    `surepath: 1
robots: [{urdf: tool.urdf}]
obstacles: [{name: floor, shape: {mesh: floor.obj}, pose: {rpy: [${FLOOR.join(', ')}]}}]
`,
    { 'tool.urdf': urdf, 'body.obj': obj(body, tilt, BODY), 'floor.obj': obj(floor, tilt, FLOOR) },
  );
  const at = ([x, y]: readonly [number, number], angle: number) =>
    new Float64Array([x, y, height, angle]);
  return {
    name: `${name}, ${distance} m`,
    cell,
    segment: new StraightSegment(cell.tree, at(from, 0), at(to, turn)),
    distance,
    triangles: (body.indices.length + floor.indices.length) / 3,
  };
}

/** A mesh as it is in its frame, so that it comes to lie tilted, and nothing else, in the world. */
function obj({ positions, indices }: Triangles, tilt: Matrix, frame: Vec): string {
  const back = transposed(rotation(frame));
  const lines: string[] = [];
  for (let i = 0; i < positions.length; i += 3) {
    const p: Vec = [positions[i], positions[i + 1], positions[i + 2]];
    lines.push(`v ${times(back, times(tilt, p)).join(' ')}`);
  }
  for (let i = 0; i < indices.length; i += 3) {
    lines.push(`f ${indices[i] + 1} ${indices[i + 1] + 1} ${indices[i + 2] + 1}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Roll, pitch and yaw as URDF has them. */
function rotation([r, p, y]: Vec): Matrix {
  const [cr, sr, cp, sp] = [Math.cos(r), Math.sin(r), Math.cos(p), Math.sin(p)];
  const [cy, sy] = [Math.cos(y), Math.sin(y)];
  return [
    [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
    [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
    [-sp, cp * sr, cp * cr],
  ];
}

function transposed(m: Matrix): Matrix {
  const column = (k: number): Vec => [m[0][k], m[1][k], m[2][k]];
  return [column(0), column(1), column(2)];
}

function times(m: Matrix, [x, y, z]: Vec): Vec {
  const row = (k: number) => m[k][0] * x + m[k][1] * y + m[k][2] * z;
  return [row(0), row(1), row(2)];
}

/** A level surface at z = 0: half sizes and numbers of squares. */
function grid(hx: number, hy: number, nx: number, ny: number): Triangles {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j <= ny; j++) {
    for (let i = 0; i <= nx; i++)
      positions.push(hx * ((2 * i) / nx - 1), hy * ((2 * j) / ny - 1), 0);
  }
  for (let j = 0; j < ny; j++) {
    for (let i = 0; i < nx; i++) {
      const v = j * (nx + 1) + i;
      indices.push(v, v + 1, v + nx + 2, v, v + nx + 2, v + nx + 1);
    }
  }
  return mesh(positions, indices);
}

/** A slab whose lower face, of n by n squares, is at z = 0. */
function slab(size: number, height: number, n: number): Triangles {
  const { positions, indices } = grid(size / 2, size / 2, n, n);
  const count = positions.length / 3;
  const p = [...positions];
  for (let i = 0; i < count; i++) p.push(positions[3 * i], positions[3 * i + 1], height);
  const all: number[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = indices.subarray(i, i + 3);
    all.push(a, c, b, a + count, b + count, c + count);
  }
  for (let k = 0; k < n; k++) {
    const side = (v: number, w: number) => all.push(v, w, w + count, v, w + count, v + count);
    side(k, k + 1);
    side(n * (n + 1) + k + 1, n * (n + 1) + k);
    side((k + 1) * (n + 1), k * (n + 1));
    side(k * (n + 1) + n, (k + 1) * (n + 1) + n);
  }
  return mesh(p, all);
}

/** Its lowest vertex is the origin. */
function diamond(): Triangles {
  const p = [0, 0, 0, 0.1, 0, 0.1, 0, 0.1, 0.1, -0.1, 0, 0.1, 0, -0.1, 0.1, 0, 0, 0.2];
  const sides = [1, 2, 3, 4].flatMap((v) => {
    const next = (v % 4) + 1;
    return [0, next, v, 5, v, next];
  });
  return mesh(p, sides);
}

/** An edge along x at z = 0, from -half to half, and what is above (1) or below (-1) it. */
function prism(half: number, up: number): Triangles {
  const p = [-half, half].flatMap((x) => [x, 0, 0, x, 0.1, 0.1 * up, x, -0.1, 0.1 * up]);
  const faces = [0, 1, 2, 3, 5, 4, 0, 3, 4, 0, 4, 1, 1, 4, 5, 1, 5, 2, 2, 5, 3, 2, 3, 0];
  if (up > 0) for (let i = 0; i < faces.length; i += 3) faces.splice(i, 2, faces[i + 1], faces[i]);
  return mesh(p, faces);
}

/** A quarter turn about z. */
function turned({ positions, indices }: Triangles): Triangles {
  const p = positions.slice();
  for (let i = 0; i < p.length; i += 3) {
    p[i] = -positions[i + 1];
    p[i + 1] = positions[i];
  }
  return { positions: p, indices };
}

/** What is far from the middle is bent up, so that the hull is no longer flat. */
function basin({ positions, indices }: Triangles): Triangles {
  const p = positions.slice();
  for (let i = 0; i < p.length; i += 3) {
    p[i + 2] = 2 * Math.max(0, Math.abs(p[i]) - 0.75, Math.abs(p[i + 1]) - 0.4);
  }
  return { positions: p, indices };
}

/** A floor along x with walls at both sides, of n squares each. */
function channel(half: number, n: number): Triangles {
  const profile = [
    [-half, 0.1],
    [-half, 0],
    [half, 0],
    [half, 0.1],
  ];
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= n; i++) {
    for (const [y, z] of profile) positions.push((2 * i) / n - 1, y, z);
  }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 3; k++) {
      const v = 4 * i + k;
      indices.push(v, v + 4, v + 5, v, v + 5, v + 1);
    }
  }
  return mesh(positions, indices);
}

const SIDES = 12;

/** A prism of twelve sides about z, from z = 0 up, with a hole of twelve sides unless that is 0. */
function ring(outer: number, inner: number, height: number): Triangles {
  const positions: number[] = [];
  for (const radius of [outer, inner]) {
    for (const z of [0, height]) {
      for (let k = 0; k < SIDES; k++) {
        const angle = (2 * Math.PI * k) / SIDES;
        positions.push(radius * Math.cos(angle), radius * Math.sin(angle), z);
      }
    }
  }
  const indices: number[] = [];
  for (let k = 0; k < SIDES; k++) {
    const next = (k + 1) % SIDES;
    const strip = (low: number, high: number) =>
      indices.push(low + k, low + next, high + next, low + k, high + next, high + k);
    strip(0, SIDES);
    strip(3 * SIDES, 2 * SIDES);
    strip(2 * SIDES, 0);
    strip(SIDES, 3 * SIDES);
  }
  return mesh(positions, indices);
}

/** The vertex at the origin points along x. */
function asTip({ positions, indices }: Triangles): Triangles {
  const p = positions.slice();
  for (let i = 0; i < p.length; i += 3) {
    p[i] = -positions[i + 2];
    p[i + 2] = positions[i];
  }
  return { positions: p, indices };
}

/** Upright, across x. */
function asWall({ positions, indices }: Triangles): Triangles {
  const p = positions.slice();
  for (let i = 0; i < p.length; i += 3) {
    p[i] = 0;
    p[i + 2] = positions[i];
  }
  return { positions: p, indices };
}
