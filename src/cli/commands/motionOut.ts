/**
 * What `surepath plan` and `surepath smooth` do with a path in the end: write it, check what was written
 * as `surepath check` would, and certify that. The text is read again before anything is said of it, so
 * that the answer is about the file and not about numbers in memory.
 */
import { checkPath, createChecker, type PathResult } from '../../check/index.ts';
import { writePathJson, writeTrajectoryYaml } from '../../formats/index.ts';
import { type LimitFindings, limitsLeft } from '../../motion/index.ts';
import { oneOf, usageFault } from '../command.ts';
import type { LoadedCell } from '../loadCell.ts';
import { type LoadedPath, pathFrom } from '../loadPath.ts';
import { Progress } from '../progress.ts';
import { requireWritable, settingsFrom, writeText } from './checkSettings.ts';
import { type SavedCertificate, saveCertificate } from './saveCertificate.ts';

/** For parseArgs. */
export const OUT_OPTIONS = {
  out: { type: 'string' },
  format: { type: 'string' },
  certificate: { type: 'string' },
} as const;

export const OUT_HELP = `  --out FILE            write the path, for "surepath check" and for robots
  --format WORD         path: {"joints", "waypoints", ...} as JSON; trajectory: a ROS joint trajectory
                        as YAML. Default by the name of FILE: trajectory if it ends in .yaml or .yml
  --certificate FILE    write the proof that the path is free; "surepath verify" checks it
`;

export interface OutArguments {
  readonly out?: string | undefined;
  readonly format?: string | undefined;
  readonly certificate?: string | undefined;
}

const FORMATS = ['path', 'trajectory'] as const;

export interface OutQuestion {
  readonly out: string | undefined;
  readonly format: (typeof FORMATS)[number];
  readonly certificate: string | undefined;
}

export function outQuestion(command: string, args: OutArguments): OutQuestion {
  const { out, certificate } = args;
  if (args.format !== undefined && out === undefined) {
    throw usageFault(command, '--format is for --out FILE');
  }
  for (const file of [out, certificate]) if (file !== undefined) requireWritable(file);
  const usual = /\.ya?ml$/i.test(out ?? '') ? 'trajectory' : 'path';
  return { out, certificate, format: oneOf(command, 'format', args.format ?? usual, FORMATS) };
}

/** A path through full configurations, with times and rates if it has them. */
export interface Motion {
  readonly waypoints: readonly Float64Array[];
  readonly times?: readonly number[];
  readonly velocities?: readonly Float64Array[];
  readonly accelerations?: readonly Float64Array[];
}

export interface FinishedMotion {
  /** What was written, or would have been, as it is read again. */
  readonly loaded: LoadedPath;
  /** Of that; null where nothing is claimed, so that nothing was checked. */
  readonly check: PathResult | null;
  /** Where that leaves the limits of joints. */
  readonly limits: LimitFindings;
  /** The file that was written: none if the check came to another end than was claimed. */
  readonly out: string | null;
  readonly certificate: SavedCertificate | null;
  /** Milliseconds. */
  readonly phases: { readonly checking: number; readonly certifying?: number };
}

/** Writes, checks and certifies a motion. `claimed`: whether it is said to be free. */
export function finishMotion(
  cell: LoadedCell,
  motion: Motion,
  { out, format, certificate }: OutQuestion,
  claimed: boolean,
): FinishedMotion {
  const text = textOf(cell, motion, format);
  const file = out ?? 'the path';
  const options = { wrap: 'literal' as const };
  const loaded = pathFrom(cell, file, new TextEncoder().encode(text), options);
  const begin = performance.now();
  const check = claimed ? checkAll(loaded) : null;
  const checked = performance.now();
  // What is said to be free and is not must not be taken for it.
  const fine = !check || check.verdict === 'free';
  if (out !== undefined && fine) writeText(out, text);
  let saved: SavedCertificate | null = null;
  if (certificate !== undefined && check) {
    saved =
      check.verdict === 'free'
        ? saveCertificate(loaded.cell, loaded.path, settingsFrom({}), certificate)
        : { written: false, reason: `the path is ${check.verdict}` };
  }
  const phases = {
    checking: checked - begin,
    ...(saved ? { certifying: performance.now() - checked } : {}),
  };
  const limits = limitsLeft(loaded.cell, loaded.path);
  return { loaded, check, limits, out: fine ? (out ?? null) : null, certificate: saved, phases };
}

function checkAll({ cell, path }: LoadedPath): PathResult {
  const progress = new Progress('segments');
  const { listener } = progress;
  const result = checkPath(createChecker(cell), path, {
    ...settingsFrom({}).request,
    ...(listener ? { onProgress: listener } : {}),
  });
  progress.end();
  return result;
}

/** ROS controllers know the joints that they move: others that stand where the cell says are left out. */
function textOf({ cell }: LoadedCell, motion: Motion, format: OutQuestion['format']): string {
  const { dofs } = cell.tree;
  const { waypoints } = motion;
  const [first] = waypoints;
  const needed = dofs
    .map((_, d) => d)
    .filter((d) => {
      if (format === 'path' || waypoints.some((q) => q[d] !== first[d])) return true;
      const said = cell.description.state.get(dofs[d].joint);
      return !(said?.length === 1 && said[0] === first[d]);
    });
  const rows = (list: readonly Float64Array[]) =>
    list.map((q) => Float64Array.from(needed, (d) => q[d]));
  const file = {
    joints: needed.map((d) => dofs[d].name),
    waypoints: rows(waypoints),
    ...(motion.times ? { times: motion.times } : {}),
    ...(motion.velocities ? { velocities: rows(motion.velocities) } : {}),
    ...(motion.accelerations ? { accelerations: rows(motion.accelerations) } : {}),
  };
  return format === 'path' ? writePathJson(file) : writeTrajectoryYaml(file);
}
