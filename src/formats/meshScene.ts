/**
 * Meshes that a scene places, possibly several times: affine maps, and the builder that writes all
 * instances into one mesh.
 *
 * A small file can ask for an enormous scene, by placing the same mesh again and again. So
 * everything that is built draws on a budget that the size of the input sets.
 */
import { Growing } from '../arrays/index.ts';
import type { Triangles } from '../geometry/index.ts';
import { type InputError, poseFromQuaternion } from '../math/index.ts';
import { GroupList, type MeshGroup } from './meshFile.ts';

/** Twelve numbers, row by row: a point p goes to (a0 a1 a2) p + a3, (a4 a5 a6) p + a7, ... */
export type Affine = Float64Array<ArrayBuffer>;

export function identityAffine(): Affine {
  return Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
}

/** First b, then a. */
export function composeAffine(a: Affine, b: Affine): Affine {
  const out = new Float64Array(12);
  for (let row = 0; row < 12; row += 4) {
    for (let column = 0; column < 4; column++) {
      out[row + column] =
        a[row] * b[column] + a[row + 1] * b[4 + column] + a[row + 2] * b[8 + column];
    }
    out[row + 3] += a[row + 3];
  }
  return out;
}

export function scaling(x: number, y: number, z: number): Affine {
  return Float64Array.of(x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0);
}

export function translation(x: number, y: number, z: number): Affine {
  return Float64Array.of(1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z);
}

/** The rotation of a unit quaternion. */
export function quaternionRotation(x: number, y: number, z: number, w: number): Affine {
  const r = poseFromQuaternion(x, y, z, w);
  return Float64Array.of(r[0], r[1], r[2], 0, r[3], r[4], r[5], 0, r[6], r[7], r[8], 0);
}

/** The right-handed rotation about an axis of any length but zero. Quarter turns are exact. */
export function axisRotation(x: number, y: number, z: number, angle_deg: number): Affine {
  const length = Math.hypot(x, y, z);
  const u = [x / length, y / length, z / length];
  const turn = angle_deg % 360;
  const quarters = turn / 90;
  const isExact = Number.isInteger(quarters);
  const cos = isExact ? [1, 0, -1, 0][Math.abs(quarters)] : Math.cos((turn * Math.PI) / 180);
  const sin = isExact
    ? Math.sign(quarters) * [0, 1, 0, -1][Math.abs(quarters)]
    : Math.sin((turn * Math.PI) / 180);
  const out = identityAffine();
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const k = (i + 2) % 3;
    out[5 * i] = cos + (1 - cos) * u[i] * u[i];
    out[4 * i + j] = (1 - cos) * u[i] * u[j] - sin * u[k];
    out[4 * i + k] = (1 - cos) * u[i] * u[k] + sin * u[j];
  }
  return out;
}

/** How far the last row of a matrix may be from 0 0 0 1. */
const LAST_ROW_ERROR = 1e-6;

/** The map of a 4 x 4 matrix, row by row; undefined if its last row is not 0 0 0 1. */
export function affineOfMatrix(m: ArrayLike<number>): Affine | undefined {
  for (let k = 0; k < 4; k++) {
    if (!(Math.abs(m[12 + k] - (k === 3 ? 1 : 0)) <= LAST_ROW_ERROR)) return undefined;
  }
  return Float64Array.from({ length: 12 }, (_, i) => m[i]);
}

/** Is the map a reflection, so that it turns triangles over? */
export function isReflection(a: Affine): boolean {
  const determinant =
    a[0] * (a[5] * a[10] - a[6] * a[9]) -
    a[1] * (a[4] * a[10] - a[6] * a[8]) +
    a[2] * (a[4] * a[9] - a[5] * a[8]);
  return determinant < 0;
}

const FREE_UNITS = 2_000_000;
const UNITS_PER_BYTE = 4;

/** Limits what is built: vertices, triangles and visits to nodes, one unit each. */
export class SceneBudget {
  private readonly inputSize: () => number;
  private used = 0;

  /** `inputSize` in bytes; it may grow as more files are read. */
  constructor(inputSize: () => number) {
    this.inputSize = inputSize;
  }

  /** `fail` makes the error, with code `too-large`. */
  take(units: number, fail: Fail): void {
    this.used += units;
    const limit = FREE_UNITS + UNITS_PER_BYTE * this.inputSize();
    if (this.used <= limit) return;
    throw fail(
      'too-large',
      `the scene has more than ${limit} vertices, triangles and nodes, far more than the file holds`,
      'the same part is placed too often; export fewer or simpler parts',
    );
  }
}

/** Makes an error at some place of the file. */
export type Fail = (code: string, message: string, hint?: string) => InputError;

/** Things of which only the number and the first are told. Their place is looked up late: it costs. */
export class FirstOf<T> {
  count = 0;
  first: T | undefined;

  add(thing: T): void {
    this.first ??= thing;
    this.count++;
  }
}

/** Errors at an element or object of the file. */
export function errorsAt(owner: { error: Fail }): Fail {
  return (code, message, hint) => owner.error(code, message, hint);
}

/** Collects placed meshes. */
export class SceneBuilder {
  private readonly budget: SceneBudget;
  private readonly positions = new Growing(Float64Array);
  private readonly indices = new Growing(Uint32Array);
  private readonly groups = new GroupList();
  private hasNames = false;

  constructor(budget: SceneBudget) {
    this.budget = budget;
  }

  /** One more instance. A reflection swaps two corners, so that outside stays outside. */
  add(name: string, { positions, indices }: Triangles, placement: Affine, fail: Fail): void {
    this.budget.take((positions.length + indices.length) / 3, fail);
    if (name !== '') this.hasNames = true;
    this.groups.begin(name, this.indices.length / 3);
    const base = this.positions.length / 3;
    const a = placement;
    for (let i = 0; i < positions.length; i += 3) {
      const x = positions[i];
      const y = positions[i + 1];
      const z = positions[i + 2];
      for (let row = 0; row < 12; row += 4) {
        const value = a[row] * x + a[row + 1] * y + a[row + 2] * z + a[row + 3];
        if (!Number.isFinite(value)) {
          throw fail('non-finite', 'a transform moves a vertex beyond the range of 64-bit numbers');
        }
        this.positions.push(value);
      }
    }
    const second = isReflection(a) ? 2 : 1;
    for (let i = 0; i < indices.length; i += 3) {
      this.indices.push(base + indices[i]);
      this.indices.push(base + indices[i + second]);
      this.indices.push(base + indices[i + 3 - second]);
    }
  }

  get triangleCount(): number {
    return this.indices.length / 3;
  }

  finish(): { triangles: Triangles; groups: readonly MeshGroup[] } {
    const groups = this.groups.finish(this.triangleCount);
    const triangles = { positions: this.positions.finish(), indices: this.indices.finish() };
    return { triangles, groups: this.hasNames ? groups : [] };
  }
}
