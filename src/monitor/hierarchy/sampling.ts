/**
 * [D 3.2] Off-line: the class is placed at samples of its joint values, every 15 degrees of the first three joints as in the
 * paper, and the structures that come out optimal are counted (structures.ts).
 *
 * The joints are the first turns and slides that move members of the class, in the order of the tree; joints of a
 * base that moves as a whole (planar, floating) are none of them. Samples are from the lower limit of each joint on, within the
 * class's box; a turn is sampled once round at most. Other joints stay at 0, or at the limit nearest to it.
 *
 * Ten members and 13,824 samples take a third of a second or so.
 */
import type { Cell } from '../../cell/index.ts';
import { SLIDE, TURN } from '../../kinematics/index.ts';
import { InputError } from '../../math/index.ts';
import type { World } from '../world.ts';
import { copyBox } from './boxes.ts';
import { StructureCounter, type StructureReport } from './structures.ts';

export interface SamplingSettings {
  /** Between samples of a turn, in degrees. Default 15. */
  readonly degrees?: number;
  /** Between samples of a slide, in metres. Default 0.1. */
  readonly metres?: number;
  /** How many joints. Default 3. */
  readonly joints?: number;
  /** A configuration for the joints that are not sampled. Default: 0, or the limit nearest to it. */
  readonly rest?: Float64Array;
  /** More samples than this are refused. Default a million. */
  readonly mostSamples?: number;
}

/** Values that some joints take on, all combinations of them. */
export interface JointSamples {
  /** Numbers of degrees of freedom. */
  readonly dofs: readonly number[];
  /** For each: its values, ascending. */
  readonly values: readonly Float64Array[];
  readonly rest: Float64Array;
  /** Combinations. */
  readonly count: number;
}

/** What a class is divided into: the places of its structures, each with the numbers of its members. */
export type Places = readonly (readonly number[])[];

/** Each member for itself; or those that one link carries together. */
export function placesOf(world: World, c: number, by: 'members' | 'segments'): Places {
  const members = Array.from(world.membersOf[c]);
  if (by === 'members') return members.map((i) => [i]);
  const { rigidRoot } = world.cell.tree;
  const byLink = new Map<number, number[]>();
  for (const i of members) {
    const link = rigidRoot[world.frameOf[i]];
    const known = byLink.get(link);
    if (known) known.push(i);
    else byLink.set(link, [i]);
  }
  return [...byLink.values()];
}

/** The joints of a class that are sampled, and their values. */
export function jointSamples(
  world: World,
  c: number,
  settings: SamplingSettings = {},
): JointSamples {
  const { degrees = 15, metres = 0.1, joints = 3, mostSamples = 1e6 } = settings;
  requirePositive('degrees', degrees);
  requirePositive('metres', metres);
  const { cell } = world;
  const dofs = movingDofs(world, c).slice(0, joints);
  const values = dofs.map((d) => {
    const isAngle = cell.tree.dofs[d].unit === 'angle';
    return valuesOf(cell, d, isAngle ? (degrees * Math.PI) / 180 : metres);
  });
  const count = values.reduce((product, each) => product * each.length, 1);
  if (count > mostSamples) {
    throw new InputError({
      code: 'monitor/samples',
      message: `the joints of "${world.classes[c].name}" would be sampled at ${count} configurations, more than ${mostSamples}`,
      hint: 'take larger steps (degrees, metres) or fewer joints',
    });
  }
  return { dofs, values, rest: settings.rest ?? restOf(cell), count };
}

function requirePositive(name: string, value: number): void {
  if (value > 0 && Number.isFinite(value)) return;
  throw new InputError({
    code: 'monitor/sampling',
    message: `${name} between samples must be a positive number, not ${value}`,
  });
}

/** Degrees of freedom of turns and slides that move members of the class. */
function movingDofs(world: World, c: number): number[] {
  const { parent, dof, kind } = world.cell.tree;
  const found = new Set<number>();
  for (const i of world.membersOf[c]) {
    for (let f = world.frameOf[i]; f >= 0; f = parent[f]) {
      if (dof[f] >= 0 && (kind[f] === TURN || kind[f] === SLIDE)) found.add(dof[f]);
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** Where a joint may be asked about: within its limits, and in the cell's box however it strays. */
function rangeOf({ tree, box, tolerances }: Cell, d: number): [number, number] {
  const stray = tolerances[d];
  // Sums are rounded: what is a little farther inside is inside.
  const more = stray > 0 ? 1e-12 * (Math.abs(box.lower[d]) + Math.abs(box.upper[d]) + stray) : 0;
  const [low, high] = [box.lower[d] + stray + more, box.upper[d] - stray - more];
  const lower = Math.max(tree.dofs[d].lower, low);
  const upper = Math.min(tree.dofs[d].upper, high);
  // Who was asked about configurations beyond the limits has a box there.
  return lower <= upper ? [lower, upper] : [low, Math.max(low, high)];
}

function valuesOf(cell: Cell, d: number, step: number): Float64Array {
  const { unit } = cell.tree.dofs[d];
  const around = 2 * Math.PI;
  let [lower, upper] = rangeOf(cell, d);
  if (unit === 'angle') {
    if (lower < -Math.PI && upper > Math.PI) lower = -Math.PI;
    // Once round, and the end not twice.
    upper = Math.min(upper, Math.max(lower, lower + around - 0.5 * step));
  } else if (!Number.isFinite(upper - lower)) {
    lower = upper = nearestTo0(lower, upper);
  }
  // A range that is a whole number of steps has both ends.
  const count = Math.floor((upper - lower) / step + 1e-9) + 1;
  return Float64Array.from({ length: count }, (_, k) => Math.min(upper, lower + k * step));
}

function nearestTo0(lower: number, upper: number): number {
  return Math.min(upper, Math.max(lower, 0));
}

/** 0 where limits allow, and no rotation. */
function restOf(cell: Cell): Float64Array {
  return Float64Array.from(cell.tree.dofs, ({ name, unit }, d) => {
    if (unit === 'quaternion') return name.endsWith('qw') ? 1 : 0;
    return nearestTo0(...rangeOf(cell, d));
  });
}

/**
 * Counts the structures of a class over samples of its joints. The world is left at the last of them: whoever shares
 * it places it again before he asks.
 */
export function sampleStructures(
  world: World,
  places: Places,
  samples: JointSamples,
  criterion: number,
): StructureReport {
  const counter = new StructureCounter(places.length, criterion);
  const { dofs, values, rest, count } = samples;
  const q = rest.slice();
  for (let n = 0; n < count; n++) {
    let left = n;
    for (let d = dofs.length - 1; d >= 0; d--) {
      q[dofs[d]] = values[d][left % values[d].length];
      left = Math.floor(left / values[d].length);
    }
    world.place(q, 0);
    placeBoxesInto(world, places, counter.boxes);
    counter.add();
  }
  return counter.report();
}

/** Boxes of the places, six numbers each, as the world stands. */
export function placeBoxesInto(world: World, places: Places, out: Float64Array): void {
  places.forEach((members, p) => {
    copyBox(world.boxes, members[0], out, p);
    for (const i of members) {
      for (let k = 0; k < 3; k++) {
        out[6 * p + k] = Math.min(out[6 * p + k], world.boxes[6 * i + k]);
        out[6 * p + 3 + k] = Math.max(out[6 * p + 3 + k], world.boxes[6 * i + 3 + k]);
      }
    }
  });
}
