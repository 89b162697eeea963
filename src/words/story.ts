/** What sampling says of a motion, and what it did not see: for the page that the studio opens on. */
import { about, count } from './plain.ts';

/** What sampling at a resolution, in radians, says of a motion on which it found nothing. */
export function sampledText(samples: number, resolution: number): string {
  return `Sampled every ${about(resolution, 3)} rad, as planners do, this motion is called free: ${count(samples, 'configuration')}, no collision found.`;
}

/** What lies between two samples: the bodies that touch there. */
export function missedContactText(a: string, b: string): string {
  return `Between two of them ${a} and ${b} touch. A proof misses nothing that lies between.`;
}
