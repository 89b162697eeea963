/**
 * SRDF: what a robot's joints and links mean: groups, named states, end effectors, and which pairs
 * of links somebody declared need no test. Values in metres and radians.
 *
 * What is wrong and has nothing to do with collisions is noted and its element left out, as MoveIt does: links, joints and
 * groups that are not there, names that come twice (the first counts), missing names, values that are none. What
 * is left out is never a reason to test less: an `enable_collisions` that cannot be read is an error. A state of a group
 * that does not exist is kept, with a note.
 */
import type {
  Group,
  JointDescription,
  NamedState,
  RobotDescription,
  SemanticDescription,
} from '../kinematics/index.ts';
import { type Fault, InputError, nameHint } from '../math/index.ts';
import type { Resolver } from './resolver.ts';
import { readRobotXml, type XacroUse } from './robotXml.ts';
import { subgroupCycle } from './srdfGroups.ts';
import { readDisabledPairs } from './srdfPairs.ts';
import { refuseXacro, requireName } from './urdfElements.ts';
import type { XmlElement } from './xml.ts';

export interface ReadSrdfOptions {
  readonly file: string;
  /** The robot that the names belong to. */
  readonly robot: RobotDescription;
  /** Where files come from that a xacro file includes. Default: nowhere. */
  readonly resolver?: Resolver | undefined;
  /** Values of xacro arguments by name. */
  readonly xacro?: Readonly<Record<string, string>> | undefined;
}

export interface SrdfFile {
  readonly semantics: SemanticDescription;
  readonly notes: readonly Fault[];
  /** Every file that was read, by path, the SRDF itself included. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Its xacro arguments. */
  readonly xacro: XacroUse;
}

/** How many values a joint has, by kind. */
const VALUES = { fixed: 0, revolute: 1, continuous: 1, prismatic: 1, planar: 3, floating: 7 };

const KNOWN = [
  'group',
  'group_state',
  'virtual_joint',
  'passive_joint',
  'end_effector',
  'disable_collisions',
  'enable_collisions',
  'disable_default_collisions',
  'link_sphere_approximation',
  'joint_property',
];

/** Reads an SRDF, or a xacro file that makes one. Throws InputError with file, line and column. */
export function readSrdf(bytes: Uint8Array, options: ReadSrdfOptions): SrdfFile {
  const { file, robot, resolver = { files: {} }, xacro } = options;
  const read = readRobotXml(bytes, { file, format: 'srdf', resolver, xacro });
  const { root } = read;
  if (root.name !== 'robot') {
    throw root.error('not-srdf', `an SRDF begins with <robot>, found <${root.name}>`);
  }
  if (root.child('link')) {
    throw root
      .child('link')!
      .error('not-srdf', 'an SRDF has no <link> of its own', 'this looks like a URDF');
  }
  refuseXacro(root);
  const { semantics, notes } = new Reader(root, robot).read();
  const { files, xacro: use } = read;
  return { semantics, notes: [...read.notes, ...notes], files, xacro: use };
}

class Reader {
  private readonly root: XmlElement;
  private readonly notes: Fault[] = [];
  private readonly robot: RobotDescription;
  private readonly links: ReadonlySet<string>;
  /** Values by joint, virtual joints included. */
  private readonly joints: Map<string, number>;
  private readonly limits: ReadonlyMap<string, JointDescription['limits']>;

  constructor(root: XmlElement, robot: RobotDescription) {
    this.root = root;
    this.robot = robot;
    this.links = new Set(robot.links.map((link) => link.name));
    this.joints = new Map(robot.joints.map((joint) => [joint.name, VALUES[joint.kind]]));
    this.limits = new Map(robot.joints.map((joint) => [joint.name, joint.limits]));
  }

  read(): Pick<SrdfFile, 'semantics' | 'notes'> {
    const { root, notes, robot } = this;
    const name = root.attribute('name') ?? '';
    if (name !== robot.name) {
      const message = `the SRDF is for the robot "${name}", the URDF describes "${robot.name}"`;
      notes.push(root.fault('other-robot', message, 'do the files belong together?', 'name'));
    }
    this.noteUnknownElements();
    // Virtual joints first: groups and states may name them.
    const virtualJoints = this.each('virtual_joint', (each) => this.virtual(each));
    const groups = this.groups();
    const groupNames = new Set(groups.map((group) => group.name));
    const semantics = {
      robot: name,
      groups,
      states: this.states(groupNames),
      virtualJoints,
      passiveJoints: this.each('passive_joint', (each) =>
        present(this.inRobot(each, 'name', 'joint')),
      ),
      endEffectors: this.each('end_effector', (each) => this.endEffector(each, groupNames)),
      disabledPairs: readDisabledPairs(root, robot, notes),
    };
    return { semantics, notes };
  }

