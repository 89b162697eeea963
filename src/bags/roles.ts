/** What the messages of a topic are good for, by the names of their types. */
import type { BagChannel } from './records.ts';

/** What messages of a topic are good for. */
export type BagRole =
  | 'robot'
  | 'semantics'
  | 'states'
  | 'trajectory'
  | 'scene'
  | 'world'
  | 'object'
  | 'attached';

/** In words, for who lists topics. */
export const ROLE_TEXT: Readonly<Record<BagRole, string>> = {
  robot: 'the robot (URDF)',
  semantics: 'its SRDF',
  states: 'what was executed',
  trajectory: 'what was sent',
  scene: 'the surroundings',
  world: 'the surroundings',
  object: 'the surroundings',
  attached: 'what is carried',
};

/** Types that hold a trajectory: messages, and goals of actions as either generation of ROS spells them. */
const TRAJECTORIES =
  /^(trajectory_msgs\/JointTrajectory|moveit_msgs\/(RobotTrajectory|DisplayTrajectory|MotionPlanResponse)|(control_msgs\/FollowJointTrajectory|moveit_msgs\/ExecuteTrajectory)(ActionGoal|Goal|_Goal|_SendGoal_Request))$/;

const TYPES: Readonly<Record<string, BagRole>> = {
  'sensor_msgs/JointState': 'states',
  'moveit_msgs/PlanningScene': 'scene',
  'moveit_msgs/PlanningSceneWorld': 'world',
  'moveit_msgs/CollisionObject': 'object',
  'moveit_msgs/AttachedCollisionObject': 'attached',
};

/** `sensor_msgs/msg/JointState` and `sensor_msgs/JointState` are one type. */
export function plainType(name: string): string {
  return name.replace(/\/(msg|srv|action)\//, '/');
}

/** Null for what nothing here needs. */
export function roleOf({ topic, schema }: BagChannel): BagRole | null {
  const type = plainType(schema.name);
  if (type === 'std_msgs/String') {
    if (/(^|\/)robot_description$/.test(topic)) return 'robot';
    return /(^|\/)robot_description_semantic$/.test(topic) ? 'semantics' : null;
  }
  if (TRAJECTORIES.test(type)) return 'trajectory';
  return Object.hasOwn(TYPES, type) ? TYPES[type] : null;
}
