import { describe, expect, it } from 'vitest';
import {
  type BoundedShape,
  boundingBoxInto,
  boundingRadius,
  hullShape,
  type Shape,
} from '../../src/geometry/primitives.ts';
import { closestPointInto, containsPoint, hasClosestPoint } from '../../src/geometry/shapePoint.ts';
import { supportInto } from '../../src/geometry/shapeSupport.ts';
import { assertShape, shapeFault } from '../../src/geometry/shapes.ts';
import { triangulate } from '../../src/geometry/shapeTriangulation.ts';
import { InputError } from '../../src/math/fault.ts';
import { Random } from '../../src/math/random.ts';
import { pointTriangle, type V } from '../helpers/proximity/convex/oracle.ts';

const shapes: BoundedShape[] = [
  { kind: 'box', half: [0.5, 1, 0.3] },
  { kind: 'sphere', radius: 0.7 },
  { kind: 'cylinder', radius: 0.5, length: 1.5 },
  { kind: 'capsule', radius: 0.3, length: 1 },
  { kind: 'cone', radius: 0.6, length: 1.2 },
  { kind: 'ellipsoid', radii: [1, 0.5, 0.3] },
  hullShape(new Float64Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5, 0.5, 0.5])),
];
/** A circle of 4 n corners: how far the surface is from the inscribed triangles at most. */
const FINE = 24;
const sagitta = 1 - Math.cos(Math.PI / (4 * FINE)) ** 2;

describe('shape faults', () => {
  it('names what is wrong', () => {
    const wrong: [Shape, string][] = [
      [{ kind: 'sphere', radius: -1 }, 'shape/size'],
      [{ kind: 'sphere', radius: Number.NaN }, 'shape/non-finite'],
      [{ kind: 'box', half: [1, 0, 1] }, 'shape/size'],
      [{ kind: 'cylinder', radius: 1, length: 1 / 0 }, 'shape/non-finite'],
      [{ kind: 'capsule', radius: 1, length: -1 }, 'shape/size'],
      [{ kind: 'cone', radius: 0, length: 1 }, 'shape/size'],
      [{ kind: 'ellipsoid', radii: [1, 1, -2] }, 'shape/size'],
      [{ kind: 'half-space', normal: [0, 0, 2], offset: 0 }, 'shape/normal'],
      [{ kind: 'half-space', normal: [0, 0, 1], offset: Number.NaN }, 'shape/non-finite'],
    ];
    for (const [shape, code] of wrong) {
      expect(shapeFault(shape)?.code).toBe(code);
      expect(() => assertShape(shape)).toThrow(InputError);
    }
    for (const shape of shapes) expect(shapeFault(shape)).toBeNull();
    expect(shapeFault({ kind: 'half-space', normal: [0.6, 0, 0.8], offset: 3 })).toBeNull();
    expect(() => triangulate({ kind: 'half-space', normal: [0, 0, 1], offset: 0 }, 4)).toThrow(
      /unbounded/,
    );
  });
});

describe.each(shapes.map((s) => [s.kind, s] as const))('%s', (_, shape) => {
  const { positions, indices } = triangulate(shape, FINE);

  it('has a closed triangulation inside its bounds', () => {
    const edges = new Set<string>();
    let volume = 0;
    for (let i = 0; i < indices.length; i += 3) {
      const t = [...indices.subarray(i, i + 3)];
      for (let k = 0; k < 3; k++) edges.add(`${t[k]} ${t[(k + 1) % 3]}`);
      const [a, b, c] = t.map((v) => positions.subarray(3 * v, 3 * v + 3));
      volume +=
        a[0] * (b[1] * c[2] - b[2] * c[1]) +
        a[1] * (b[2] * c[0] - b[0] * c[2]) +
        a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    expect(volume).toBeGreaterThan(0);
    expect(edges.size).toBe(indices.length);
    for (const edge of edges) expect(edges.has(edge.split(' ').reverse().join(' '))).toBe(true);
    const box = new Float64Array(6);
    boundingBoxInto(shape, box, 0);
    const inner = positions.map((x) => x * (1 - 1e-9));
    for (let i = 0; i < positions.length; i += 3) {
      const p = positions.subarray(i, i + 3);
      expect(Math.hypot(...p)).toBeLessThanOrEqual(boundingRadius(shape) * (1 + 1e-15));
      for (let k = 0; k < 3; k++) {
        expect(p[k]).toBeGreaterThanOrEqual(box[k] - 1e-15);
        expect(p[k]).toBeLessThanOrEqual(box[3 + k] + 1e-15);
      }
      expect(containsPoint(shape, inner, i)).toBe(true);
    }
  });

  it('reaches as far as its triangulation in every direction (seed 31)', () => {
    const random = new Random(31);
    const d = new Float64Array(3);
    const out = new Float64Array(3);
    for (let run = 0; run < 300; run++) {
      for (let k = 0; k < 3; k++)
        d[k] = run < 27 ? (Math.floor(run / 3 ** k) % 3) - 1 : random.between(-1, 1);
      const length = Math.hypot(...d);
      if (length === 0) continue;
      supportInto(shape, d, 0, out, 0);
      let top = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < positions.length; i += 3) {
        top = Math.max(
          top,
          d[0] * positions[i] + d[1] * positions[i + 1] + d[2] * positions[i + 2],
        );
      }
      const reached = d[0] * out[0] + d[1] * out[1] + d[2] * out[2];
      expect(reached).toBeGreaterThanOrEqual(top - 1e-15 * length);
      expect(reached).toBeLessThanOrEqual(top + length * boundingRadius(shape) * (2 * sagitta));
    }
  });

  it.runIf(hasClosestPoint(shape))('knows the distance of a point (seed 32)', () => {
    const random = new Random(32);
    const p = new Float64Array(3);
    const out = new Float64Array(4);
    const corner = (v: number): V => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
    for (let run = 0; run < 40; run++) {
      for (let k = 0; k < 3; k++) p[k] = random.between(-1.5, 1.5);
      if (run === 0) p.fill(0);
      closestPointInto(shape, p, 0, out, 0);
      let distance = Number.POSITIVE_INFINITY;
      for (let i = 0; i < indices.length; i += 3) {
        const [a, b, c] = [corner(indices[i]), corner(indices[i + 1]), corner(indices[i + 2])];
        distance = Math.min(distance, pointTriangle([p[0], p[1], p[2]], a, b, c));
      }
      expect(Math.abs(Math.abs(out[3]) - distance)).toBeLessThan(2 * sagitta);
      expect(Math.hypot(out[0] - p[0], out[1] - p[1], out[2] - p[2])).toBeCloseTo(
        Math.abs(out[3]),
        13,
      );
      expect(containsPoint(shape, p, 0)).toBe(out[3] <= 0);
    }
  });
});

describe('half-space', () => {
  it('knows the distance of a point', () => {
    const out = new Float64Array(4);
    const half: Shape = { kind: 'half-space', normal: [0, 0.6, 0.8], offset: 2 };
    closestPointInto(half, new Float64Array([5, 0, 5]), 0, out, 0);
    expect(out[3]).toBeCloseTo(2, 14);
    expect(containsPoint(half, new Float64Array([5, 0, 5]), 0)).toBe(false);
    expect(containsPoint(half, new Float64Array([5, 0, 2]), 0)).toBe(true);
    expect(boundingRadius(half)).toBe(Number.POSITIVE_INFINITY);
  });
});
