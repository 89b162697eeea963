/**
 * Random robots whose neighbouring links run a few hundredths of a millimetre apart wherever they stand, as
 * those of real descriptions do: plates that turn on one another, shafts in bushings of boxes and in
 * tubes, slides between rails. Nothing is excluded: all pairs are tested.
 */
import type { Cell } from '../../../src/cell/index.ts';
import type { Triangles } from '../../../src/geometry/index.ts';
import { Random } from '../../../src/math/index.ts';
import { cellFrom } from './cellText.ts';

const SEATS = ['plate', 'bushing', 'tube', 'rail'] as const;
type Seat = (typeof SEATS)[number];

export interface NearCell {
  readonly seed: number;
  readonly seats: readonly Seat[];
  /** Metres: what neighbouring links are apart, joint by joint. */
  readonly plays: readonly number[];
  readonly cell: Cell;
}

export interface NearOptions {
  readonly joints?: number;
  /** Obstacles of the cell file, as a YAML list. Default: none. */
  readonly obstacles?: string;
  readonly seats?: readonly Seat[];
}

/** The cell of a seed: 1 to 3 joints, each with 0.01 to 0.04 mm of play. */
export function nearCell(seed: number, options: NearOptions = {}): NearCell {
  const random = new Random(seed);
  const joints = options.joints ?? 1 + random.below(3);
  const files: Record<string, string | Triangles> = {};
  const seats: Seat[] = [];
  const plays: number[] = [];
  const links = [''];
  const hinges: string[] = [];
  for (let i = 0; i < joints; i++) {
    const seat = (options.seats ?? SEATS)[random.below((options.seats ?? SEATS).length)];
    const play = random.between(1e-5, 4e-5);
    const r = random.between(0.02, 0.05);
    const at = i === 0 ? [0, 0, 0] : [random.between(0.12, 0.2), 0, random.between(0.06, 0.1)];
    const slides = seat === 'rail';
    links[i] += parentSide(seat, play, r, at, `tube${i}.stl`, files);
    links.push(childSide(seat, r, random));
    const [lower, upper] = slides ? [-0.1, 0.1] : [-2, 2];
    hinges.push(
      `<joint name="joint${i}" type="${slides ? 'prismatic' : 'revolute'}"><parent link="link${i}"/>` +
        `<child link="link${i + 1}"/><origin xyz="${at.join(' ')}"/><axis xyz="${slides ? '1 0 0' : '0 0 1'}"/>` +
        `<limit lower="${lower}" upper="${upper}" effort="1" velocity="1"/></joint>`,
    );
    seats.push(seat);
    plays.push(play);
  }
  const bodies = links.map((shapes, i) => `<link name="link${i}">${shapes}</link>`);
  files['near.urdf'] = `<robot name="near">${bodies.join('')}${hinges.join('')}</robot>`;
  const yaml = `surepath: 1\nrobots: [{urdf: near.urdf}]\n${
    options.obstacles ? `obstacles: ${options.obstacles}\n` : ''
  }`;
  return { seed, seats, plays, cell: cellFrom(yaml, files) };
}

/** What the parent has around the joint, whose frame is at `at`. */
function parentSide(
  seat: Seat,
  play: number,
  r: number,
  at: readonly number[],
  file: string,
  files: Record<string, string | Triangles>,
): string {
  const box = (size: readonly number[], xyz: readonly number[], yaw = 0) =>
    collision(
      `<box size="${size.join(' ')}"/>`,
      xyz.map((x, k) => x + at[k]),
      yaw,
    );
  const thick = 0.01;
  switch (seat) {
    case 'plate':
      return box([2 * r, 2 * r, thick], [0, 0, -thick / 2 - play]);
    case 'bushing': {
      const n = 6;
      const side = 2 * r * Math.tan(Math.PI / n);
      const middle = r + play + thick / 2;
      return Array.from({ length: n }, (_, k) => {
        const yaw = (2 * Math.PI * k) / n;
        return box([thick, side, 0.03], [middle * Math.cos(yaw), middle * Math.sin(yaw), 0], yaw);
      }).join('');
    }
    case 'tube':
      files[file] = tube(r + play, r + play + thick, 0.03, 24);
      return collision(`<mesh filename="${file}"/>`, at);
    case 'rail':
      return [-1, 1]
        .map((s) => box([0.1, thick, 0.03], [0, s * (r + play + thick / 2), 0]))
        .join('');
  }
}

