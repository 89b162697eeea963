/** Robots of the random cells of thinCells.ts: chains, trees, grippers, carriers, of thin bodies. */
import type { Random } from '../../../src/math/index.ts';
import type {
  Placement,
  PlainAttached,
  PlainJoint,
  PlainJointKind,
  PlainLink,
  PlainRobot,
  Vec,
} from './plainCell.ts';
import { anyRpy, linkParts, type Meshes, pick, shell, smallPart } from './thinShapes.ts';

export const FAMILIES = [
  'arm',
  'two arms',
  'gripper',
  'gantry',
  'vehicle',
  'drone',
  'wheel',
  'folding',
  'mixed',
  'inside',
  'orbit',
  'orbit',
] as const;
export type Family = (typeof FAMILIES)[number];

/** The robots of a family, the first one's base shifted. */
export function makeRobots(
  family: Family,
  random: Random,
  meshes: Meshes,
  shift: Vec,
): PlainRobot[] {
  const robot = (
    name: string,
    base: Placement,
    options: { kinds: readonly PlainJointKind[]; baseJoint?: PlainRobot['baseJoint'] },
  ) => chain(name, base, random, meshes, options);
  const at: Placement = { xyz: shift, rpy: far(random) };
  const turns: PlainJointKind[] = ['revolute', 'revolute', 'revolute', 'continuous', 'prismatic'];
  const some = (low: number, high: number, kinds: readonly PlainJointKind[]) =>
    Array.from({ length: low + random.below(high - low + 1) }, () => pick(random, kinds));
  switch (family) {
    case 'arm':
      return [robot('', at, { kinds: some(2, 5, turns) })];
    case 'two arms': {
      const [x, y, z] = shift;
      const beside: Placement = {
        xyz: [x + random.between(0.1, 0.4), y + random.between(-0.2, 0.2), z],
        rpy: far(random),
      };
      return [
        robot('left', at, { kinds: some(1, 3, turns) }),
        robot('right', beside, { kinds: some(1, 3, turns) }),
      ];
    }
    case 'gripper':
      return [gripper(random, meshes, at)];
    case 'gantry':
      return [robot('', at, { kinds: ['prismatic', 'prismatic', ...some(0, 2, turns)] })];
    case 'vehicle':
      return [robot('', at, { kinds: some(0, 2, turns), baseJoint: 'planar' })];
    case 'drone':
      return [robot('', at, { kinds: some(0, 2, turns), baseJoint: 'floating' })];
    case 'wheel':
      return [robot('', at, { kinds: some(1, 2, ['continuous']) })];
    case 'folding':
      return [robot('', at, { kinds: some(3, 4, ['revolute']) })];
    case 'mixed':
      return [
        robot('', at, {
          kinds: [
            'revolute',
            ...some(1, 3, ['revolute', 'fixed', 'prismatic', 'planar', 'floating', 'continuous']),
          ],
        }),
      ];
    case 'inside':
      return [carrier(random, meshes, at)];
    case 'orbit':
      return [orbiter(random, meshes, at)];
  }
}

function far(random: Random): Vec {
  return random.unit() < 0.5 ? [0, 0, 0] : anyRpy(random);
}

