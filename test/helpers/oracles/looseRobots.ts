/**
 * Random small robots with followers, chains of followers and held joints that stray by themselves, an
 * obstacle near each of them, and where all of it may stray to, the plain way. The oracle is the same
 * robot with every such joint free (plainKinematics.ts), set to whatever values straying leads to.
 */
import { buildCell, type Cell, type CellDescription } from '../../../src/cell/index.ts';
import { readCell } from '../../../src/formats/index.ts';
import type { Random } from '../../../src/math/index.ts';
import { IndependentCell, type IndependentPair } from './independentStatic.ts';
import {
  cellFiles,
  NOWHERE,
  type Placement,
  type PlainCell,
  type PlainJoint,
  type PlainJointKind,
  type PlainLink,
  type PlainPart,
  type Vec,
} from './plainCell.ts';

/** A joint, what its value comes from, and by how much it strays by itself. */
interface LooseJoint {
  readonly name: string;
  readonly kind: PlainJointKind;
  readonly follows?: PlainJoint['mimic'];
  readonly held?: readonly number[];
  readonly tracking: number;
}

/** Less than the whole, so that rounding does not count. */
const ALMOST = 1 - 1e-9;

export class LooseCase {
  readonly description: CellDescription;
  readonly cell: Cell;
  /** The same cell without what strays by itself: what is forgotten if followers and held joints are. */
  readonly forgetful: CellDescription;
  readonly oracle: IndependentCell;
  private readonly joints: readonly LooseJoint[];

  constructor(plain: PlainCell, joints: readonly LooseJoint[], tracking: Record<string, number>) {
    this.joints = joints;
    const { yaml, files } = cellFiles(plain);
    const document = JSON.parse(yaml);
    Object.assign(document.robots[0], {
      tracking,
      joints: Object.fromEntries(
        joints.flatMap(({ name, held }) =>
          held ? [[name, held.length === 1 ? held[0] : held]] : [],
        ),
      ),
    });
    const bytes = new Map(
      Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(`${text}`)]),
    );
    this.description = readCell(new TextEncoder().encode(JSON.stringify(document)), {
      file: 'cell.json',
      resolver: { files: (path) => bytes.get(path) },
    });
    this.cell = buildCell(this.description);
    const own = joints.filter(({ follows, held }) => !follows && !held);
    this.forgetful = {
      ...this.description,
      robots: this.description.robots.map((robot) => ({
        ...robot,
        tracking: new Map(own.map(({ name, tracking: t }) => [name, t])),
      })),
    };
    const [robot] = plain.robots;
    const free = new Set(joints.filter(isLoose).map(({ name }) => name));
    const released = robot.joints.map(({ held, mimic, ...joint }): PlainJoint => {
      if (free.has(joint.name)) return joint;
      return { ...joint, ...(held !== undefined && { held }), ...(mimic && { mimic }) };
    });
    this.oracle = new IndependentCell({ ...plain, robots: [{ ...robot, joints: released }] });
  }

  /** A configuration of the oracle: where all joints are if each strays by its tolerance times sign(). */
  strayed(q: ArrayLike<number>, sign: () => number, random: Random): Float64Array {
    const values = new Map<string, number>();
    const out: number[] = [];
    let next = 0;
    for (const joint of this.joints) {
      const { name, kind, follows, held, tracking } = joint;
      if (kind === 'fixed') continue;
      const by = () => ALMOST * tracking * sign();
      if (kind === 'planar' || kind === 'floating') {
        const count = kind === 'planar' ? 3 : 7;
        const at = held ?? Array.from({ length: count }, () => q[next++]);
        const shifted = at.slice(0, 3).map((x) => x + by());
        const turned = kind === 'planar' ? [] : turn(at.slice(3), by(), random);
        out.push(...shifted, ...turned);
        continue;
      }
      const middle = follows
        ? follows.multiplier * values.get(follows.joint)! + follows.offset
        : held
          ? held[0]
          : q[next++];
      const value = middle + by();
      values.set(name, value);
      if ((!follows && !held) || isLoose(joint)) out.push(value);
    }
    return Float64Array.from(out);
  }

  /**
   * A pair that collides, or is nearer than its clearance, where joints may stray to from q: corners of
   * the tolerances, points inside, and for every pair each sign chosen the worse way, one after the other.
   */
  violation(q: ArrayLike<number>, random: Random, tries: number): IndependentPair | null {
    const signs = Array.from({ length: 8 * this.joints.length }, () => 0);
    const at = (list: readonly number[]) => {
      let k = 0;
      return this.strayed(q, () => list[k++], random);
    };
    for (let i = 0; i < tries; i++) {
      const inside = i % 4 === 3;
      const drawn = signs.map(() =>
        inside ? random.between(-1, 1) : [-1, 1, 1, -1, 0][random.below(5)],
      );
      const found = this.oracle.violations(at(drawn));
      if (found.length > 0) return found[0];
    }
    for (const pair of this.oracle.pairs) {
      if (!pair.tested) continue;
      const gap = () => {
        this.oracle.setConfiguration(at(signs));
        const { gap: apart, sure } = this.oracle.gap(pair);
        return sure ? -1 : apart;
      };
      signs.fill(0);
      for (let pass = 0; pass < 2; pass++) {
        for (let k = 0; k < 3 * this.joints.length; k++) {
          const [low, high] = [-1, 1].map((s) => {
            signs[k] = s;
            return gap();
          });
          signs[k] = low < high ? -1 : 1;
        }
      }
      const found = this.oracle.violations(at(signs));
      if (found.length > 0) return found[0];
    }
    return null;
  }
}

