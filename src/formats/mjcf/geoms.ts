/**
 * Geoms of an MJCF body: shapes and meshes, placed, and whether MuJoCo lets them collide. A mesh is taken as it is,
 * where MuJoCo takes its convex hull.
 */
import { type PlainShape, shapeFault } from '../../geometry/index.ts';
import type { Part } from '../../kinematics/index.ts';
import { composePoses, InputError } from '../../math/index.ts';
import type { Assets } from './assets.ts';
import type { Fields } from './fields.ts';
import { alongZ, direction, readPlacement } from './placement.ts';
import type { Settings } from './settings.ts';

const ATTRIBUTES = [
  ...['name', 'class', 'type', 'contype', 'conaffinity', 'size', 'mesh', 'fromto', 'pos', 'quat'],
  ...['axisangle', 'xyaxes', 'zaxis', 'euler', 'rgba', 'material', 'group', 'mass', 'density'],
  ...['hfield', 'fitscale', 'margin', 'gap', 'condim', 'priority', 'friction', 'solmix', 'solref'],
];
const TYPES = [
  ...(['plane', 'hfield', 'sphere', 'capsule', 'ellipsoid', 'cylinder', 'box', 'mesh'] as const),
  'sdf',
] as const;
type Type = (typeof TYPES)[number];

/** A geom that a <pair> names meets everything: what is tested without need is tested in vain, no more. */
const PAIRED = 2 ** 31 - 1;

/** A geom of a body, placed in the body's frame. */
export interface Geom {
  readonly name: string | undefined;
  /** Null where it is only seen, and nobody asked for it or it cannot be read. */
  readonly part: Part | null;
  /** Why it cannot be read. */
  readonly error?: InputError;
  /** Bits: two geoms collide where the type of one meets the affinity of the other. */
  readonly contype: number;
  readonly conaffinity: number;
}

/** Names of geoms that a <pair> names, each with those that it is to meet. */
export type PairedGeoms = ReadonlyMap<string, ReadonlySet<string>>;

export interface GeomReading {
  readonly settings: Settings;
  readonly assets: Assets;
  /** Geoms that a <pair> names collide whatever their bits say. */
  readonly paired: PairedGeoms;
  /** Whether what is only seen is read. */
  readonly visuals: boolean;
}

/** Whether a geom is never tested: it is only seen. */
export function isVisual({ contype, conaffinity }: Pick<Geom, 'contype' | 'conaffinity'>): boolean {
  return contype === 0 && conaffinity === 0;
}

/** A geom in a frame of its body. Throws for one that collides and cannot be read. */
export function readGeom(
  fields: Fields,
  frame: Float64Array,
  name: string | undefined,
  reading: GeomReading,
): Geom {
  fields.refuseMisspelt(ATTRIBUTES);
  const isPaired = name !== undefined && reading.paired.has(name);
  const geom = {
    name,
    contype: isPaired ? PAIRED : readBits(fields, 'contype'),
    conaffinity: isPaired ? PAIRED : readBits(fields, 'conaffinity'),
  };
  if (isVisual(geom) && !reading.visuals) return { ...geom, part: null };
  try {
    const { pose, geometry } = readShape(fields, reading);
    const colour = reading.visuals ? reading.assets.colour(fields) : null;
    const part = {
      ...{ pose: composePoses(frame, pose), geometry },
      ...(name !== undefined && { name }),
      ...(colour && { colour }),
    };
    return { ...geom, part };
  } catch (error) {
    if (!(error instanceof InputError) || !isVisual(geom)) throw error;
    return { ...geom, part: null, error };
  }
}

function readBits(fields: Fields, name: 'contype' | 'conaffinity'): number {
  const value = fields.number(name, 1);
  if (Number.isInteger(value) && value >= 0 && value < 2 ** 31) return value;
  throw fields.error(
    'bad-number',
    `"${name}" is a mask of 31 bits, found ${value}`,
    undefined,
    name,
  );
}

type Placed = Pick<Part, 'pose' | 'geometry'>;

