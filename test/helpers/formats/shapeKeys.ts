/** Changes of shapes in a cell file, by key of the schema below `shape`. */
import type { At, Json } from './loopKeys.ts';

/** Keys of shapes, wherever one is: obstacle or attached object, alone or a part. */
export const SHAPES: Readonly<Record<string, readonly (readonly [At, Json])[]>> = {
  box: [
    [
      [0, 'shape', 'box'],
      [0.1, 0.1, 0.2],
    ],
  ],
  sphere: [[[1, 'shape', 'sphere'], { radius: 0.2 }]],
  'sphere.radius': [[[1, 'shape', 'sphere', 'radius'], 0.2]],
  cylinder: [[[1, 'shape'], { cylinder: { radius: 0.1, length: 0.2 } }]],
  'cylinder.radius': [[[1, 'shape'], { cylinder: { radius: -1, length: 0.2 } }]],
  'cylinder.length': [[[1, 'shape'], { cylinder: { radius: 1, length: 0 } }]],
  capsule: [[[1, 'shape'], { capsule: { radius: 0.1, length: 0.2 } }]],
  'capsule.radius': [[[1, 'shape'], { capsule: { radius: 0, length: 0.2 } }]],
  'capsule.length': [[[1, 'shape'], { capsule: { radius: 1, length: -1 } }]],
  cone: [[[2, 'shape', 'cone'], { radius: 0.1, length: 0.3 }]],
  'cone.radius': [[[2, 'shape', 'cone', 'radius'], 0.2]],
  'cone.length': [[[2, 'shape', 'cone', 'length'], 0.3]],
  ellipsoid: [[[3, 'shape', 'ellipsoid'], { radii: [0.1, 0.1, 0.1] }]],
  'ellipsoid.radii': [
    [
      [3, 'shape', 'ellipsoid', 'radii'],
      [0.1, 0.2, 0.2],
    ],
  ],
  half_space: [[[4, 'shape', 'half_space'], { normal: [0, 0, 1] }]],
  'half_space.normal': [
    [
      [4, 'shape', 'half_space', 'normal'],
      [0, 0.1, 1],
    ],
  ],
  'half_space.offset': [[[4, 'shape', 'half_space', 'offset'], -0.6]],
  plane: [[[5, 'shape', 'plane'], { normal: [0, 0, -1] }]],
  'plane.normal': [
    [
      [5, 'shape', 'plane', 'normal'],
      [0, 0.1, -1],
    ],
  ],
  'plane.offset': [[[5, 'shape', 'plane', 'offset'], -3]],
  hull: [
    [
      [6, 'shape', 'hull', 0],
      [0, 0, 0.9],
    ],
  ],
  mesh: [[[7, 'shape', 'mesh'], 'stuff.stl']],
  scale: [
    [[7, 'shape', 'scale'], 2],
    [[0, 'shape', 'scale'], 2],
  ],
  solid: [
    [[7, 'shape', 'solid'], true],
    [[0, 'shape', 'solid'], true],
  ],
};
