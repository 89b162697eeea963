/**
 * Where the bodies of a packed scene are along a path: poses of its movers at many places, in single
 * precision, with rotations in 16 bits. Between two places a viewer interpolates. For drawing only.
 */
import type { Cell } from '../cell/index.ts';
import { Kinematics } from '../kinematics/index.ts';
import type { Path } from '../motion/index.ts';
import { type Axis, placeOn } from './axis.ts';
import { floatsFromText, floatsToText, shortsFromText, shortsToText } from './bytes.ts';

export interface PackedPoses {
  /** Movers without the world, which stands still. */
  readonly movers: number;
  /** Three numbers for each mover at each place, in single precision. */
  readonly positions: string;
  /** Four for each: x, y, z, w of a quaternion, in steps of 1 / 32767. */
  readonly rotations: string;
}

export interface PackedMotion extends PackedPoses {
  /** Where on the axis, in order: numbers in single precision. */
  readonly places: string;
}

const UNIT = 32767;
/** The most that any joint moves between two places, in radians or metres. */
const STEP = 0.03;
/** Poses that a motion may have in all: 20 bytes each. */
const MOST = 20_000;

/** The poses of the movers along a path, packed. */
export function packMotion(
  cell: Cell,
  path: Path,
  axis: Axis,
  movers: readonly number[],
): PackedMotion {
  const most = Math.max(2, Math.floor(MOST / Math.max(1, movers.length - 1)));
  const places = placesOf(path, most);
  const q = new Float64Array(cell.tree.dofs.length);
  const poses = packPoses(
    cell,
    movers,
    places.map(({ segment, t }) => {
      path.segments[segment].configurationInto(t, q, 0);
      return q.slice();
    }),
  );
  const at = places.map(({ segment, t }) => placeOn(axis, segment, t));
  return { ...poses, places: floatsToText(at) };
}

/** The poses of all movers but the world, at each of these configurations. */
export function packPoses(
  cell: Cell,
  movers: readonly number[],
  configurations: readonly Float64Array[],
): PackedPoses {
  const kin = new Kinematics(cell.tree);
  const moving = movers.slice(1);
  const count = moving.length * configurations.length;
  const positions = new Float32Array(3 * count);
  const rotations = new Int16Array(4 * count);
  const quaternion = new Float64Array(4);
  let i = 0;
  for (const q of configurations) {
    kin.setConfiguration(q);
    for (const frame of moving) {
      const o = kin.poseOf(frame);
      positions.set(kin.poses.subarray(o + 9, o + 12), 3 * i);
      quaternionInto(kin.poses, o, quaternion);
      for (let k = 0; k < 4; k++) rotations[4 * i + k] = Math.round(UNIT * quaternion[k]);
      i++;
    }
  }
  return {
    movers: moving.length,
    positions: floatsToText(positions),
    rotations: shortsToText(rotations),
  };
}

/** Poses, ready to be read: seven numbers for each mover at each place. */
export class Poses {
  readonly movers: number;
  readonly count: number;
  private readonly positions: Float32Array;
  private readonly rotations: Int16Array;

  constructor(packed: PackedPoses) {
    this.movers = packed.movers;
    this.positions = floatsFromText(packed.positions);
    this.rotations = Int16Array.from(shortsFromText(packed.rotations));
    this.count = packed.movers > 0 ? this.positions.length / (3 * packed.movers) : 0;
  }

  /** Position and unit quaternion of a mover between places i and i + 1, `part` of the way. */
  readInto(mover: number, i: number, part: number, out: Float64Array): void {
    const a = i * this.movers + mover;
    const b = part > 0 ? a + this.movers : a;
    for (let k = 0; k < 3; k++) {
      out[k] = this.positions[3 * a + k] * (1 - part) + this.positions[3 * b + k] * part;
    }
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += this.rotations[4 * a + k] * this.rotations[4 * b + k];
    // Both signs mean the same rotation: take the short way.
    const sign = dot < 0 ? -1 : 1;
    let square = 0;
    for (let k = 0; k < 4; k++) {
      const x = this.rotations[4 * a + k] * (1 - part) + sign * this.rotations[4 * b + k] * part;
      out[3 + k] = x;
      square += x * x;
    }
    const length = Math.sqrt(square);
    for (let k = 3; k < 7; k++) out[k] /= length;
  }
}

/** The places of a motion, ready to be looked up. */
export class Places {
  private readonly places: Float32Array;

  constructor({ places }: PackedMotion) {
    this.places = floatsFromText(places);
  }

  /** The last place at or before `at`, and how far to the next one. */
  find(at: number): { readonly index: number; readonly part: number } {
    const { places } = this;
    let low = 0;
    let high = places.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (places[middle] <= at) low = middle;
      else high = middle;
    }
    if (high === low) return { index: low, part: 0 };
    const width = places[high] - places[low];
    const part = width > 0 ? (at - places[low]) / width : 0;
    return { index: low, part: Math.min(1, Math.max(0, part)) };
  }
}

/** Places along a path: ends of segments and what lies between, at most so many. */
function placesOf({ segments }: Path, most: number): { segment: number; t: number }[] {
  const variation = new Float64Array(segments[0].from.length);
  const wanted = segments.map((segment) => {
    segment.variationUpperInto(0, 1, variation, 0);
    return Math.max(1, Math.ceil(Math.max(...variation, 0) / STEP));
  });
  const all = wanted.reduce((sum, n) => sum + n, 1);
  const factor = Math.min(1, (most - segments.length) / all);
  const places = [{ segment: 0, t: 0 }];
  if (factor <= 0) {
    // More segments than places: every so-and-so-many-th end.
    const every = Math.ceil(segments.length / (most - 1));
    segments.forEach((_, segment) => {
      const last = segment === segments.length - 1;
      if (last || (segment + 1) % every === 0) places.push({ segment, t: 1 });
    });
    return places;
  }
  wanted.forEach((n, segment) => {
    const parts = Math.max(1, Math.floor(n * factor));
    for (let k = 1; k <= parts; k++) places.push({ segment, t: k / parts });
  });
  return places;
}

/** The quaternion (x, y, z, w) of the rotation at pose[o], from its largest component. */
function quaternionInto(pose: Float64Array, o: number, out: Float64Array): void {
  const [xx, yy, zz] = [pose[o], pose[o + 4], pose[o + 8]];
  const squares = [1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz, 1 + xx + yy + zz];
  const k = squares.indexOf(Math.max(...squares));
  const sums = [
    pose[o + 3] + pose[o + 1],
    pose[o + 6] + pose[o + 2],
    pose[o + 7] + pose[o + 5],
    pose[o + 7] - pose[o + 5],
    pose[o + 2] - pose[o + 6],
    pose[o + 3] - pose[o + 1],
  ];
  const [xy, xz, yz, wx, wy, wz] = sums;
  const rows = [
    [squares[0], xy, xz, wx],
    [xy, squares[1], yz, wy],
    [xz, yz, squares[2], wz],
    [wx, wy, wz, squares[3]],
  ];
  const row = rows[k];
  const length = Math.sqrt(row.reduce((sum, x) => sum + x * x, 0));
  for (let i = 0; i < 4; i++) out[i] = row[i] / length;
}
