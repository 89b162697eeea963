/**
 * Random cells and paths that strain the account of rounding, seeded: whole cells 1e3 to 1e7 m from the
 * origin, joints that make many turns, floating joints that make half a turn.
 */
import {
  askAbout,
  buildCell,
  type Cell,
  type CellDescription,
  isNothingTested,
} from '../../../src/cell/index.ts';
import { makeCertificate, Verifier } from '../../../src/certificate/index.ts';
import { certifiedClearance, createChecker } from '../../../src/check/index.ts';
import type {
  JointKind,
  KinematicTree,
  Part,
  RobotDescription,
} from '../../../src/kinematics/index.ts';
import { InputError, identityPose, Random } from '../../../src/math/index.ts';
import { buildPath, floatingDofs } from '../../../src/motion/index.ts';
import { randomDirection } from '../oracles/robots.ts';
import { anywhere, type CellOptions, nearby, randomCell, SORTS } from './cells.ts';

export type Strain = 'far' | 'turns' | 'half a turn';

export interface Outcome {
  readonly free: boolean;
  /** What the maker, or the verifier, said against it. */
  readonly refused?: string;
  readonly rejected?: string;
}

/**
 * Checks the path of a seed; if it is free, makes its certificate and verifies it. Of every second cell the
 * clearance is all that there is, but for a little.
 */
