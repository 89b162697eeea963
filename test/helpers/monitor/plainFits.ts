/** Fits by brute force: what the primitives of the monitor are held against. */
import type { Random } from '../../../src/math/index.ts';
import { randomPose } from '../oracles/poses.ts';

/** The smallest volume of a box around points over many orientations, the best of them improved at random. */
export function plainBoxVolume(points: Float64Array, random: Random, rounds: number): number {
  const volume = (pose: Float64Array) => {
    let product = 1;
    for (let k = 0; k < 9; k += 3) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < points.length; i += 3) {
        const x = pose[k] * points[i] + pose[k + 1] * points[i + 1] + pose[k + 2] * points[i + 2];
        low = Math.min(low, x);
        high = Math.max(high, x);
      }
      product *= high - low;
    }
    return product;
  };
  let best = randomPose(random, 0);
  let least = volume(best);
  for (let round = 0; round < rounds; round++) {
    const turn = round < rounds / 2 ? randomPose(random, 0) : nearby(best, random, round / rounds);
    const found = volume(turn);
    if (found < least) [best, least] = [turn, found];
  }
  return least;
}

/** A rotation a little beside another. */
function nearby(pose: Float64Array, random: Random, progress: number): Float64Array {
  const size = 0.5 * 0.001 ** (2 * progress - 1);
  const [x, y, z] = [0, 1, 2].map(() => random.between(-size, size));
  const rows = [0, 3, 6].map((k) => [...pose.subarray(k, k + 3)]);
  // Turned by small angles, and put right.
  const a = rows[0].map((v, k) => v + z * rows[1][k] - y * rows[2][k]);
  const unit = (v: number[]) => v.map((c) => c / Math.hypot(...v));
  const first = unit(a);
  const b = rows[1].map((v, k) => v - z * rows[0][k] + x * rows[2][k]);
  const along = b.reduce((s, v, k) => s + v * first[k], 0);
  const second = unit(b.map((v, k) => v - along * first[k]));
  const third = [0, 1, 2].map((k) => {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    return first[i] * second[j] - first[j] * second[i];
  });
  const out = Float64Array.from(pose);
  out.set([...first, ...second, ...third]);
  return out;
}

/** The smallest volume of a capsule around points, over segments that are improved at random. */
export function plainCapsuleVolume(points: Float64Array, random: Random, rounds: number): number {
  const volume = (e: readonly number[]) => {
    const g = [0, 1, 2].map((k) => e[3 + k] - e[k]);
    const gg = g[0] * g[0] + g[1] * g[1] + g[2] * g[2];
    let most = 0;
    for (let i = 0; i < points.length; i += 3) {
      const w = [0, 1, 2].map((k) => points[i + k] - e[k]);
      const along = gg > 0 ? (w[0] * g[0] + w[1] * g[1] + w[2] * g[2]) / gg : 0;
      const t = Math.min(Math.max(along, 0), 1);
      const d = w.map((x, k) => x - t * g[k]);
      most = Math.max(most, d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    }
    const r = Math.sqrt(most);
    return Math.PI * most * (Math.sqrt(gg) + (4 / 3) * r);
  };
  const any = () => 3 * random.below(points.length / 3);
  let best = [0, 0, 0, 0, 0, 0];
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    let next: number[];
    if (round < 0.3 * rounds) {
      const [i, j] = [any(), any()];
      next = [...points.subarray(i, i + 3), ...points.subarray(j, j + 3)];
    } else {
      const size = 10 ** (-4 * (round / rounds));
      next = best.map((x) => x + random.between(-size, size));
    }
    const found = volume(next);
    if (found < least) [best, least] = [next, found];
  }
  return least;
}

/** The radius of the smallest sphere around a few points: of those through two, three or four of them that contain all. */
export function plainSphereRadius(points: Float64Array): number {
  const count = points.length / 3;
  const all = Array.from({ length: count }, (_, i) => [...points.subarray(3 * i, 3 * i + 3)]);
  let least = Number.POSITIVE_INFINITY;
  for (let mask = 1; mask < 1 << count; mask++) {
    const chosen = all.filter((_, i) => mask & (1 << i));
    if (chosen.length < 2 || chosen.length > 4) continue;
    const centre = equidistant(chosen);
    if (!centre) continue;
    const far = Math.max(...all.map((p) => Math.hypot(...p.map((x, k) => x - centre[k]))));
    const own = Math.hypot(...chosen[0].map((x, k) => x - centre[k]));
    if (far <= own * (1 + 1e-9)) least = Math.min(least, far);
  }
  return least;
}

/** The point in the flat through some points that is equally far from all; null where they are not independent. */
function equidistant(points: readonly number[][]): number[] | null {
  const [p, ...others] = points;
  const d = others.map((q) => q.map((x, k) => x - p[k]));
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((s, x, k) => s + x * b[k], 0);
  const n = d.length;
  const m = d.map((a) => [...d.map((b) => 2 * dot(a, b)), dot(a, a)]);
  for (let c = 0; c < n; c++) {
    const pivot = m
      .slice(c)
      .reduce((b, row, r) => (Math.abs(row[c]) > Math.abs(m[b][c]) ? c + r : b), c);
    [m[c], m[pivot]] = [m[pivot], m[c]];
    if (!(Math.abs(m[c][c]) > 1e-12)) return null;
    for (let r = 0; r < n; r++) {
      if (r === c) continue;
      const f = m[r][c] / m[c][c];
      m[r] = m[r].map((x, k) => x - f * m[c][k]);
    }
  }
  return p.map((x, k) => x + d.reduce((s, v, c) => s + (m[c][n] / m[c][c]) * v[k], 0));
}
