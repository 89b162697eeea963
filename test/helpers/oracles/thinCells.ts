/**
 * Random cells of thin things: arms, pairs of arms, grippers with mimic fingers, gantries, vehicles,
 * drones, wheels, machines with joints of all kinds, among plates, wires, needles, grids, shells and
 * cages; at times far from the origin, padded, with clearances, with joints that may stray. A cell
 * comes as the text that the readers read and as the description of the independent check, both
 * from one seed.
 */
import type { Cell } from '../../../src/cell/index.ts';
import { Random } from '../../../src/math/index.ts';
import { cellFrom } from './cellText.ts';
import { type IndependentBody, IndependentCell } from './independentStatic.ts';
import {
  cellFiles,
  type Placement,
  type PlainCell,
  type PlainObstacle,
  type Vec,
} from './plainCell.ts';
import { FAMILIES, type Family, makeRobots } from './thinRobots.ts';
import {
  anyRpy,
  Meshes,
  obstacleParts,
  pick,
  shellObstacle,
  smallPart,
  thinness,
} from './thinShapes.ts';

/** A place that motions are to pass, and how: an obstacle stands where it is hard to tell. */
export interface Aim {
  readonly configuration: Float64Array;
  readonly direction: Float64Array;
}

export interface ThinCell {
  readonly seed: number;
  readonly family: Family;
  readonly plain: PlainCell;
  readonly independent: IndependentCell;
  readonly aims: readonly Aim[];
  /** Coefficients of polynomial motions that obstacles stand beside: curvedCells.ts. */
  readonly curves?: readonly Float64Array[];
  /** Whether few motions only are to be sought between those that collide and those that do not. */
  readonly grazesLittle?: boolean;
  /** Compiled by the product from text. */
  readonly cell: Cell;
}

/** The cell of a seed. */
export function thinCell(seed: number): ThinCell {
  const random = new Random(seed);
  const family = FAMILIES[seed % FAMILIES.length];
  const meshes = new Meshes();
  const far = random.unit() < 0.15 ? 10 ** random.between(1, 3) : 0;
  const shift: Vec = [
    random.between(-far, far),
    random.between(-far, far),
    random.between(-far, far),
  ];
  const robots = makeRobots(family, random, meshes, shift);
  const bare: PlainCell = { robots, obstacles: [], clearance: 0, clearances: [], allow: [] };
  const most = { 'two arms': 3, folding: 3, orbit: 2 }[family as string] ?? 6;
  const count = 1 + random.below(most);
  const aims: Aim[] = [];
  const obstacles = placeObstacles(bare, family, random, meshes, count, aims);
  const clearance = random.unit() < 0.15 ? random.between(0.0005, 0.005) : 0;
  const clearances = random.unit() < 0.1 ? [closer(bare, obstacles, random)] : [];
  const plain = prune({ ...bare, obstacles, clearance, clearances }, random);
  const independent = new IndependentCell(plain);
  const { yaml, files } = cellFiles(plain);
  return { seed, family, plain, independent, aims, cell: cellFrom(yaml, files) };
}

/** A configuration within the ranges of the joints. */
export function drawConfiguration({ kinematics }: IndependentCell, random: Random): Float64Array {
  const { dofs } = kinematics;
  const q = new Float64Array(dofs.length);
  for (let d = 0; d < q.length; d++) {
    const { kind, part, lower, upper } = dofs[d];
    const angle = kind === 'continuous' || (kind === 'planar' && part === 2);
    q[d] = angle ? random.between(-4, 4) : random.between(lower, upper);
    if (kind !== 'floating' || part < 3) continue;
    q[d] = random.between(-1, 1) + (part === 6 ? 0.1 : 0);
    if (part < 6) continue;
    const length = Math.hypot(q[d - 3], q[d - 2], q[d - 1], q[d]) || 1;
    for (let k = d - 3; k <= d; k++) q[k] /= length;
  }
  return q;
}

/** A clearance of its own for one body and one obstacle. */
export function closer(bare: PlainCell, obstacles: readonly PlainObstacle[], random: Random) {
  const body = pick(random, new IndependentCell(bare).bodies);
  const between = [body.name, pick(random, obstacles).name] as const;
  return { between, distance: random.between(0.0005, 0.01) };
}

