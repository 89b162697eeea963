export * from './bvh/index.ts';
export * from './cell/index.ts';
export * from './formats/index.ts';
export * from './geometry/index.ts';
export * from './kinematics/index.ts';
export * from './math/index.ts';
export * from './proximity/index.ts';
