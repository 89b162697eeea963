/**
 * Forward kinematics of a plain cell, the plain way: Math.sin and Math.cos, a rotation and a shift
 * per frame, every frame from its parent. Also how segments run between two configurations, and a
 * crude bound of how fast bodies move, which only steers where the search looks.
 */
import {
  type Placement,
  type PlainCell,
  type PlainJointKind,
  scoped,
  type Vec,
} from './plainCell.ts';
import { RULES } from './rules.ts';

/** Rotation by rows, then the shift: 12 numbers. */
export type Frame = Float64Array;

export function frameOf({ xyz, rpy }: Placement): Frame {
  const [cr, cp, cy] = rpy.map(Math.cos);
  const [sr, sp, sy] = rpy.map(Math.sin);
  return Float64Array.of(
    cy * cp,
    cy * sp * sr - sy * cr,
    cy * sp * cr + sy * sr,
    sy * cp,
    sy * sp * sr + cy * cr,
    sy * sp * cr - cy * sr,
    -sp,
    cp * sr,
    cp * cr,
    ...xyz,
  );
}

/** The same place with numbers from another origin. */
export function seenFrom([x, y, z]: Vec, { xyz, rpy }: Placement): Placement {
  return { xyz: [xyz[0] - x, xyz[1] - y, xyz[2] - z], rpy };
}

export function multiply(a: Frame, b: Frame, out: Frame): void {
  for (let i = 0; i < 3; i++) {
    const x = a[3 * i];
    const y = a[3 * i + 1];
    const z = a[3 * i + 2];
    for (let j = 0; j < 3; j++) out[3 * i + j] = x * b[j] + y * b[3 + j] + z * b[6 + j];
    out[9 + i] = x * b[9] + y * b[10] + z * b[11] + a[9 + i];
  }
}

export interface PlainFrame {
  readonly name: string;
  readonly parent: number;
  readonly kind: PlainJointKind;
  readonly at: Frame;
  readonly axis: Vec;
  /** First number in the configuration, or -1 for a constant value; value = factor * q + offset. */
  readonly dof: number;
  readonly factor: number;
  readonly offset: number;
  /** What a follower or a held joint may stray by on its own. */
  readonly stray: number;
}

const COUNT: Record<PlainJointKind, number> = {
  fixed: 0,
  revolute: 1,
  continuous: 1,
  prismatic: 1,
  planar: 3,
  floating: 7,
};
const PARTS: Partial<Record<PlainJointKind, readonly string[]>> = {
  planar: ['/x', '/y', '/angle'],
  floating: ['/x', '/y', '/z', '/qx', '/qy', '/qz', '/qw'],
};

/** One number of a configuration; lower and upper are a range to draw from. */
export interface PlainDof {
  readonly name: string;
  readonly kind: PlainJointKind;
  /** Which of the joint's numbers. */
  readonly part: number;
  readonly lower: number;
  readonly upper: number;
  readonly tracking: number;
}

export class PlainKinematics {
  /** Frame 0 is the world. */
  readonly frames: PlainFrame[] = [];
  readonly frameNames = new Map<string, number>();
  readonly dofs: PlainDof[] = [];
  readonly poses: Frame[];
  private readonly fresh: Int32Array;
  private stamp = 0;
  private q: ArrayLike<number> = [];
  private readonly motion = new Float64Array(12);
  private readonly local = new Float64Array(12);

  /** How far each frame's joint has strayed on its own: followers and held joints. */
  readonly strayed: Float64Array;