/** Obstacles where the robots' bodies pass: beside a point of a body at a random configuration. */
export function placeObstacles(
  bare: PlainCell,
  family: Family,
  random: Random,
  meshes: Meshes,
  count: number,
  aims: Aim[],
): PlainObstacle[] {
  const independent = new IndependentCell(bare);
  const { bodies, kinematics } = independent;
  return Array.from({ length: count }, (_, i): PlainObstacle => {
    const name = `obstacle${i}`;
    const body = pick(random, bodies);
    if (random.unit() < (family === 'orbit' ? 0.7 : 0.3)) {
      const plate = chord(independent, body, random, aims);
      if (plate) return { name, ...plate };
    }
    independent.setConfiguration(drawConfiguration(independent, random));
    const pose = kinematics.pose(body.frame);
    const x = random.between(0, 0.3);
    const aside = random.unit() < 0.5 ? 0.02 : 0.15;
    const at = (k: number) => pose[9 + k] + x * pose[3 * k] + random.between(-aside, aside);
    const xyz: Vec = [at(0), at(1), at(2)];
    const size = random.between(0.05, 0.4);
    const small = family === 'inside' || family === 'orbit' ? 0.4 : 0;
    const { parts, solid } =
      random.unit() < small
        ? { parts: [smallPart(random, meshes)], solid: true }
        : family === 'inside'
          ? shellObstacle(random, meshes, 2 * size)
          : obstacleParts(random, meshes, size);
    if (parts[0].shape.kind === 'half-space') {
      return { name, at: { xyz: [xyz[0], xyz[1], xyz[2] - 0.25], rpy: [0, 0, 0] }, parts, solid };
    }
    return { name, at: { xyz, rpy: anyRpy(random) }, parts, solid };
  });
}

/** All joints but the first at 0, where arms of parallel axes reach farthest. */
function stretch({ kinematics }: IndependentCell, q: Float64Array): void {
  kinematics.dofs.forEach(({ kind }, d) => {
    if (d > 0 && kind === 'revolute') q[d] = 0;
  });
}

/**
 * A thin plate beside a point of a body where its path bends: a chord, which the path crosses
 * before and after. Null where it does not bend.
 */
function chord(
  cell: IndependentCell,
  body: IndependentBody,
  random: Random,
  aims: Aim[],
): Omit<PlainObstacle, 'name'> | null {
  const { kinematics } = cell;
  const configuration = drawConfiguration(cell, random);
  const stretched = random.unit() < 0.25;
  if (stretched) stretch(cell, configuration);
  const single = random.below(2 * configuration.length);
  const direction = configuration.map((_, d) => {
    const { kind, part } = kinematics.dofs[d];
    const still =
      (kind === 'floating' && part > 2) || (single < configuration.length && single !== d);
    if (!stretched) return still ? 0 : random.between(-1, 1);
    // All the same way, so that what each of them does adds up.
    const { axis } = kinematics.frames.find(({ dof }) => dof === d - part)!;
    return kind === 'revolute' ? Math.sign(axis[2]) * random.between(0.3, 1) : 0;
  });
  const along = (s: number) => configuration.map((x, d) => x + s * direction[d]);
  const plate = plateBeside(cell, body, random, along, 0.02);
  if (plate) aims.push({ configuration, direction });
  return plate;
}

/**
 * The plate of a chord for any motion: beside a point of a body at s = 0, where the motion bends as
 * it does from -step to step. Null where it does not.
 */
