/**
 * Octomaps, clouds and height maps for a page: places with coordinates in 16 bits, eight characters a point. Of very many
 * members the nearest to robots are kept and, evenly, some of the others. For drawing; no verdict rests on it.
 */
import type { ObstacleSet } from '../cell/index.ts';
import { shortsFromText, shortsToText, wordsFromText, wordsToText } from './bytes.ts';
import { type DrawnBoxes, drawnBoxes } from './drawnBoxes.ts';
import { nearestBoxes } from './nearestBoxes.ts';
import { type Steps, stepsOf } from './steps.ts';

/** A set of obstacles in the picture. Member i is called `name/i`. */
export interface PackedSet {
  readonly name: string;
  readonly shape: ObstacleSet['shape'];
  /** Places the set's frame in the world: 12 numbers. */
  readonly pose: readonly number[];
  /** Members that were checked, and those left out of the picture to save room. */
  readonly count: number;
  readonly left?: number;
  /** The lowest middle in all coordinates, what one step of each is, and three steps of 16 bits for each that is drawn. */
  readonly low: Steps['low'];
  readonly step: Steps['step'];
  readonly positions: string;
  /** What one step of half lengths is, and three steps of 16 bits: once if all are equal, else for each that is drawn. */
  readonly halfStep: Steps['step'];
  readonly halves: string;
  /** Numbers of 32 bits of those that are drawn, if not all are. */
  readonly members?: string;
}

/** Members of all sets together that the picture of a page has room for. */
export const MOST_MEMBERS = 150_000;

/** Points that are looked at from near: the bases of robots, in the world. */
type Bases = readonly ArrayLike<number>[];

/** Of all sets together at most so many members. */
export function packSets(sets: readonly ObstacleSet[], bases: Bases, most: number): PackedSet[] {
  const all = sets.reduce((n, { centres }) => n + centres.length / 3, 0);
  return sets.map((set) => {
    const share = Math.floor((most * (set.centres.length / 3)) / Math.max(all, most));
    return packSet(set, bases, Math.max(1, share));
  });
}

function packSet(set: ObstacleSet, bases: Bases, most: number): PackedSet {
  const seen = drawnBoxes(set);
  const { members, boxes } = thinned(seen, most, (n) =>
    nearestBoxes(
      seen.boxes,
      bases.map((base) => inFrame(base, set.pose)),
      n,
    ),
  );
  const count = set.centres.length / 3;
  const left = seen.members.length - members.length;
  const places = stepsOf(boxes, 0, 'lowest');
  const halves = stepsOf(boxes, 3, 'zero');
  return {
    ...{ name: set.name, shape: set.shape, pose: [...set.pose], count },
    ...(left > 0 && { left }),
    ...{ low: places.low, step: places.step, positions: shortsToText(places.steps) },
    halfStep: halves.step,
    halves: shortsToText(isUniform(halves.steps) ? halves.steps.subarray(0, 3) : halves.steps),
    ...(members.length < count && { members: wordsToText(members) }),
  };
}

/** What is drawn of a packed set. */
export function unpackSet(packed: PackedSet): DrawnBoxes {
  const { low, step, halfStep } = packed;
  const places = shortsFromText(packed.positions);
  const halves = shortsFromText(packed.halves);
  const count = Math.floor(places.length / 3);
  const isOne = halves.length === 3;
  const boxes = new Float32Array(6 * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      boxes[6 * i + k] = low[k] + places[3 * i + k] * step[k];
      boxes[6 * i + 3 + k] = halves[isOne ? k : 3 * i + k] * halfStep[k];
    }
  }
  const members =
    packed.members === undefined
      ? Uint32Array.from({ length: count }, (_, i) => i)
      : wordsFromText(packed.members);
  return { members, boxes };
}

/** At most so many: half of them as `nearest` says, the others evenly from the rest. */
function thinned(
  { members, boxes }: DrawnBoxes,
  most: number,
  nearest: (most: number) => Uint8Array,
): DrawnBoxes {
  const count = members.length;
  if (count <= most) return { members, boxes };
  const isNear = nearest(most >> 1);
  const near = isNear.reduce((n, each) => n + each, 0);
  const [room, others] = [most - near, count - near];
  const kept = new Uint32Array(most);
  const keptBoxes = new Float32Array(6 * most);
  let [n, passed] = [0, 0];
  for (let i = 0; i < count; i++) {
    if (!isNear[i]) {
      const before = Math.floor((passed * room) / others);
      passed++;
      if (Math.floor((passed * room) / others) === before) continue;
    }
    kept[n] = members[i];
    keptBoxes.set(boxes.subarray(6 * i, 6 * i + 6), 6 * n++);
  }
  return { members: kept.subarray(0, n), boxes: keptBoxes.subarray(0, 6 * n) };
}

/** A point of the world in the frame that a pose places there. */
function inFrame(point: ArrayLike<number>, pose: Float64Array): Float64Array {
  const [x, y, z] = [point[0] - pose[9], point[1] - pose[10], point[2] - pose[11]];
  return Float64Array.from(
    { length: 3 },
    (_, k) => pose[k] * x + pose[3 + k] * y + pose[6 + k] * z,
  );
}

function isUniform(steps: Uint16Array): boolean {
  return steps.every((step, i) => step === steps[i % 3]);
}
