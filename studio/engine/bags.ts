/**
 * Bags of ROS, read as the command line reads them. This file and the packages that it brings are loaded when the first bag is
 * opened. A bag is read in pieces as it lies in its file, and what was read of the last one is kept.
 */

import * as messages from '@foxglove/rosmsg';
import * as ros2 from '@foxglove/rosmsg2-serialization';
import * as mcap from '@mcap/core';
import * as zstd from 'fzstd';
import {
  type Bag,
  type BagMotion,
  BagReader,
  bagCell,
  bagLibraries,
  bagName,
  hasSceneOf,
  type ListedMotion,
  listMotions,
  motionInCell,
  motionsOf,
  sceneFile,
} from '../../src/bags/index.ts';
import { knownJoints } from '../../src/formats/index.ts';
import type { OpenCell } from '../../src/jobs/index.ts';
import { encodeUtf8, InputError } from '../../src/math/index.ts';
import type { Report } from './progress.ts';
import type {
  BagFile,
  BagMotionInfo,
  Files,
  ReadBagAnswer,
  ReadBagCellAnswer,
  ReadBagCellRequest,
  ReadBagMotionRequest,
  ReadBagRequest,
  ReadBagSceneAnswer,
  ReadPathAnswer,
} from './protocol.ts';
import { readMotionFile } from './readMotion.ts';

const PACKAGES: Readonly<Record<string, unknown>> = {
  '@mcap/core': mcap,
  '@foxglove/rosmsg': messages,
  '@foxglove/rosmsg2-serialization': ros2,
  fzstd: zstd,
};
const LIBRARIES = bagLibraries((name) => PACKAGES[name]);

/** Bytes that are read at a time. */
const PIECE = 1 << 22;

/** What of a bag's notes the page says otherwise: it lists all motions. */
const LISTED = 'bag/others';

export class BagDesk {
  private last: { readonly id: number; readonly bag: Bag } | null = null;

  /** What a bag holds; `open`: the open cell, if there is one. */
  async list(
    { bag: file }: ReadBagRequest,
    open: OpenCell | null,
    report: Report,
  ): Promise<ReadBagAnswer> {
    const bag = await this.read(file, report);
    const { scenes, robot, notes } = bag;
    return {
      motions: listed(bag).map((each) => infoOf(bag, each, open)),
      ...{ hasRobot: robot !== null, scenes: scenes.versions.length, notes },
      sceneFault: scenes.fault?.fault ?? null,
    };
  }

  /** The robot of a bag and its scene, as files. */
  async cell({ bag: file, scene }: ReadBagCellRequest, report: Report): Promise<ReadBagCellAnswer> {
    const bag = await this.read(file, report);
    const { file: entry, robot, srdf, files } = bagCell(bag, scene < 0 ? {} : { scene });
    return {
      ...{ files, entry },
      ...(robot !== undefined && { robot }),
      ...(srdf !== undefined && { srdf }),
    };
  }

  /** A scene alone, for a robot that is open. */
  async scene(
    { bag: file, scene }: ReadBagCellRequest,
    report: Report,
  ): Promise<ReadBagSceneAnswer> {
    const { scenes } = await this.read(file, report);
    if (scenes.fault) throw scenes.fault;
    const bytes = encodeUtf8(scenes.versions[scene].text);
    return { file: sceneFile(file.file, scene), bytes };
  }

  /** A motion in the open cell. */
  async motion(
    { bag: file, choice }: ReadBagMotionRequest,
    open: OpenCell,
    report: Report,
  ): Promise<ReadPathAnswer> {
    const bag = await this.read(file, report);
    const [motion] = motionsOf(bag, choice);
    const source = { file: bagName(file.file, choice), bytes: new Uint8Array(), files: NO_FILES };
    const found = motionInCell(open, bag, motion);
    const { path, notes } = readMotionFile(open, { ...source, found });
    const own = motion.notes.filter(({ code }) => code !== LISTED);
    return { path, notes: [...bag.notes, ...own, ...notes] };
  }

  private async read({ id, file, contents }: BagFile, report: Report): Promise<Bag> {
    if (this.last?.id === id) return this.last.bag;
    this.last = null;
    const reader = new BagReader(file, LIBRARIES);
    const { size } = contents;
    for (let at = 0; at < size && !reader.isDone; at += PIECE) {
      report({ what: 'megabytes', done: at >> 20, of: Math.ceil(size / (1 << 20)) });
      reader.take(new Uint8Array(await contents.slice(at, at + PIECE).arrayBuffer()));
    }
    const bag = reader.finish();
    this.last = { id, bag };
    return bag;
  }
}

const NO_FILES: Files = new Map();

/** All motions; without any it is said what there is. */
function listed(bag: Bag): ListedMotion[] {
  try {
    return listMotions(bag);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const topics = bag.topics.map(({ topic, type }) => `${topic} (${type || 'no schema'})`);
    const more = topics.length > 5 ? ', ...' : '';
    const hint =
      topics.length === 0
        ? 'it has no message at all'
        : `motions are joint states and trajectories; it has ${topics.slice(0, 5).join(', ')}${more}`;
    throw new InputError({ ...error.fault, hint });
  }
}

function infoOf(
  bag: Bag,
  { name, choice, kind, time, motion }: ListedMotion,
  open: OpenCell | null,
): BagMotionInfo {
  const about = { name, choice, kind, time };
  if (motion instanceof InputError) {
    const { fault } = motion;
    return { ...about, ...UNREADABLE, fault };
  }
  const { path, scene } = motion;
  const { joints, waypoints, times } = path;
  return {
    ...about,
    ...{ joints, waypoints: waypoints.length, scene },
    duration: times && times.length > 0 ? times[times.length - 1] - times[0] : null,
    known: open ? knownOf(open, path.joints) : 0,
    hasScene: open !== null && hasSceneOf(open, bag, motion),
  };
}

const UNREADABLE = {
  ...{ duration: null, waypoints: 0, joints: [], scene: -1, known: 0, hasScene: false },
};

/** A joint that several robots have is known; whoever chooses it is asked which one is meant. */
function knownOf({ cell: { tree } }: OpenCell, joints: BagMotion['path']['joints']): number {
  try {
    return knownJoints(tree, joints).length;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return joints.length;
  }
}