function isLoose({ follows, held, tracking }: LooseJoint): boolean {
  return (follows !== undefined || held !== undefined) && tracking > 0;
}

/** A quaternion turned by an angle about any axis. */
function turn([x, y, z, w]: readonly number[], angle: number, random: Random): number[] {
  const axis = [0, 1, 2].map(() => random.between(-1, 1));
  const s = Math.sin(angle / 2) / Math.hypot(...axis);
  const [a, b, c] = axis.map((e) => e * s);
  const d = Math.cos(angle / 2);
  return [
    d * x + a * w + b * z - c * y,
    d * y - a * z + b * w + c * x,
    d * z + a * y - b * x + c * w,
    d * w - a * x - b * y - c * z,
  ];
}

const vector = (f: () => number): Vec => [f(), f(), f()];

function linkPart(random: Random, length: number): PlainPart {
  const thick = random.between(0.02, 0.05);
  const along: Placement = { xyz: [length / 2, 0, 0], rpy: [0, Math.PI / 2, 0] };
  switch (random.below(3)) {
    case 0:
      return { at: along, shape: { kind: 'box', size: [thick, thick, length] } };
    case 1:
      return { at: along, shape: { kind: 'capsule', radius: thick / 2, length } };
    default:
      return { at: { ...along, xyz: [length, 0, 0] }, shape: { kind: 'sphere', radius: thick } };
  }
}

