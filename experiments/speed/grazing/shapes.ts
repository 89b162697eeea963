/**
 * The tool, a welding torch of 1,056 triangles at 1 m from a vertical axis, and what its flat nozzle grazes:
 *
 *   14a         a flat floor of 8,064 triangles;
 *   14a, basin  the same, bent up outside the tool's circle, so that the hulls of floor and tool overlap;
 *   14b         the top of a box of 0.6 m with about 8,000 triangles on each face;
 *   14c         a box of 0.1 m across the tool's way, with as many triangles.
 *
 * Metres; level is at 0.
 */

export const FIGURES = ['14a', '14a, basin', '14b', '14c'] as const;
export type Figure = (typeof FIGURES)[number];

export interface Triangles {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}

export type Point = [number, number, number];

/** Distance of the nozzle from the axis. */
export const RADIUS = 1;

export function obstacle(figure: Figure): Triangles {
  if (figure === '14a') return floor(() => 0);
  if (figure === '14a, basin') {
    return floor((x, y) => {
      const beyond = Math.min(1, Math.max(0, (Math.sqrt(x * x + y * y) - 1.2) / 0.3));
      return 0.4 * beyond * beyond * (3 - 2 * beyond);
    });
  }
  return block([0.6, figure === '14b' ? 0.6 : 0.1, 0.4], 63);
}

/** A square of 3 m, level at 0 where the height says nothing else. */
function floor(height: (x: number, y: number) => number): Triangles {
  const at = (i: number, j: number): Point => {
    const x = 3 * (i / 64 - 0.5);
    const y = 3 * (j / 63 - 0.5);
    return [x, y, height(x, y)];
  };
  return join([grid(64, 63, at)]);
}

/**
 * A box under the tool's circle, its top at 0, turned away from where the tool starts; 2 n^2 triangles
 * on each face.
 */
function block(size: Point, n: number): Triangles {
  const angle = 2;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const place = ([x, y, z]: Point): Point => {
    const [u, v] = [RADIUS + size[0] * (x / n - 0.5), size[1] * (y / n - 0.5)];
    return [c * u - s * v, s * u + c * v, size[2] * (z / n - 1)];
  };
  const faces = [0, 1, 2].flatMap((axis) =>
    [0, n].map((side) =>
      grid(n, n, (i, j) => {
        const cell: Point = [0, 0, 0];
        cell[axis] = side;
        // The order of the other two axes makes all triangles look outward.
        cell[(axis + 1) % 3] = side > 0 ? i : j;
        cell[(axis + 2) % 3] = side > 0 ? j : i;
        return place(cell);
      }),
    ),
  );
  return join(faces);
}

/**
 * A torch that stands on a flat round nozzle at the origin, its neck bent toward -x. A tube around a
 * curve, with grooves: 24 triangles on each end, 21 bands of 48.
 */
export function torch(): Triangles {
  const around = 24;
  const bands = 21;
  const bend = { from: 0.1, radius: 0.08, angle: 0.9 };
  const centre = (s: number) => {
    const turned = Math.min(bend.angle, Math.max(0, (s - bend.from) / bend.radius));
    const rest = Math.max(0, s - bend.from - bend.radius * bend.angle);
    const [sin, cos] = [Math.sin(turned), Math.cos(turned)];
    const x = -bend.radius * (1 - cos) - rest * sin;
    const z = Math.min(s, bend.from) + bend.radius * sin + rest * cos;
    return { x, z, sin, cos };
  };
  const thickness = (s: number) =>
    (s < 0.06 ? 0.009 + 0.1 * s : s < 0.18 ? 0.012 : 0.02) + 0.0015 * Math.cos(120 * s);
  const at = (i: number, j: number): Point => {
    const s = (0.32 * j) / bands;
    const { x, z, sin, cos } = centre(s);
    const angle = (2 * Math.PI * (i % around)) / around;
    const [u, v] = [thickness(s) * Math.cos(angle), thickness(s) * Math.sin(angle)];
    return [x + u * cos, v, z + u * sin];
  };
  const end = (j: number, middle: Point) =>
    Array.from({ length: around }, (_, i): Point[] =>
      j === 0 ? [middle, at(i + 1, j), at(i, j)] : [middle, at(i, j), at(i + 1, j)],
    );
  const top = centre(0.32);
  return join([grid(around, bands, at), end(0, [0, 0, 0]), end(bands, [top.x, 0, top.z])]);
}

/** Two triangles for every cell of a grid of points. */
function grid(across: number, up: number, at: (i: number, j: number) => Point): Point[][] {
  const triangles: Point[][] = [];
  for (let i = 0; i < across; i++) {
    for (let j = 0; j < up; j++) {
      triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
      triangles.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
    }
  }
  return triangles;
}

/** Triangles with corners of their own; equal ones become one when the mesh is built. */
function join(parts: readonly Point[][][]): Triangles {
  const positions = Float64Array.from(parts.flat(3));
  return { positions, indices: Uint32Array.from({ length: positions.length / 3 }, (_, i) => i) };
}
