/**
 * Cells for the forger: robots of all families of thinRobots.ts with bodies of every shape, among
 * obstacles of every shape, of several parts, of several half-spaces, with padding, clearances (of
 * single pairs, too), attached objects (half-spaces, too) and joints that stray. And paths in them, of
 * which most collide: forged certificates are about those.
 */
import { Random } from '../../../src/math/index.ts';
import { cellFrom } from '../oracles/cellText.ts';
import { curvedCell } from '../oracles/curvedCells.ts';
import { IndependentCell } from '../oracles/independentStatic.ts';
import {
  cellFiles,
  type Placement,
  type PlainCell,
  type PlainObstacle,
  type PlainPart,
  type PlainRobot,
  type Vec,
} from '../oracles/plainCell.ts';
import { frameOf, multiply } from '../oracles/plainKinematics.ts';
import { drawConfiguration, prune, type ThinCell, thinCell } from '../oracles/thinCells.ts';
import { FAMILIES, type Family, makeRobots } from '../oracles/thinRobots.ts';
import { Meshes, pick } from '../oracles/thinShapes.ts';
import { anyPlace, halfSpacePart, LINK_SHAPES, someParts } from './forgeShapes.ts';

export const SOURCES = [
  'shapes',
  'planes',
  'thin',
  'shapes',
  'curved',
  'planes',
  'inside',
] as const;
export type Source = (typeof SOURCES)[number];

export interface ForgeCell {
  readonly source: Source;
  readonly of: ThinCell;
  /** Configurations at which something surely collides: paths are led through them. */
  readonly hits: readonly Float64Array[];
}

const HITS = 12;
const DRAWS = 150;

/** The cell of a seed. */
export function forgeCell(seed: number): ForgeCell {
  const source = SOURCES[seed % SOURCES.length];
  const make = {
    thin: thinCell,
    curved: curvedCell,
    shapes: cellOfShapes,
    planes: cellOfPlanes,
    inside: cellOfSolids,
  };
  const of = make[source](seed);
  const random = new Random(seed ^ 0x7feb352d);
  const hits: Float64Array[] = [];
  for (let k = 0; k < DRAWS && hits.length < HITS; k++) {
    const q = drawConfiguration(of.independent, random);
    if (of.independent.violations(q).length > 0) hits.push(q);
  }
  return { source, of, hits };
}

const cellOfShapes = (seed: number) => shapesOf(seed, false);
const cellOfPlanes = (seed: number) => shapesOf(seed, true);

/** Something that is carried about among closed meshes, of which some contain it and some are in it. */
function cellOfSolids(seed: number): ThinCell {
  const random = new Random(seed ^ 0x3c6ef372);
  const meshes = new Meshes();
  const family = 'inside';
  const robots = makeRobots(family, random, meshes, [0, 0, 0]);
  const obstacles = Array.from({ length: 1 + random.below(3) }, (_, i): PlainObstacle => {
    const size = () => (random.unit() < 0.6 ? random.between(0.2, 1) : random.between(0.01, 0.05));
    const boxes = Array.from({ length: 1 + random.below(2) }, (_, k) => ({
      centre: [1.2 * k, 0, 0] as Vec,
      size: [size(), size(), size()] as Vec,
    }));
    const parts = [{ at: anyPlace(random, 0), shape: meshes.boxes(boxes) }];
    const more = random.unit() < 0.3 ? someParts(random, meshes, 0.05) : [];
    return {
      name: `thing${i}`,
      at: anyPlace(random, 0.2),
      parts: [...parts, ...more],
      solid: true,
    };
  });
  const clearance = random.unit() < 0.2 ? 10 ** random.between(-6, -3) : 0;
  return compiled(seed, family, { robots, obstacles, clearance, clearances: [], allow: [] });
}

function compiled(seed: number, family: Family, plain: PlainCell): ThinCell {
  const independent = new IndependentCell(plain);
  const { yaml, files } = cellFiles(plain);
  return { seed, family, plain, independent, aims: [], cell: cellFrom(yaml, files) };
}

/** `planes`: half-spaces in every obstacle. */
function shapesOf(seed: number, planes: boolean): ThinCell {
  const random = new Random(seed ^ 0x51ed270b);
  const meshes = new Meshes();
  const family = FAMILIES[Math.floor(seed / SOURCES.length) % FAMILIES.length];
  const far = random.unit() < 0.1 ? 10 ** random.between(0, 2) : 0;
  const carries = random.unit() < 0.15;
  const robots = makeRobots(family, random, meshes, [far, -far, far]).map((robot, k) =>
    withBodies(robot, random, meshes, carries && k === 0 && !planes),
  );
  const bare: PlainCell = { robots, obstacles: [], clearance: 0, clearances: [], allow: [] };
  const obstacles = placed(bare, random, meshes, planes, carries);
  const clearance = random.unit() < 0.3 ? 10 ** random.between(-6, -2) : 0;
  const clearances =
    random.unit() < 0.3 ? [closer(bare, obstacles, random), closer(bare, obstacles, random)] : [];
  const plain = { ...bare, obstacles, clearance, clearances: unlike(clearances) };
  return compiled(seed, family, prune(plain, random));
}

