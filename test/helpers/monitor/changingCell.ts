/**
 * A cell whose bodies change, twice: on-line, in a monitor, and as a description that a cell is built from anew. The
 * second says what the first must answer.
 */
import { expect } from 'vitest';
import {
  askAbout,
  buildCell,
  type Cell,
  type CellDescription,
  type ObstacleDescription,
} from '../../../src/cell/index.ts';
import { Kinematics } from '../../../src/kinematics/index.ts';
import {
  composePoses,
  identityPose,
  invertPoseInto,
  type Random,
} from '../../../src/math/index.ts';
import {
  type Approach,
  createMonitor,
  defaultClasses,
  type Monitor,
} from '../../../src/monitor/index.ts';
import { BruteForce } from './bruteForce.ts';

type Parts = ObstacleDescription['parts'];

/** An object or obstacle, as it stands. */
interface Thing {
  readonly name: string;
  parts: Parts;
  pose: Float64Array;
  solid: boolean;
  /** Robot and link that carry it; null for the world. */
  on: { robot: string; link: string; touches: readonly string[] } | null;
}

export class ChangingCell {
  readonly cell: Cell;
  readonly monitor: Monitor;
  readonly things = new Map<string, Thing>();
  private readonly description: CellDescription;
  private readonly qs: readonly Float64Array[];
  private readonly kinematics: Kinematics;
  at: Float64Array;

  /** A cell that is asked about these configurations. */
  constructor(
    made: Cell,
    qs: readonly Float64Array[],
    settings: { approach?: Partial<Approach>; changing?: boolean } = { changing: true },
  ) {
    this.description = made.description;
    this.qs = qs;
    this.cell = askAbout(made, qs).cell;
    this.monitor = createMonitor(this.cell, settings);
    this.kinematics = new Kinematics(this.cell.tree);
    this.at = qs[0];
    for (const { name, parts, pose, solid } of this.description.obstacles) {
      if (parts.length > 0) this.things.set(name, { name, parts, pose, solid, on: null });
    }
    for (const { name: robot, attached } of this.description.robots) {
      for (const { name, link, parts, solid, touches } of attached) {
        const scoped = robot === '' ? name : `${robot}/${name}`;
        const on = { robot, link, touches };
        this.things.set(scoped, { name, parts, pose: identityPose(), solid, on });
      }
    }
  }

  /** Where a thing is, in the world, at the configuration at hand. */
  poseOf({ on, pose }: Thing): Float64Array {
    if (on === null) return pose;
    return composePoses(this.linkPose(on.robot, on.link), pose);
  }

  linkPose(robot: string, link: string): Float64Array {
    const scoped = robot === '' ? link : `${robot}/${link}`;
    this.kinematics.setConfiguration(this.at);
    const at = this.kinematics.poseOf(this.cell.tree.frameOf.get(scoped)!);
    return this.kinematics.poses.slice(at, at + 12);
  }

  /** Grasps a thing where it is, or at a pose in the link. */
  attach(name: string, robot: string, link: string, pose: Float64Array | null, touches: string[]) {
    const thing = this.things.get(name)!;
    const scoped = (each: string) => (robot === '' ? each : `${robot}/${each}`);
    this.monitor.changes.attach(name, scoped(link), {
      ...(pose ? { pose } : {}),
      touches: touches.map(scoped),
    });
    const inverse = identityPose();
    invertPoseInto(this.linkPose(robot, link), 0, inverse, 0);
    thing.pose = pose ?? composePoses(inverse, this.poseOf(thing));
    thing.on = { robot, link, touches };
  }

  detach(name: string, pose: Float64Array | null) {
    const thing = this.things.get(name)!;
    this.monitor.changes.detach(name, pose ? { pose } : {});
    thing.pose = pose ?? this.poseOf(thing);
    thing.on = null;
  }

  move(name: string, pose: Float64Array) {
    this.monitor.changes.move(name, pose);
    this.things.get(name)!.pose = pose;
  }

  add(name: string, parts: Parts, pose: Float64Array, solid = true) {
    this.monitor.changes.add({ name, parts, pose, solid });
    this.things.set(name, { name, parts, pose, solid, on: null });
  }

  remove(name: string) {
    this.monitor.changes.remove(name);
    this.things.delete(name);
  }

