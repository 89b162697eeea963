export type {
  DisabledPair,
  Group,
  JointDescription,
  JointKind,
  LinkDescription,
  MeshGeometry,
  Mimic,
  NamedState,
  Part,
  RobotDescription,
  SemanticDescription,
} from './description.ts';
