/**
 * Names and amounts that a cell file gives links, joints and packages of a robot. Each must mean something: a link
 * without geometry cannot be grown or touched, a fixed joint cannot stray.
 */
import type { JointDescription, LinkDescription, RobotDescription } from '../kinematics/index.ts';
import { nameHint } from '../math/index.ts';
import type { CellContext } from './cellShape.ts';
import { resolve } from './resolver.ts';
import { errorAt, type Mapping, quote, type Value } from './value.ts';
import { decodeXml } from './xmlEncoding.ts';

/** What matters of a joint here; the joint of a moving base is one of them. */
export type NamedJoint = Pick<JointDescription, 'name' | 'kind' | 'limits' | 'mimic'>;

export type Amount = 'padding' | 'scale' | 'tracking';

/** Code and message of what is wrong with a name. */
export type Refusal = readonly [code: string, message: string];

/** How many numbers say where a joint stands: x, y, angle; or x, y, z and a quaternion. */
export function valueCount(kind: JointDescription['kind']): number {
  return kind === 'fixed' ? 0 : kind === 'planar' ? 3 : kind === 'floating' ? 7 : 1;
}

export function withoutGeometry(name: string): string {
  return `${quote(name)} has no collision geometry, so nothing can touch it`;
}

export function bareLink(robot: RobotDescription, name: string): Refusal | null {
  const link = robot.links.find((each) => each.name === name);
  if (!link) return ['cell/unknown-link', noSuch('link', name)];
  return link.collisions.length > 0 ? null : ['cell/no-geometry', withoutGeometry(name)];
}

export function fixedJoint(joints: readonly NamedJoint[], name: string): Refusal | null {
  const joint = joints.find((each) => each.name === name);
  if (!joint) return ['cell/unknown-joint', noSuch('joint', name)];
  return joint.kind === 'fixed' ? ['cell/fixed-joint', `joint ${quote(name)} is fixed`] : null;
}

/** Links by name, each once, for which `check` finds nothing wrong. */
export function readLinks(
  items: readonly Value[],
  robot: RobotDescription,
  check: (link: LinkDescription) => Refusal | null,
): string[] {
  const links = robot.links.map(({ name }) => name);
  const names: string[] = [];
  for (const item of items) {
    const name = knownName(item, links, 'link');
    if (names.includes(name)) throw item.error('cell/twice', `link ${quote(name)} is named twice`);
    const refusal = check(robot.links[links.indexOf(name)]);
    if (refusal) throw item.error(refusal[0], `link ${quote(name)} ${refusal[1]}`);
    names.push(name);
  }
  return names;
}

/** `{default: amount, name: amount}`. */
export function readAmounts(
  value: Value,
  key: Amount,
  known: readonly string[],
  check: (name: string) => Refusal | null,
): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const { key: name, at, value: given } of value.entries(key).values()) {
    const refusal = name === 'default' ? null : check(name);
    if (refusal) {
      const hint = known.includes(name) ? undefined : nameHint(name, ['default', ...known]);
      throw errorAt(value.source, at, refusal[0], refusal[1], hint);
    }
    const amount = given.number(key);
    if (key === 'scale' ? amount <= 0 : amount < 0) {
      const least = key === 'scale' ? 'more than 0' : '0 or more';
      throw given.error('cell/amount', `${key} is ${amount}, expected ${least}`);
    }
    amounts.set(name, amount);
  }
  return amounts;
}

export function knownName(value: Value, known: readonly string[], what: string): string {
  const name = value.text(`the name of a ${what}`);
  if (!known.includes(name)) {
    throw value.error(`cell/unknown-${what}`, noSuch(what, name), nameHint(name, known));
  }
  return name;
}

function noSuch(what: string, name: string): string {
  return `the robot has no ${what} ${quote(name)}`;
}

export function findJoint(source: Value, at: number, name: string, joints: readonly NamedJoint[]) {
  const joint = joints.find((each) => each.name === name);
  if (joint) return joint;
  const hint = nameHint(
    name,
    joints.map((each) => each.name),
  );
  throw errorAt(source.source, at, 'cell/unknown-joint', noSuch('joint', name), hint);
}

/** Names of the packages that a URDF refers to, for whatever purpose; of xacro files those that are written out. */
export function referredPackages(urdf: Uint8Array): Set<string> {
  const text = decodeXml(urdf);
  const named = /(?:(?:package|model):\/\/|\$\(find\s+)([^/"'<\s)]+)/g;
  return new Set([...text.matchAll(named)].map((m) => m[1]));
}

/** A package that the URDF does not refer to: a slip in its name, most likely. */
export function refuseUnusedPackages(
  keys: Mapping<'urdf' | 'packages'>,
  { file, resolver }: CellContext,
): void {
  const given = keys.get('packages');
  if (!given) return;
  const { bytes } = resolve(resolver, keys.need('urdf').text('urdf'), file);
  const used = bytes ? referredPackages(bytes) : new Set<string>();
  // Expanded and included files may refer to others.
  if (bytes && decodeXml(bytes).includes('xacro:')) return;
  for (const { key, at } of given.entries('packages').values()) {
    if (used.has(key)) continue;
    const message = `the URDF refers to no package ${quote(key)}`;
    throw errorAt(given.source, at, 'cell/unused-package', message, nameHint(key, used));
  }
}
