import type { Triangles } from '../../src/geometry/index.ts';

type Point3 = [number, number, number];

export interface EnvironmentFacts {
  readonly folder: string;
  readonly figure: string;
  readonly robots: readonly { name?: string; xyz: Point3; yaw: number; hangs?: boolean }[];
  readonly states: Record<string, readonly number[]>;
  readonly obstacles: readonly { name: string }[];
  readonly meshes: Record<string, () => Triangles>;
  readonly paths: Record<string, { verdict: string; waypoints: number[][] }>;
}

export const GRAZING_CLEARANCE: number;
export const GRAZING_MARGIN: number;
export const environments: readonly EnvironmentFacts[];
export const environmentFolders: readonly string[];
export function environmentFiles(list?: readonly EnvironmentFacts[]): Map<string, Uint8Array>;
export function grazing(clearance: number): EnvironmentFacts[];
