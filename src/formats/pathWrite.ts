/** Writes paths: our own JSON, and ROS joint trajectories as YAML. Numbers survive to the bit. */
import { InputError } from '../math/index.ts';
import type { PathFile } from './pathFile.ts';

type WritablePath = Omit<PathFile, 'notes' | 'viaPlace'>;

/** `{"joints": [...], "waypoints": [[...], ...]}`, one waypoint per line. */
export function writePathJson(path: WritablePath): string {
  const rows = (list: readonly (Float64Array | null)[]) =>
    listText(list.map((row) => (row ? numbers(row) : 'null')));
  const members = [
    `"joints": ${JSON.stringify(path.joints)}`,
    `"waypoints": ${waypointsText(path)}`,
  ];
  if (path.times) members.push(`"times": ${numbers(path.times)}`);
  if (path.velocities) members.push(`"velocities": ${rows(path.velocities)}`);
  if (path.accelerations) members.push(`"accelerations": ${rows(path.accelerations)}`);
  if (path.blend !== undefined) members.push(`"blend": ${numeral(path.blend)}`);
  if (path.interpolation) members.push(`"interpolation": "${path.interpolation}"`);
  return `{\n  ${members.join(',\n  ')}\n}\n`;
}

function listText(items: readonly string[]): string {
  return `[\n${items.map((item) => `    ${item}`).join(',\n')}\n  ]`;
}

/** What is reached along an arc has the configurations on the way. */
function waypointsText({ waypoints, vias = [] }: WritablePath): string {
  const items = waypoints.map((row, i) => {
    const via = vias[i];
    if (!via) return numbers(row);
    const way = via.length === 1 ? numbers(via[0]) : `[${via.map(numbers).join(', ')}]`;
    return `{"via": ${way}, "to": ${numbers(row)}}`;
  });
  return listText(items);
}

/**
 * trajectory_msgs/JointTrajectory as YAML. ROS has whole nanoseconds: times are rounded to them,
 * and must not be negative. It knows nothing of blends, or of other motions than a controller's.
 */
export function writeTrajectoryYaml(path: WritablePath): string {
  if (path.vias?.some((via) => via !== null)) {
    throw new InputError({
      code: 'path/arcs',
      message: 'a ROS trajectory cannot hold circular segments',
      hint: 'save it as JSON',
    });
  }
  const lines = [`joint_names: ${JSON.stringify(path.joints)}`, 'points:'];
  for (const [i, waypoint] of path.waypoints.entries()) {
    lines.push(`  - positions: ${numbers(waypoint)}`);
    const velocities = path.velocities?.[i];
    const accelerations = path.accelerations?.[i];
    if (velocities) lines.push(`    velocities: ${numbers(velocities)}`);
    if (accelerations) lines.push(`    accelerations: ${numbers(accelerations)}`);
    if (path.times) lines.push(`    time_from_start: ${duration(path.times[i])}`);
  }
  return `${lines.join('\n')}\n`;
}

function duration(seconds: number): string {
  if (!(seconds >= 0 && seconds < 2 ** 31)) {
    throw new InputError({
      code: 'path/time',
      message: `a ROS trajectory cannot hold the time ${seconds} s`,
      hint: 'times count from the start, which is 0',
    });
  }
  const whole = Math.floor(seconds);
  const nano = Math.round((seconds - whole) * 1e9);
  const carry = nano === 1e9 ? 1 : 0;
  return `{sec: ${whole + carry}, nanosec: ${carry ? 0 : nano}}`;
}

function numbers(row: ArrayLike<number>): string {
  return `[${Array.from(row, numeral).join(', ')}]`;
}

/**
 * A numeral that reads back as the same number, the sign of zero included. Readers of YAML 1.1
 * take 1e-7 for text: an exponent needs a point before it.
 */
function numeral(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  if (Number.isFinite(value)) return String(value).replace(/^(-?\d)e/, '$1.0e');
  throw new InputError({ code: 'path/non-finite', message: `cannot write the number ${value}` });
}
