/** Between poses of 12 numbers (math/pose.ts) and the matrices of three.js. */
import { Matrix4, type Object3D, Vector3 } from 'three';

/** The pose at p[o], times a uniform scale, into the matrix. Allocates nothing. */
export function poseToMatrix(p: ArrayLike<number>, o: number, out: Matrix4, scale = 1): Matrix4 {
  const e = out.elements;
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      e[4 * column + row] = scale * p[o + 3 * row + column];
    }
    e[12 + row] = p[o + 9 + row];
    e[4 * row + 3] = 0;
  }
  e[15] = 1;
  return out;
}

/** A matrix without scale as a pose. */
export function matrixToPose(matrix: Matrix4): Float64Array {
  const e = matrix.elements;
  const pose = new Float64Array(12);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) pose[3 * row + column] = e[4 * column + row];
    pose[9 + row] = e[12 + row];
  }
  return pose;
}

const scratch = new Matrix4();
const ones = new Vector3();

/** Places an object that handles may move: by position and quaternion, not by matrix. */
export function placeObject(object: Object3D, poses: ArrayLike<number>, o = 0): void {
  placeObjectBy(object, poseToMatrix(poses, o, scratch));
}

/** Places an object like that where a matrix without scale says. */
export function placeObjectBy(object: Object3D, matrix: Matrix4): void {
  matrix.decompose(object.position, object.quaternion, ones);
  object.scale.set(1, 1, 1);
  object.updateMatrix();
}

/**
 * The pose of such an object. Its quaternion is rounded to length 1 in doubles first, so that the
 * rotation is one to the accuracy that readers ask for.
 */
export function poseOfObject(object: Object3D): Float64Array {
  object.quaternion.normalize();
  scratch.compose(object.position, object.quaternion, ones.set(1, 1, 1));
  return matrixToPose(scratch);
}
