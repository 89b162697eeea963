/** xacro: the macros that robot descriptions of ROS are written with. */
export type { XacroArgument } from './documents.ts';
export { type ExpandedXacro, expandXacro, isXacro } from './expand.ts';
