/** Forward kinematics against MuJoCo, which reads the same URDF. */
import { describe, expect, it } from 'vitest';
import { readUrdf } from '../../src/formats/index.ts';
import { buildKinematics, Kinematics, type KinematicTree } from '../../src/kinematics/index.ts';
import { poseFromRpy, Random } from '../../src/math/index.ts';
import { haveData, readData } from '../helpers/oracles/data.ts';
import { mujocoForward, stripUrdf, writeUrdf } from '../helpers/oracles/mujoco.ts';
import { placed, randomConfiguration, randomRobot } from '../helpers/oracles/robots.ts';

async function compare(urdf: string, tree: KinematicTree, random: Random): Promise<number> {
  const theirs = await mujocoForward(urdf, tree);
  const kin = new Kinematics(tree);
  let worst = 0;
  let compared = 0;
  for (let k = 0; k < 20; k++) {
    const q = randomConfiguration(tree, random);
    kin.setConfiguration(q);
    for (const [name, pose] of theirs(q)) {
      const o = kin.poseOf(tree.frameOf.get(name)!);
      pose.forEach((x, i) => {
        worst = Math.max(worst, Math.abs(x - kin.poses[o + i]));
      });
      compared++;
    }
  }
  expect(compared).toBeGreaterThanOrEqual(20 * (tree.frameCount - 1));
  return worst;
}

describe('forward kinematics against MuJoCo', () => {
  it('random trees of turning, sliding and fixed joints, seed 1', async () => {
    const random = new Random(1);
    for (let round = 0; round < 10; round++) {
      const made = randomRobot(random, { links: 10 });
      const rpy = made.joints.map(() => [0, 1, 2].map(() => random.between(-3, 3)));
      const joints = made.joints.map((joint, i) => {
        const [x, y, z] = joint.origin.subarray(9);
        return { ...joint, origin: poseFromRpy(rpy[i][0], rpy[i][1], rpy[i][2], x, y, z) };
      });
      const robot = { ...made, joints };
      const tree = buildKinematics([placed(robot)]);
      expect(await compare(writeUrdf(robot, rpy), tree, random)).toBeLessThan(1e-13);
    }
  });

  it.each([
    'mbm/panda/panda.urdf',
    'mbm/ur5/ur5.urdf',
    'robots/pr2_description/urdf/pr2.urdf',
    'robots/allegro_hand_description/urdf/allegro_left_hand.urdf',
    'robots/simple_humanoid_description/urdf/simple_humanoid.urdf',
    'robots/bolt_description/robots/bolt.urdf',
  ])('%s', async (path) => {
    if (!haveData(path)) return;
    const text = stripUrdf(new TextDecoder().decode(readData(path)));
    const { robot } = readUrdf(new TextEncoder().encode(text), {
      file: path,
      resolver: { files: {} },
    });
    const tree = buildKinematics([placed(robot)]);
    expect(await compare(text, tree, new Random(2))).toBeLessThan(1e-12);
  });
});
