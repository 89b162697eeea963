/**
 * A bag and a cell: the robot and the scene of a bag as files that a cell is read from, and a motion of a bag in a cell that is
 * open. The command line and the studio do it here.
 */
import { ownJoints, type PathFile, placeOfJoint, standing } from '../formats/index.ts';
import type { CellSource, OpenCell } from '../jobs/index.ts';
import { encodeUtf8, InputError } from '../math/index.ts';
import { SCENE_LEFT_OUT, standingText } from '../words/index.ts';
import type { Bag } from './bag.ts';
import type { BagChoice, BagMotion } from './motions.ts';

/** The name that a choice has as an argument: `bag.mcap#/topic:3@1`. */
export function bagName(file: string, choice: BagChoice): string {
  const { topics, message, trajectory, scene } = choice;
  const part = trajectory === undefined ? '' : `.${trajectory}`;
  const number = message === undefined ? '' : `:${message}${part}`;
  const of = topics ? `#${topics.join(',')}${number}` : '';
  return `${file}${of}${scene === undefined ? '' : `@${scene}`}`;
}

// -------------------------------------------------------------------------------------------- motions

/**
 * A motion of a bag in a cell: other joints stand where they were, joints of other things are left out, and so is the
 * planning scene of the bag where the cell was not read from it. All of that is assumed, and said.
 */
export function motionInCell(open: OpenCell, bag: Bag, motion: BagMotion): PathFile {
  const { tree } = open.cell;
  const { path } = motion;
  const own = ownJoints(tree, path, { joints: new Set(path.joints), of: 'the recording' });
  const moved = new Set(own.joints.map((name) => placeOfJoint(tree, name)));
  const others = [...motion.standing].filter(([name]) => {
    const d = placeOfJoint(tree, name);
    return d !== null && d >= 0 && !moved.has(d);
  });
  const names = others.map(([name]) => name);
  return {
    ...standing(own, new Map(others)),
    assumptions: [
      ...(own.assumptions ?? []),
      ...(others.length > 0 ? [standingText(names, 'the bag')] : []),
      ...(hasSceneOf(open, bag, motion) ? [] : [SCENE_LEFT_OUT]),
    ],
  };
}

/** Whether the surroundings of a cell are what a bag recorded meanwhile: also where it recorded none. */
export function hasSceneOf(
  { description }: OpenCell,
  { scenes: { versions, fault } }: Bag,
  { scene }: Pick<BagMotion, 'scene'>,
): boolean {
  if (fault) return false;
  if (scene < 0) return true;
  const wanted = encodeUtf8(versions[scene].text);
  return [...description.files.values()].some(
    (bytes) => bytes.length === wanted.length && bytes.every((byte, i) => byte === wanted[i]),
  );
}

// ---------------------------------------------------------------------------------------------- cells

/** What a cell is read from, as jobs take it. */
export type BagCell = Pick<CellSource, 'file' | 'robot' | 'srdf' | 'files' | 'kind'>;

/** A file that takes the place of one that the bag has. */
export interface GivenFile {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** Which scene of a bag, from 0, and what is given instead of its descriptions. */
export interface BagCellChoice {
  /** Default: the only one. */
  readonly scene?: number | undefined;
  readonly robot?: GivenFile | undefined;
  readonly srdf?: GivenFile | undefined;
}

/**
 * The robot of a bag, or one that is given, in a scene of the bag, as files below the bag's name. Throws an InputError without a
 * robot, and where the scene is not known, or not which.
 */
export function bagCell(bag: Bag, choice: BagCellChoice): BagCell {
  const { file, scenes } = bag;
  const { scene } = choice;
  const files = new Map<string, Uint8Array>();
  const add = (given: GivenFile | undefined, own: Bag['robot'], name: string) => {
    const taken = given ?? (own && { file: `${file}/${name}`, bytes: encodeUtf8(own.text) });
    if (!taken) return undefined;
    files.set(taken.file, taken.bytes);
    return taken.file;
  };
  const robot = add(choice.robot, bag.robot, 'robot_description.urdf');
  const srdf = add(choice.srdf, bag.semantics, 'robot_description_semantic.srdf');
  if (robot === undefined) {
    throw new InputError({
      code: 'bag/no-robot',
      message: NO_ROBOT,
      file,
      hint: 'give the robot with --robot robot.urdf, or the cell: surepath check CELL BAG',
    });
  }
  const { versions, fault } = scenes;
  if (fault) throw fault;
  if (versions.length === 0) return { file: robot, srdf, files, kind: 'urdf', robot: undefined };
  const number = scene ?? 0;
  if (scene === undefined ? versions.length > 1 : number >= versions.length) {
    throw new InputError({
      code: 'bag/scene',
      message:
        scene === undefined
          ? `the planning scene changes: there are ${versions.length} versions of it`
          : `there is no scene ${scene}; the bag has ${versions.length}, numbered from 0`,
      file,
      hint: `name one: ${bagName(file, { scene: 0 })}`,
    });
  }
  const name = sceneFile(file, number);
  files.set(name, encodeUtf8(versions[number].text));
  return { file: name, robot, srdf, files, kind: 'scene' };
}

/** What a bag lacks that has no robot. */
export const NO_ROBOT = 'the bag has no robot description (std_msgs/String on /robot_description)';

/** What a scene of a bag is called as a file. */
export function sceneFile(file: string, scene: number): string {
  return `${file}/scene${scene}.json`;
}
