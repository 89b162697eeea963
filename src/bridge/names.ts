/**
 * Names of services, topics and types as MoveIt's move_group has them (moveit_ros/move_group, capability_names), and
 * how the two generations of ROS spell a type: `moveit_msgs/GetStateValidity` and `moveit_msgs/srv/GetStateValidity`.
 */

/** The generation of ROS behind a rosbridge server. */
export type RosVersion = 1 | 2;

/** What move_group offers under these names; the bridge answers the first two and asks the third. */
export const MOVEIT = {
  stateValidity: '/check_state_validity',
  multiStateValidity: '/check_multi_state_validity',
  planningScene: '/get_planning_scene',
  monitoredScene: '/monitored_planning_scene',
  /** Ours: what MoveIt's layouts have no field for, as JSON in a std_msgs/String. */
  answers: '/surepath/answers',
} as const;

/** Everything of the scene that a verdict can depend on: settings to padding, moveit_msgs/PlanningSceneComponents. */
export const SCENE_COMPONENTS = 1 | 2 | 4 | 8 | 16 | 32 | 64 | 128 | 256;

/** Types as a generation of ROS spells them. */
export function typeNames(version: RosVersion): {
  readonly stateValidity: string;
  readonly multiStateValidity: string;
  readonly planningScene: string;
  readonly text: string;
} {
  const service = version === 1 ? 'moveit_msgs' : 'moveit_msgs/srv';
  const message = (name: string, type: string) =>
    version === 1 ? `${name}/${type}` : `${name}/msg/${type}`;
  return {
    stateValidity: `${service}/GetStateValidity`,
    multiStateValidity: `${service}/GetMultiStateValidity`,
    planningScene: message('moveit_msgs', 'PlanningScene'),
    text: message('std_msgs', 'String'),
  };
}
