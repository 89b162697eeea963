/**
 * An SRDF for a robot that has none, as far as its URDF tells: a group of each run of joints (an arm, a finger), one of what
 * hangs at the end of an arm, one of all joints, a home state, what is not driven, where it stands. Names are
 * made up; what they stand for is the robot's.
 */
import type {
  DisabledPair,
  Group,
  JointDescription,
  RobotDescription,
  SemanticDescription,
} from '../kinematics/index.ts';

/** Joints of an arm, at least, and those in a row that a hand has at the most. */
const ARM = 3;
const FINGER = 4;

/** Joints one after the other, with nothing else that moves hanging on the links between them. */
interface Run {
  readonly joints: readonly JointDescription[];
  /** What hangs on its last link, or on one that is fixed to it. */
  readonly below: readonly Run[];
}

export function suggestSemantics(
  robot: RobotDescription,
  disabledPairs: readonly DisabledPair[],
): SemanticDescription {
  const root = robot.links[0].name;
  const joints = robot.joints.filter(({ kind }) => kind !== 'fixed');
  const driven = joints.filter(({ mimic }) => mimic === undefined);
  const groups: Group[] = [];
  const endEffectors: SemanticDescription['endEffectors'][number][] = [];
  const names = new Set<string>(['all']);
  const runs = runsBelow(robot, root);
  const arms = allRuns(runs).filter((run) => drivenOf(run).length >= ARM);
  const visit = (run: Run): void => {
    const own = drivenOf(run);
    const base = run.joints[0].parent;
    const tip = run.joints[run.joints.length - 1].child;
    if (own.length > 0) {
      const isArm = own.length >= ARM;
      const name = unused(isArm && arms.length === 1 ? 'arm' : `to_${tip}`, names);
      groups.push({ ...EMPTY, name, chains: [{ base, tip }] });
      if (isArm && isHand(run.below)) {
        const group = unused(arms.length === 1 ? 'hand' : `hand_on_${tip}`, names);
        const fingers = allRuns(run.below).flatMap(drivenOf);
        groups.push({ ...EMPTY, name: group, joints: fingers.map((joint) => joint.name) });
        const effector = unused(`${group}_end_effector`, names);
        endEffectors.push({ name: effector, group, parentLink: tip, parentGroup: name });
        return;
      }
    }
    run.below.forEach(visit);
  };
  runs.forEach(visit);
  if (driven.length > 0) groups.push({ ...EMPTY, name: 'all', joints: driven.map((j) => j.name) });
  const home = driven.map((joint) => [joint.name, restingAt(joint)] as const);
  const taken = new Set(robot.joints.map(({ name }) => name));
  const place = { kind: 'fixed', parentFrame: 'world', childLink: root } as const;
  return {
    robot: robot.name,
    groups,
    states: driven.length > 0 ? [{ name: 'home', group: 'all', values: new Map(home) }] : [],
    virtualJoints: root === 'world' ? [] : [{ name: unused('world_joint', taken), ...place }],
    passiveJoints: joints.filter(({ mimic }) => mimic !== undefined).map(({ name }) => name),
    endEffectors,
    disabledPairs,
  };
}

const EMPTY = { links: [], joints: [], chains: [], subgroups: [] } as const;

function drivenOf({ joints }: Run): JointDescription[] {
  return joints.filter(({ mimic }) => mimic === undefined);
}

/** The runs that begin at a link, or at one that is fixed to it. Robots may be long: no recursion along a run. */
function runsBelow(robot: RobotDescription, link: string): Run[] {
  const children = new Map<string, JointDescription[]>();
  for (const joint of robot.joints) {
    children.set(joint.parent, [...(children.get(joint.parent) ?? []), joint]);
  }
  const moving = (from: string): JointDescription[] => {
    const found: JointDescription[] = [];
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const joint of children.get(at) ?? []) {
        if (joint.kind === 'fixed') open.push(joint.child);
        else found.push(joint);
      }
    }
    return found;
  };
  const runFrom = (first: JointDescription): Run => {
    const joints = [first];
    let next = moving(first.child);
    while (next.length === 1) {
      joints.push(next[0]);
      next = moving(next[0].child);
    }
    return { joints, below: next.map(runFrom) };
  };
  return moving(link).map(runFrom);
}

function allRuns(runs: readonly Run[]): Run[] {
  return runs.flatMap((run) => [run, ...allRuns(run.below)]);
}

/** Whether what hangs at the end of an arm is short: fingers, and not more arms. */
function isHand(runs: readonly Run[]): boolean {
  const depth = (run: Run): number =>
    drivenOf(run).length + Math.max(0, ...run.below.map((below) => depth(below)));
  return runs.length > 0 && runs.every((run) => depth(run) <= FINGER);
}

/** At 0, or as near to it as its limits allow. */
function restingAt({ kind, limits }: JointDescription): number[] {
  if (kind === 'planar') return [0, 0, 0];
  if (kind === 'floating') return [0, 0, 0, 0, 0, 0, 1];
  if (kind !== 'revolute' && kind !== 'prismatic') return [0];
  return [limits ? Math.min(limits.upper, Math.max(limits.lower, 0)) : 0];
}

function unused(wanted: string, names: Set<string>): string {
  let name = wanted;
  for (let n = 2; names.has(name); n++) name = `${wanted}_${n}`;
  names.add(name);
  return name;
}
