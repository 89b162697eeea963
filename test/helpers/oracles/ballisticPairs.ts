/**
 * Random pairs of bodies that fly, and what they do by dense sampling: positions from the formula of a parabola,
 * orientations with `Math.sin` and `Math.cos`, distances of plainConvex.ts. Of a body with three different moments of
 * inertia the motion is defined by its steps, so there orientations are the product's; test/schedule/rotation.test.ts
 * compares these with Euler's equations.
 */
import { bracket, type Core, convexDistance } from './plainConvex.ts';

type Vec = readonly [number, number, number];

export interface PlainShape {
  readonly kind: 'sphere' | 'box' | 'corners';
  readonly core: Core;
  /** Around the core. */
  readonly round: number;
  /** Of all points, from the centre of mass. */
  readonly radius: number;
}

export interface PlainFlight {
  readonly shape: PlainShape;
  readonly pose: Float64Array;
  readonly velocity: Vec;
  readonly angularVelocity: Vec;
  /** Moments of inertia: all the same, the third different, or three different ones. */
  readonly inertia: Vec;
  readonly gravity: Vec;
}

export interface PlainPair {
  readonly a: PlainFlight;
  readonly b: PlainFlight;
  readonly until: number;
}

/** Whatever gives numbers: `unit` in [0, 1). */
export interface Numbers {
  unit(): number;
}

/** Polyhedra to choose from: they take longer to compile than a pair takes to fly. */
export function randomPolyhedra(random: Numbers, count: number): PlainShape[] {
  return Array.from({ length: count }, () => cornersOf(10 ** (3 * random.unit() - 2.5), random));
}

/** A pair that is likely to meet, to graze or to miss narrowly. */
export function randomPair(random: Numbers, polyhedra: readonly PlainShape[]): PlainPair {
  const until = 0.2 + random.unit();
  const fall: Vec = random.unit() < 0.5 ? [0, 0, -9.81] : [0, 0, 0];
  const far = random.unit() < 0.1 ? 1e6 : random.unit() < 0.5 ? 0 : 10;
  const at: Vec = [far * sign(random), far * sign(random), far * (random.unit() - 0.5)];
  const a = randomFlight(random, fall, polyhedra);
  const b = randomFlight(random, random.unit() < 0.8 ? fall : [0, 0, 0], polyhedra);
  // Where the centres would pass each other, and how far apart then.
  const meeting = until * random.unit();
  const miss = (a.shape.radius + b.shape.radius) * random.unit() * 1.2;
  const way = direction(random);
  return {
    a: passing(a, at, meeting),
    b: passing(b, [0, 1, 2].map((k) => at[k] + miss * way[k]) as unknown as Vec, meeting),
    until,
  };
}

function sign(random: Numbers): number {
  return random.unit() < 0.5 ? -1 : 1;
}

function direction(random: Numbers): Vec {
  for (;;) {
    const v = [0, 1, 2].map(() => 2 * random.unit() - 1) as unknown as Vec;
    const length = Math.hypot(...v);
    if (length > 0.1 && length < 1) return v.map((x) => x / length) as unknown as Vec;
  }
}

function randomFlight(
  random: Numbers,
  gravity: Vec,
  polyhedra: readonly PlainShape[],
): PlainFlight {
  const size = 10 ** (3 * random.unit() - 2.5);
  const kind = random.unit();
  const shape =
    kind < 0.3
      ? sphereOf(size)
      : kind < 0.7
        ? boxOf(size, random)
        : polyhedra[Math.floor(random.unit() * polyhedra.length)];
  const speed = random.unit() < 0.15 ? 0 : 10 ** (4 * random.unit() - 1.5);
  const like = random.unit();
  // Steps cost: those bodies turn by 20 rad/s at most, the others by 100.
  const turning = random.unit() < 0.2 ? 0 : 10 ** ((like < 0.7 ? 3 : 2.3) * random.unit() - 1);
  const heading = direction(random);
  const axis = direction(random);
  return {
    shape,
    pose: randomPose(random),
    velocity: heading.map((x) => x * speed) as unknown as Vec,
    angularVelocity: axis.map((x) => x * turning) as unknown as Vec,
    inertia:
      like < 0.4 ? [1, 1, 1] : like < 0.7 ? [1, 1, 0.4 + 1.4 * random.unit()] : [1, 1.3, 1.7],
    gravity,
  };
}

function sphereOf(size: number): PlainShape {
  return { kind: 'sphere', core: { kind: 'point' }, round: size, radius: size };
}

