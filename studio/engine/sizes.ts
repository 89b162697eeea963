/**
 * Sizes of geometry as lists of numbers: what fields show, handles multiply and a change sets. Metres; a
 * mesh or a hull of points has a factor instead, against how it was opened or added.
 */
import { assertShape, type PlainShape } from '../../src/geometry/index.ts';
import type { MeshGeometry } from '../../src/kinematics/index.ts';
import { InputError } from '../../src/math/index.ts';
import type { PartSize, SizedKind } from './protocol.ts';

export type Geometry = PlainShape | MeshGeometry;

/** What each number is. Half-spaces have no size. */
export const SIZE_NAMES: Readonly<Record<SizedKind, readonly string[]>> = {
  box: ['length x', 'width y', 'height z'],
  sphere: ['radius'],
  cylinder: ['radius', 'height'],
  capsule: ['radius', 'length'],
  cone: ['radius', 'height'],
  ellipsoid: ['radius x', 'radius y', 'radius z'],
  mesh: ['scale'],
  hull: ['scale'],
};

export function isSized(kind: string): kind is SizedKind {
  return Object.hasOwn(SIZE_NAMES, kind);
}

/** The size of a piece; `factor` of a mesh or hull as the cell tells it. Null: it has none. */
export function sizeOf(geometry: Geometry, factor: number): PartSize | null {
  switch (geometry.kind) {
    case 'box':
      return { kind: geometry.kind, sizes: geometry.half.map((x) => 2 * x) };
    case 'sphere':
      return { kind: geometry.kind, sizes: [geometry.radius] };
    case 'cylinder':
    case 'capsule':
    case 'cone':
      return { kind: geometry.kind, sizes: [geometry.radius, geometry.length] };
    case 'ellipsoid':
      return { kind: geometry.kind, sizes: [...geometry.radii] };
    case 'mesh':
    case 'hull':
      return { kind: geometry.kind, sizes: [factor] };
    case 'half-space':
      return null;
  }
}

/** The same, times factors along x, y and z; what is round takes x for its radius, a factor x. */
export function stretched({ kind, sizes }: PartSize, [x, y, z]: readonly number[]): PartSize {
  const factors = sizes.length === 3 ? [x, y, z] : [x, z];
  // Four digits are as much as a hand can mean.
  return { kind, sizes: sizes.map((size, i) => Number((size * factors[i]).toPrecision(4))) };
}

/** What is wrong with a number as a size, for people; null if nothing is. */
export function sizeFault(name: string, value: number): string | null {
  if (value > 0 && value < Infinity) return null;
  return `the ${name} must be a number above 0`;
}

/** A primitive of that size. */
export function primitiveOf({ kind, sizes: [x, y, z] }: PartSize): PlainShape {
  const made = unchecked(kind, x, y, z);
  assertShape(made);
  return made;
}

function unchecked(kind: SizedKind, x: number, y: number, z: number): PlainShape {
  switch (kind) {
    case 'box':
      return { kind, half: [x / 2, y / 2, z / 2] };
    case 'sphere':
      return { kind, radius: x };
    case 'cylinder':
    case 'capsule':
    case 'cone':
      return { kind, radius: x, length: y };
    case 'ellipsoid':
      return { kind, radii: [x, y, z] };
    case 'mesh':
    case 'hull':
      throw new InputError({ code: 'edit/size', message: `a ${kind} has a factor, and no size` });
  }
}

/** Throws an InputError unless a piece can have that size. */
export function assertSize(geometry: Geometry, { kind, sizes }: PartSize): void {
  const wrong = (message: string) => new InputError({ code: 'edit/size', message });
  if (geometry.kind === 'half-space') throw wrong('a half-space has no size');
  if (geometry.kind !== kind) {
    throw wrong(`a ${geometry.kind} cannot have the size of a ${kind}`);
  }
  const names = SIZE_NAMES[kind];
  if (sizes.length !== names.length) {
    throw wrong(`a ${kind} has ${names.length} sizes; found ${sizes.length}`);
  }
  names.forEach((name, i) => {
    const fault = sizeFault(name, sizes[i]);
    if (fault) throw wrong(`${fault}; found ${sizes[i]}`);
  });
}
