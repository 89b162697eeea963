/**
 * Motions as files: our own path, or ROS joint trajectories as controllers take them. A controller knows the joints of
 * its own robot by its own names, so that in a cell of several robots each gets a trajectory of its own; the file that
 * was asked for then names them as tracks, with which `surepath check` reads them together.
 */
import { writePathJson, writeTrajectoryYaml } from '../formats/index.ts';
import { InputError } from '../math/index.ts';
import type { Motion } from './motion.ts';
import type { OpenCell } from './openCell.ts';

/** `path`: our own, every number to the bit. `trajectory`: ROS joint trajectories, one per robot. */
export type MotionFormat = 'path' | 'trajectory';

export interface MotionTextRequest {
  /** With times and rates if it has them; one timing for all. */
  readonly motion: Motion;
  readonly format: MotionFormat;
  /** Degrees of freedom that a controller moves, also where they happen to stand. Default: those that change. */
  readonly moving?: readonly number[] | undefined;
  /** What the text will be called: trajectories of single robots are named after it. */
  readonly file: string;
}

/** A file that is to be written. */
export interface TextFile {
  readonly file: string;
  readonly text: string;
}

export interface MotionText extends TextFile {
  /** Files that it refers to: the trajectories of several robots. */
  readonly parts: readonly TextFile[];
}

/** Whether trajectories of this cell need times: robots that move each by itself are held together by them. */
export function needsTimes({ description }: Pick<OpenCell, 'description'>): boolean {
  return description.robots.length > 1;
}

/** Throws an InputError for a motion that trajectories cannot hold. */
export function motionText(open: OpenCell, request: MotionTextRequest): MotionText {
  const { motion, format, file } = request;
  if (format === 'path') {
    const all = [...open.cell.tree.dofs.keys()];
    return { file, text: writePathJson(partOf(open, motion, all)), parts: [] };
  }
  const needed = neededDofs(open, request);
  const { robots } = open.description;
  if (robots.length < 2) {
    const prefix = prefixOf(robots[0]?.name ?? '');
    return { file, text: trajectory(open, motion, needed, prefix), parts: [] };
  }
  if (!motion.times) throw noTimes();
  const names = fileNames(
    file,
    robots.map(({ name }) => name),
  );
  const tracks: string[] = [];
  const parts: TextFile[] = [];
  robots.forEach(({ name }, i) => {
    const prefix = prefixOf(name);
    const own = needed.filter((d) => open.cell.tree.dofs[d].joint.startsWith(prefix));
    if (own.length === 0) return;
    parts.push({ file: names[i].path, text: trajectory(open, motion, own, prefix) });
    tracks.push(`- {robot: ${JSON.stringify(name)}, file: ${JSON.stringify(names[i].reference)}}`);
  });
  return { file, text: `tracks:\n${tracks.join('\n')}\n`, parts };
}

/** What a trajectory without times cannot do. */
export function noTimes(): InputError {
  return new InputError({
    code: 'path/no-times',
    message: 'each robot gets a trajectory of its own, and without times they do not run together',
    hint: 'give it times (--timed), or write the path as JSON (--format path)',
  });
}

/** Joints that move, and others that stand elsewhere than the cell says: without them the file would not say all. */
function neededDofs({ cell }: OpenCell, { motion, moving = [] }: MotionTextRequest): number[] {
  const { dofs } = cell.tree;
  const { waypoints, vias } = motion;
  const [first] = waypoints;
  const points = [...waypoints, ...(vias ?? []).flatMap((via) => via ?? [])];
  return [...dofs.keys()].filter((d) => {
    if (moving.includes(d) || points.some((q) => q[d] !== first[d])) return true;
    const said = cell.description.state.get(dofs[d].joint);
    return !(said?.length === 1 && said[0] === first[d]);
  });
}

function prefixOf(robot: string): string {
  return robot === '' ? '' : `${robot}/`;
}

/** Names as the robot itself has them. */
function trajectory(
  open: OpenCell,
  motion: Motion,
  own: readonly number[],
  prefix: string,
): string {
  const part = partOf(open, motion, own);
  const plain = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : name);
  return writeTrajectoryYaml({ ...part, joints: part.joints.map(plain) });
}

/** Of some degrees of freedom. */
function partOf({ cell }: OpenCell, motion: Motion, own: readonly number[]) {
  const { waypoints, vias, times } = motion;
  const row = (q: Float64Array) => Float64Array.from(own, (d) => q[d]);
  const rates = (list: Motion['velocities']) => list?.map((q) => q && row(q));
  const velocities = rates(motion.velocities);
  const accelerations = rates(motion.accelerations);
  return {
    joints: own.map((d) => cell.tree.dofs[d].name),
    waypoints: waypoints.map(row),
    ...(vias ? { vias: vias.map((via) => via?.map(row) ?? null) } : {}),
    ...(times ? { times } : {}),
    ...(velocities ? { velocities } : {}),
    ...(accelerations ? { accelerations } : {}),
  };
}

/** `move.yaml` of the robot `left` is `move.left.yaml`, whatever the robot's name holds. */
function fileNames(file: string, robots: readonly string[]) {
  const slash = file.lastIndexOf('/') + 1;
  const [folder, base] = [file.slice(0, slash), file.slice(slash)];
  const dot = base.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [base.slice(0, dot), base.slice(dot)] : [base, '.yaml'];
  const taken = new Set<string>([base]);
  return robots.map((robot) => {
    const plain = robot.replace(/[^\w.-]+/g, '_');
    let reference = `${stem}.${plain}${ending}`;
    for (let n = 2; taken.has(reference); n++) reference = `${stem}.${plain}-${n}${ending}`;
    taken.add(reference);
    return { path: folder + reference, reference };
  });
}