  /** Everything is seen from `origin`: far from the world's, numbers stay small. */
  constructor(cell: PlainCell, origin: Vec = [0, 0, 0]) {
    const still = { axis: [0, 0, 1] as Vec, dof: -1, factor: 0, offset: 0, stray: 0 };
    const world = frameOf({ xyz: [0, 0, 0], rpy: [0, 0, 0] });
    this.frames.push({ name: 'world', parent: -1, kind: 'fixed', at: world, ...still });
    for (const robot of cell.robots) {
      const values = new Map<string, { dof: number; factor: number; offset: number }>();
      const addDofs = (
        name: string,
        kind: PlainJointKind,
        lower: number,
        upper: number,
        tracking = robot.tracking,
      ) => {
        const dof = COUNT[kind] > 0 ? this.dofs.length : -1;
        const parts = PARTS[kind] ?? (COUNT[kind] === 1 ? [''] : []);
        parts.forEach((suffix, part) => {
          this.dofs.push({ name: `${name}${suffix}`, kind, part, lower, upper, tracking });
        });
        return { dof, factor: 1, offset: 0 };
      };
      const base = addDofs(scoped(robot, 'base'), robot.baseJoint, -0.6, 0.6);
      this.add(scoped(robot, robot.links[0].name), {
        parent: 0,
        kind: robot.baseJoint,
        at: frameOf(seenFrom(origin, robot.base)),
        axis: [0, 0, 1],
        ...base,
        stray: 0,
      });
      for (const joint of robot.joints) {
        const { mimic, held, kind } = joint;
        let value = { dof: -1, factor: 0, offset: held ?? 0 };
        if (mimic) {
          const leader = values.get(mimic.joint)!;
          // By a factor of 0 it follows nothing.
          value = {
            dof: mimic.multiplier === 0 ? -1 : leader.dof,
            factor: mimic.multiplier * leader.factor,
            offset: mimic.multiplier * leader.offset + mimic.offset,
          };
        } else if (held === undefined) {
          value = addDofs(
            scoped(robot, joint.name),
            kind,
            joint.lower,
            joint.upper,
            joint.tracking,
          );
        }
        const depends = kind !== 'fixed' && (mimic !== undefined || held !== undefined);
        values.set(joint.name, value);
        const length = Math.hypot(...joint.axis);
        const [x, y, z] = joint.axis;
        this.add(scoped(robot, joint.child), {
          parent: this.frameNames.get(scoped(robot, joint.parent))!,
          kind,
          at: frameOf(joint.at),
          axis: [x / length, y / length, z / length],
          ...value,
          stray: depends && RULES.followersStray ? (joint.tracking ?? robot.tracking) : 0,
        });
      }
    }
    this.poses = this.frames.map(() => Float64Array.from(world));
    this.fresh = new Int32Array(this.frames.length);
    this.strayed = new Float64Array(this.frames.length);
  }

  private add(name: string, frame: Omit<PlainFrame, 'name'>): void {
    this.frameNames.set(name, this.frames.length);
    this.frames.push({ name, ...frame });
  }

  set(q: ArrayLike<number>): void {
    this.q = q;
    this.stamp++;
  }

  /** The pose of a frame in the world at the configuration that was set. */
  pose(f: number): Frame {
    if (f === 0 || this.fresh[f] === this.stamp) return this.poses[f];
    const frame = this.frames[f];
    const parent = this.pose(frame.parent);
    this.fresh[f] = this.stamp;
    this.motionOf(frame, this.strayed[f]);
    multiply(frame.at, this.motion, this.local);
    multiply(parent, this.local, this.poses[f]);
    return this.poses[f];
  }

  private motionOf({ kind, dof, factor, offset, axis }: PlainFrame, strayed: number): void {
    const { motion: m, q } = this;
    m.fill(0);
    m[0] = m[4] = m[8] = 1;
    if (kind === 'fixed') return;
    const value = (dof < 0 ? 0 : factor * q[dof]) + offset + strayed;
    if (kind === 'prismatic') {
      for (let k = 0; k < 3; k++) m[9 + k] = value * axis[k];
    } else if (kind === 'floating') {
      const [x, y, z, w] = [q[dof + 3], q[dof + 4], q[dof + 5], q[dof + 6]];
      const s = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
      quaternionInto(x * s, y * s, z * s, w * s, m);
      for (let k = 0; k < 3; k++) m[9 + k] = q[dof + k];
    } else {
      turnInto(axis, kind === 'planar' ? q[dof + 2] : value, m);
      if (kind !== 'planar') return;
      const [u, v] = plane(axis);
      for (let k = 0; k < 3; k++) m[9 + k] = q[dof] * u[k] + q[dof + 1] * v[k];
    }
  }

  /** The configuration at t between two others: floating joints turn evenly the short way. */
  between(from: ArrayLike<number>, to: ArrayLike<number>, t: number): Float64Array {
    const q = new Float64Array(this.dofs.length);
    for (let d = 0; d < q.length; d++) {
      if (this.dofs[d].kind === 'floating' && this.dofs[d].part === 3) {
        slerpInto(from, to, d, t, q);
        d += 3;
      } else q[d] = t === 1 ? to[d] : from[d] + t * (to[d] - from[d]);
    }
    return q;
  }

  /**
   * How far points of a body with the given frame, at most `radius` from the frame's origin, move at
   * most between two configurations, the joints above `top` held still. Crude. `reached` is then how far
   * from the origin of `top` they are at most.
   */
  travel(f: number, radius: number, top: number, from: Float64Array, to: Float64Array): number {
    let reach = radius;
    let sum = 0;
    for (let at = f; at !== top && at > 0; at = this.frames[at].parent) {
      this.step(at, from, to);
      sum += slides.way + reach * slides.turn;
      const { at: origin } = this.frames[at];
      reach += slides.most + Math.hypot(origin[9], origin[10], origin[11]);
    }
    this.reached = reach;
    return sum;
  }

  reached = 0;

