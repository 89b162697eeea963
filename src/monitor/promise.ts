/**
 * What is promised about motions from step to step: the most that joints change in a second, and how fast obstacles are moved.
 * From it follows how fast two bodies can come nearer to each other: [A, Lemma 2], reach times rate over the joints between
 * them. Whether a step keeps the promise is seen from its configuration.
 */
import { motionUpper, pairMotion } from '../kinematics/index.ts';
import { InputError, U } from '../math/index.ts';
import { floatingDofs, turnBetweenInto } from '../motion/index.ts';
import { carriedBall } from './carried.ts';
import type { CellWorld } from './cellWorld.ts';

/** A promise is kept if it is exceeded by no more than this part of it. */
const SLACK = 1e-6;

/** Upper bounds, for all steps to come. */
export interface MotionPromise {
  /**
   * How fast joints move: radians or metres per second, one number for all or one per degree of freedom. Of a floating joint
   * the first three are those of x, y and z, the fourth that of the angle it turns by; the others do not count.
   */
  readonly rates: number | ArrayLike<number>;
  /**
   * By name of an obstacle that is moved now and then: metres per second of its fastest point, the ball around each piece
   * taken for the piece. Who is not named is looked at whenever it is moved.
   */
  readonly speeds?: Readonly<Record<string, number>>;
}

/** The promise in numbers. Throws an InputError for one that is none. */
export function promisedRates(world: CellWorld, { rates, speeds = {} }: MotionPromise): Promised {
  const { dofs } = world.cell.tree;
  if (typeof rates !== 'number' && rates.length !== dofs.length) {
    throw refused(`there are ${rates.length} rates for ${dofs.length} degrees of freedom`);
  }
  const list = Float64Array.from(dofs, (_, d) => (typeof rates === 'number' ? rates : rates[d]));
  list.forEach((rate, d) => {
    if (!(rate >= 0)) throw refused(`the rate of "${dofs[d].name}" is ${rate}`);
  });
  const named = new Map(Object.entries(speeds));
  for (const [name, speed] of named) {
    if (!(speed >= 0)) throw refused(`the speed of "${name}" is ${speed}`);
  }
  return new Promised(world, list, named);
}

function refused(message: string): InputError {
  const hint = 'rates and speeds are upper bounds, 0 or more';
  return new InputError({ code: 'monitor/promise', message, hint });
}

/** A promise in numbers: how fast bodies come nearer to each other, and whether a step keeps it. */
export class Promised {
  private readonly world: CellWorld;
  private readonly rates: Float64Array;
  private readonly speeds: ReadonlyMap<string, number>;
  /** First degrees of freedom of floating joints. */
  private readonly floating: readonly number[];
  /** By degree of freedom: whether it is part of a rotation. */
  private readonly turns: Uint8Array;
  private readonly turn = new Float64Array(3);
  /** Seconds: what the last two configurations need, and what of it is rounding. */
  needed = 0.5;
  coarse = 0.5;

  constructor(world: CellWorld, rates: Float64Array, speeds: ReadonlyMap<string, number>) {
    const { tree } = world.cell;
    this.world = world;
    this.rates = rates;
    this.speeds = speeds;
    this.floating = floatingDofs(tree);
    this.turns = new Uint8Array(rates.length);
    for (const d of this.floating) this.turns.fill(1, d + 3, d + 7);
  }

  /** Metres per second by which two bodies come nearer to each other at most; infinite where nobody knows. */
  closingUpper(a: number, b: number): number {
    const { tree, box } = this.world.cell;
    const [p, q] = [this.extentOf(a), this.extentOf(b)];
    if (p === null || q === null) return Number.POSITIVE_INFINITY;
    const joints = motionUpper(pairMotion(tree, p, q, box), this.rates, 0);
    const speed = (joints + this.speedOf(a) + this.speedOf(b)) * (1 + 8 * U);
    // Not a number where what has no limit reaches nothing.
    return Number.isNaN(speed) ? Number.POSITIVE_INFINITY : speed;
  }

  /** How fast a body is moved within its frame; 0 where nothing is said. */
  speedOf(body: number): number {
    return this.speeds.get(this.world.bodies[body].name) ?? 0;
  }

  /** Whether somebody said how fast a body is moved. */
  isSpeedKnown(body: number): boolean {
    return this.speeds.has(this.world.bodies[body].name);
  }

  /** Seconds that a body needs for a way at least. */
  secondsForWay(body: number, way: number): number {
    return way > 0 ? (way / this.speedOf(body)) * (1 + 4 * U) : 0;
  }

  /** this.needed = the seconds that joints need at least from one configuration to another; this.coarse: what rounding explains. */
  measure(from: Float64Array, to: Float64Array): void {
    const { rates, turns, floating, turn } = this;
    let needed = 0;
    let coarse = 0;
    for (let d = 0; d < rates.length; d++) {
      const way = Math.abs(to[d] - from[d]);
      if (turns[d] === 1 || way === 0) continue;
      needed = Math.max(needed, way / rates[d]);
      if (rates[d] > 0) coarse = Math.max(coarse, (4 * U * (Math.abs(to[d]) + way)) / rates[d]);
    }
    for (let f = 0; f < floating.length; f++) {
      const d = floating[f] + 3;
      let same = true;
      for (let k = d; k < d + 4; k++) if (to[k] !== from[k]) same = false;
      if (same) continue;
      turnBetweenInto(from, d, to, d, turn, 0);
      const angle = Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
      // Products of quaternions cancel but for their rounding.
      needed = Math.max(needed, (angle * (1 + 64 * U) + 32 * U) / rates[d]);
      if (rates[d] > 0) coarse = Math.max(coarse, (64 * U) / rates[d]);
    }
    this.needed = needed * (1 + 4 * U);
    this.coarse = coarse;
  }

  /** Whether what needs so many seconds may have happened in those that have passed, up to rounding. */
  isKept(needed: number, seconds: number): boolean {
    return needed < Number.POSITIVE_INFINITY && needed <= seconds * (1 + SLACK) + this.coarse;
  }

  /** A body as bounds of its motion see it; null for one that has no end and was put elsewhere. */
  private extentOf(body: number) {
    const { world } = this;
    const own = world.bodies[body];
    const frame = world.bodyFrames[body];
    const carried = world.carried[body];
    if (carried === undefined) return { ...pick(own), frame };
    if (own.planes !== undefined) return null;
    return { frame, ball: carriedBall(own.ball, carried) };
  }
}

function pick({ ball, points, margin, planes }: CellWorld['bodies'][number]) {
  return { ball, points, margin, planes };
}

/** Seconds that a lower bound stays above a distance while it shrinks with a speed, rounded down. */
export function spanLower(lower: number, distance: number, speed: number): number {
  if (!(lower > distance)) return 0;
  if (speed === 0) return Number.POSITIVE_INFINITY;
  return ((lower - distance) / speed) * (1 - 16 * U);
}
