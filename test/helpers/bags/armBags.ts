/** Bags of a planar arm of two joints, for tests: its description, joint states, planning scenes, goals. */
import { planarArm } from '../oracles/cellText.ts';
import {
  type MadeMessage,
  type MadeTopic,
  stateMessage,
  stateTopic,
  stringTopic,
} from './makeBag.ts';

export const [[, URDF], [, SRDF]] = planarArm();

export const DESCRIPTION: MadeMessage[] = [
  { topic: '/robot_description', time: 0, message: { data: URDF } },
  { topic: '/robot_description_semantic', time: 0, message: { data: SRDF } },
];
export const DESCRIBED: MadeTopic[] = [
  stringTopic('/robot_description'),
  stringTopic('/robot_description_semantic'),
];

/** The arm turns at the base from -1 by a step each tenth of a second. */
export function turning(count: number, step: number, ros1 = false): MadeMessage[] {
  return Array.from({ length: count }, (_, i) => ({
    topic: '/joint_states',
    time: 0.1 * i,
    message: stateMessage(0.1 * i, { joint1: -1 + step * i, joint2: 0 }, ros1),
  }));
}

/** Scenes are written as JSON beside anything: their types are long. */
export const SCENES: MadeTopic[] = [
  ...DESCRIBED,
  stateTopic('/joint_states'),
  { topic: '/scene', type: 'moveit_msgs/PlanningScene' },
  { topic: '/goal', type: 'control_msgs/FollowJointTrajectoryGoal' },
];

/** A goal that takes joint1 from -1 to an angle within a second. */
export function goalMessage(time: number, to: number): MadeMessage {
  const point = (position: number, sec: number) => ({
    ...{ positions: [position], velocities: [], time_from_start: { sec, nsec: 0 } },
  });
  const trajectory = { joint_names: ['joint1'], points: [point(-1, 0), point(to, 1)] };
  return { topic: '/goal', time, message: { trajectory } };
}
