export * from './geometry/index.ts';
export * from './math/index.ts';