function boxOf(size: number, random: Numbers): PlainShape {
  // Thin ones too: a plate of a thousandth.
  const thin = () => (random.unit() < 0.3 ? 1e-3 : 0.2 + 0.8 * random.unit());
  const half: [number, number, number] = [size * thin(), size * thin(), size];
  return { kind: 'box', core: { kind: 'box', half }, round: 0, radius: Math.hypot(...half) };
}

function cornersOf(size: number, random: Numbers): PlainShape {
  const corners = new Float64Array(3 * (4 + Math.floor(12 * random.unit())));
  let radius = 0;
  for (let i = 0; i < corners.length; i += 3) {
    const v = direction(random);
    for (let k = 0; k < 3; k++) corners[i + k] = v[k] * size * (0.3 + 0.7 * random.unit());
    radius = Math.max(radius, Math.hypot(corners[i], corners[i + 1], corners[i + 2]));
  }
  return { kind: 'corners', core: { kind: 'corners', corners }, round: 0, radius };
}

function randomPose(random: Numbers): Float64Array {
  const turn = exponential(direction(random), 2 * Math.PI * random.unit());
  return Float64Array.of(...turn, 0, 0, 0);
}

/** The flight whose centre is at a place at a time. */
function passing(flight: PlainFlight, place: Vec, time: number): PlainFlight {
  const pose = flight.pose.slice();
  for (let k = 0; k < 3; k++) {
    pose[9 + k] = place[k] - flight.velocity[k] * time - 0.5 * flight.gravity[k] * time * time;
  }
  return { ...flight, pose };
}

/** The rotation about a unit axis. */
function exponential([x, y, z]: Vec, angle: number): number[] {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const d = 1 - c;
  return [
    c + d * x * x,
    d * x * y - s * z,
    d * x * z + s * y,
    d * x * y + s * z,
    c + d * y * y,
    d * y * z - s * x,
    d * x * z - s * y,
    d * y * z + s * x,
    c + d * z * z,
  ];
}

function product(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  const out: number[] = [];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      out.push(a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j]);
    }
  }
  return out;
}

function turnBy(v: Vec, time: number): number[] {
  const length = Math.hypot(...v);
  if (length === 0) return [1, 0, 0, 0, 1, 0, 0, 0, 1];
  return exponential(v.map((x) => x / length) as unknown as Vec, length * time);
}

/** Where a flight is after some time; `defined` has the orientations of what steps define. */
export function plainPose(
  flight: PlainFlight,
  time: number,
  defined?: (time: number) => Float64Array,
): Float64Array {
  const { pose, velocity, gravity, inertia, angularVelocity: w } = flight;
  const out = new Float64Array(12);
  for (let k = 0; k < 3; k++) {
    out[9 + k] = pose[9 + k] + velocity[k] * time + 0.5 * gravity[k] * time * time;
  }
  if (inertia[0] === inertia[1] && inertia[1] === inertia[2]) {
    out.set(product(turnBy(w, time), pose));
  } else if (inertia[0] === inertia[1]) {
    // About the angular momentum, and about the own axis z.
    const local = [0, 1, 2].map((k) => pose[k] * w[0] + pose[3 + k] * w[1] + pose[6 + k] * w[2]);
    const spin = local[2] * (1 - inertia[2] / inertia[0]);
    const momentum = [local[0], local[1], (local[2] * inertia[2]) / inertia[0]];
    const about = [0, 1, 2].map(
      (k) =>
        pose[3 * k] * momentum[0] + pose[3 * k + 1] * momentum[1] + pose[3 * k + 2] * momentum[2],
    ) as unknown as Vec;
    const inner = product(pose, turnBy([0, 0, spin], time));
    out.set(product(turnBy(about, time), inner));
  } else {
    out.set(defined!(time).subarray(0, 9));
  }
  return out;
}

/** How far two placed shapes are apart: at least and at most. 0 where they share a point. */
export function plainGap(a: PlainFlight, p: Float64Array, b: PlainFlight, q: Float64Array) {
  // Seen from the first one: far from the origin nothing is lost.
  const [here, there] = [p.slice(), q.slice()];
  for (let k = 9; k < 12; k++) {
    there[k] -= here[k];
    here[k] = 0;
  }
  convexDistance(a.shape.core, here, b.shape.core, there, Number.POSITIVE_INFINITY);
  const round = a.shape.round + b.shape.round;
  return { lower: Math.max(0, bracket.lower - round), upper: Math.max(0, bracket.upper - round) };
}
