/** The gate behind ROS: services with the names and layouts of MoveIt, over the rosbridge protocol. */
export {};