/** One random case, and a configuration at which an obstacle is near one of its links. */
export function looseCase(random: Random): { made: LooseCase; q: Float64Array } {
  const count = 1 + random.below(4);
  const links: PlainLink[] = [];
  const plain: PlainJoint[] = [];
  const joints: LooseJoint[] = [];
  const fallback = random.unit() < 0.4 ? random.between(0.001, 0.02) : 0;
  const tracking: Record<string, number> = fallback > 0 ? { default: fallback } : {};
  const strayOf = (name: string, must: boolean) => {
    if (!must && random.unit() < 0.3) return fallback;
    const own = !must && random.unit() < 0.2 ? 0 : random.between(0.002, 0.05);
    tracking[name] = own;
    return own;
  };
  for (let i = 0; i <= count; i++) {
    const length = random.between(0.1, 0.4);
    const bare = random.unit() < 0.15;
    links.push({
      name: `link${i}`,
      parts: bare ? [] : [linkPart(random, length)],
      padding: random.unit() < 0.1 ? 0.003 : 0,
      solid: true,
    });
    if (i === 0) continue;
    const name = `joint${i}`;
    const role = random.below(3);
    const leaders = joints.filter(({ kind }) => !['fixed', 'planar', 'floating'].includes(kind));
    const leader = role === 1 ? leaders[random.below(Math.max(1, leaders.length))] : undefined;
    const single: PlainJointKind[] = ['revolute', 'revolute', 'continuous', 'prismatic'];
    const kinds: PlainJointKind[] =
      role === 2 ? [...single, 'planar', 'floating'] : leader ? single : [...single, 'fixed'];
    const kind = kinds[random.below(kinds.length)];
    const slides = kind === 'prismatic';
    const value = () => (slides ? random.between(-0.05, 0.1) : random.between(-1, 1));
    const multi = kind === 'planar' || kind === 'floating';
    const held =
      kind === 'fixed' || role !== 2
        ? undefined
        : kind === 'planar'
          ? [random.between(-0.1, 0.1), random.between(-0.1, 0.1), random.between(-1, 1)]
          : kind === 'floating'
            ? [...vector(() => random.between(-0.1, 0.1)), ...turn([0, 0, 0, 1], 1, random)]
            : [value()];
    const follows = leader && {
      joint: leader.name,
      multiplier: random.unit() < 0.1 ? 0 : random.between(-2, 2),
      offset: random.between(-0.3, 0.3),
    };
    joints.push({
      name,
      kind,
      ...(follows && { follows }),
      ...(held && { held }),
      tracking: kind === 'fixed' ? 0 : strayOf(name, multi),
    });
    const parent = random.unit() < 0.8 ? i - 1 : random.below(i);
    plain.push({
      name,
      kind,
      parent: `link${parent}`,
      child: `link${i}`,
      at: {
        xyz: [random.between(0.05, 0.35), random.between(-0.05, 0.05), 0.08],
        rpy: vector(() => random.between(-1, 1)),
      },
      axis: [random.between(-1, 1), random.between(-1, 1), random.between(0.2, 1)],
      lower: slides ? -0.3 : -3,
      upper: slides ? 0.3 : 3,
      ...(follows && { mimic: follows }),
      ...(held?.length === 1 && { held: held[0] }),
    });
  }
  const ordered = depthFirst(plain);
  // The independent check reads joints in order: who leads must come before who follows.
  const placeOf = (name: string) => ordered.findIndex((joint) => joint.name === name);
  if (ordered.some(({ mimic }, i) => mimic && placeOf(mimic.joint) > i)) return looseCase(random);
  const order = ['link0', ...ordered.map(({ child }) => child)];
  const robot = {
    name: '',
    base: NOWHERE,
    baseJoint: 'fixed' as const,
    links: order.map((name) => links.find((link) => link.name === name)!),
    joints: ordered,
    tracking: 0,
    attached: [],
    disabled: plain.map(({ parent, child }) => [parent, child] as const),
  };
  const own = ordered.map(({ name }) => joints.find((joint) => joint.name === name)!);
  const shape = random.unit() < 0.5 ? ({ kind: 'sphere', radius: 0.05 } as const) : undefined;
  const cellAt = (at: Placement): PlainCell => ({
    robots: [robot],
    obstacles: [
      {
        name: 'thing',
        at,
        parts: [{ at: NOWHERE, shape: shape ?? { kind: 'box', size: [0.1, 0.1, 0.1] } }],
        solid: true,
      },
    ],
    clearance: random.unit() < 0.2 ? 0.005 : 0,
    clearances: [],
    allow: [],
  });
  // First far away; then near the end of some link, where it is at q.
  const far = new LooseCase(cellAt({ xyz: [9, 9, 9], rpy: [0, 0, 0] }), own, tracking);
  const q = Float64Array.from(far.cell.tree.dofs, ({ unit, name }) =>
    unit === 'quaternion'
      ? Number(name.endsWith('qw'))
      : unit === 'length'
        ? random.between(-0.1, 0.1)
        : random.between(-1.5, 1.5),
  );
  far.oracle.setConfiguration(far.strayed(q, () => 0, random));
  const { kinematics } = far.oracle;
  const pose = kinematics.pose(kinematics.frameNames.get(order[1 + random.below(count)])!);
  const away = vector(() => random.between(-1, 1));
  const out = (0.08 + random.between(0, 0.12)) / Math.hypot(...away);
  const reach = random.between(0.1, 0.4);
  const xyz = [0, 1, 2].map((k) => pose[9 + k] + reach * pose[3 * k] + out * away[k]);
  return { made: new LooseCase(cellAt({ xyz: xyz as never, rpy: away }), own, tracking), q };
}

/** As readers order joints: branch after branch. */
function depthFirst(joints: readonly PlainJoint[]): PlainJoint[] {
  const below = (link: string): PlainJoint[] =>
    joints
      .filter(({ parent }) => parent === link)
      .flatMap((joint) => [joint, ...below(joint.child)]);
  return below('link0');
}