function readShape(fields: Fields, { settings, assets }: GeomReading): Placed {
  const mesh = fields.text('mesh');
  const type: Type = fields.word(
    'type',
    TYPES,
    mesh !== undefined && !fields.has('type') ? 'mesh' : 'sphere',
  );
  refuseEnds(fields, type);
  if (type === 'mesh') {
    if (mesh === undefined) {
      throw fields.error('missing-attribute', 'a geom of type "mesh" needs an attribute "mesh"');
    }
    return { pose: readPlacement(fields, settings), geometry: assets.mesh(mesh, fields) };
  }
  if (mesh !== undefined) {
    throw fields.error(
      'unsupported',
      `a ${type} that MuJoCo fits to the mesh "${mesh}" cannot be read`,
      'save the model as MuJoCo compiles it, which writes the sizes',
      'mesh',
    );
  }
  if (type === 'hfield' || type === 'sdf') {
    throw fields.error('unsupported', `a geom of type "${type}" cannot be read`, undefined, 'type');
  }
  if (type === 'plane') {
    // Whatever its size: that is how it is drawn.
    const geometry = { kind: 'half-space', normal: [0, 0, 1], offset: 0 } as const;
    return { pose: readPlacement(fields, settings), geometry };
  }
  const { pose, sizes } = placeSized(fields, type, settings);
  const shape = shapeOf(type, sizes);
  const fault = shapeFault(shape);
  if (fault) throw fields.error('bad-size', fault.message, fault.hint, 'size');
  return { pose, geometry: shape };
}

/** Two ends say where a long shape is, and nothing else does. */
function refuseEnds(fields: Fields, type: Type): void {
  if (!fields.has('fromto')) return;
  const isLong = ['capsule', 'cylinder', 'box', 'ellipsoid'].includes(type);
  if (isLong && !fields.has('pos')) return;
  const message = isLong
    ? 'a geom has "fromto" and "pos", of which one would be ignored'
    : `a ${type} has no ends that "fromto" could say`;
  throw fields.error('two-places', message, 'here or in its class', 'fromto');
}

type Sized = 'sphere' | 'capsule' | 'ellipsoid' | 'cylinder' | 'box';

const SIZE_COUNT: Readonly<Record<Sized, number>> = {
  sphere: 1,
  capsule: 2,
  cylinder: 2,
  ellipsoid: 3,
  box: 3,
};

/** Where a shape stands and its sizes, which may be given by two points on its axis. */
function placeSized(
  fields: Fields,
  type: Sized,
  settings: Settings,
): { readonly pose: Float64Array; readonly sizes: readonly number[] } {
  const ends = fields.numbers('fromto', 6);
  // A class may give more numbers than a shape takes.
  const given = fields.someNumbers('size', 1, 3);
  const count = ends ? 1 : SIZE_COUNT[type];
  if (!given || given.length < count) {
    const message = `a ${type} needs a "size" of ${count} numbers, found ${given?.length ?? 0}`;
    throw fields.error('bad-size', message, undefined, 'size');
  }
  if (!ends) return { pose: readPlacement(fields, settings), sizes: [...given.subarray(0, count)] };
  const [ax, ay, az, bx, by, bz] = ends;
  const half = Math.hypot(ax - bx, ay - by, az - bz) / 2;
  const pose = alongZ(direction(fields, 'fromto', [ax - bx, ay - by, az - bz]));
  pose.set([(ax + bx) / 2, (ay + by) / 2, (az + bz) / 2], 9);
  const sizes = SIZE_COUNT[type] === 2 ? [given[0], half] : [given[0], given[0], half];
  return { pose, sizes };
}

/** Sizes of MuJoCo are halves. */
function shapeOf(type: Sized, [a, b, c]: readonly number[]): PlainShape {
  switch (type) {
    case 'sphere':
      return { kind: type, radius: a };
    case 'capsule':
    case 'cylinder':
      return { kind: type, radius: a, length: 2 * b };
    case 'ellipsoid':
      return { kind: type, radii: [a, b, c] };
    default:
      return { kind: type, half: [a, b, c] };
  }
}
