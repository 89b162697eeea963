export type { Triangles } from './triangles.ts';