  /** The cell as it is now, built from nothing. */
  built(): { cell: Cell; nameOf: (name: string) => string } {
    const all = [...this.things.values()];
    const obstacles = all
      .filter(({ on }) => on === null)
      .map(({ name, parts, pose, solid }) => ({ name: `${name}`, parts, pose, solid }));
    const robots = this.description.robots.map((robot) => ({
      ...robot,
      attached: all
        .filter(({ on }) => on?.robot === robot.name)
        .map(({ name, parts, pose, solid, on }) => ({
          ...{ name, solid, link: on!.link, touches: on!.touches },
          parts: parts.map((part) => ({ ...part, pose: composePoses(pose, part.pose) })),
        })),
    }));
    const description = { ...this.description, robots, obstacles, allowNothing: true };
    const { cell } = askAbout(buildCell(description), this.qs);
    const scopes = new Map(
      [...this.things].map(([key, { name, on }]) => [
        key,
        on !== null && on.robot !== '' ? `${on.robot}/${name}` : name,
      ]),
    );
    return { cell, nameOf: (name) => scopes.get(name) ?? name };
  }

  /** Holds the monitor at q against the cell that is built now. */
  compare(q: Float64Array, threshold = Number.POSITIVE_INFINITY): { apart: number; meet: number } {
    const { cell, nameOf } = this.built();
    return this.compareWith(cell, nameOf, q, threshold);
  }

  compareWith(
    cell: Cell,
    nameOf: (name: string) => string,
    q: Float64Array,
    threshold: number,
  ): { apart: number; meet: number } {
    const { monitor } = this;
    const oracle = new BruteForce(cell);
    const { bodies } = monitor.world;
    const classes = monitor.classes.map((each) => ({
      ...each,
      bodies: each.bodies.map((b) => cell.bodyOf.get(nameOf(bodies[b].name))!),
    }));
    for (const { name, bodies: usual } of defaultClasses(cell)) {
      const own = classes.find((each) => each.name === name)!.bodies;
      expect([...own].sort((a, b) => a - b)).toEqual(usual);
    }
    this.compareTested(cell, nameOf);
    const { vectors } = monitor.step(q, threshold);
    this.at = q;
    const seen = { apart: 0, meet: 0 };
    for (const { pair, status, distance, lower, bodyA, bodyB, r, s } of vectors) {
      const brute = oracle.vector(q, pair, classes);
      const size = 1e-9 * sizeOf(monitor);
      expect(lower).toBeLessThanOrEqual(brute.distance);
      if (status === 'beyond') {
        expect(brute.distance).toBeGreaterThanOrEqual(threshold - size);
        if (monitor.approach.update === 'global') continue;
        expect(lower).toBeGreaterThanOrEqual(Math.min(brute.lower, threshold) - size);
        continue;
      }
      if (monitor.approach.update === 'global') {
        expect(distance).toBeGreaterThanOrEqual(brute.distance - size);
        if (!Number.isNaN(r[0])) expect(distance).toBeLessThanOrEqual(brute.distance + size);
        continue;
      }
      expect(Math.abs(distance - brute.distance)).toBeLessThanOrEqual(size);
      expect(lower).toBeGreaterThanOrEqual(brute.lower - size);
      if (distance > 0) seen.apart++;
      else seen.meet++;
      expect(monitor.classes[pair.a].bodies).toContain(bodyA);
      expect(monitor.classes[pair.b].bodies).toContain(bodyB);
      if (distance > size)
        expect(Math.hypot(r[0] - s[0], r[1] - s[1], r[2] - s[2])).toBeCloseTo(distance, 6);
    }
    return seen;
  }

  /** The same pairs are tested. */
  private compareTested(cell: Cell, nameOf: (name: string) => string): void {
    const { world } = this.monitor;
    const listed = (pairs: Iterable<readonly [string, string]>) =>
      [...pairs].map(([a, b]) => (a < b ? `${a} - ${b}` : `${b} - ${a}`)).sort();
    const own: [string, string][] = [];
    world.forEachTested((a, b) => {
      own.push([nameOf(world.bodies[a].name), nameOf(world.bodies[b].name)]);
    });
    const built = [...cell.pairs]
      .filter(({ reason }) => reason === null)
      .map(({ a, b }) => [cell.bodies[a].name, cell.bodies[b].name] as const);
    expect(listed(own)).toEqual(listed(built));
  }
}

function sizeOf({ world }: Monitor): number {
  let most = 1;
  for (let i = 0; i < world.count; i++) {
    for (let k = 0; k < 3; k++) most = Math.max(most, Math.abs(world.balls[4 * i + k]));
    if (Number.isFinite(world.balls[4 * i + 3])) most = Math.max(most, world.balls[4 * i + 3]);
  }
  return most;
}

/** Somewhere within `reach` of a place, turned anyhow. */
export function anyPose(random: Random, around: ArrayLike<number>, reach: number): Float64Array {
  const q = [0, 0, 0, 0].map(() => random.between(-1, 1));
  const n = Math.hypot(...q) || 1;
  const [x, y, z, w] = q.map((each) => each / n);
  return Float64Array.of(
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    ...[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    ...[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ...[0, 1, 2].map((k) => around[k] + random.between(-reach, reach)),
  );
}
