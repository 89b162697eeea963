/** Torque-free rotation against Euler's equations, and the bounds of the angular velocity. */
import { describe, expect, it } from 'vitest';
import { poseFromRpy, Random } from '../../src/math/index.ts';
import { freeRotation } from '../../src/schedule/freeRotation.ts';
import { Flight } from '../../src/schedule/index.ts';

type Vec = [number, number, number];

/** R' = [w] R with I w = R' L, by small steps of fourth order. */
function integrate(r0: ArrayLike<number>, w0: Vec, inertia: Vec, time: number): number[] {
  let r = Array.from(r0).slice(0, 9);
  const momentum = [0, 1, 2].map((i) => {
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      const local = r[k] * w0[0] + r[3 + k] * w0[1] + r[6 + k] * w0[2];
      sum += r[3 * i + k] * inertia[k] * local;
    }
    return sum;
  });
  const rate = (at: number[]): number[] => {
    const local = [0, 1, 2].map(
      (k) => (at[k] * momentum[0] + at[3 + k] * momentum[1] + at[6 + k] * momentum[2]) / inertia[k],
    );
    const w = [0, 1, 2].map(
      (i) => at[3 * i] * local[0] + at[3 * i + 1] * local[1] + at[3 * i + 2] * local[2],
    );
    const out: number[] = [];
    for (let i = 0; i < 3; i++) {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      for (let c = 0; c < 3; c++) out[3 * i + c] = w[j] * at[3 * k + c] - w[k] * at[3 * j + c];
    }
    return out;
  };
  const plus = (a: number[], b: number[], f: number) => a.map((x, i) => x + f * b[i]);
  const steps = Math.ceil(400 * time * Math.hypot(...w0));
  const h = time / steps;
  for (let s = 0; s < steps; s++) {
    const k1 = rate(r);
    const k2 = rate(plus(r, k1, h / 2));
    const k3 = rate(plus(r, k2, h / 2));
    const k4 = rate(plus(r, k3, h));
    r = r.map((x, i) => x + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
  }
  return r;
}

describe.each<[string, Vec, number]>([
  ['all moments equal', [2, 2, 2], 1e-9],
  ['two equal', [2, 2, 3.1], 1e-9],
  ['two equal, about x', [0.9, 2, 2], 1e-9],
  ['three different', [1, 1.6, 2.2], 3e-3],
])('%s', (_, inertia, error) => {
  it("follows Euler's equations, seed 3", () => {
    const random = new Random(3);
    for (let i = 0; i < 12; i++) {
      const pose = poseFromRpy(random.between(-3, 3), random.between(-1, 1), 1, 0, 0, 0);
      const w: Vec = [random.between(-8, 8), random.between(-8, 8), random.between(-8, 8)];
      const time = random.between(0.1, 1);
      const out = new Float64Array(9);
      freeRotation(pose, w, inertia).rotationInto(time, out, 0);
      const truth = integrate(pose, w, inertia, time);
      truth.forEach((x, k) => {
        expect(Math.abs(x - out[k])).toBeLessThan(error);
      });
    }
  });

  it('never turns faster than the energy allows, and drifts no more than it says, seed 4', () => {
    const random = new Random(4);
    for (let i = 0; i < 30; i++) {
      const pose = poseFromRpy(random.between(-3, 3), random.between(-1, 1), 1, 0, 0, 0);
      const w: Vec = [random.between(-8, 8), random.between(-8, 8), random.between(-8, 8)];
      const rotation = freeRotation(pose, w, inertia);
      const local = [0, 1, 2].map((k) => pose[k] * w[0] + pose[3 + k] * w[1] + pose[6 + k] * w[2]);
      const energy = local.reduce((sum, x, k) => sum + inertia[k] * x * x, 0);
      const least = Math.min(...inertia);
      expect(rotation.rateUpper).toBeLessThanOrEqual(Math.sqrt(energy / least) * (1 + 1e-12));
      const first = new Float64Array(3);
      const second = new Float64Array(3);
      const change = new Float64Array(2);
      for (let k = 0; k < 50; k++) {
        const [s, t] = [random.between(0, 3), random.between(0, 3)];
        rotation.angularVelocityInto(s, first, 0);
        rotation.angularVelocityInto(t, second, 0);
        expect(Math.hypot(...first)).toBeLessThanOrEqual(rotation.rateUpper * (1 + 1e-13));
        const apart = Math.hypot(...first.map((x, j) => x - second[j]));
        rotation.changeUpperInto(Math.min(s, t), Math.max(s, t), change);
        const bound = change[0] * Math.abs(t - s) + change[1];
        expect(apart).toBeLessThanOrEqual(bound + 1e-12 * rotation.rateUpper);
      }
    }
  });
});

it('gives the same orientation whoever asked for which time before', () => {
  const pose = poseFromRpy(0.3, 0.2, 0.1, 0, 0, 0);
  const state = { pose, velocity: [0, 0, 0], angularVelocity: [5, 7, -3] } as const;
  const make = () => new Flight({ state, time: 0, inertia: [1, 1.6, 2.2] });
  const [one, other] = [make(), make()];
  const times = [1.7, 0.2, 0.9, 0.01, 1.7];
  for (const time of times) one.stateAt(time);
  for (const time of [...times].reverse()) {
    expect(other.stateAt(time).pose).toEqual(one.stateAt(time).pose);
  }
});

it('is continuous up to a few roundings from step to step', () => {
  const rotation = freeRotation(poseFromRpy(0.3, 0.2, 0.1, 0, 0, 0), [5, 7, -3], [1, 1.6, 2.2]);
  const step = 1 / 32 / rotation.rateUpper;
  const before = new Float64Array(9);
  const after = new Float64Array(9);
  for (let k = 1; k < 200; k++) {
    rotation.rotationInto(k * step * (1 - 1e-14), before, 0);
    rotation.rotationInto(k * step * (1 + 1e-14), after, 0);
    const apart = Math.max(...before.map((x, i) => Math.abs(x - after[i])));
    expect(apart).toBeLessThan(1e-13 * k + rotation.slipUpper(0, 0));
  }
});

it('refuses moments that no body has, and a flight of more than a million steps', () => {
  const pose = poseFromRpy(0, 0, 0, 0, 0, 0);
  const state = { pose, velocity: [0, 0, 0], angularVelocity: [1, 1, 1] } as const;
  for (const inertia of [
    [1, 1, 3],
    [0, 1, 1],
    [Number.NaN, 1, 1],
    [-1, 1, 1],
  ] as const) {
    expect(() => new Flight({ state, time: 0, inertia })).toThrow('moments of inertia');
  }
  const fast = { ...state, angularVelocity: [1e6, 2e6, 0] } as const;
  const flight = new Flight({ state: fast, time: 0, inertia: [1, 1.5, 2] });
  expect(() => flight.stateAt(1)).toThrow('steps');
});
