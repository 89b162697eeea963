/** Where on a path, in words: places that were looked at, stretches that are proven, and those that are not. */
import { openSpan, provenSpan, secondsProven, secondsText, tProven, tText } from './numbers.ts';

/** What names the segments of a path. */
export interface NamedSegments {
  readonly waypoints: number;
  /** What segments are called, where the numbers of waypoints do not tell. */
  readonly labels?: readonly string[] | undefined;
}

/** `segment 2 (waypoint 2 to 3)`. */
export function segmentText({ waypoints, labels }: NamedSegments, segment: number): string {
  if (labels?.[segment]) return `segment ${segment} (${labels[segment]})`;
  if (waypoints === 1) return `segment ${segment} (standing still)`;
  return `segment ${segment} (waypoint ${segment} to ${segment + 1})`;
}

/** The time at a place, where the path has times. */
export function clockText(time: number | undefined): string {
  return time === undefined ? '' : `, at ${secondsText(time)}`;
}

/** A place on a path, and when it is met where the path has times. */
export interface PathPlace {
  readonly segment: number;
  readonly t: number;
  readonly time?: number | undefined;
}

/** A place that was looked at. */
export function placeText(path: NamedSegments, { segment, t, time }: PathPlace): string {
  return `${segmentText(path, segment)} at t = ${tText(t)}${clockText(time)}`;
}

/** A place up to which something is proven. */
export function provenPlaceText(path: NamedSegments, { segment, t, time }: PathPlace): string {
  const clock = time === undefined ? '' : `, at ${secondsProven(time)}`;
  return `${segmentText(path, segment)} at t = ${tProven(t)}${clock}`;
}

/** A place that was looked at, where there is little room: `segment 2, t = 0.41`. */
export function markText({ segment, t }: { segment: number; t: number }): string {
  return `segment ${segment}, t = ${tText(t)}`;
}

/** A stretch that is not proven. */
export function openText(from: number, to: number): string {
  return `t from ${openSpan(from, to).join(' to ')}`;
}

/** A stretch of a segment, of which it is told whether it is proven. */
export function stretchText(
  { segment, from, to }: { segment: number; from: number; to: number },
  isProven: boolean,
): string {
  const [begin, end] = isProven ? provenSpan(from, to) : openSpan(from, to);
  return `segment ${segment}, t from ${begin} to ${end}`;
}

/** A step of a proof: an interval, and the sample that proves it. */
export function stepText(step: { segment: number; t: number; from: number; to: number }): string {
  const { segment, t, from, to } = step;
  const interval = from <= 0 && to >= 1 ? 'whole' : `from t = ${provenSpan(from, to).join(' to ')}`;
  return `segment ${segment} proven ${interval} by the sample at t = ${tText(t)}`;
}
