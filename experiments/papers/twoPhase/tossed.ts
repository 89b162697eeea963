/**
 * A stream of our own: balls that are tossed into a tray, fall, bounce off its floor and walls and off each other, and
 * come to rest. No engine, only something that moves as many small parts do; steps of equal length, the box of a step
 * holds the ball at its beginning and at its end.
 */
import { Random } from 'surepath/math';
import type { BoxStream } from './streams.ts';

export interface Toss {
  readonly count: number;
  readonly seed: number;
  /** Metres: radii of the balls are between these, evenly in their logarithm. */
  readonly radii: readonly [number, number];
  /** Metres: half the side of the tray, and how high balls begin. */
  readonly half: number;
  readonly height: number;
  readonly steps: number;
  /** Seconds. */
  readonly step: number;
}

const GRAVITY = 9.81;
/** What is left of a speed after a bounce, and m/s below which there is none. */
const BOUNCE = 0.4;
const RESTING = 0.05;
/** Part of the sideways speed that is left after a bounce off the floor. */
const SLIDING = 0.8;

export function tossed({ count, seed, radii, half, height, steps, step }: Toss): BoxStream {
  const random = new Random(seed);
  const r = Array.from({ length: count }, () => radii[0] * (radii[1] / radii[0]) ** random.unit());
  const place = Float64Array.from({ length: 3 * count }, (_, i) => {
    const away = half - r[Math.floor(i / 3)];
    return i % 3 === 2 ? random.between(0.2, 1) * height : random.between(-away, away);
  });
  const speed = Float64Array.from({ length: 3 * count }, () => random.between(-0.5, 0.5));
  const boxes = new Float64Array(6 * (count + 1) * steps);
  for (let s = 0; s < steps; s++) {
    const o = 6 * (count + 1) * s;
    boxes.set([-half, -half, -0.02, half, half, 0], o + 6 * count);
    const before = place.slice();
    for (let i = 0; i < count; i++) fly(place, speed, 3 * i, r[i], half, step);
    for (let i = 0; i < count; i++) {
      for (let j = i + 1; j < count; j++) bounceOff(place, speed, 3 * i, 3 * j, r[i] + r[j]);
    }
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 3; k++) {
        const [a, b] = [before[3 * i + k], place[3 * i + k]];
        boxes[o + 6 * i + k] = Math.min(a, b) - r[i];
        boxes[o + 6 * i + 3 + k] = Math.max(a, b) + r[i];
      }
    }
  }
  const fixed = [...r.map(() => false), true];
  const all = [...r, half];
  return { name: 'tossed', count: count + 1, fixed, radii: all, steps, boxes };
}

/** One ball for one step: it falls, and turns back at the floor and at the walls. */
function fly(
  place: Float64Array,
  speed: Float64Array,
  o: number,
  radius: number,
  half: number,
  step: number,
): void {
  speed[o + 2] -= GRAVITY * step;
  for (let k = 0; k < 3; k++) place[o + k] += speed[o + k] * step;
  for (let k = 0; k < 2; k++) {
    const most = half - radius;
    if (Math.abs(place[o + k]) <= most) continue;
    place[o + k] = Math.sign(place[o + k]) * most;
    speed[o + k] *= -BOUNCE;
  }
  if (place[o + 2] >= radius) return;
  place[o + 2] = radius;
  speed[o + 2] *= -BOUNCE;
  if (speed[o + 2] < RESTING) speed[o + 2] = 0;
  for (let k = 0; k < 2; k++) {
    speed[o + k] *= SLIDING;
    if (Math.abs(speed[o + k]) < RESTING) speed[o + k] = 0;
  }
}

/** Two balls of one mass that overlap and approach exchange what they approach with. */
function bounceOff(
  place: Float64Array,
  speed: Float64Array,
  i: number,
  j: number,
  reach: number,
): void {
  const d = [0, 1, 2].map((k) => place[j + k] - place[i + k]);
  const square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  if (square >= reach * reach || square === 0) return;
  const length = Math.sqrt(square);
  let closing = 0;
  for (let k = 0; k < 3; k++) closing += ((speed[i + k] - speed[j + k]) * d[k]) / length;
  if (closing <= 0) return;
  for (let k = 0; k < 3; k++) {
    const share = (0.5 * (1 + BOUNCE) * closing * d[k]) / length;
    speed[i + k] -= share;
    speed[j + k] += share;
  }
}
