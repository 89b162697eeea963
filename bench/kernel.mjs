// @ts-check
// The built package, all floors in one.

export * from '../dist/bvh/index.js';
export * from '../dist/cell/index.js';
export * from '../dist/certificate/index.js';
export * from '../dist/check/index.js';
export * from '../dist/formats/index.js';
export * from '../dist/geometry/index.js';
export * from '../dist/kinematics/index.js';
export * from '../dist/math/index.js';
export * from '../dist/motion/index.js';
export * from '../dist/plan/index.js';
export * from '../dist/proximity/index.js';
export * from '../dist/report/index.js';
