/**
 * URDF: a robot as a tree of links and joints, with its geometry loaded. What could make the robot
 * thinner or place it wrongly is an error; what only concerns its looks is a note.
 *
 * Lengths in metres and angles in radians, as in the file. The cost is that of reading each mesh
 * file once.
 */
import type {
  JointDescription,
  LinkDescription,
  Part,
  RobotDescription,
} from '../kinematics/index.ts';
import { type Fault, InputError, nameHint } from '../math/index.ts';
import type { Resolver } from './resolver.ts';
import { readRobotXml, type XacroUse } from './robotXml.ts';
import { checkElements, refuseXacro, requireName } from './urdfElements.ts';
import { MeshLibrary, readPart, readVisual } from './urdfGeometry.ts';
import { checkMimics, type ReadJoint, readJoint } from './urdfJoint.ts';
import { Materials } from './urdfMaterial.ts';
import type { XmlElement } from './xml.ts';

export interface ReadUrdfOptions {
  /** Name or path of the file; relative references start from its folder. */
  readonly file: string;
  /** Where mesh files come from. */
  readonly resolver: Resolver;
  /** `false` leaves out what is for drawing only. */
  readonly visuals?: boolean;
  /** Whether a link without collision geometry has that of its visuals. Default: none has. */
  readonly testVisuals?: (link: string) => boolean;
  /** Values of xacro arguments by name, for a file that is written with macros. */
  readonly xacro?: Readonly<Record<string, string>> | undefined;
}

export interface UrdfFile {
  readonly robot: RobotDescription;
  /** What is worth telling but is not an error. */
  readonly notes: readonly Fault[];
  /** Every file that was read, by path, the URDF itself included. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Its xacro arguments. */
  readonly xacro: XacroUse;
}

/** Reads a URDF, or a xacro file that makes one. Throws InputError with file, line and column. */
export function readUrdf(bytes: Uint8Array, options: ReadUrdfOptions): UrdfFile {
  const { file, resolver, xacro } = options;
  const read = readRobotXml(bytes, { file, format: 'urdf', resolver, xacro });
  const { root } = read;
  if (root.name !== 'robot') {
    throw root.error(
      'not-urdf',
      `a URDF begins with <robot>, found <${root.name}>`,
      FOREIGN[root.name] ?? undefined,
    );
  }
  refuseXacro(root);
  const notes: Fault[] = [...read.notes];
  const { visuals = true, testVisuals = () => false } = options;
  const library = new MeshLibrary(resolver, file, notes, visuals);
  const materials = visuals ? new Materials(root, notes) : null;
  for (const [path, contents] of read.files) library.files.set(path, contents);
  const ignored = new Set<string>();
  checkElements(root, ignored, notes);
  const links = new Map<string, { element: XmlElement; link: LinkDescription }>();
  for (const element of root.childrenNamed('link')) {
    checkElements(element, ignored, notes);
    const link = readLink(element, { library, materials, testVisuals, ignored, notes });
    refuseTwice(element, 'link', link.name, links.get(link.name)?.element);
    links.set(link.name, { element, link });
  }
  const joints = new Map<string, ReadJoint>();
  for (const element of root.childrenNamed('joint')) {
    checkElements(element, ignored, notes);
    const joint = readJoint(element, notes);
    refuseTwice(element, 'joint', joint.joint.name, joints.get(joint.joint.name)?.element);
    joints.set(joint.joint.name, joint);
  }
  if (links.size === 0) throw root.error('no-links', 'the robot has no links');
  const order = orderLinks(root, links, [...joints.values()]);
  checkMimics([...joints.values()]);
  const robot = {
    name: root.attribute('name') ?? '',
    links: order.map(({ link }) => links.get(link)!.link),
    joints: order.slice(1).map(({ joint }) => joints.get(joint!)!.joint),
  };
  if (robot.links.every((link) => link.collisions.length === 0)) {
    notes.push(
      root.fault(
        'no-collisions',
        'no link has a <collision>: the robot can touch nothing',
        'give the links collision geometry, or test them by their visuals: "visual: collide" or --visuals',
      ),
    );
  }
  return { robot, notes, files: library.files, xacro: read.xacro };
}

const FOREIGN: Readonly<Record<string, string>> = {
  sdf: 'this is SDF, the format of Gazebo',
  mujoco:
    'this is MJCF, the format of MuJoCo: open it by itself, or name it as mjcf in a cell file',
  COLLADA: 'this is a COLLADA mesh',
};

