/**
 * Robots of other people. Counts are checked against a search for tags in the text, and against
 * numbers that another XML parser gave.
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { groupJoints, readSrdf, readUrdf } from '../../src/formats/index.ts';
import { DATA_FOLDER, haveData } from '../helpers/oracles/data.ts';

const resolver = {
  files: (path: string) => (existsSync(path) ? readFileSync(path) : undefined),
  packages: { 'example-robot-data': DATA_FOLDER },
};

/** URDF, joints that are not fixed, joints that follow another. */
const ROBOTS: [string, moving: number, followers: number][] = [
  ['mbm/panda/panda.urdf', 7, 0],
  ['mbm/ur5/ur5.urdf', 6, 0],
  ['robots/allegro_hand_description/urdf/allegro_left_hand.urdf', 16, 0],
  ['robots/allegro_hand_description/urdf/allegro_right_hand.urdf', 16, 0],
  ['robots/bolt_description/robots/bolt.urdf', 6, 0],
  ['robots/double_pendulum_description/urdf/double_pendulum.urdf', 2, 0],
  ['robots/double_pendulum_description/urdf/double_pendulum_continuous.urdf', 2, 0],
  ['robots/double_pendulum_description/urdf/double_pendulum_simple.urdf', 2, 0],
  ['robots/pr2_description/urdf/pr2.urdf', 30, 10],
  ['robots/quadruped_description/urdf/quadruped.urdf', 8, 0],
  ['robots/simple_humanoid_description/urdf/simple_humanoid.urdf', 29, 0],
  ['robots/simple_humanoid_description/urdf/simple_humanoid_classical.urdf', 29, 0],
];

const HUMANOID = 'robots/simple_humanoid_description';
const PR2 = 'robots/pr2_description';
const BOLT = 'robots/bolt_description';
const SRDFS: [urdf: string, srdf: string, groups: number, states: number, pairs: number][] = [
  ['mbm/panda/panda.urdf', 'mbm/panda/panda.srdf', 3, 5, 34],
  ['mbm/ur5/ur5.urdf', 'mbm/ur5/ur5.srdf', 2, 3, 88],
  [`${BOLT}/robots/bolt.urdf`, `${BOLT}/srdf/bolt.srdf`, 3, 1, 6],
  [`${PR2}/urdf/pr2.urdf`, `${PR2}/srdf/pr2.srdf`, 11, 2, 1161],
  [`${PR2}/urdf/pr2.urdf`, `${PR2}/srdf/pr2_manipulation.srdf`, 11, 2, 1199],
  [`${HUMANOID}/urdf/simple_humanoid.urdf`, `${HUMANOID}/srdf/simple_humanoid.srdf`, 3, 1, 0],
  [
    `${HUMANOID}/urdf/simple_humanoid_classical.urdf`,
    `${HUMANOID}/srdf/simple_humanoid_classical.srdf`,
    3,
    1,
    0,
  ],
];

function load(path: string, visuals = true) {
  const file = `${DATA_FOLDER}/${path}`;
  return readUrdf(readFileSync(file), { file, resolver, visuals });
}

/** The text without comments, and without elements that hold joints and links of their own. */
function bareText(path: string): string {
  return readFileSync(`${DATA_FOLDER}/${path}`, 'utf8')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(transmission|gazebo)\b[\s\S]*?<\/\1>/g, '');
}

const countIn = (text: string, tag: string) =>
  text.match(new RegExp(`<${tag}[\\s>/]`, 'g'))?.length ?? 0;

describe.skipIf(!haveData('mbm') || !haveData('robots'))('robots of others', () => {
  test.each(ROBOTS)('%s', (path, moving, followers) => {
    const { robot, files } = load(path);
    const text = bareText(path);
    expect(robot.links).toHaveLength(countIn(text, 'link'));
    expect(robot.joints).toHaveLength(countIn(text, 'joint'));
    expect(robot.links.flatMap((link) => link.collisions)).toHaveLength(countIn(text, 'collision'));
    expect(robot.joints.filter((joint) => joint.kind !== 'fixed')).toHaveLength(moving);
    expect(robot.joints.filter((joint) => joint.mimic)).toHaveLength(followers);
    expect(files.has(`${DATA_FOLDER}/${path}`)).toBe(true);
    robot.joints.forEach((joint, i) => {
      expect(joint.child).toBe(robot.links[i + 1].name);
      const parent = robot.links.findIndex((link) => link.name === joint.parent);
      expect(parent).toBeGreaterThanOrEqual(0);
      expect(parent).toBeLessThan(i + 1);
    });
  });

  test.each(SRDFS)('%s with %s', (urdf, srdf, groups, states, pairs) => {
    const { robot } = load(urdf, false);
    const file = `${DATA_FOLDER}/${srdf}`;
    const { semantics } = readSrdf(readFileSync(file), { file, robot });
    expect(semantics.groups).toHaveLength(groups);
    expect(semantics.states).toHaveLength(states);
    expect(semantics.disabledPairs).toHaveLength(pairs);
    for (const group of semantics.groups) {
      const members = groupJoints(robot, semantics, group.name);
      const count = members.links.length + members.virtualJoints.length;
      expect(count > 0, group.name).toBe(
        group.links.length + group.joints.length + group.chains.length + group.subgroups.length > 0,
      );
    }
  });
});
