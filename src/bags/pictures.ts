/** What Foxglove draws of a cell: frames, bodies, the closest pair and where bodies touch, as foxglove.* messages. */
import type { Cell, PairFinding } from '../cell/index.ts';
import type { PathWitness } from '../check/index.ts';
import type { Kinematics } from '../kinematics/index.ts';
import { quaternionOf, transformPointInto } from '../math/index.ts';
import { type PackedSet, packScene, unpackMesh, unpackSet } from '../report/index.ts';
import { mmLower, mmUpper } from '../words/index.ts';

interface Time {
  readonly sec: number;
  readonly nsec: number;
}

/** The frame that everything is given in, and when. */
export interface Moment {
  readonly world: string;
  readonly time: Time;
}

const ORIGIN = { position: { x: 0, y: 0, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 1 } };
const FOREVER = { sec: 0, nsec: 0 };
const LINE_LIST = 2;
const NONE = {
  ...{ arrows: [], cubes: [], spheres: [], cylinders: [], lines: [], triangles: [] },
  ...{ texts: [], models: [] },
};
const ROBOT = { r: 0.8, g: 0.82, b: 0.86, a: 1 };
const OBSTACLE = { r: 0.55, g: 0.6, b: 0.5, a: 1 };
const CARRIED = { r: 0.85, g: 0.7, b: 0.35, a: 1 };
const BAD = { r: 0.9, g: 0.1, b: 0.1, a: 1 };
const NEAR = { r: 0.1, g: 0.45, b: 0.9, a: 1 };
/** Characters that meshes of a picture may take. */
const MOST_BYTES = 3_000_000;
/** Points of scans and cells of maps that are drawn: each is an object in JSON. */
const MOST_MEMBERS = 5000;

/** Names of all frames, the world first; each once. */
export function frameTable({ tree }: Cell): readonly string[] {
  const names = [...tree.frameNames];
  const isTaken = names.indexOf('world', 1) > 0;
  return [isTaken ? 'surepath/world' : 'world', ...names.slice(1)];
}

/** foxglove.FrameTransforms of the configuration that was set. */
export function framesAt(kinematics: Kinematics, table: readonly string[], timestamp: Time) {
  return {
    transforms: table.slice(1).map((child_frame_id, i) => {
      const o = kinematics.poseOf(i + 1);
      const pose = kinematics.poses.slice(o, o + 12);
      const [x, y, z, w] = quaternionOf(pose);
      return {
        ...{ timestamp, parent_frame_id: table[0], child_frame_id },
        translation: point(pose.subarray(9)),
        rotation: { x, y, z, w },
      };
    }),
  };
}

/** All bodies, as triangles in the frames that they move with; of very large ones fewer triangles. */
export function bodiesUpdate(cell: Cell, table: readonly string[], timestamp: Time) {
  const scene = packScene(cell, { maxBytes: MOST_BYTES, maxMembers: MOST_MEMBERS });
  const meshes = scene.meshes.map(unpackMesh);
  const entities = scene.bodies
    .filter((body) => body.meshes.length > 0)
    .map(({ name, kind, mover, meshes: own }) => ({
      ...entity(name, { world: table[scene.movers[mover]], time: timestamp }),
      frame_locked: true,
      triangles: own.map((i) => ({
        pose: ORIGIN,
        points: Array.from({ length: meshes[i].positions.length / 3 }, (_, k) =>
          point(meshes[i].positions.subarray(3 * k, 3 * k + 3)),
        ),
        color: kind === 'obstacle' ? OBSTACLE : kind === 'attached' ? CARRIED : ROBOT,
        colors: [],
        indices: [...meshes[i].indices],
      })),
    }));
  const moment = { world: table[0], time: timestamp };
  const sets = (scene.sets ?? []).map((set) => ({
    ...entity(set.name, moment),
    ...membersOf(set),
  }));
  return { deletions: [], entities: [...entities, ...sets] };
}

/** What is drawn of a set, as primitives. */
function membersOf(set: PackedSet) {
  const boxes = Float64Array.from(unpackSet(set).boxes);
  const pose = Float64Array.from(set.pose);
  const [x, y, z, w] = quaternionOf(pose);
  const place = new Float64Array(3);
  const drawn = Array.from({ length: boxes.length / 6 }, (_, i) => {
    transformPointInto(pose, 0, boxes, 6 * i, place, 0);
    const size = point(boxes.subarray(6 * i + 3, 6 * i + 6).map((half) => 2 * half));
    return { pose: { position: point(place), orientation: { x, y, z, w } }, size, color: OBSTACLE };
  });
  return set.shape === 'sphere' ? { spheres: drawn } : { cubes: drawn };
}

/** A line between the two, with their distance beside it. */
export function closestUpdate(
  { points, colliding, distance }: PairFinding,
  { a, b }: { readonly a: string; readonly b: string },
  moment: Moment,
) {
  if (!points) return { deletions: [], entities: [] };
  const text = colliding ? `${a} and ${b}` : `${a} and ${b}: ${mmUpper(distance)}`;
  return {
    deletions: [],
    entities: [{ ...entity('closest', moment), ...between(points, colliding ? BAD : NEAR, text) }],
  };
}

/** Where two bodies touch, or are too close. */
export function witnessUpdate({ bodies }: Cell, witness: PathWitness, moment: Moment) {
  const { finding, pair, verdict } = witness;
  const names = [pair.a, pair.b].map((i) => bodies[i].name).join(' and ');
  if (!finding.points) return { deletions: [], entities: [] };
  const far = verdict === 'colliding' ? '' : `, ${mmLower(finding.lower)} or more`;
  const made = between(finding.points, BAD, `${verdict}: ${names}${far}`);
  return { deletions: [], entities: [{ ...entity('witness', moment), ...made }] };
}

function between(points: readonly [Float64Array, Float64Array], color: typeof BAD, text: string) {
  const ends = points.map((each) => point(each));
  const size = { x: 0.01, y: 0.01, z: 0.01 };
  const at = (position: { x: number; y: number; z: number }) => ({ ...ORIGIN, position });
  const common = { color, colors: [], indices: [] };
  return {
    spheres: ends.map((end) => ({ pose: at(end), size, color })),
    lines: [
      {
        ...{ type: LINE_LIST, pose: ORIGIN, thickness: 2, scale_invariant: true },
        ...{ points: ends, ...common },
      },
    ],
    texts: [
      {
        ...{ pose: at(ends[0]), billboard: true, font_size: 14, scale_invariant: true },
        ...{ color, text },
      },
    ],
  };
}

function entity(id: string, { world: frame_id, time: timestamp }: Moment) {
  const lasting = { lifetime: FOREVER, frame_locked: false, metadata: [] };
  return { timestamp, frame_id, id, ...lasting, ...NONE };
}

function point(p: ArrayLike<number>) {
  return { x: p[0], y: p[1], z: p[2] };
}
