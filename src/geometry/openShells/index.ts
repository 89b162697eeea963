/** Open shells of triangle soups: vertex cycles, boundaries, shells, and how they are divided into nearly convex pieces. */
export type { ShellBoundary } from './boundaries.ts';
export { type ConcavePart, findConcaveParts, type Rim } from './bridges.ts';
export type { VertexCycles } from './cycles.ts';
export {
  type DividedShells,
  divideShells,
  type ShellOptions,
  type ShellPieces,
} from './divide.ts';
export { findOpenShells, type OpenShell, type ShellModel } from './extract.ts';
export { BRANCH, type Faces, NO_FACE } from './faces.ts';
