/**
 * Point clouds: PCD, PLY and text. Every point becomes a ball: points have no size, and how much around a point is taken for
 * occupied is for somebody to say. Without a radius nothing is read.
 */
import { roundingOf } from '../../cell/index.ts';
import { type Fault, InputError } from '../../math/index.ts';
import { startsWith } from '../meshFile.ts';
import { readPlyPoints } from '../ply.ts';
import type { WorldFile } from './octomap.ts';
import { isPcd, readPcd } from './pcd.ts';
import type { CloudPoints } from './points.ts';
import { readXyz } from './xyz.ts';

export interface ReadCloudOptions {
  /** The name or path of the file; text is told by its ending from nothing. */
  readonly file: string;
  /** Names of the points begin with it. */
  readonly name: string;
  /** Places the cloud's frame in the world. */
  readonly pose: Float64Array;
  /** Metres around every point that are taken for occupied. */
  readonly radius: number;
}

/** Larger than this, in metres, and coordinates were probably meant in millimetres. */
const SUSPICIOUS_REACH = 2000;

/** The points of a cloud, whatever its format. Throws an InputError with its place. */
export function readPoints(bytes: Uint8Array, file: string): CloudPoints {
  if (startsWith(bytes, 'ply')) return readPlyPoints(bytes, file);
  return isPcd(bytes) || /\.pcd$/i.test(file) ? readPcd(bytes, file) : readXyz(bytes, file);
}

/** Reads a point cloud: PCD, PLY or text. Throws an InputError with its place. */
export function readCloud(bytes: Uint8Array, options: ReadCloudOptions): WorldFile {
  const { file, name, pose, radius } = options;
  if (!(radius > 0 && radius < Infinity)) {
    throw new InputError({
      code: 'cloud/radius',
      message: `the radius of points is ${radius}, expected a length of more than 0`,
      file,
      line: 1,
    });
  }
  const { points, notes: found } = readPoints(bytes, file);
  const notes: Fault[] = [...found];
  if (points.length === 0) {
    const message = 'the cloud has no points: nothing would be tested';
    throw new InputError({ code: 'cloud/empty', message, file, line: 1 });
  }
  let reach = 0;
  for (let i = 0; i < points.length; i++) reach = Math.max(reach, Math.abs(points[i]));
  if (reach > SUSPICIOUS_REACH) {
    const message = 'points lie more than 2 km from the origin';
    const hint = 'lengths are in metres, not millimetres';
    notes.push({ code: 'cell/millimetres', message, file, hint });
  }
  // Points that are not moved stay what they are; placing others rounds.
  const isMoved = pose.some((x, i) => x !== (i === 0 || i === 4 || i === 8 ? 1 : 0));
  const sizes = Float64Array.of(isMoved ? radius + roundingOf(reach, pose) : radius);
  return { set: { name, pose, shape: 'sphere', centres: points, sizes, sizeOf: null }, notes };
}