export function certifyStrained(strain: Strain, seed: number): Outcome {
  const { waypoints, sort, ...given } = strainedPath(strain, seed);
  let { description, cell } = given;
  if (isNothingTested(cell.pairs)) return { free: false };
  const path = buildPath(cell.tree, waypoints);
  if (seed % 2 === 1) {
    const { lower } = certifiedClearance(askAbout(cell, path).cell, path, {
      accuracy_m: 1e-7,
      budget: 3000,
    });
    const left = lower - 10 ** -(4 + (seed % 6));
    if (left > 0 && lower < 0.1) {
      description = { ...description, clearance: { default: left, pairs: [] } };
      cell = buildCell(description);
    }
  }
  const checker = createChecker(askAbout(cell, path).cell, { method: 'ladder' });
  const [segment] = path.segments;
  if (checker.check({ segment, budget: 5000 }).verdict !== 'free') return { free: false };
  const who = `${strain}, seed ${seed} (${sort})`;
  try {
    const certificate = makeCertificate(description, cell, path, { budget: 50_000 });
    const { reason } = new Verifier(description).verify(certificate, { path });
    return { free: true, ...(reason && { rejected: `${who}: ${JSON.stringify(reason)}` }) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { free: true, refused: `${who}: ${error.message}` };
  }
}

export interface StrainedPath {
  readonly description: CellDescription;
  readonly cell: Cell;
  readonly waypoints: readonly Float64Array[];
  readonly sort: string;
}

const sorts = Object.entries(SORTS);

/** The cell and path of a seed. */
export function strainedPath(strain: Strain, seed: number): StrainedPath {
  const random = new Random(seed);
  const [sort, options] = sorts[random.below(sorts.length)];
  const description = describe(random, strain, options);
  const cell = buildCell(description);
  const from = unit(cell.tree, inside(cell.tree, anywhere(cell.tree, random)));
  const to = unit(cell.tree, nearby(cell.tree, from, random.between(0.1, 1.5), random));
  if (strain === 'turns') addTurns(cell.tree, to, random);
  if (strain === 'half a turn') halfTurn(cell.tree, from, to, random);
  return { description, cell, waypoints: [from, to], sort };
}

function describe(random: Random, strain: Strain, options: CellOptions): CellDescription {
  if (strain === 'half a turn') return randomCell(random, { ...options, base: 'floating' });
  if (strain === 'turns') {
    const joints: JointKind[] = random.unit() < 0.5 ? ['continuous'] : ['continuous', 'prismatic'];
    const links = 2 + random.below(2);
    return randomCell(random, { ...options, joints, links });
  }
  return moveAway(random, randomCell(random, options));
}

/**
 * The whole cell far from the origin, in one of three ways: by where its robots and obstacles are placed;
 * by where links, attached objects and parts are placed in them; by a base that slides there.
 */
function moveAway(random: Random, near: CellDescription): CellDescription {
  const distance = 10 ** random.between(3, 6.5);
  const away = randomDirection(random).map((x) => distance * x);
  const shifted = (pose: Float64Array) => pose.map((x, k) => (k < 9 ? x : x + away[k - 9]));
  const aside = (part: Part): Part => ({ ...part, pose: shifted(part.pose) });
  const obstacles = near.obstacles.map((thing) => ({ ...thing, pose: shifted(thing.pose) }));
  const moved = near.robots.map((robot) => ({ ...robot, base: shifted(robot.base) }));
  switch (random.below(3)) {
    case 0:
      return { ...near, robots: moved, obstacles };
    case 1: {
      // The first link stays where it is; what hangs on it is far away.
      const robots = near.robots.map((one) => {
        const [first, ...others] = one.robot.joints;
        const robot = {
          ...one.robot,
          joints: [{ ...first, origin: shifted(first.origin) }, ...others],
        };
        return { ...one, base: identityPose(), robot };
      });
      const parts = near.obstacles.map((thing) => ({ ...thing, parts: thing.parts.map(aside) }));
      return { ...near, robots, obstacles: random.unit() < 0.5 ? obstacles : parts };
    }
    default: {
      const rails = near.robots.map((one) => ({ ...one, robot: onRails(one.robot, away) }));
      return { ...near, robots: rails, obstacles };
    }
  }
}

/** The robot on a slide that reaches from where it was to where the others are. */
function onRails(robot: RobotDescription, away: readonly number[]): RobotDescription {
  const length = Math.hypot(...away);
  const rail = { name: 'rail', collisions: [], visuals: [] };
  const slide = {
    name: 'slide',
    kind: 'prismatic' as const,
    parent: 'rail',
    child: robot.links[0].name,
    origin: identityPose(),
    axis: away.map((x) => x / length) as [number, number, number],
    limits: { lower: length - 0.1, upper: length + 0.1 },
  };
  return { ...robot, links: [rail, ...robot.links], joints: [slide, ...robot.joints] };
}

/** Within the limits, wherever they are. */
function inside(tree: KinematicTree, q: Float64Array): Float64Array {
  return q.map((x, d) => Math.min(tree.dofs[d].upper, Math.max(tree.dofs[d].lower, x)));
}

/** The same with quaternions of length 1. */
function unit(tree: KinematicTree, q: Float64Array): Float64Array {
  const out = q.slice();
  for (const d of floatingDofs(tree)) {
    const length = Math.hypot(...out.subarray(d + 3, d + 7));
    if (length > 1e-3) for (let k = d + 3; k < d + 7; k++) out[k] /= length;
    else out.set([0, 0, 0, 1], d + 3);
  }
  return out;
}

function addTurns(tree: KinematicTree, q: Float64Array, random: Random): void {
  tree.dofs.forEach(({ continuous }, d) => {
    if (!continuous || random.unit() < 0.3) return;
    q[d] += (random.unit() < 0.5 ? -1 : 1) * 10 ** random.between(0, 2.3);
  });
}

/** The end half a turn from the beginning: exactly, or up to rounding, with either sign. */
function halfTurn(tree: KinematicTree, from: Float64Array, to: Float64Array, random: Random): void {
  for (const d of floatingDofs(tree)) {
    const [x, y, z, w] = from.subarray(d + 3, d + 7);
    const sign = random.unit() < 0.5 ? -1 : 1;
    switch (random.below(3)) {
      case 0:
        // Products with two numbers swapped cancel to the bit.
        to.set(
          [y, -x, w, -z].map((c) => sign * c),
          d + 3,
        );
        break;
      case 1:
        from.set([0, 0, 0, 1], d + 3);
        to.set(
          [
            ...[
              [1, 0, 0],
              [0, 1, 0],
              [0, 0, -1],
              [0.6, 0.8, 0],
            ][random.below(4)],
            0,
          ],
          d + 3,
        );
        break;
      default: {
        const [a, b, c] = randomDirection(random);
        to.set(
          [
            w * a + y * c - z * b,
            w * b + z * a - x * c,
            w * c + x * b - y * a,
            -x * a - y * b - z * c,
          ],
          d + 3,
        );
      }
    }
  }
}
