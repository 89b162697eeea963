/** Bags of ROS on the page: what one holds, its robot and scene as files, and a motion of it. */
import type { BagChoice } from '../../../src/bags/index.ts';
import type { Fault } from '../../../src/math/index.ts';
import type { Files } from './files.ts';

/** A bag as the page has it. It is sent by reference, and read once. */
export interface BagFile {
  /** Counts the bags of the page. */
  readonly id: number;
  readonly file: string;
  readonly contents: Blob;
}

export interface ReadBagRequest {
  readonly bag: BagFile;
}

/** A motion that a bag has, to be chosen from. */
export interface BagMotionInfo {
  /** The topic, the message, the part. */
  readonly name: string;
  readonly choice: BagChoice;
  readonly kind: 'executed' | 'sent';
  /** When it was sent, or begins: seconds after the beginning of the bag, or of the recording. */
  readonly time: number;
  /** Seconds; null without times. */
  readonly duration: number | null;
  readonly waypoints: number;
  readonly joints: readonly string[];
  /** The version of the planning scene that stood meanwhile; -1 where none was recorded. */
  readonly scene: number;
  /** Of its joints those that the open cell has; 0 without one. */
  readonly known: number;
  /** The open cell was read from that scene, or there is none. */
  readonly hasScene: boolean;
  /** It cannot be read: what is wrong with it. */
  readonly fault?: Fault;
}

export interface ReadBagAnswer {
  readonly motions: readonly BagMotionInfo[];
  /** It has a description of its robot. */
  readonly hasRobot: boolean;
  /** Versions of the planning scene. */
  readonly scenes: number;
  /** Why the planning scene is not known; null if it is. */
  readonly sceneFault: Fault | null;
  readonly notes: readonly Fault[];
}

export interface ReadBagCellRequest {
  readonly bag: BagFile;
  /** The version of the planning scene; -1 if there is none. */
  readonly scene: number;
}

/** The robot of a bag in its scene, to be opened. */
export interface ReadBagCellAnswer {
  readonly files: Files;
  readonly entry: string;
  readonly robot?: string;
  readonly srdf?: string;
}

/** A scene of a bag as a file. */
export interface ReadBagSceneAnswer {
  readonly file: string;
  readonly bytes: Uint8Array;
}

export interface ReadBagMotionRequest {
  readonly bag: BagFile;
  readonly choice: BagChoice;
}
