/**
 * What elements of a URDF may hold. Unknown elements are ignored, as the format wants it, but one
 * that looks like a misspelt known one is refused: `<colision>` must not make a robot thinner.
 */
import { closestName, type Fault } from '../math/index.ts';
import { quote, type XmlElement } from './xml.ts';

/** Elements that are read. */
const READ: Readonly<Record<string, readonly string[]>> = {
  robot: ['link', 'joint'],
  link: ['collision', 'visual'],
  joint: ['parent', 'child', 'origin', 'axis', 'limit', 'mimic'],
  collision: ['origin', 'geometry'],
  visual: ['origin', 'geometry'],
};

/** Elements that are common and mean nothing here, or only for looks. */
const IGNORED: Readonly<Record<string, readonly string[]>> = {
  robot: ['material', 'gazebo', 'transmission', 'ros2_control', 'sensor'],
  link: ['inertial', 'inertia', 'contact', 'sensor', 'self_collision_checking'],
  joint: ['dynamics', 'calibration', 'safety_controller', 'hardwareInterface'],
  collision: ['verbose', 'material', 'contact_coefficients'],
  visual: ['verbose', 'material'],
};

const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  origin: ['xyz', 'rpy'],
  axis: ['xyz'],
  limit: ['lower', 'upper', 'effort', 'velocity'],
  mimic: ['joint', 'multiplier', 'offset'],
  mesh: ['filename', 'scale'],
};

/** Throws for what looks misspelt; other unknown elements are noted once per name. */
export function checkElements(element: XmlElement, seen: Set<string>, notes: Fault[]): void {
  const read = READ[element.local] ?? [];
  const ignored = IGNORED[element.local] ?? [];
  for (const child of element.children) {
    if (read.includes(child.local) || ignored.includes(child.local)) continue;
    const meant = closestName(child.local, read, 2);
    if (meant !== undefined) {
      throw child.error(
        'misspelt-element',
        `<${element.name}> has an element <${child.name}>, which would be ignored`,
        `did you mean <${meant}>?`,
      );
    }
    const name = `${element.local} ${child.name}`;
    if (seen.has(name)) continue;
    seen.add(name);
    notes.push(
      child.fault(
        'ignored-element',
        `<${child.name}> in <${element.name}> is not read, here or later`,
      ),
    );
  }
}

/** Throws for attributes that look misspelt or would change the meaning of what is read. */
export function checkAttributes(element: XmlElement): void {
  const known = ATTRIBUTES[element.local] ?? [];
  for (const name of element.attributes.keys()) {
    if (known.includes(name)) continue;
    const meant = closestName(name, known, 1) ?? sameLetters(name, known);
    if (meant !== undefined && !element.attributes.has(meant)) {
      throw element.error(
        'misspelt-attribute',
        `<${element.name}> has an attribute "${name}", which would be ignored`,
        `did you mean "${meant}"?`,
        name,
      );
    }
    if (element.local === 'origin' && name.startsWith('quat')) {
      throw element.error(
        'unsupported-attribute',
        `<${element.name}> with "${name}" cannot be read`,
        'give the rotation as rpy, in radians',
        name,
      );
    }
  }
}

function sameLetters(name: string, known: readonly string[]): string | undefined {
  const sorted = (word: string) => [...word.toLowerCase()].sort().join('');
  return known.find((each) => sorted(each) === sorted(name));
}

/** The child with this name, which may occur once at most. */
export function onlyChild(element: XmlElement, name: string): XmlElement | undefined {
  const [first, second] = element.childrenNamed(name);
  if (second === undefined) return first;
  throw second.error(
    'duplicate-element',
    `<${element.name}> has more than one <${name}>`,
    `the first is on ${first.lineSeenFrom(second)}; which one counts is not for the reader to say`,
  );
}

/** A name that is there and not empty. */
export function requireName(element: XmlElement, attribute = 'name'): string {
  const name = element.requireAttribute(attribute);
  if (name.trim() !== '') return name;
  throw element.error(
    'empty-name',
    `"${attribute}" of <${element.name}> is empty`,
    undefined,
    attribute,
  );
}

/** Throws for what only the macro language xacro understands. */
export function refuseXacro(root: XmlElement): void {
  const open = [root];
  for (let element = open.pop(); element; element = open.pop()) {
    if (element.name.startsWith('xacro:')) {
      throw xacroError(element, `<${element.name}> is a xacro macro, not URDF`);
    }
    for (const [name, value] of element.attributes) {
      if (!/\$[{(]/.test(value)) continue;
      throw xacroError(element, `${quote(value)} is a xacro expression, not URDF`, name);
    }
    if (element.local === 'gazebo') continue;
    for (const child of element.children) open.push(child);
  }
}

function xacroError(element: XmlElement, message: string, attribute?: string) {
  const hint = 'a file with macros is called .xacro, or declares xmlns:xacro';
  return element.error('xacro', message, hint, attribute);
}