/** The same robot with other bodies, and at times a half-space in its hand. */
export function withBodies(
  robot: PlainRobot,
  random: Random,
  meshes: Meshes,
  carries: boolean,
): PlainRobot {
  const links = robot.links.map((link) => {
    if (link.parts.length === 0 || random.unit() < 0.2) return link;
    const parts = someParts(random, meshes, random.between(0.02, 0.12), LINK_SHAPES);
    const [x] = link.parts[0].at.xyz;
    return { ...link, parts: parts.map((part) => moved(part, x)) };
  });
  const last = links[links.length - 1].name;
  if (!carries) return { ...robot, links };
  const plane = {
    name: 'plane',
    link: last,
    part: moved(halfSpacePart(random, 0.3), 0.3),
    touches: [],
  };
  return { ...robot, links, attached: [...robot.attached, plane] };
}

function moved(part: PlainPart, x: number): PlainPart {
  const [px, py, pz] = part.at.xyz;
  return { ...part, at: { ...part.at, xyz: [px + x, py, pz] } };
}

/** Obstacles where bodies pass. Two half-spaces never come as a pair: nobody has a gap between them. */
function placed(
  bare: PlainCell,
  random: Random,
  meshes: Meshes,
  planes: boolean,
  carries: boolean,
): PlainObstacle[] {
  const independent = new IndependentCell(bare);
  const { bodies, kinematics } = independent;
  return Array.from({ length: 1 + random.below(4) }, (_, i): PlainObstacle => {
    independent.setConfiguration(drawConfiguration(independent, random));
    const pose = kinematics.pose(pick(random, bodies).frame);
    const xyz = [0, 1, 2].map((k) => pose[9 + k] + random.between(-0.1, 0.1)) as never;
    const size = random.between(0.04, 0.3);
    const { rpy } = anyPlace(random, 0);
    const at = { xyz, rpy };
    const flat = !carries && (planes || random.unit() < 0.15);
    const others = !flat || random.unit() < 0.5 ? someParts(random, meshes, size) : [];
    const spaces = Array.from({ length: flat ? 1 + random.below(3) : 0 }, () =>
      floor(independent, at, random),
    );
    const parts = random.unit() < 0.5 ? [...spaces, ...others] : [...others, ...spaces];
    return { name: `thing${i}`, at, parts, solid: random.unit() < 0.8 };
  });
}

const LOOKS = 12;

/** A half-space that the robots touch now and then, in an obstacle that is placed somewhere. */
function floor(cell: IndependentCell, outer: Placement, random: Random): PlainPart {
  const part = halfSpacePart(random, 0.3);
  if (part.shape.kind !== 'half-space') return part;
  const { kinematics } = cell;
  const world = new Float64Array(12);
  multiply(frameOf(outer), frameOf(part.at), world);
  const { normal } = part.shape;
  const length = Math.hypot(...normal);
  const n = [0, 1, 2].map(
    (k) =>
      (world[3 * k] * normal[0] + world[3 * k + 1] * normal[1] + world[3 * k + 2] * normal[2]) /
      length,
  );
  const moving = cell.bodies.filter(
    ({ frame }) => kinematics.rigidRoot(frame) !== kinematics.rigidRoot(0),
  );
  const lowest = Array.from({ length: LOOKS }, () => {
    cell.setConfiguration(drawConfiguration(cell, random));
    return Math.min(
      ...moving.map(
        (body) =>
          -cell.reachAlong(
            body,
            n.map((x) => -x),
          ),
      ),
    );
  }).sort((x, y) => x - y);
  const height = lowest[random.below(4)];
  const origin = n[0] * world[9] + n[1] * world[10] + n[2] * world[11];
  const offset = length * (height - origin);
  return Number.isFinite(offset) ? { ...part, shape: { ...part.shape, offset } } : part;
}

function closer(bare: PlainCell, obstacles: readonly PlainObstacle[], random: Random) {
  const { bodies } = new IndependentCell(bare);
  const other = [...obstacles, ...bodies];
  const between = [pick(random, bodies).name, pick(random, other).name] as const;
  return { between, distance: random.unit() < 0.3 ? 0 : 10 ** random.between(-5, -1.7) };
}

/** Of those about two bodies, each pair once: which of two entries counts is not the question here. */
function unlike(entries: PlainCell['clearances']): PlainCell['clearances'] {
  const key = ({ between }: PlainCell['clearances'][number]) => [...between].sort().join('\n');
  return entries.filter(
    (entry, k) =>
      entry.between[0] !== entry.between[1] &&
      entries.findIndex((other) => key(other) === key(entry)) === k,
  );
}
