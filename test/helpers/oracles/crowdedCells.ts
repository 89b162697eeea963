/** Cells with many obstacles of all kinds, for tests: the same description with and without a crowd. */
import {
  buildCell,
  type Cell,
  type CellDescription,
  type ObstacleDescription,
} from '../../../src/cell/index.ts';
import type { PlainShape } from '../../../src/geometry/index.ts';
import type { MeshGeometry, Part } from '../../../src/kinematics/index.ts';
import { identityPose, Random } from '../../../src/math/index.ts';
import { armUrdf, cellFrom } from './cellText.ts';
import { cube } from './meshes.ts';
import { randomPose } from './poses.ts';

export interface CrowdOptions {
  readonly seed: number;
  readonly count: number;
  /** Half the width of the space that obstacles are spread over, in metres. */
  readonly spread?: number;
  /** Sizes, from the least to the most. */
  readonly sizes?: readonly [number, number];
  /** Half-spaces and meshes among them. */
  readonly odd?: boolean;
  readonly cell?: string;
}

/** A planar arm of three links among obstacles at random: boxes, balls, capsules, cylinders, hulls, composites. */
export function crowdedCell(options: CrowdOptions): CellDescription {
  const { count, seed, spread = 3, sizes = [0.01, 0.2], odd = true, cell = '' } = options;
  const files = { 'arm.urdf': armUrdf('arm', [0.4, 0.5, 0.5]) };
  const { description } = cellFrom(`surepath: 1\nrobots: [{urdf: arm.urdf}]\n${cell}`, files);
  const random = new Random(seed);
  const obstacles: ObstacleDescription[] = [];
  for (let i = 0; i < count; i++) {
    const pose = randomPose(random, spread);
    const size = () => Math.exp(random.between(Math.log(sizes[0]), Math.log(sizes[1])));
    const parts: Part[] = [];
    const kind = i % 16;
    if (odd && i % 97 === 41) parts.push(part(halfSpace(random, spread)));
    else if (odd && kind === 7) parts.push({ pose: identityPose(), geometry: meshOf(size()) });
    else {
      const many = kind === 3 ? 3 : 1;
      for (let k = 0; k < many; k++) {
        parts.push({
          pose: randomPose(random, many > 1 ? 0.2 : 0),
          geometry: shapeAt(random, size),
        });
      }
    }
    obstacles.push({ name: `scan/${i}`, pose, parts, solid: true });
  }
  return { ...description, obstacles };
}

function part(geometry: PlainShape): Part {
  return { pose: identityPose(), geometry };
}

/** Far below. */
function halfSpace(random: Random, spread: number): PlainShape {
  return { kind: 'half-space', normal: [0, 0, 1], offset: -spread - random.between(0, 1) };
}

const triangles = cube();

function meshOf(size: number): MeshGeometry {
  const positions = triangles.positions.map((x) => size * x);
  return { kind: 'mesh', reference: 'mesh.stl', triangles: { ...triangles, positions } };
}

function shapeAt(random: Random, size: () => number): PlainShape {
  switch (random.below(7)) {
    case 0:
      return { kind: 'sphere', radius: size() };
    case 1:
      return { kind: 'capsule', radius: size(), length: size() };
    case 2:
      return { kind: 'cylinder', radius: size(), length: size() };
    case 3:
      return { kind: 'cone', radius: size(), length: size() };
    case 4:
      return { kind: 'ellipsoid', radii: [size(), size(), size()] };
    case 5: {
      const scale = size();
      const positions = Float64Array.from({ length: 30 }, () => random.between(-scale, scale));
      return { kind: 'hull', hull: { positions } };
    }
    default:
      return { kind: 'box', half: [size(), size(), size()] };
  }
}

/** The same cell without a crowd and with one. */
export function both(description: CellDescription): [plain: Cell, crowded: Cell] {
  return [buildCell(description, { crowdFrom: Number.POSITIVE_INFINITY }), crowded(description)];
}

export function crowded(description: CellDescription): Cell {
  return buildCell(description, { crowdFrom: 0 });
}

/** A crowded cell with clearances and permissions for some of its obstacles. */
export function ruledCell(seed: number, count: number): CellDescription {
  return {
    ...crowdedCell({ seed, count }),
    clearance: {
      default: 0.01,
      pairs: [
        { between: ['link1', 'scan/1*'], distance: 0.08 },
        { between: ['scan/12', 'link*'], distance: 0.03 },
        { between: ['link1', 'link2'], distance: 0.02 },
      ],
    },
    allow: [
      { between: ['link2', 'scan/*7'], reason: 'it is soft' },
      { between: ['scan/20', 'link1'], reason: 'it belongs there' },
      { between: ['scan/20', '*'], reason: 'it is gone' },
    ],
  };
}