export function plateBeside(
  cell: IndependentCell,
  body: IndependentBody,
  random: Random,
  motion: (s: number) => Float64Array,
  step: number,
): Omit<PlainObstacle, 'name'> | null {
  const { piece, at: placed } = pick(random, body.pieces);
  if (piece.kind === 'half-space') return null;
  const { centre, half: extent } = piece.box;
  const corner = [0, 1, 2].map((k) => centre[k] + random.between(-1, 1) * extent[k]);
  const local = [0, 1, 2].map(
    (k) =>
      placed[3 * k] * corner[0] +
      placed[3 * k + 1] * corner[1] +
      placed[3 * k + 2] * corner[2] +
      placed[9 + k],
  );
  const point = (s: number): number[] => {
    cell.setConfiguration(motion(s));
    const m = cell.kinematics.pose(body.frame);
    return [0, 1, 2].map(
      (k) => m[3 * k] * local[0] + m[3 * k + 1] * local[1] + m[3 * k + 2] * local[2] + m[9 + k],
    );
  };
  const [before, here, after] = [point(-step), point(0), point(step)];
  const bend = here.map((x, k) => before[k] + after[k] - 2 * x);
  const length = Math.hypot(...bend);
  if (!(length > 1e-7)) return null;
  // Mostly where it bends to; beyond all of the body, by little.
  const side = random.unit() < 0.8 ? 1 : -1;
  const n = bend.map((x) => (side * x) / length);
  const thin = thinness(random);
  point(0);
  const along = here[0] * n[0] + here[1] * n[1] + here[2] * n[2];
  // On the other side the path may also dip into it.
  const dips = side < 0 && random.unit() < 0.5;
  const gap = dips ? -(10 ** random.between(-4, -2.5)) : 10 ** random.between(-4, -1.2);
  const away = cell.reachAlong(body, n) - along + gap + thin / 2;
  // As long as the chord, or longer: the path's radius is its speed squared over how it bends.
  const speed = Math.hypot(...after.map((x, k) => (x - before[k]) / 2));
  const half = Math.sqrt((2 * Math.abs(gap) * speed * speed) / length);
  const size = Math.min(0.8, Math.max(0.01, 2 * half * random.between(0.8, 2)));
  const at: Placement = {
    xyz: [here[0] + away * n[0], here[1] + away * n[1], here[2] + away * n[2]],
    rpy: [0, Math.acos(Math.max(-1, Math.min(1, n[2]))), Math.atan2(n[1], n[0])],
  };
  const shape = { kind: 'box' as const, size: [size, size * random.between(0.7, 1), thin] as Vec };
  return { at, parts: [{ at: { xyz: [0, 0, 0], rpy: [0, 0, 0] }, shape }], solid: true };
}

const TRIALS = 24;
/** Metres: bodies that are mostly nearer than this only ever yield `too-close`. */
const NEAR = 5e-4;

/** Allows pairs that are mostly near, and takes obstacles away, until more than half is clear. */
export function prune(cell: PlainCell, random: Random): PlainCell {
  let pruned = cell;
  for (;;) {
    const independent = new IndependentCell(pruned);
    const hits = new Map<string, number>();
    let violated = 0;
    const draws = new Random(random.uint32());
    for (let k = 0; k < TRIALS; k++) {
      const violations = independent.violations(drawConfiguration(independent, draws), NEAR);
      if (violations.length > 0) violated++;
      for (const { a, b } of violations) {
        const key = `${independent.bodies[a].name}\n${independent.bodies[b].name}`;
        hits.set(key, (hits.get(key) ?? 0) + 1);
      }
    }
    if (violated <= 0.5 * TRIALS) return pruned;
    const [worst] = [...hits].sort((x, y) => y[1] - x[1])[0];
    const [a, b] = worst.split('\n');
    const obstacle = pruned.obstacles.find(({ name }) => name === a || name === b);
    pruned = obstacle ? withoutObstacle(pruned, obstacle) : allowPair(pruned, a, b);
  }
}

function withoutObstacle(cell: PlainCell, obstacle: PlainObstacle): PlainCell {
  return {
    ...cell,
    obstacles: cell.obstacles.filter((each) => each !== obstacle),
    clearances: cell.clearances.filter(({ between }) => !between.includes(obstacle.name)),
  };
}

/** In the SRDF for links of one robot without a name, else in the cell file. */
function allowPair(cell: PlainCell, a: string, b: string): PlainCell {
  const [robot] = cell.robots;
  const names = robot.links.map(({ name }) => name);
  if (cell.robots.length > 1 || !names.includes(a) || !names.includes(b)) {
    return { ...cell, allow: [...cell.allow, [a, b]] };
  }
  return { ...cell, robots: [{ ...robot, disabled: [...robot.disabled, [a, b]] }] };
}
