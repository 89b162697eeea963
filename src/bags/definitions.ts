/** The types of ROS 2 that results are written with: fields by name, as `.msg` files list them. */

const TIME = 'MSG: builtin_interfaces/Time\nint32 sec\nuint32 nanosec\n';
const HEADER = `MSG: std_msgs/Header\nbuiltin_interfaces/Time stamp\nstring frame_id\n`;
const LINE = `${'='.repeat(80)}\n`;

export const STRING = { type: 'std_msgs/msg/String', definition: 'string data\n' };

export const JOINT_STATE = {
  type: 'sensor_msgs/msg/JointState',
  definition: `std_msgs/Header header
string[] name
float64[] position
float64[] velocity
float64[] effort
${LINE}${HEADER}${LINE}${TIME}`,
};

export const JOINT_TRAJECTORY = {
  type: 'trajectory_msgs/msg/JointTrajectory',
  definition: `std_msgs/Header header
string[] joint_names
trajectory_msgs/JointTrajectoryPoint[] points
${LINE}MSG: trajectory_msgs/JointTrajectoryPoint
float64[] positions
float64[] velocities
float64[] accelerations
float64[] effort
builtin_interfaces/Duration time_from_start
${LINE}MSG: builtin_interfaces/Duration
int32 sec
uint32 nanosec
${LINE}${HEADER}${LINE}${TIME}`,
};
