import type { Triangles } from '../../src/geometry/index.ts';

export interface CellFacts {
  readonly folder: string;
  readonly robots: readonly { name: string; xyz: [number, number, number]; yaw: number }[];
  readonly tool: string;
  readonly joints: readonly {
    name: string;
    parent: string;
    child: string;
    xyz: [number, number, number];
    axis?: [number, number, number];
    range?: [number, number];
  }[];
  readonly meshes: () => Record<string, Triangles>;
  readonly states: Record<string, readonly number[]>;
  readonly paths?: Record<string, readonly (readonly number[])[]>;
  readonly obstacles: readonly {
    name: string;
    xyz?: [number, number, number];
    box?: [number, number, number];
    cylinder?: [number, number];
    mesh?: string;
  }[];
  readonly allow: readonly (readonly [string, string])[];
}

export const cells: readonly CellFacts[];
export function radians(degrees: number): number;
export function linksOf(cell: CellFacts): string[];
export function adjacentPairs(cell: CellFacts): [string, string][];
export function cellFiles(writers: {
  writeStl: (triangles: Triangles) => Uint8Array;
  writeObj: (triangles: Triangles) => string;
}): Map<string, Uint8Array>;
