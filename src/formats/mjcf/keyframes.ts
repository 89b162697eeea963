/** Keyframes of an MJCF model, as named states. */
import type { NamedState } from '../../kinematics/index.ts';
import type { Fault } from '../../math/index.ts';
import { type Body, bodiesBelow } from './bodies.ts';
import type { Joint } from './joints.ts';
import type { ModelFiles } from './modelFiles.ts';

/** The group that all joints are in. */
export const ALL_JOINTS = 'all';

/** How many numbers of a keyframe a joint takes. */
const SIZE: Readonly<Record<Joint['type'], number>> = { free: 7, ball: 4, hinge: 1, slide: 1 };

/** The keyframes, as values of the joints that move by themselves; one with the wrong number of them is left out with a note. */
export function readKeyframes(
  model: ModelFiles,
  world: Body,
  free: readonly string[],
  notes: Fault[],
): NamedState[] {
  const joints = [...bodiesBelow(world)].flatMap((body) => body.joints);
  const needed = joints.reduce((sum, { type }) => sum + SIZE[type], 0);
  const known = new Set(free);
  const states: NamedState[] = [];
  let number = 0;
  for (const section of model.sections('keyframe')) {
    for (const element of model.childrenOf(section).filter(({ name }) => name === 'key')) {
      const name = element.attribute('name') ?? `key${number}`;
      number++;
      if (!element.attributes.has('qpos')) continue;
      const qpos = element.numbersAttribute('qpos');
      if (qpos.length !== needed) {
        const message = `the keyframe "${name}" is left out: it has ${qpos.length} numbers, the joints take ${needed}`;
        notes.push(element.fault('keyframe', message, undefined, 'qpos'));
        continue;
      }
      const values = new Map<string, readonly number[]>();
      let at = 0;
      for (const joint of joints) {
        const own = qpos.subarray(at, at + SIZE[joint.type]);
        at += own.length;
        for (const [each, value] of valuesOf(joint, own))
          if (known.has(each)) values.set(each, value);
      }
      states.push({ name, group: ALL_JOINTS, values });
    }
  }
  return states;
}

/** The values of a joint of the file for the joints that it became here. */
function valuesOf({ name, type }: Joint, own: Float64Array): [string, readonly number[]][] {
  if (type === 'hinge' || type === 'slide') return [[name, [own[0]]]];
  const [w, x, y, z] = unit(own.subarray(own.length - 4));
  if (type === 'free') return [[name, [own[0], own[1], own[2], x, y, z, w]]];
  // About x, then y, then z, each turning along: R = Rx Ry Rz.
  const sinY = Math.max(-1, Math.min(1, 2 * (x * z + y * w)));
  return [
    [`${name}.x`, [Math.atan2(2 * (x * w - y * z), 1 - 2 * (x * x + y * y))]],
    [`${name}.y`, [Math.asin(sinY)]],
    [`${name}.z`, [Math.atan2(2 * (z * w - x * y), 1 - 2 * (y * y + z * z))]],
  ];
}

/** A quaternion of length 1; no rotation where there is none. */
function unit(quaternion: Float64Array): number[] {
  const length = Math.hypot(...quaternion);
  return length > 0 ? [...quaternion].map((each) => each / length) : [1, 0, 0, 0];
}