/** What the child has there, in its own frame. */
function childSide(seat: Seat, r: number, random: Random): string {
  if (seat === 'rail') return collision(`<box size="0.05 ${2 * r} 0.02"/>`);
  if (seat === 'plate') {
    return collision(`<box size="${2 * r} ${random.between(1, 2) * r} 0.01"/>`, [0, 0, 0.005]);
  }
  return collision(`<cylinder radius="${r}" length="0.04"/>`);
}

function collision(shape: string, xyz: readonly number[] = [0, 0, 0], yaw = 0): string {
  return `<collision><origin xyz="${xyz.join(' ')}" rpy="0 0 ${yaw}"/><geometry>${shape}</geometry></collision>`;
}

/** A tube about z with n sides; its hole holds a cylinder of radius `inner`. */
function tube(inner: number, outer: number, height: number, n: number): Triangles {
  const hole = inner / Math.cos(Math.PI / n);
  const positions: number[] = [];
  for (const [radius, z] of [
    [hole, -height / 2],
    [hole, height / 2],
    [outer, -height / 2],
    [outer, height / 2],
  ]) {
    for (let k = 0; k < n; k++) {
      const angle = (2 * Math.PI * k) / n;
      positions.push(radius * Math.cos(angle), radius * Math.sin(angle), z);
    }
  }
  const indices: number[] = [];
  for (let k = 0; k < n; k++) {
    const m = (k + 1) % n;
    const quad = (a: number, b: number, c: number, d: number) => indices.push(a, b, c, a, c, d);
    quad(k, n + k, n + m, m); // inside
    quad(2 * n + k, 2 * n + m, 3 * n + m, 3 * n + k); // outside
    quad(n + k, 3 * n + k, 3 * n + m, n + m); // top
    quad(k, m, 2 * n + m, 2 * n + k); // bottom
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/**
 * An arm on a shaft in a bushing on a slide between rails, all with 0.02 mm of play, and a post that it must
 * fold to pass: no straight way leads from one side to the other.
 */
export function foldingArm(): { cell: Cell; from: Float64Array; to: Float64Array } {
  const { yaml, urdf } = foldingFiles();
  const cell = cellFrom(yaml, { 'folding.urdf': urdf });
  return { cell, from: Float64Array.from([-0.12, 1.5]), to: Float64Array.from([0.12, 1.5]) };
}

/** Its files: a cell, and folding.urdf. */
export function foldingFiles(): { yaml: string; urdf: string } {
  const play = 2e-5;
  const box = (size: string, xyz: readonly number[]) => collision(`<box size="${size}"/>`, xyz);
  const wall = 0.025 + play;
  const joint = (head: string, axis: string, [low, high]: readonly number[]) =>
    `<joint ${head}<axis xyz="${axis}"/><limit lower="${low}" upper="${high}" effort="1" velocity="1"/></joint>`;
  const urdf = `<robot name="folding">
<link name="base">${[1, -1].map((s) => box('0.5 0.02 0.02', [0, s * (0.03 + play), 0])).join('')}</link>
<link name="slider">${box('0.05 0.04 0.02', [0, 0, 0])}${[1, -1]
    .map(
      (s) =>
        box('0.01 0.04 0.02', [s * wall, 0, 0.03]) + box('0.04 0.01 0.02', [0, s * wall, 0.03]),
    )
    .join('')}</link>
<link name="arm">${collision('<cylinder radius="0.02" length="0.05"/>', [0, 0, 0.04])}${box('0.25 0.01 0.01', [0.125, 0, 0.07])}</link>
${joint('name="slide" type="prismatic"><parent link="base"/><child link="slider"/>', '1 0 0', [-0.15, 0.15])}
${joint('name="turn" type="revolute"><parent link="slider"/><child link="arm"/>', '0 0 1', [0, 2])}
</robot>`;
  const yaml = `surepath: 1
robots: [{urdf: folding.urdf}]
obstacles: [{name: post, shape: {box: [0.01, 0.03, 0.2]}, pose: {xyz: [0, 0.245, 0.1]}}]
`;
  return { yaml, urdf };
}
