export { angleOf, turnBetweenInto } from './angle.ts';
export { buildPath, type Path, type PathOptions, type WrapRule } from './path.ts';
export type { Segment } from './segment.ts';
export { floatingDofs, StraightSegment } from './straight.ts';
