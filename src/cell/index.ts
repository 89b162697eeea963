export type {
  AttachedDescription,
  CellDescription,
  ObstacleDescription,
  PairPattern,
  RobotInstance,
} from './description.ts';
