/** The transforms of COLLADA nodes. Lengths are in the file's units, angles in degrees. */
import {
  type Affine,
  affineOfMatrix,
  axisRotation,
  identityAffine,
  scaling,
  translation,
} from './meshScene.ts';
import type { XmlElement } from './xml.ts';

/** The map of a transform element; undefined if it is something else. */
export function transformOf(element: XmlElement): Affine | undefined {
  switch (element.local) {
    case 'matrix':
      return matrixOf(element);
    case 'translate': {
      const [x, y, z] = element.numbers(3);
      return translation(x, y, z);
    }
    case 'scale': {
      const [x, y, z] = element.numbers(3);
      return scaling(x, y, z);
    }
    case 'rotate': {
      const [x, y, z, angle] = element.numbers(4);
      if (angle === 0) return identityAffine();
      if (Math.hypot(x, y, z) > 0) return axisRotation(x, y, z, angle);
      throw element.error('bad-transform', 'the axis of a <rotate> has no length');
    }
    case 'lookat':
    case 'skew':
      throw element.error(
        'unsupported-transform',
        `cannot read the transform <${element.name}>`,
        'export with matrices',
      );
    default:
      return undefined;
  }
}

/** The map of an element with the 16 numbers of a matrix, row by row. */
export function matrixOf(element: XmlElement): Affine {
  const placement = affineOfMatrix(element.numbers(16));
  if (placement) return placement;
  throw element.error('bad-transform', `the last row of <${element.name}> must be 0 0 0 1`);
}