function refuseTwice(element: XmlElement, what: string, name: string, first?: XmlElement): void {
  if (!first) return;
  throw element.error(
    `duplicate-${what}`,
    `there are two ${what}s called "${name}"`,
    `the first is on ${first.lineSeenFrom(element)}`,
    'name',
  );
}

interface LinkReading {
  readonly library: MeshLibrary;
  /** Null if nothing is read for drawing. */
  readonly materials: Materials | null;
  readonly testVisuals: (link: string) => boolean;
  readonly ignored: Set<string>;
  readonly notes: Fault[];
}

function readLink(element: XmlElement, reading: LinkReading): LinkDescription {
  const { library, materials, testVisuals, ignored, notes } = reading;
  const name = requireName(element);
  const own = element.childrenNamed('collision');
  const looks = element.childrenNamed('visual');
  const isVisualOnly = own.length === 0 && looks.length > 0;
  const isTested = isVisualOnly && testVisuals(name);
  const collisions = (isTested ? looks : own).map((each) => {
    checkElements(each, ignored, notes);
    return readPart(each, library);
  });
  const visuals: Part[] = [];
  for (const each of materials ? looks : []) {
    try {
      checkElements(each, ignored, notes);
      visuals.push(readVisual(each, library, materials!.of(each)));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const { fault } = error;
      notes.push({ ...fault, message: `a visual of link "${name}" is left out: ${fault.message}` });
    }
  }
  return {
    ...{ name, collisions, visuals },
    ...(isVisualOnly && { visualOnly: isTested ? 'tested' : 'ignored' }),
  };
}

type Links = ReadonlyMap<string, { readonly element: XmlElement }>;

/** The links from the root on, every parent before its children, each with the joint it hangs on. */
function orderLinks(
  root: XmlElement,
  links: Links,
  joints: readonly ReadJoint[],
): { link: string; joint?: string }[] {
  const above = new Map<string, ReadJoint>();
  const below = new Map<string, JointDescription[]>();
  for (const each of joints) {
    const { parent, child, name } = each.joint;
    requireLink(each.element, 'parent', parent, links);
    requireLink(each.element, 'child', child, links);
    const other = above.get(child)?.joint;
    if (other) {
      throw each.element.error(
        'two-parents',
        `link "${child}" is the child of two joints, "${other.name}" and "${name}"`,
        'a URDF is a tree; closed loops cannot be described',
      );
    }
    above.set(child, each);
    const siblings = below.get(parent);
    if (siblings) siblings.push(each.joint);
    else below.set(parent, [each.joint]);
  }
  const roots = [...links.keys()].filter((name) => !above.has(name));
  if (roots.length > 1) {
    throw links
      .get(roots[1])!
      .element.error(
        'two-roots',
        `links "${roots[0]}" and "${roots[1]}" are both without a parent`,
        'join them by a joint; a robot is one tree',
      );
  }
  const order: { link: string; joint?: string }[] = [];
  const open: { link: string; joint?: string }[] = roots.map((link) => ({ link }));
  for (let next = open.pop(); next; next = open.pop()) {
    order.push(next);
    // Last first, so that children come off the stack in the order of the file.
    for (const { child, name } of (below.get(next.link) ?? []).toReversed()) {
      open.push({ link: child, joint: name });
    }
  }
  if (order.length < links.size) throw loopError(root, links, order, above);
  return order;
}

function requireLink(element: XmlElement, end: string, name: string, links: Links): void {
  if (links.has(name)) return;
  throw (element.child(end) ?? element).error(
    'unknown-link',
    `the ${end} of joint "${element.attribute('name')}" is "${name}", which is no link`,
    nameHint(name, links.keys()),
    'link',
  );
}

/** Every link has one parent at most, so a link that the root does not reach leads into a loop. */
function loopError(
  root: XmlElement,
  links: Links,
  order: readonly { link: string }[],
  above: ReadonlyMap<string, ReadJoint>,
): InputError {
  const reached = new Set(order.map(({ link }) => link));
  let name = [...links.keys()].find((each) => !reached.has(each))!;
  const seen = new Set<string>();
  while (!seen.has(name)) {
    seen.add(name);
    name = above.get(name)!.joint.parent;
  }
  const up = [...seen];
  const round = [...up.slice(up.indexOf(name)), name].reverse();
  return (above.get(name)?.element ?? root).error(
    'loop',
    `link "${name}" is its own ancestor: ${round.map((each) => `"${each}"`).join(' -> ')}`,
    'a robot is a tree of links that starts at one root',
  );
}
