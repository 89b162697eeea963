/** Where an MJCF element stands: `pos`, and one of five ways to write a rotation. Poses as in math/pose.ts. */
import { MAX_COORDINATE, type Triple } from '../../geometry/index.ts';
import { composePoses, poseFromQuaternion, poseFromRpy, sincosInto } from '../../math/index.ts';
import { unitVector } from '../unitVector.ts';
import type { Fields } from './fields.ts';
import type { Settings } from './settings.ts';

const ROTATIONS = ['quat', 'axisangle', 'euler', 'xyaxes', 'zaxis'] as const;

/** The pose of an element in the frame around it. */
export function readPlacement(fields: Fields, settings: Settings): Float64Array {
  const [x, y, z] = readPosition(fields, 'pos') ?? [0, 0, 0];
  const pose = readRotation(fields, settings);
  pose.set([x, y, z], 9);
  return pose;
}

/** Three coordinates that can be computed with; undefined if nobody gives them. */
export function readPosition(fields: Fields, name: string): Triple | undefined {
  const point = fields.numbers(name, 3);
  if (!point) return undefined;
  if (point.every((each) => Math.abs(each) <= MAX_COORDINATE)) {
    return [point[0], point[1], point[2]];
  }
  const message = `a position beyond ${MAX_COORDINATE} m cannot be computed with`;
  throw fields.error('too-large', message, undefined, name);
}

function readRotation(fields: Fields, settings: Settings): Float64Array {
  const [name, second] = rotationsOf(fields);
  if (name === undefined) return poseFromRpy(0, 0, 0, 0, 0, 0);
  if (second !== undefined) {
    const message = `<${fields.element.name}> has two rotations, "${name}" and "${second}"`;
    throw fields.error('two-rotations', message, 'remove one of them', second);
  }
  switch (name) {
    case 'quat': {
      const [w, x, y, z] = fields.numbers(name, 4)!;
      return fromQuaternion(fields, name, [w, x, y, z]);
    }
    case 'axisangle': {
      const [x, y, z, angle] = fields.numbers(name, 4)!;
      return rotation(direction(fields, name, [x, y, z]), angle * settings.angle);
    }
    case 'euler':
      return fromEuler(fields.numbers(name, 3)!, settings);
    case 'xyaxes':
      return fromAxes(fields, fields.numbers(name, 6)!);
    default: {
      const [x, y, z] = fields.numbers(name, 3)!;
      return alongZ(direction(fields, name, [x, y, z]));
    }
  }
}

/**
 * What the element writes itself goes before what its class says; but a quaternion of its own, as in MuJoCo, after every
 * other way in which the class writes a rotation.
 */
function rotationsOf(fields: Fields): readonly (typeof ROTATIONS)[number][] {
  const own = ROTATIONS.filter((name) => fields.element.attributes.has(name));
  const all = ROTATIONS.filter((name) => fields.has(name));
  if (own.length === 0) return all;
  const others = all.filter((name) => name !== 'quat');
  return own.length === 1 && own[0] === 'quat' && others.length > 0 ? others : own;
}

/** w first, of any length but 0. */
export function fromQuaternion(
  fields: Fields,
  name: string,
  quaternion: readonly number[],
): Float64Array {
  const largest = Math.max(...quaternion.map(Math.abs));
  if (!(largest > 0)) {
    const message = `"${name}" of <${fields.element.name}> is zero`;
    throw fields.error('zero-rotation', message, 'no rotation is "1 0 0 0"', name);
  }
  const scaled = quaternion.map((each) => each / largest);
  const length = Math.hypot(...scaled);
  const [w, x, y, z] = scaled.map((each) => each / length);
  return poseFromQuaternion(x, y, z, w);
}

/** Turns by radians about a unit vector. */
export function rotation([x, y, z]: Triple, angle: number): Float64Array {
  const half = new Float64Array(2);
  sincosInto(angle / 2, half, 0);
  const [s, c] = half;
  return poseFromQuaternion(x * s, y * s, z * s, c);
}

function fromEuler(angles: Float64Array, { angle, eulerseq }: Settings): Float64Array {
  let pose = poseFromRpy(0, 0, 0, 0, 0, 0);
  for (let i = 0; i < 3; i++) {
    const letter = eulerseq[i];
    const axis = 'xyz'.indexOf(letter.toLowerCase());
    const turns = [0, 0, 0];
    turns[axis] = angles[i] * angle;
    const turn = poseFromRpy(turns[0], turns[1], turns[2], 0, 0, 0);
    const turnsAlong = letter === letter.toLowerCase();
    pose = turnsAlong ? composePoses(pose, turn) : composePoses(turn, pose);
  }
  return pose;
}

function fromAxes(fields: Fields, values: Float64Array): Float64Array {
  const x = direction(fields, 'xyaxes', [values[0], values[1], values[2]]);
  const along = x[0] * values[3] + x[1] * values[4] + x[2] * values[5];
  const y = direction(fields, 'xyaxes', [
    values[3] - along * x[0],
    values[4] - along * x[1],
    values[5] - along * x[2],
  ]);
  const z = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
  return Float64Array.of(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2], 0, 0, 0);
}

/** The shortest turn that brings z to a unit vector; about x where it is turned over. */
export function alongZ([x, y, z]: Triple): Float64Array {
  // By half angles, so that nothing is lost where the vector nearly points down.
  const across = Math.hypot(x, y);
  if (z >= 0) {
    const c = Math.sqrt((1 + z) / 2);
    return unitRotation(-y / (2 * c), x / (2 * c), c);
  }
  const s = Math.sqrt((1 - z) / 2);
  if (across === 0) return unitRotation(s, 0, 0);
  return unitRotation((-y / across) * s, (x / across) * s, across / (2 * s));
}

function unitRotation(x: number, y: number, w: number): Float64Array {
  const length = Math.hypot(x, y, w);
  return poseFromQuaternion(x / length, y / length, 0, w / length);
}

/** A direction of length 1. Throws where it is zero. */
export function direction(fields: Fields, name: string, vector: Triple): Triple {
  const unit = unitVector(vector);
  if (unit) return unit;
  const message = `"${name}" of <${fields.element.name}> is no direction`;
  throw fields.error('zero-axis', message, 'give a direction, such as "0 0 1"', name);
}

/** A pose that only moves. */
export function translation(x: number, y: number, z: number): Float64Array {
  return poseFromRpy(0, 0, 0, x, y, z);
}