function axisOf(random: Random): Vec {
  if (random.unit() < 0.6)
    return pick<Vec>(random, [
      [0, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
      [0, -1, 0],
    ]);
  return [random.between(-1, 1), random.between(-1, 1), random.between(0.2, 1)];
}

/** Links in a row, the next one's joint at the end of the one before. */
function chain(
  name: string,
  base: Placement,
  random: Random,
  meshes: Meshes,
  {
    kinds,
    baseJoint = 'fixed',
  }: { kinds: readonly PlainJointKind[]; baseJoint?: PlainRobot['baseJoint'] },
): PlainRobot {
  const padding = random.unit() < 0.15 ? random.between(0.0002, 0.003) : 0;
  const links: PlainLink[] = [];
  const joints: PlainJoint[] = [];
  const tree = random.unit() < 0.2;
  const ends: number[] = [];
  const parents = [0];
  for (let i = 0; i <= kinds.length; i++) {
    const length = random.between(0.08, 0.35);
    ends.push(length);
    // The base of a fixed robot is often nothing but a place.
    const bare = i === 0 && baseJoint === 'fixed' && random.unit() < 0.6;
    links.push({
      name: `link${i}`,
      parts: bare ? [] : linkParts(random, meshes, length),
      padding: random.unit() < 0.5 ? padding : 0,
      solid: random.unit() < 0.8,
    });
    if (i === 0) continue;
    const kind = kinds[i - 1];
    // From the link before or one above it: branch after branch, as readers order them.
    let parent = i - 1;
    while (tree && parent > 0 && random.unit() < 0.5) parent = parents[parent];
    parents[i] = parent;
    const half = random.between(0.3, 3);
    const middle = random.between(-0.5, 0.5);
    const slides = kind === 'prismatic';
    const leader = joints.find((joint) => !joint.mimic && joint.kind === 'revolute');
    const follows = kind === 'revolute' && leader && random.unit() < 0.15;
    joints.push({
      name: `joint${i}`,
      kind,
      parent: `link${parent}`,
      child: `link${i}`,
      at: {
        xyz: [ends[parent] + random.between(0.002, 0.01), 0, 0],
        rpy: random.unit() < 0.5 ? [0, 0, random.between(-1.5, 1.5)] : anyRpy(random),
      },
      axis: axisOf(random),
      lower: slides ? -random.between(0, 0.2) : kind === 'floating' ? -0.3 : middle - half,
      upper: slides ? random.between(0.05, 0.3) : kind === 'floating' ? 0.3 : middle + half,
      ...(follows && {
        mimic: {
          joint: leader.name,
          multiplier: random.between(-2, 2),
          offset: random.between(-0.5, 0.5),
        },
      }),
      ...(i > 1 && !follows && kind === 'revolute' && random.unit() < 0.05 && { held: middle }),
    });
  }
  const last = links[links.length - 1].name;
  const attached: PlainAttached[] =
    random.unit() < 0.2 ? [attach(random, meshes, last, ends[ends.length - 1])] : [];
  const tracking = random.unit() < 0.2 ? random.between(0.0003, 0.003) : 0;
  return { name, base, baseJoint, links, joints, tracking, attached, disabled: [] };
}

function attach(random: Random, meshes: Meshes, link: string, x: number): PlainAttached {
  const [part] = linkParts(random, meshes, random.between(0.05, 0.15));
  const [px, py, pz] = part.at.xyz;
  return {
    name: 'tool',
    link,
    part: { ...part, at: { xyz: [px + x, py, pz], rpy: part.at.rpy } },
    touches: [],
  };
}

/** A hand on a turning arm, with two fingers of which one follows the other. */
function gripper(random: Random, meshes: Meshes, base: Placement): PlainRobot {
  const arm = chain('', base, random, meshes, { kinds: ['revolute', 'revolute'] });
  const finger = (k: number): PlainLink => ({
    name: `finger${k}`,
    parts: linkParts(random, meshes, random.between(0.04, 0.1)),
    padding: 0,
    solid: true,
  });
  const joint = (k: number): PlainJoint => ({
    name: `slide${k}`,
    kind: 'prismatic',
    parent: 'link2',
    child: `finger${k}`,
    at: { xyz: [0.36, k === 0 ? 0.002 : -0.002, 0], rpy: [0, 0, 0] },
    axis: [0, k === 0 ? 1 : -1, 0],
    lower: 0,
    upper: 0.06,
    ...(k === 1 && {
      mimic: { joint: 'slide0', multiplier: random.between(0.5, 1.5), offset: 0.001 },
    }),
  });
  return {
    ...arm,
    links: [...arm.links, finger(0), finger(1)],
    joints: [...arm.joints, joint(0), joint(1)],
  };
}

/** Something small, or a hollow box, that is carried about: within hollow boxes, around small things. */
function carrier(random: Random, meshes: Meshes, base: Placement): PlainRobot {
  const hollow = random.unit() < 0.4;
  const size = random.between(0.1, 0.4);
  const body: PlainLink = {
    name: 'body',
    parts: hollow
      ? [{ at: { xyz: [0, 0, 0], rpy: [0, 0, 0] }, shape: shell(random, meshes, size) }]
      : Array.from({ length: 1 + random.below(2) }, () => smallPart(random, meshes)),
    padding: random.unit() < 0.1 ? 0.001 : 0,
    solid: random.unit() < 0.6,
  };
  const common = { name: '', base, tracking: 0, attached: [], disabled: [] };
  const baseJoint = pick(random, ['fixed', 'planar', 'floating'] as const);
  if (baseJoint !== 'fixed') return { ...common, baseJoint, links: [body], joints: [] };
  const axes: readonly Vec[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const names = ['root', 'x', 'xy', 'body'];
  const links = names.map(
    (name): PlainLink => (name === 'body' ? body : { name, parts: [], padding: 0, solid: true }),
  );
  const joints = axes.map(
    (axis, k): PlainJoint => ({
      name: `slide${k}`,
      kind: 'prismatic',
      parent: names[k],
      child: names[k + 1],
      at: { xyz: [0, 0, 0], rpy: [0, 0, 0] },
      axis,
      lower: -0.3,
      upper: 0.3,
    }),
  );
  return { ...common, baseJoint, links, joints };
}

/**
 * Something small at the end of an arm of nothing, whose axes are mostly parallel: what is known of
 * its motion is as good as it can be, and leaves no room for mistakes.
 */
function orbiter(random: Random, meshes: Meshes, base: Placement): PlainRobot {
  const count = 1 + random.below(3);
  const names = ['root', ...Array.from({ length: count }, (_, k) => `link${k + 1}`)];
  const slides = random.below(6);
  const joints = names.slice(1).map(
    (child, k): PlainJoint => ({
      name: `joint${k + 1}`,
      kind: k > 0 && k === slides ? 'prismatic' : 'revolute',
      parent: names[k],
      child,
      at: {
        xyz: [k === 0 ? 0 : random.between(0.1, 0.4), 0, 0],
        rpy: [random.unit() < 0.3 ? random.between(-1.5, 1.5) : 0, 0, 0],
      },
      axis: [0, 0, random.unit() < 0.5 ? 1 : -1],
      lower: -2.5,
      upper: 2.5,
      ...(k === 1 &&
        k !== slides &&
        random.unit() < 0.3 && {
          mimic: { joint: 'joint1', multiplier: random.between(-3, 3), offset: 0 },
        }),
    }),
  );
  const part = smallPart(random, meshes, 0.003);
  const tip: PlainLink = {
    name: names[count],
    parts: [{ ...part, at: { ...part.at, xyz: [random.between(0.1, 0.5), 0, 0] } }],
    padding: 0,
    solid: true,
  };
  const links = names.map(
    (name, k): PlainLink => (k === count ? tip : { name, parts: [], padding: 0, solid: true }),
  );
  const common = { name: '', base, attached: [], disabled: [] };
  return { ...common, baseJoint: 'fixed', links, joints, tracking: 0 };
}
