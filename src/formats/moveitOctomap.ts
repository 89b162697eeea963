/**
 * The octomap of a planning scene (octomap_msgs/OctomapWithPose): a tree of cells, and where it stands. MoveIt calls it
 * `<octomap>`, also in allowed collision matrices, and takes unknown cells for free.
 */
import type { ObstacleSet } from '../cell/index.ts';
import { composePoses, InputError, identityPose } from '../math/index.ts';
import type { CellContext } from './cellShape.ts';
import { readFrame, readPoseMessage } from './moveitMessages.ts';
import type { Frames } from './moveitState.ts';
import type { Value } from './value.ts';
import { readOctomapMessage } from './worlds/octomap.ts';

/** The name of the octomap in scenes: its cells are `<octomap>/0`, `<octomap>/1`, ... */
export const OCTOMAP = '<octomap>';

/** Its obstacles; null where it holds nothing. Throws an InputError at the octomap. */
export function readSceneOctomap(
  value: Value | undefined,
  frames: Frames,
  { notes }: CellContext,
): ObstacleSet | null {
  const keys = value?.mapping('an octomap', ['header', 'origin', 'octomap']);
  const fields = ['header', 'binary', 'id', 'resolution', 'data'] as const;
  const inner = keys?.get('octomap')?.mapping('an octomap', fields);
  const data = inner?.get('data');
  if (!value || !keys || !inner || !data || data.isEmpty()) return null;
  const frame = readFrame(keys.get('header')) || readFrame(inner.get('header'));
  const origin = keys.optional('origin', identityPose(), readPoseMessage);
  const pose = composePoses(frames.inWorld(frame, value), origin);
  try {
    const message = {
      binary: inner.optional('binary', false, (v) => v.boolean('binary')),
      id: inner.optional('id', '', (v) => v.text('id', 'may be empty')) || 'OcTree',
      resolution: inner.need('resolution').number('resolution'),
      data: bytesOf(data),
    };
    const world = readOctomapMessage(message, { file: '', name: OCTOMAP, pose });
    notes.push(...world.notes.map(({ code, message: text }) => value.error(code, text).fault));
    return world.set;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { message, byte } = error.fault;
    const place = byte === undefined ? '' : `byte ${byte} of its data: `;
    const hint = 'without it nothing would be proven: send it anew, or empty (data: [])';
    throw value.error('scene/octomap', `the octomap cannot be read: ${place}${message}`, hint);
  }
}

/** A list of bytes, as numbers from -128 to 255. */
function bytesOf(value: Value): Uint8Array {
  const items = value.numbers('data');
  const bytes = new Uint8Array(items.length);
  for (let i = 0; i < items.length; i++) {
    const x = items[i];
    if (!Number.isInteger(x) || x < -128 || x > 255) {
      throw value.error('scene/octomap', `number ${i + 1} of data is ${x}, expected a byte`);
    }
    bytes[i] = x;
  }
  return bytes;
}
