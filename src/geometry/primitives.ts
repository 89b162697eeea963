/**
 * Shapes as queries need them: those of shapes.ts, hulls with their facets and a table of support.
 */
import { U } from '../math/index.ts';
import { convexHull, type Hull } from './hull.ts';
import { type PlainShape, type Primitive, primitiveRadius } from './shapes.ts';
import { buildSupportTable, type SupportTable } from './supportTable.ts';

/** The convex hull of points, with its table of support. */
export interface HullShape {
  readonly kind: 'hull';
  readonly hull: Hull;
  readonly table: SupportTable;
}

/** A convex shape of finite size. */
export type BoundedShape = Exclude<Primitive, { kind: 'half-space' }> | HullShape;
/** A convex shape in its own frame. */
export type Shape = Primitive | HullShape;

/** The convex hull of points, as a shape. */
export function hullShape(points: Float64Array): HullShape {
  const hull = convexHull(points);
  return { kind: 'hull', hull, table: buildSupportTable(hull) };
}

/** A shape for queries; one that is ready is taken as it is. */
export function compiledShape(shape: PlainShape): Shape {
  if (shape.kind !== 'hull') return shape;
  return 'table' in shape ? (shape as HullShape) : hullShape(shape.hull.positions);
}

/** Upper bound of the distance of the shape's points from its frame's origin. */
export function boundingRadius(shape: Shape): number {
  return shape.kind === 'hull' ? shape.table.radius : primitiveRadius(shape);
}

/** The tightest box along the axes: low x, y, z at out[j], high x, y, z at out[j + 3]. */
export function boundingBoxInto(shape: Shape, out: Float64Array, j: number): void {
  let x = Number.POSITIVE_INFINITY;
  let y = x;
  let z = x;
  switch (shape.kind) {
    case 'box':
      [x, y, z] = shape.half;
      break;
    case 'sphere':
      x = shape.radius;
      y = x;
      z = x;
      break;
    case 'cylinder':
    case 'cone':
      x = shape.radius;
      y = x;
      z = 0.5 * shape.length;
      break;
    case 'capsule':
      x = shape.radius;
      y = x;
      z = (0.5 * shape.length + x) * (1 + 2 * U);
      break;
    case 'ellipsoid':
      [x, y, z] = shape.radii;
      break;
    case 'half-space':
      break; // unbounded
    case 'hull': {
      const p = shape.hull.positions;
      for (let k = 0; k < 3; k++) {
        let low = p[k];
        let high = p[k];
        for (let i = k; i < p.length; i += 3) {
          if (p[i] < low) low = p[i];
          if (p[i] > high) high = p[i];
        }
        out[j + k] = low;
        out[j + 3 + k] = high;
      }
      return;
    }
  }
  out[j] = -x;
  out[j + 1] = -y;
  out[j + 2] = -z;
  out[j + 3] = x;
  out[j + 4] = y;
  out[j + 5] = z;
}
