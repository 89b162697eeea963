/** Bodies that fly, are carried or stand: when they meet, in order and with proven brackets, and nothing missed. */

export {
  type BodyDescription,
  type BodyPiece,
  type Piece,
  type RigidBody,
  rigidBody,
} from './body.ts';
export { bowlingScene } from './examples/bowling.ts';
export { bulletScene } from './examples/bullet.ts';
export { coinsScene } from './examples/coins.ts';
export { feederScene } from './examples/feeder.ts';
export { IMMOVABLE, type ImpulseSettings, impulseResponse } from './examples/impulse.ts';
export { rattlebackScene } from './examples/rattleback.ts';
export type { ExampleScene } from './examples/scene.ts';
export { EXAMPLE_SCENES } from './examples/scenes.ts';
export { type FixedIntervalsResult, runFixedIntervals } from './fixedIntervals.ts';
export { Flight, type FlightStart, type State } from './flight.ts';
export type { WatchedPair } from './history.ts';
export { type JointLimits, jointsOnPath, jointsWithin } from './joints.ts';
export { type KnownBounds, KnownMotion, type KnownMotionDescription } from './known.ts';
export { type JointMotion, type LinkDescription, LinkMotion } from './link.ts';
export { type ApartOptions, type BoundsUsed, Look, type Mover } from './look.ts';
export { type DensePiece, type PrincipalBody, principalBody } from './massProperties.ts';
export { ADVANCE_SIZE, type AdvanceQuestion, type Motion, Rest } from './motion.ts';
export { createSchedule, Schedule } from './schedule.ts';
export type {
  BodyAtImpact,
  Change,
  Impact,
  Reaction,
  Response,
  ScheduledBody,
  ScheduleResult,
  ScheduleSettings,
  ScheduleStats,
  ScheduleVerdict,
} from './settings.ts';
export { sweptBodyBoxInto } from './sweep.ts';
