export { angleOf, turnBetweenInto } from './angle.ts';
export { COEFFICIENTS, Curve } from './curve.ts';
export { buildPath, type Path, type PathOptions, type WrapRule } from './path.ts';
export { PolynomialSegment } from './polynomial.ts';
export type { Segment } from './segment.ts';
export { StraightSegment } from './straight.ts';
export { floatingDofs } from './turn.ts';
