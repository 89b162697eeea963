/** What is said of motions that were recorded: states at stamps, with nothing known between them. */
import { rateUpper } from './numbers.ts';
import { count, nearest } from './plain.ts';

/** What a recording comes to. */
export interface RecordingFacts {
  readonly states: number;
  /** Seconds between two states that follow each other, at most. */
  readonly longest: number;
  /** Radians or metres that a joint moves between two such states, at most; and which joint that is. */
  readonly largest: number;
  readonly joint: string;
}

/** The assumption of every verdict about a recording. */
export function recordedText({ states, longest, largest, joint }: RecordingFacts): string {
  if (states < 2) return 'nothing moved but what the one recorded state shows';
  const apart = `at most ${rateUpper(longest)} s apart`;
  const step = largest === 0 ? 'no joint moves' : `"${joint}" moves most, ${rateUpper(largest)}`;
  return `joints ran straight between the ${count(states, 'recorded state')}, which are ${apart} (between two of them ${step})`;
}

/** Joints that were recorded for a part of the time only. */
export function heldOutsideText(joints: readonly string[]): string {
  const which = joints.map((name) => `"${name}"`).join(', ');
  return `${which} stood before the first and after the last recorded state of ${joints.length === 1 ? 'it' : 'them'}`;
}

/** Where joints stand that a message does not name. */
export function standingText(joints: readonly string[], topic: string): string {
  const which = joints.map((name) => `"${name}"`).join(', ');
  return `${which} ${joints.length === 1 ? 'stands' : 'stand'} where ${topic} had ${joints.length === 1 ? 'it' : 'them'} last`;
}

/** Joints of a recording, or of a start state, that the cell does not have. */
export function leftOutText(
  joints: readonly string[],
  of: 'the recording' | 'the start state',
): string {
  const which = joints.map((name) => `"${name}"`).join(', ');
  return `${which} of ${of} ${joints.length === 1 ? 'is' : 'are'} not in the cell and left out`;
}

/** What is assumed of one motion of several: of a track, or of a program. */
export function assumedOfText(motion: string, assumption: string): string {
  return `${motion}: ${assumption}`;
}

/** What a start state says is carried, of which a path says nothing. */
export function carriedText(
  objects: readonly { readonly name: string; readonly link: string }[],
): string {
  const which = objects.map(({ name, link }) => `"${name}" on "${link}"`).join(', ');
  return `nothing is carried but what the cell has: the start state of the message has ${which}, which a path does not add`;
}

/** Joints of several values that a start state places: bases of robots that drive, as a rule. */
export function placedBaseText(joints: readonly string[]): string {
  const which = joints.map((name) => `"${name}"`).join(', ');
  return `${which}, which the start state of the message places, ${joints.length === 1 ? 'is' : 'are'} where the cell has ${joints.length === 1 ? 'it' : 'them'}`;
}

/** Where a trajectory does not begin in its start state. */
export function startedElsewhereText(
  joints: readonly { readonly name: string; readonly apart: number }[],
): string {
  const which = joints.map(({ name, apart }) => `"${name}" by ${nearest(apart, 3)}`).join(', ');
  return `the trajectory does not begin where its start state has the robot (${which}): how it gets there is not part of the path`;
}

/** What a scene assumes of which only changes were recorded. */
export const NOTHING_BEFORE =
  'nothing stood around the robot before the first recorded change of the planning scene';

/** What is assumed of a motion of a bag in a cell that was not read from the scene of the bag. */
export const SCENE_LEFT_OUT =
  'nothing else stood around the robot than in the cell: the planning scene that the bag recorded meanwhile is left out';

/** Where time passes with no state. */
export function gapText(gaps: number, seconds: number, at: number): string {
  return `${count(gaps, 'gap')} between states, the longest of ${nearest(seconds, 3)} s after ${nearest(at, 6)} s: what joints did there is not known, and taken as straight`;
}

/** Where a joint is elsewhere all at once. */
export function jumpText(jumps: number, joint: string, step: number, at: number): string {
  return `${count(jumps, 'jump')} between states, the largest of "${joint}" by ${nearest(step, 3)} after ${nearest(at, 6)} s: the way between is not known, and taken as straight`;
}

/** Stamps that go back. */
export function disorderText(states: number): string {
  return `${count(states, 'state')} ${states === 1 ? 'is' : 'are'} stamped before an earlier one: they are taken in the order of their stamps`;
}
