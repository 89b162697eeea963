/**
 * Meshes made by formula, for demonstrations, tests and benchmarks: closed, consistently
 * oriented, of any fineness.
 */
import type { Random } from '../math/index.ts';
import type { Triangles } from './triangles.ts';

/** A torus about z: ring radius, tube radius, and how many steps around each. */
export function torus(ring: number, tube: number, around: number, across: number): Triangles {
  return closedGrid(around, across, (u, v, out, o) => {
    const r = ring + tube * Math.cos(v);
    out[o] = r * Math.cos(u);
    out[o + 1] = r * Math.sin(u);
    out[o + 2] = tube * Math.sin(v);
  });
}

/** A knot: a tube along a (2, 3) torus knot; non-convex from every side. */
export function knot(size: number, tube: number, around: number, across: number): Triangles {
  const at = (u: number): [number, number, number] => {
    const r = size * (1 + 0.45 * Math.cos(3 * u));
    return [r * Math.cos(2 * u), r * Math.sin(2 * u), 0.45 * size * Math.sin(3 * u)];
  };
  return closedGrid(around, across, (u, v, out, o) => {
    const c = at(u);
    const next = at(u + 1e-4);
    const t = unit([next[0] - c[0], next[1] - c[1], next[2] - c[2]]);
    const b = unit(cross(t, [0.3, -0.2, 1]));
    const n = cross(b, t);
    for (let k = 0; k < 3; k++) {
      out[o + k] = c[k] + tube * (Math.cos(v) * n[k] - Math.sin(v) * b[k]);
    }
  });
}

/** A ball with random bumps: radius, relative height of the bumps, steps from pole to pole. */
export function bumpyBall(radius: number, bumps: number, steps: number, random: Random): Triangles {
  const around = 2 * steps;
  const positions: number[] = [];
  const indices: number[] = [];
  const height = () => radius * (1 + bumps * random.between(-1, 1));
  positions.push(0, 0, height());
  for (let i = 1; i < steps; i++) {
    const theta = (Math.PI * i) / steps;
    for (let j = 0; j < around; j++) {
      const phi = (2 * Math.PI * j) / around;
      const r = height();
      positions.push(
        r * Math.sin(theta) * Math.cos(phi),
        r * Math.sin(theta) * Math.sin(phi),
        r * Math.cos(theta),
      );
    }
  }
  positions.push(0, 0, -height());
  const last = positions.length / 3 - 1;
  const at = (i: number, j: number) => 1 + (i - 1) * around + (j % around);
  for (let j = 0; j < around; j++) {
    indices.push(0, at(1, j), at(1, j + 1));
    for (let i = 1; i < steps - 1; i++) {
      indices.push(at(i, j), at(i + 1, j), at(i + 1, j + 1));
      indices.push(at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
    indices.push(at(steps - 1, j), last, at(steps - 1, j + 1));
  }
  return { positions: new Float64Array(positions), indices: new Uint32Array(indices) };
}

/** A surface over two periodic parameters, both running from 0 to 2 pi. */
function closedGrid(
  nu: number,
  nv: number,
  point: (u: number, v: number, out: Float64Array, o: number) => void,
): Triangles {
  const positions = new Float64Array(3 * nu * nv);
  const indices = new Uint32Array(6 * nu * nv);
  let k = 0;
  for (let i = 0; i < nu; i++) {
    for (let j = 0; j < nv; j++) {
      point((2 * Math.PI * i) / nu, (2 * Math.PI * j) / nv, positions, 3 * (i * nv + j));
      const a = i * nv + j;
      const b = ((i + 1) % nu) * nv + j;
      const c = ((i + 1) % nu) * nv + ((j + 1) % nv);
      const d = i * nv + ((j + 1) % nv);
      for (const v of [a, b, c, a, c, d]) indices[k++] = v;
    }
  }
  return { positions, indices };
}

type Vector = [number, number, number];

function unit(v: Vector): Vector {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