  /**
   * The same for a body that reaches everywhere: how far it moves at most where something is that stays
   * within `reach` of the origin of `top`.
   */
  travelThere(f: number, top: number, reach: number, from: Float64Array, to: Float64Array): number {
    const chain: number[] = [];
    for (let at = f; at !== top && at > 0; at = this.frames[at].parent) chain.push(at);
    let lever = reach;
    let sum = 0;
    for (const at of chain.reverse()) {
      this.step(at, from, to);
      const { at: origin } = this.frames[at];
      lever += slides.most + Math.hypot(origin[9], origin[10], origin[11]);
      sum += slides.way + lever * slides.turn;
    }
    return sum;
  }

  /** What one joint does between two configurations, into `slides`. */
  private step(f: number, from: Float64Array, to: Float64Array): void {
    const { kind, dof, factor, offset } = this.frames[f];
    slides.way = slides.turn = slides.most = 0;
    if (kind === 'planar' || kind === 'floating') {
      const count = kind === 'planar' ? 2 : 3;
      for (let k = dof; k < dof + count; k++) {
        slides.way += Math.abs(to[k] - from[k]);
        slides.most += Math.max(Math.abs(from[k]), Math.abs(to[k]));
      }
      slides.turn =
        kind === 'planar' ? Math.abs(to[dof + 2] - from[dof + 2]) : turnBetween(from, to, dof + 3);
    } else if (kind !== 'fixed') {
      const moved = dof < 0 ? 0 : Math.abs(factor * (to[dof] - from[dof]));
      if (kind !== 'prismatic') {
        slides.turn = moved;
        return;
      }
      slides.way = moved;
      const most = dof < 0 ? 0 : Math.max(Math.abs(from[dof]), Math.abs(to[dof]));
      slides.most = Math.abs(factor) * most + Math.abs(offset);
    }
  }

  /** The lowest frame that both hang on. */
  common(f: number, g: number): number {
    const above = new Set<number>();
    for (let at = f; at >= 0; at = this.frames[at].parent) above.add(at);
    let at = g;
    while (!above.has(at)) at = this.frames[at].parent;
    return at;
  }

  /** The highest frame that this one never moves against. */
  rigidRoot(f: number): number {
    let at = f;
    const rigid = ({ kind, dof, stray }: PlainFrame) =>
      kind === 'fixed' || (dof < 0 && stray === 0);
    while (at > 0 && rigid(this.frames[at])) {
      at = this.frames[at].parent;
    }
    return at;
  }
}

/** How far a joint slides and turns, and how far it has slid at most. */
const slides = { way: 0, turn: 0, most: 0 };

/** Rodrigues. */
function turnInto([x, y, z]: Vec, angle: number, m: Frame): void {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const d = 1 - c;
  m.set([c + x * x * d, x * y * d - z * s, x * z * d + y * s]);
  m.set([y * x * d + z * s, c + y * y * d, y * z * d - x * s], 3);
  m.set([z * x * d - y * s, z * y * d + x * s, c + z * z * d], 6);
}

function quaternionInto(x: number, y: number, z: number, w: number, m: Frame): void {
  m.set([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)]);
  m.set([2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)], 3);
  m.set([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], 6);
}

/** What x and y become when z is turned to the normal the short way. */
function plane(normal: Vec): [Vec, Vec] {
  const across = Math.hypot(normal[0], normal[1]);
  const axis: Vec = across === 0 ? [1, 0, 0] : [-normal[1] / across, normal[0] / across, 0];
  const m = new Float64Array(12);
  turnInto(axis, Math.atan2(across, normal[2]), m);
  return [
    [m[0], m[3], m[6]],
    [m[1], m[4], m[7]],
  ];
}

function unit4(q: ArrayLike<number>, o: number): number[] {
  const length = Math.hypot(q[o], q[o + 1], q[o + 2], q[o + 3]);
  return [0, 1, 2, 3].map((k) => q[o + k] / length);
}

/** Twice the angle between two quaternions as lines. */
function turnBetween(from: ArrayLike<number>, to: ArrayLike<number>, o: number): number {
  const a = unit4(from, o);
  const b = unit4(to, o);
  const dot = a.reduce((sum, x, k) => sum + x * b[k], 0);
  const sign = dot < 0 ? -1 : 1;
  const apart = Math.hypot(...a.map((x, k) => x - sign * b[k]));
  return 4 * Math.asin(Math.min(1, apart / 2));
}

function slerpInto(
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  o: number,
  t: number,
  out: Float64Array,
): void {
  const a = unit4(from, o);
  const b = unit4(to, o);
  const dot = a.reduce((sum, x, k) => sum + x * b[k], 0);
  const sign = dot < 0 ? -1 : 1;
  const angle = turnBetween(from, to, o) / 2;
  const s = Math.sin(angle);
  const [wa, wb] = s < 1e-9 ? [1 - t, t] : [Math.sin((1 - t) * angle) / s, Math.sin(t * angle) / s];
  for (let k = 0; k < 4; k++) out[o + k] = wa * a[k] + sign * wb * b[k];
}
