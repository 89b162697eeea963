/** Which pairs of links an SRDF declares to need no test. */
import type { DisabledPair, RobotDescription } from '../kinematics/index.ts';
import { type Fault, nameHint } from '../math/index.ts';
import type { XmlElement } from './xml.ts';

/** The reason given to pairs of a link that is disabled against everything. */
export const DISABLED_BY_DEFAULT = 'disable_default_collisions';

/**
 * Explicit pairs in the order of the file, each once, then those of links that are disabled by
 * default. As in MoveIt, `enable_collisions` brings back pairs of the second kind only. An element
 * with an unknown link is noted and left out: its pair stays tested.
 */
export function readDisabledPairs(
  root: XmlElement,
  robot: RobotDescription,
  notes: Fault[],
): DisabledPair[] {
  const names = new Set(robot.links.map((link) => link.name));
  const unknown = new Set<string>();
  const linkOf = (element: XmlElement, attribute: string): string | undefined => {
    const name = element.requireAttribute(attribute);
    if (names.has(name)) return name;
    if (!unknown.has(name)) {
      unknown.add(name);
      const message = `there is no link "${name}"; its <${element.name}> is left out`;
      // A file for another robot has many unknown names, and searching for hints takes time.
      const hint = unknown.size <= 20 ? nameHint(name, names) : undefined;
      notes.push(element.fault('unknown-link', message, hint, attribute));
    }
    return undefined;
  };
  const pairs = new Map<string, DisabledPair>();
  for (const element of root.childrenNamed('disable_collisions')) {
    const missing = ['link1', 'link2'].find((name) => element.attribute(name) === undefined);
    if (missing !== undefined) {
      const message = `this <disable_collisions> has no "${missing}"; it is left out, and what it meant is tested`;
      notes.push(element.fault('missing-attribute', message));
      continue;
    }
    const link1 = linkOf(element, 'link1');
    const link2 = linkOf(element, 'link2');
    if (link1 === undefined || link2 === undefined) continue;
    if (link1 === link2) {
      const message = `link "${link1}" is never tested against itself`;
      notes.push(element.fault('same-link', message, undefined, 'link2'));
      continue;
    }
    const key = keyOf(link1, link2);
    if (!pairs.has(key)) {
      pairs.set(key, { link1, link2, reason: element.attribute('reason') ?? '' });
    }
  }
  const enabled = new Set<string>();
  for (const element of root.childrenNamed('enable_collisions')) {
    const link1 = linkOf(element, 'link1');
    const link2 = linkOf(element, 'link2');
    if (link1 === undefined || link2 === undefined) {
      // Left out it would leave a pair untested that somebody wants tested.
      throw element.error(
        'unknown-link',
        'this <enable_collisions> names a link that is not there',
      );
    }
    const key = keyOf(link1, link2);
    enabled.add(key);
    if (pairs.has(key)) {
      const message = `"${link1}" and "${link2}" are both enabled and disabled; they stay disabled`;
      notes.push(element.fault('conflict', message, 'remove one of the two elements'));
    }
  }
  for (const element of root.childrenNamed('disable_default_collisions')) {
    const link1 = linkOf(element, 'link');
    if (link1 === undefined) continue;
    for (const link2 of names) {
      const key = keyOf(link1, link2);
      if (link1 === link2 || enabled.has(key) || pairs.has(key)) continue;
      pairs.set(key, { link1, link2, reason: DISABLED_BY_DEFAULT });
    }
  }
  return [...pairs.values()];
}

function keyOf(a: string, b: string): string {
  return JSON.stringify(a < b ? [a, b] : [b, a]);
}
