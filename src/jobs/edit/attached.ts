/**
 * Objects that are grasped and put down. An obstacle that is grasped becomes an attached object of a link, with the
 * declarations about it under its new name; put down it is an obstacle again, with the same parts. Its parts as they
 * were, and where its frame is in the link's, are remembered by whoever edits.
 */
import type { AttachedDescription, CellDescription, RobotInstance } from '../../cell/index.ts';
import { type Part, scopedName } from '../../kinematics/index.ts';
import { composePoses, identityPose, nameHint } from '../../math/index.ts';
import { editFault, newName } from './bodies.ts';
import { redeclared, withoutIdle } from './declared.ts';
import { obstacleAt } from './obstacles.ts';

/** An object's own frame: its parts there, and where the frame is in the link's. */
export interface OwnFrame {
  readonly parts: readonly Part[];
  readonly inLink: Float64Array;
}

/** By the parts of attached objects as they are described. Those that files attach have the frame of their link. */
export type OwnFrames = WeakMap<readonly Part[], OwnFrame>;

/** A link of a robot of the cell. */
export interface LinkPlace {
  /** Number of the robot, name of the link in it, and in the cell. */
  readonly robot: number;
  readonly link: string;
  readonly name: string;
}

/** A link by its name; a plain one will do where only one robot has such a link, or for a link of robot `own`. */
export function linkPlace({ robots }: CellDescription, given: string, own = -1): LinkPlace {
  const all = robots.flatMap(({ name, robot }, i) =>
    robot.links.map((link) => ({ robot: i, link: link.name, name: scopedName(name, link.name) })),
  );
  const exact = all.filter(({ name }) => name === given);
  const plain = all.filter(({ link }) => link === given);
  const found = exact.length > 0 ? exact : plain;
  if (found.length === 1) return found[0];
  const mine = plain.find(({ robot }) => robot === own);
  if (mine) return mine;
  const names = all.map(({ name }) => name);
  throw found.length > 1
    ? editFault(
        'edit/link',
        `several robots have a link "${given}"`,
        `say which: ${found.map(({ name }) => name).join(', ')}`,
      )
    : editFault('edit/link', `there is no link "${given}"`, nameHint(given, names));
}

export interface GraspRequest {
  /** Number of the obstacle. */
  readonly obstacle: number;
  readonly place: LinkPlace;
  /** Places the obstacle's frame in the link's. */
  readonly inLink: Float64Array;
  /** Links that it may touch, beside the one that carries it. */
  readonly touching: readonly string[];
}

/** An obstacle is grasped. */
export function withGrasped(
  cell: CellDescription,
  { obstacle: i, place, inLink, touching }: GraspRequest,
  frames: OwnFrames,
): CellDescription {
  const { pose: _, parts, name, ...kind } = obstacleAt(cell, i);
  const instance = cell.robots[place.robot];
  const touches = touching.map((given) => {
    const { robot, link, name: full } = linkPlace(cell, given, place.robot);
    if (robot === place.robot) return link;
    const hint = 'allow the pair instead';
    throw editFault('edit/touching', `"${full}" is a link of another robot`, hint);
  });
  const carried = parts.map((part) => ({ ...part, pose: composePoses(inLink, part.pose) }));
  frames.set(carried, { parts, inLink });
  const attached: AttachedDescription = {
    ...{ name, link: place.link, parts: carried, touches: [...new Set(touches)] },
    ...kind,
  };
  const scoped = scopedName(instance.name, name);
  return {
    ...withAttached(cell, place.robot, [...instance.attached, attached]),
    obstacles: cell.obstacles.filter((_each, k) => k !== i),
    ...redeclared(cell, name, scoped),
  };
}

/** An attached object, where it is. */
export interface AttachedPlace {
  readonly robot: number;
  readonly number: number;
  readonly object: AttachedDescription;
  /** Its name in the cell. */
  readonly name: string;
  readonly link: LinkPlace;
}

/** An attached object by its name; a plain one will do where only one has it. */
export function attachedPlace(cell: CellDescription, given: string): AttachedPlace {
  const all = cell.robots.flatMap(({ name, attached }, robot) =>
    attached.map((object, number) => ({
      ...{ robot, number, object, name: scopedName(name, object.name) },
      link: { robot, link: object.link, name: scopedName(name, object.link) },
    })),
  );
  const exact = all.filter(({ name }) => name === given);
  const found = exact.length > 0 ? exact : all.filter(({ object }) => object.name === given);
  if (found.length === 1) return found[0];
  const names = all.map(({ name }) => name);
  const message = found.length > 1 ? 'several robots carry' : 'no robot carries';
  const hint = found.length > 1 ? `say which: ${names.join(', ')}` : nameHint(given, names);
  throw editFault('edit/object', `${message} an object "${given}"`, hint);
}

/** The own frame of an attached object. */
export function ownFrame({ object }: AttachedPlace, frames: OwnFrames): OwnFrame {
  return frames.get(object.parts) ?? { parts: object.parts, inLink: identityPose() };
}

/** An attached object is put down: its own frame has this pose in the world. */
export function withPutDown(
  cell: CellDescription,
  place: AttachedPlace,
  pose: Float64Array,
  frames: OwnFrames,
): CellDescription {
  const { name, link: _, parts: _parts, touches: _touches, ...kind } = place.object;
  const { parts } = ownFrame(place, frames);
  const freed = withoutPlace(cell, place);
  const obstacle = { name: newName(freed, name), pose, parts, ...kind };
  return {
    ...freed,
    obstacles: [...cell.obstacles, obstacle],
    ...redeclared(cell, place.name, name),
  };
}

/** An attached object is gone, with what was declared about it. */
export function withoutAttached(cell: CellDescription, place: AttachedPlace): CellDescription {
  return withoutIdle({ ...withoutPlace(cell, place), ...redeclared(cell, place.name, null) });
}

function withoutPlace(cell: CellDescription, { robot, number }: AttachedPlace): CellDescription {
  const kept = cell.robots[robot].attached.filter((_, k) => k !== number);
  return withAttached(cell, robot, kept);
}

function withAttached(
  cell: CellDescription,
  i: number,
  attached: RobotInstance['attached'],
): CellDescription {
  return {
    ...cell,
    robots: cell.robots.map((each, k) => (k === i ? { ...each, attached } : each)),
  };
}
