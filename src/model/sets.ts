/**
 * Sets of obstacles: the cells of an octomap, the points of a scan, the columns of a height map. One obstacle each, of
 * one box or ball along the axes of the set's frame, and together a few flat arrays: a million of them takes some
 * dozens of bytes each. Names (`scan/123456`) and poses are made when somebody asks.
 *
 * A member is an obstacle like any other: `setMember` says which, and digests, exported models and verifiers see
 * nothing else.
 */
import { assertShape, type PlainShape } from '../geometry/shapes.ts';
import { orthonormalise } from '../kinematics/joint.ts';
import { InputError } from '../math/fault.ts';
import { assertPose, identityPose, transformPointInto } from '../math/pose.ts';
import { U } from '../math/rounding.ts';
import type { ObstacleDescription, ObstacleSet } from './description.ts';

const IDENTITY = identityPose();

/** How many members a set has. */
export function setSize({ centres }: Pick<ObstacleSet, 'centres'>): number {
  return centres.length / 3;
}

/** How many obstacles of sets a cell has. */
export function setMembers(sets: readonly ObstacleSet[] | undefined): number {
  return (sets ?? []).reduce((n, set) => n + setSize(set), 0);
}

/** What a member is called: `scan/123456`. */
export function memberName({ name }: Pick<ObstacleSet, 'name'>, member: number): string {
  return `${name}/${member}`;
}

/** The number of the member that is called so; -1 if none is. */
export function memberCalled(set: ObstacleSet, name: string): number {
  const start = set.name.length + 1;
  if (!name.startsWith(set.name) || name[set.name.length] !== '/') return -1;
  const digits = name.slice(start);
  if (!/^(0|[1-9]\d{0,9})$/.test(digits)) return -1;
  const member = Number(digits);
  return member < setSize(set) ? member : -1;
}

/** The member of a set that is called so, as an obstacle; undefined if none is. */
export function obstacleOfSets(
  sets: readonly ObstacleSet[] | undefined,
  name: string,
): ObstacleDescription | undefined {
  for (const set of sets ?? []) {
    const member = memberCalled(set, name);
    if (member >= 0) return setMember(set, member);
  }
  return undefined;
}

/** A member as an obstacle of its own. */
export function setMember(set: ObstacleSet, member: number): ObstacleDescription {
  const pose = new Float64Array(12);
  memberPoseInto(set, member, pose);
  const parts = [{ pose: IDENTITY, geometry: memberShape(set, member) }];
  return { name: memberName(set, member), pose, parts, solid: true };
}

/** out = where a member stands in the world: turned as the set is. */
export function memberPoseInto(set: ObstacleSet, member: number, out: Float64Array): void {
  out.set(set.pose);
  transformPointInto(set.pose, 0, set.centres, 3 * member, out, 9);
}

/** The shape of a member: one object for all members of one size. */
export function memberShape(set: ObstacleSet, member: number): PlainShape {
  const { sizeOf } = set;
  const size = sizeOf === null ? 0 : sizeOf[member];
  const shapes = shapesOf(set);
  shapes[size] ??= makeShape(set, size);
  return shapes[size];
}

/** Shapes that were made of sets, by number of the size. */
const known = new WeakMap<ObstacleSet, PlainShape[]>();

function shapesOf(set: ObstacleSet): PlainShape[] {
  let shapes = known.get(set);
  if (!shapes) {
    shapes = [];
    known.set(set, shapes);
  }
  return shapes;
}

function makeShape({ shape, sizes }: ObstacleSet, size: number): PlainShape {
  if (shape === 'sphere') return { kind: 'sphere', radius: sizes[size] };
  const o = 3 * size;
  return { kind: 'box', half: [sizes[o], sizes[o + 1], sizes[o + 2]] };
}

/** Places the shapes of members as the model does: the pose is lent for the time of a look. */
export class MemberPlaces {
  private readonly set: ObstacleSet;
  private readonly pose = new Float64Array(12);

  constructor(set: ObstacleSet) {
    this.set = set;
    this.pose.set(set.pose);
    orthonormalise(this.pose);
  }

  /** The pose of a member's shape, its rotation mended as every shape's is (docs/certificate-model.md). */
  of(member: number): Float64Array {
    const { set, pose } = this;
    transformPointInto(set.pose, 0, set.centres, 3 * member, pose, 9);
    return pose;
  }
}

/** More than what rounding moves a point by that is at most so far from its set's origin along each axis. */
export function roundingOf(reach: number, pose: Float64Array): number {
  const shift = Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11]);
  return 64 * U * (reach + shift);
}

/** A set somewhere else: its members are greater by what placing them there may round. */
export function movedSet(set: ObstacleSet, pose: Float64Array): ObstacleSet {
  if (pose === set.pose) return set;
  let reach = 0;
  for (let i = 0; i < set.centres.length; i++) reach = Math.max(reach, Math.abs(set.centres[i]));
  const more = roundingOf(reach, pose) + roundingOf(reach, set.pose);
  return { ...set, pose, sizes: set.sizes.map((size) => size + more) };
}

/** Throws an InputError for a set that is none: sizes that no shape has, places that are no numbers. */
export function requireSet(set: ObstacleSet): void {
  const { name, centres, sizes, sizeOf, shape } = set;
  const fail = (message: string) =>
    new InputError({ code: 'cell/set', message: `the obstacles "${name}/*": ${message}` });
  assertPose(set.pose);
  const each = shape === 'sphere' ? 1 : 3;
  const count = sizes.length / each;
  if (centres.length % 3 !== 0 || !Number.isInteger(count) || count < 1) {
    throw fail('expected three numbers for each centre, and at least one size');
  }
  if (sizeOf !== null && sizeOf.length !== setSize(set)) {
    throw fail(`${setSize(set)} members have ${sizeOf.length} sizes`);
  }
  for (let i = 0; i < count; i++) assertShape(makeShape(set, i));
  for (let i = 0; i < (sizeOf?.length ?? 0); i++) {
    if (sizeOf![i] >= count) throw fail(`member ${i} has size number ${sizeOf![i]} of ${count}`);
  }
  for (let i = 0; i < centres.length; i++) {
    if (Number.isFinite(centres[i])) continue;
    throw fail(`the place of member ${Math.floor(i / 3)} is no number: ${centres[i]}`);
  }
}
