/**
 * What is done with a motion in the end: it is written, what was written is checked as any file would be, and
 * that is certified. The text is read again before anything is said of it, so that the answer is about the
 * file and not about numbers in memory.
 */
import { writePathJson, writeTrajectoryYaml } from '../formats/index.ts';
import type { LimitFindings } from '../motion/index.ts';
import { limitsLeft } from '../motion/index.ts';
import { type CertifyAnswer, certify, notFree } from './certify.ts';
import { type CheckAnswer, check } from './check.ts';
import { type JobContext, Stopwatch } from './context.ts';
import type { Motion } from './motion.ts';
import type { OpenCell } from './openCell.ts';
import { openMotion } from './openMotion.ts';

/** `path`: our own, every number to the bit. `trajectory`: a ROS joint trajectory. */
export type MotionFormat = 'path' | 'trajectory';

export interface FinishRequest {
  /** With times and rates if it has them; one timing for all. */
  readonly motion: Motion;
  readonly format: MotionFormat;
  /** For people and faults. */
  readonly file?: string | undefined;
  /** Whether it is said to be free: then it is checked. */
  readonly claimed: boolean;
  /** Name and version, if the proof is wanted as well. */
  readonly program?: string | undefined;
}

export interface FinishAnswer {
  /** What is to be written; null if the check came to another end than was claimed. */
  readonly text: string | null;
  /** That text, as it is read again. */
  readonly motion: Motion;
  /** Of that; null where nothing is claimed, so that nothing was checked. */
  readonly check: CheckAnswer | null;
  readonly limits: LimitFindings;
  readonly certificate: CertifyAnswer | null;
  /** Milliseconds. */
  readonly phases: { readonly checking: number; readonly certifying?: number };
}

/** Writes, checks and certifies a motion. */
export function finish(
  open: OpenCell,
  request: FinishRequest,
  context: JobContext = {},
): FinishAnswer {
  const { file = 'the path', program } = request;
  const text = motionText(open, request);
  const { motion } = openMotion(open, { file, bytes: new TextEncoder().encode(text) });
  const watch = new Stopwatch();
  const checked = request.claimed ? check(open, { motion }, context) : null;
  const checking = watch.lap();
  // What is said to be free and is not must not be taken for it.
  const fine = !checked || checked.verdict === 'free';
  let certificate: CertifyAnswer | null = null;
  if (program !== undefined && checked) {
    certificate = fine
      ? certify(open, { motion, program }, context)
      : notFree('path', checked.verdict);
  }
  const certifying = certificate ? { certifying: watch.lap() } : {};
  const { cell, path } = open.question({ motion });
  const limits = checked?.limits ?? limitsLeft(cell, path);
  const phases = { checking, ...certifying };
  return { text: fine ? text : null, motion, check: checked, limits, certificate, phases };
}

/** ROS controllers know the joints that they move: others that stand where the cell says are left out. */
function motionText({ cell }: OpenCell, { motion, format }: FinishRequest): string {
  const { dofs } = cell.tree;
  const { waypoints, vias, times } = motion;
  const [first] = waypoints;
  const points = [...waypoints, ...(vias ?? []).flatMap((via) => via ?? [])];
  const needed = [...dofs.keys()].filter((d) => {
    if (format === 'path' || points.some((q) => q[d] !== first[d])) return true;
    const said = cell.description.state.get(dofs[d].joint);
    return !(said?.length === 1 && said[0] === first[d]);
  });
  const own = (q: Float64Array) => Float64Array.from(needed, (d) => q[d]);
  const rates = (list: Motion['velocities']) => list?.map((q) => q && own(q));
  const velocities = rates(motion.velocities);
  const accelerations = rates(motion.accelerations);
  const file = {
    joints: needed.map((d) => dofs[d].name),
    waypoints: waypoints.map(own),
    ...(vias ? { vias: vias.map((via) => via?.map(own) ?? null) } : {}),
    ...(times ? { times } : {}),
    ...(velocities ? { velocities } : {}),
    ...(accelerations ? { accelerations } : {}),
  };
  return format === 'path' ? writePathJson(file) : writeTrajectoryYaml(file);
}
