/**
 * Rigid bodies as the schedule sees them: convex pieces in a frame whose origin is the centre of mass, and mass
 * properties. What is not convex is a set of convex pieces. The frame's axes are the principal axes of inertia
 * (`principalBody` finds them).
 */
import {
  assertShape,
  compiledShape,
  convexCentreInto,
  convexRadius,
  type PlainShape,
  type Shape,
  type Triple,
} from '../geometry/index.ts';
import { InputError, identityPose, transformPointInto, U } from '../math/index.ts';
import { lengthOf, settledPose } from './motion.ts';

const u = U;

/** A convex shape at its place in the body's frame. */
export interface BodyPiece {
  readonly shape: PlainShape;
  /** The shape's frame in the body's; default the same. */
  readonly pose?: Float64Array;
}

/** A rigid body as it is described. Lengths in metres, masses in kilograms. */
export interface BodyDescription {
  /** Unique among the bodies of a schedule. */
  readonly name: string;
  readonly pieces: readonly BodyPiece[];
  /** Default 1; for responses, the schedule itself does not look at it. */
  readonly mass?: number;
  /** Principal moments of inertia along the axes of the frame, kg m^2. Default: all equal to 1, which turns evenly. */
  readonly inertia?: Triple;
}

/** A piece as queries need it. */
export interface Piece {
  readonly shape: Shape;
  /** The shape's frame in the body's. */
  readonly pose: Float64Array;
  /** A ball around the piece, in the body's frame; infinite for a half-space. */
  readonly centre: Float64Array;
  readonly ballRadius: number;
  /** Upper bound of its points' distance from the body's origin. */
  readonly reach: number;
  /** The same of its core: balls and capsules keep their radius however they are turned. */
  readonly coreReach: number;
}

/** A body as queries need it. */
export interface RigidBody {
  readonly name: string;
  readonly pieces: readonly Piece[];
  /** Upper bound of its points' distance from its origin; infinite if a piece has no end. */
  readonly radius: number;
  readonly mass: number;
  readonly inertia: Triple;
}

/** Compiles a description. Throws an InputError that names the body. */
export function rigidBody(description: BodyDescription): RigidBody {
  const { name, pieces, mass = 1, inertia = [1, 1, 1] } = description;
  if (pieces.length === 0) {
    throw new InputError({ code: 'schedule/empty', message: `body "${name}" has no pieces` });
  }
  if (!(mass > 0 && mass < Number.POSITIVE_INFINITY)) {
    throw new InputError({
      code: 'schedule/mass',
      message: `body "${name}" has the mass ${mass}: expected a positive number`,
    });
  }
  const made = pieces.map((piece, i) => compilePiece(piece, `body "${name}", piece ${i}`));
  return {
    name,
    pieces: made,
    radius: Math.max(...made.map(({ reach }) => reach)),
    mass,
    inertia,
  };
}

function compilePiece({ shape, pose }: BodyPiece, what: string): Piece {
  try {
    assertShape(shape);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError({ ...error.fault, message: `${what}: ${error.fault.message}` });
  }
  let placed = pose ? settledPose(pose, what) : identityPose();
  let made: PlainShape = shape;
  if (shape.kind === 'hull' && pose) {
    // The hull of the placed points, as rounded, is what the body is.
    const { positions } = shape.hull;
    const points = new Float64Array(positions.length);
    for (let i = 0; i < points.length; i += 3) {
      transformPointInto(placed, 0, positions, i, points, i);
    }
    made = { kind: 'hull', hull: { positions: points } };
    placed = identityPose();
  }
  const compiled = compiledShape(made);
  const centre = new Float64Array(3);
  if (compiled.kind === 'half-space') {
    const far = Number.POSITIVE_INFINITY;
    return { shape: compiled, pose: placed, centre, ballRadius: far, reach: far, coreReach: far };
  }
  const inside = new Float64Array(3);
  convexCentreInto(compiled, inside, 0);
  transformPointInto(placed, 0, inside, 0, centre, 0);
  const size = convexRadius(compiled);
  const away = lengthOf(placed, 9);
  const up = 1 + 64 * u;
  // About the centre: of a hull the farthest vertex, of all others the centre is the frame's origin.
  const ball = compiled.kind === 'hull' ? farthest(compiled.table.positions, centre) : size;
  const reach = (away + size) * up;
  return {
    shape: compiled,
    pose: placed,
    centre,
    ballRadius: (ball + 16 * u * (ball + lengthOf(centre))) * up,
    reach,
    coreReach: (away + coreRadius(compiled, size)) * up,
  };
}

/** Of a ball the core is its centre, of a capsule its segment. */
function coreRadius(shape: Exclude<Shape, { kind: 'half-space' }>, size: number): number {
  if (shape.kind === 'sphere') return 0;
  return shape.kind === 'capsule' ? 0.5 * shape.length : size;
}

function farthest(points: Float64Array, centre: Float64Array): number {
  let most = 0;
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i] - centre[0];
    const y = points[i + 1] - centre[1];
    const z = points[i + 2] - centre[2];
    most = Math.max(most, x * x + y * y + z * z);
  }
  return Math.sqrt(most) * (1 + 8 * u);
}