  /** What all elements of a name mean; one that cannot be read is noted and left out. */
  private each<T>(name: string, read: (element: XmlElement) => readonly T[]): T[] {
    return this.root
      .childrenNamed(name)
      .flatMap((element) => this.tolerant(() => read(element), []));
  }

  /** What is read, or something else, with a note. */
  private tolerant<T>(read: () => T, otherwise: T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const { fault } = error;
      this.notes.push({ ...fault, message: `${fault.message}; it is left out` });
      return otherwise;
    }
  }

  private noteUnknownElements(): void {
    const seen = new Set(KNOWN);
    for (const child of this.root.children) {
      if (seen.has(child.name)) continue;
      seen.add(child.name);
      const message = `<${child.name}> is not read, here or later`;
      this.notes.push(child.fault('ignored-element', message, nameHint(child.name, KNOWN)));
    }
  }

  /** The value of an attribute if the robot has such a link or joint; else a note. */
  private inRobot(
    element: XmlElement,
    attribute: string,
    what: 'link' | 'joint',
  ): string | undefined {
    const names = what === 'link' ? this.links : this.joints;
    const name = requireName(element, attribute);
    if (names.has(name)) return name;
    const holder = element.parent?.attribute('name');
    const where = element.parent === this.root ? '' : ` of ${element.parent?.name} "${holder}"`;
    const message = `there is no ${what} "${name}"; this <${element.name}>${where} is left out`;
    // A file for another robot has many unknown names, and searching for hints takes time.
    const hint = this.notes.length < 20 ? nameHint(name, names.keys()) : undefined;
    this.notes.push(element.fault(`unknown-${what}`, message, hint, attribute));
    return undefined;
  }

  /** The value of an attribute that must name a group. */
  private groupName(
    element: XmlElement,
    attribute: string,
    groups: ReadonlySet<string> | ReadonlyMap<string, unknown>,
  ): string {
    const name = requireName(element, attribute);
    if (groups.has(name)) return name;
    const message = `"${attribute}" of <${element.name}> is "${name}", which is no group`;
    throw element.error('unknown-group', message, nameHint(name, groups.keys()), attribute);
  }

  private virtual(element: XmlElement): SemanticDescription['virtualJoints'] {
    const name = requireName(element);
    if (this.joints.has(name)) throw twice(element, 'joint', name);
    const kind = element.requireAttribute('type');
    if (kind !== 'fixed' && kind !== 'planar' && kind !== 'floating') {
      const message = `virtual joint "${name}" has the unknown type "${kind}"`;
      throw element.error('unknown-joint-type', message, 'fixed, planar or floating', 'type');
    }
    const parentFrame = element.requireAttribute('parent_frame');
    const childLink = this.inRobot(element, 'child_link', 'link');
    if (childLink === undefined) return [];
    this.joints.set(name, VALUES[kind]);
    return [{ name, kind, parentFrame, childLink }];
  }

  private groups(): Group[] {
    const elements = new Map<string, XmlElement>();
    this.each('group', (element) => {
      const name = requireName(element);
      if (elements.has(name)) throw twice(element, 'group', name);
      elements.set(name, element);
      return [];
    });
    let groups = [...elements].map(([name, element]) => this.group(name, element, elements));
    for (let cycle = subgroupCycle(groups); cycle; cycle = subgroupCycle(groups)) {
      const [name, inner] = cycle;
      const round = cycle.map((each) => `"${each}"`).join(' -> ');
      const message = `groups contain each other: ${round}; "${inner}" is left out of "${name}"`;
      this.notes.push(elements.get(name)!.fault('group-cycle', message));
      groups = groups.map((group) =>
        group.name === name
          ? { ...group, subgroups: group.subgroups.filter((each) => each !== inner) }
          : group,
      );
    }
    return groups;
  }

  private group(name: string, element: XmlElement, groups: ReadonlyMap<string, XmlElement>): Group {
    const links: string[] = [];
    const joints: string[] = [];
    const chains: { base: string; tip: string }[] = [];
    const subgroups: string[] = [];
    const member = (child: XmlElement) => {
      if (child.name === 'link') {
        links.push(...present(this.inRobot(child, 'name', 'link')));
      } else if (child.name === 'joint') {
        joints.push(...present(this.inRobot(child, 'name', 'joint')));
      } else if (child.name === 'group') {
        subgroups.push(this.groupName(child, 'name', groups));
      } else if (child.name === 'chain') {
        const base = this.inRobot(child, 'base_link', 'link');
        const tip = this.inRobot(child, 'tip_link', 'link');
        if (base !== undefined && tip !== undefined) chains.push({ base, tip });
      } else {
        const message = `<${child.name}> in group "${name}" is not read`;
        const hint = nameHint(child.name, ['link', 'joint', 'chain', 'group']);
        this.notes.push(child.fault('ignored-element', message, hint));
      }
    };
    for (const child of element.children) this.tolerant(() => member(child), undefined);
    if (links.length + joints.length + chains.length + subgroups.length === 0) {
      this.notes.push(element.fault('empty-group', `group "${name}" is empty`));
    }
    return { name, links, joints, chains, subgroups };
  }

  private states(groups: ReadonlySet<string>): NamedState[] {
    const seen = new Set<string>();
    return this.each('group_state', (element) => {
      const name = requireName(element);
      const group = requireName(element, 'group');
      if (!groups.has(group)) {
        const message = `state "${name}" is for the group "${group}", which is not there`;
        const hint = nameHint(group, groups);
        this.notes.push(element.fault('unknown-group', message, hint, 'group'));
      }
      const key = JSON.stringify([group, name]);
      if (seen.has(key)) throw twice(element, 'state', name);
      seen.add(key);
      const values = new Map<string, readonly number[]>();
      for (const child of element.childrenNamed('joint')) {
        this.tolerant(() => this.stateValue(child, values), undefined);
      }
      return [{ name, group, values }];
    });
  }

  private stateValue(element: XmlElement, values: Map<string, readonly number[]>): void {
    const name = requireName(element);
    if (values.has(name)) throw twice(element, 'joint', name);
    const given = [...element.numbersAttribute('value')];
    if (this.inRobot(element, 'name', 'joint') === undefined) return;
    const count = this.joints.get(name)!;
    if (count === 0) {
      const message = `joint "${name}" is fixed; its value is left out`;
      this.notes.push(element.fault('fixed-joint', message, undefined, 'name'));
      return;
    }
    if (given.length !== count) {
      const expected = count === 1 ? '1 value' : `${count} values`;
      const message = `joint "${name}" has ${expected}, found ${given.length}`;
      throw element.error('value-count', message, VALUE_ORDER[count], 'value');
    }
    const limits = this.limits.get(name);
    if (limits && !(given[0] >= limits.lower && given[0] <= limits.upper)) {
      const message = `joint "${name}" at ${given[0]} is outside its limits, ${limits.lower} to ${limits.upper}`;
      this.notes.push(element.fault('outside-limits', message, undefined, 'value'));
    }
    values.set(name, given);
  }

  private endEffector(
    element: XmlElement,
    groups: ReadonlySet<string>,
  ): SemanticDescription['endEffectors'] {
    const name = requireName(element);
    const group = this.groupName(element, 'group', groups);
    const parentLink = this.inRobot(element, 'parent_link', 'link');
    if (parentLink === undefined) return [];
    if (!element.attribute('parent_group')) return [{ name, group, parentLink }];
    const parentGroup = this.tolerant(
      () => this.groupName(element, 'parent_group', groups),
      undefined,
    );
    return [{ name, group, parentLink, ...(parentGroup === undefined ? {} : { parentGroup }) }];
  }
}

function present(name: string | undefined): string[] {
  return name === undefined ? [] : [name];
}

const VALUE_ORDER: Readonly<Record<number, string>> = {
  3: 'x, y and angle',
  7: 'x, y, z, then the quaternion x, y, z, w',
};

function twice(element: XmlElement, what: string, name: string) {
  const message = `there are two ${what}s called "${name}"`;
  return element.error(`duplicate-${what}`, message, undefined, 'name');
}
