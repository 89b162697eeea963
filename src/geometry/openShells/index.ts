/** Open shells of triangle soups: vertex cycles, boundaries, shells, and how they are divided into nearly convex pieces. */
export type { ShellBoundary } from './boundaries.ts';
export type { VertexCycles } from './cycles.ts';
export { findOpenShells, type OpenShell, type ShellModel } from './extract.ts';
export { BRANCH, NO_FACE } from './faces.ts';
