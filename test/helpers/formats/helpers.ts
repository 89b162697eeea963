import { expect } from 'vitest';
import type { MeshFile } from '../../../src/formats/index.ts';
import type { Triangles } from '../../../src/geometry/index.ts';
import { type Fault, InputError } from '../../../src/math/index.ts';

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The fault of the InputError that `run` throws; any other outcome fails the test. */
export function faultOf(run: () => unknown): Fault {
  try {
    run();
  } catch (error) {
    if (error instanceof InputError) return error.fault;
    throw error;
  }
  throw new Error('expected an InputError');
}

/** The corners of all triangles, coordinate by coordinate. */
export function corners({ positions, indices }: Triangles): number[] {
  const out: number[] = [];
  for (const i of indices) out.push(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
  return out;
}

/** What every reader promises. */
export function expectValid({ triangles, groups }: MeshFile): void {
  const { positions, indices } = triangles;
  expect(indices.length).toBeGreaterThan(0);
  expect(indices.length % 3).toBe(0);
  expect(positions.length % 3).toBe(0);
  expect(positions.every(Number.isFinite)).toBe(true);
  expect(indices.every((i) => i < positions.length / 3)).toBe(true);
  let next = 0;
  for (const { firstTriangle, triangleCount } of groups) {
    expect(firstTriangle).toBe(next);
    expect(triangleCount).toBeGreaterThan(0);
    next += triangleCount;
  }
  if (groups.length > 0) expect(next).toBe(indices.length / 3);
}

/** Binary data from [method, value] pairs, such as ['Uint8', 3]. */
export function pack(
  items: [kind: string, ...values: number[]][],
  littleEndian: boolean,
): Uint8Array {
  const bytes: number[] = [];
  for (const [kind, ...values] of items) {
    for (const value of values) {
      const buffer = new ArrayBuffer(Number(/\d+$/.exec(kind)![0]) / 8);
      const view = new DataView(buffer) as unknown as Record<
        string,
        (at: number, value: number, littleEndian: boolean) => void
      >;
      view[`set${kind}`](0, value, littleEndian);
      bytes.push(...new Uint8Array(buffer));
    }
  }
  return Uint8Array.from(bytes);
}

export function join(...parts: (Uint8Array | string)[]): Uint8Array {
  const all = parts.map((part) => (typeof part === 'string' ? utf8(part) : part));
  const out = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
