/** Small bags to damage: ROS 2 with a scene in JSON, and ROS 1 in chunks of LZ4. */

import { motionsOf, readBag } from '../../../src/bags/index.ts';
import { compress } from '../bags/lz4js.ts';
import { LIBRARIES, makeBag, stateMessage, stateTopic, stringTopic } from '../bags/makeBag.ts';
import { scene, WALL } from '../bridge/scenes.ts';

const states = (ros1: boolean) =>
  [0, 1, 2].map((i) => ({
    topic: '/joint_states',
    time: i,
    message: stateMessage(i, { joint1: 0.1 * i, joint2: 0 }, ros1),
  }));

export const BAGS = [
  await makeBag(
    [
      stringTopic('/robot_description'),
      stateTopic('/joint_states'),
      { topic: '/scene', type: 'moveit_msgs/PlanningScene' },
      { topic: '/goal', type: 'trajectory_msgs/JointTrajectory' },
    ],
    [
      { topic: '/robot_description', time: 0, message: { data: '<robot name="r"/>' } },
      { topic: '/scene', time: 0, message: scene({ objects: [WALL] }) },
      ...states(false),
      { topic: '/goal', time: 3, message: { joint_names: ['a'], points: [{ positions: [1] }] } },
    ],
    { encoding: 'json' },
  ),
  await makeBag([stateTopic('/joint_states')], states(false)),
  await makeBag([stateTopic('/joint_states', true)], states(true), {
    ...{ encoding: 'ros1', chunkSize: 200 },
    compress: (data) => ({ compression: 'lz4', compressedData: compress(data) }),
  }),
];

/** Reads as far as motions. */
export function readSeed(bytes: Uint8Array): unknown {
  let left: Uint8Array | null = bytes;
  const next = () => {
    const piece = left;
    left = null;
    return piece;
  };
  const bag = readBag({ file: 'a.mcap', next }, LIBRARIES);
  return [motionsOf(bag), bag.sent.length > 0 && motionsOf(bag, { topics: [bag.sent[0].topic] })];
}
