/** Laws for tests: random ones, known ones, and a spline that is computed by other means. */
import type {
  CompiledLaw,
  Coupling,
  Law,
  RobotDescription,
} from '../../../src/kinematics/index.ts';
import type { Random } from '../../../src/math/index.ts';

/** Taylor coefficients of 1, s, s^2, s^3 around a place. */
export type Series = [number, number, number, number];

/**
 * The spline of a law from its moments, the second derivatives at the points, by Gaussian elimination of a full matrix
 * with pivots: value, rate and the rest at x.
 */
export function plainLaw(law: Law): (x: number) => Series {
  const { at, values: y, slopes, periodic } = law;
  const n = at.length - 1;
  const rows = at.map((_, i) => {
    const row = new Array<number>(n + 2).fill(0);
    const h = i > 0 ? at[i] - at[i - 1] : 0;
    const k = i < n ? at[i + 1] - at[i] : 0;
    const left = i > 0 ? (y[i] - y[i - 1]) / h : slopes[0];
    const right = i < n ? (y[i + 1] - y[i]) / k : slopes[1];
    if (i > 0) row[i - 1] = h / 6;
    row[i] = (h + k) / 3;
    if (i < n) row[i + 1] = k / 6;
    row[n + 1] = right - left;
    return row;
  });
  for (let c = 0; c <= n; c++) {
    let p = c;
    for (let r = c; r <= n; r++) if (Math.abs(rows[r][c]) > Math.abs(rows[p][c])) p = r;
    [rows[c], rows[p]] = [rows[p], rows[c]];
    for (let r = 0; r <= n; r++) {
      if (r === c) continue;
      const factor = rows[r][c] / rows[c][c];
      if (factor !== 0) for (let k = c; k <= n + 1; k++) rows[r][k] -= factor * rows[c][k];
    }
  }
  const moment = rows.map((row, i) => row[n + 1] / row[i]);
  const period = at[n] - at[0];
  return (x) => {
    const turns = periodic ? Math.floor((x - at[0]) / period) : 0;
    const z = x - turns * period;
    let i = 0;
    while (i < n - 1 && at[i + 1] <= z) i++;
    const h = at[i + 1] - at[i];
    const [a, b] = [moment[i], moment[i + 1]];
    const s = z - at[i];
    const slope = (y[i + 1] - y[i]) / h - (h / 6) * (2 * a + b);
    const third = (b - a) / h;
    return [
      y[i] + s * (slope + s * (a / 2 + (s / 6) * third)) + turns * (y[n] - y[0]),
      slope + s * (a + (s / 2) * third),
      (a + s * third) / 2,
      third / 6,
    ];
  };
}

/** A smooth law through points of a function. */
export function sampledLaw(
  of: (x: number) => number,
  rate: (x: number) => number,
  [from, to]: readonly [number, number],
  points: number,
  rest: Partial<Law> = {},
): Law {
  const at = Array.from({ length: points }, (_, i) => from + ((to - from) * i) / (points - 1));
  const periodic = rest.periodic ?? false;
  const slopes: [number, number] = [rate(from), periodic ? rate(from) : rate(to)];
  return { at, values: at.map(of), slopes, periodic, deviation: 0, ...rest };
}

/** Some law that says something for all of [-60, 60], or repeats; smooth, rough or steep. */
export function randomLaw(random: Random): Law {
  const periodic = random.unit() < 0.4;
  const [from, to] = periodic ? [random.between(-3, 3), 0] : [-60, 60];
  const end = periodic ? from + random.between(1, 7) : to;
  const w = periodic ? (2 * Math.PI) / (end - from) : random.between(0.1, 0.8);
  const [a, b, c] = [random.between(-1.5, 1.5), random.between(-1, 1), random.between(-1, 1)];
  const smooth = sampledLaw(
    (x) => c + b * x + (a / w) * Math.sin(w * (x - from)),
    (x) => b + a * Math.cos(w * (x - from)),
    [from, end],
    periodic ? 4 + random.below(20) : 20 + random.below(60),
    { periodic },
  );
  if (random.unit() < 0.6) return smooth;
  const at = [...smooth.at];
  for (let i = 1; i < at.length - 1; i++) at[i] += random.between(-0.4, 0.4) * (at[i + 1] - at[i]);
  return { ...smooth, at, values: smooth.values.map((y) => y + random.between(-0.1, 0.1)) };
}

/** A line: what a multiplier and an offset do. */
export function linearLaw(multiplier: number, offset: number, points = 2): Law {
  return sampledLaw(
    (x) => multiplier * x + offset,
    () => multiplier,
    [-60, 60],
    points,
  );
}

/** A joint follows another one by a law. */
export function byLaw(joint: string, law: Law): Coupling {
  return { joint, multiplier: 1, offset: 0, law };
}

/** Taylor coefficients of a compiled law at x, from its cubics alone. */
export function compiledSeries(law: CompiledLaw, x: number): Series {
  const { knots, cubics, periodic, period, rise } = law;
  const turns = periodic ? Math.floor((x - knots[0]) / period) : 0;
  const z = x - turns * period;
  let i = 0;
  while (i < knots.length - 2 && knots[i + 1] <= z) i++;
  const s = z - knots[i];
  const [a, b, c, d] = cubics.subarray(4 * i, 4 * i + 4);
  const value = a + s * b + s * s * c + s * s * s * d;
  return [periodic ? value + turns * rise : value, b + 2 * s * c + 3 * s * s * d, c + 3 * s * d, d];
}

/** About half of the joints follow earlier ones, by laws or, two behind each other, in proportion. */
export function lawCouplings(
  robot: RobotDescription,
  random: Random,
  deviation = 0,
): Map<string, Coupling> {
  const couplings = new Map<string, Coupling>();
  const single = robot.joints.filter(({ kind }) =>
    ['revolute', 'continuous', 'prismatic'].includes(kind),
  );
  const lawful = new Set<string>();
  single.forEach(({ name, mimic }, i) => {
    if (i === 0 || (!mimic && random.unit() < 0.4)) return;
    const leader = single[random.below(i)].name;
    if (lawful.has(leader) || random.unit() < 0.2) {
      const [multiplier, offset] = [random.between(-2, 2), random.between(-1, 1)];
      couplings.set(name, { joint: leader, multiplier, offset });
      if (lawful.has(leader)) lawful.add(name);
      return;
    }
    couplings.set(name, byLaw(leader, { ...randomLaw(random), deviation }));
    lawful.add(name);
  });
  // One that followed as its file says and has no coupling may lead to a law: it is let go.
  return couplings;
}
