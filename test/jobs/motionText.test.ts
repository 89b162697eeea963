/** Trajectories as controllers take them: one per robot, its own names, and together the motion that was checked. */
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { finish, type Motion, motionText, openMotion } from '../../src/jobs/index.ts';
import { type OpenCell, openCell } from '../../src/jobs/openCell.ts';
import { Random } from '../../src/math/index.ts';
import type { Path } from '../../src/motion/index.ts';
import { openTwoArms } from '../helpers/bridge/scenes.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

/** Seeded waypoints of four joints with times and velocities, of which the last joint stands. */
function motionOf(seed: number): Motion {
  const random = new Random(seed);
  const row = (size: number) =>
    Float64Array.from({ length: 4 }, (_, d) => (d === 3 ? 0 : size * (random.unit() - 0.5)));
  const waypoints = Array.from({ length: 6 }, () => row(1));
  const times = waypoints.map((_, i) => i * (0.3 + 0.1 * random.unit()) + (i === 0 ? 0 : 1 / 3));
  times.sort((a, b) => a - b);
  const velocities = waypoints.map((_, i) => row(i === 0 || i === 5 ? 0 : 0.2));
  return { name: 'made', waypoints, times, velocities, interpolation: 'controller' };
}

/** All joints in one trajectory, with scoped names, read as any file is. */
function inOne(open: OpenCell, motion: Motion): Path {
  const { dofs } = open.cell.tree;
  const points = motion.waypoints.map((q, i) => {
    const nano = Math.round((motion.times![i] % 1) * 1e9);
    return {
      positions: [...q],
      velocities: [...motion.velocities![i]!],
      time_from_start: { sec: Math.floor(motion.times![i]), nanosec: nano },
    };
  });
  const text = JSON.stringify({ joint_names: dofs.map(({ name }) => name), points });
  const read = openMotion(open, { file: 'one.json', bytes: utf8(text) });
  return open.question({ motion: read.motion }).path;
}

describe('trajectories of two robots', () => {
  const open = openTwoArms();

  it.each([1, 2, 3])('are together the motion of one, to the bit (seed %i)', (seed) => {
    const motion = motionOf(seed);
    const done = finish(open, {
      motion,
      format: 'trajectory',
      claimed: true,
      file: './out/t.yaml',
    });
    expect(done.check!.verdict).toBe('free');
    const { path } = open.question({ motion: done.motion });
    const whole = inOne(open, motion);
    expect(path.times).toEqual(whole.times);
    expect(path.waypoints).toEqual(whole.waypoints);
    const [a, b] = [new Float64Array(4), new Float64Array(4)];
    path.segments.forEach((segment, i) => {
      for (let t = 0; t <= 1; t += 1 / 16) {
        segment.configurationInto(t, a, 0);
        whole.segments[i].configurationInto(t, b, 0);
        expect(a).toEqual(b);
      }
    });
  });

  it('have a file each, with the names of the robot itself', () => {
    const { text, parts } = motionText(open, {
      ...{ motion: motionOf(1), format: 'trajectory', file: 'out/t.yaml', moving: [0, 1, 2, 3] },
    });
    expect(parse(text)).toEqual({
      tracks: [
        { robot: 'left', file: 't.left.yaml' },
        { robot: 'right', file: 't.right.yaml' },
      ],
    });
    expect(parts.map(({ file }) => file)).toEqual(['out/t.left.yaml', 'out/t.right.yaml']);
    for (const part of parts) expect(parse(part.text).joint_names).toEqual(['joint1', 'joint2']);
  });

  it('need times', () => {
    const { times: _, velocities: __, ...still } = motionOf(1);
    const motion: Motion = { ...still, interpolation: 'straight' };
    expect(() => motionText(open, { motion, format: 'trajectory', file: 't.yaml' })).toThrow(
      /without times they do not run together/,
    );
  });
});

describe('the trajectory of one robot', () => {
  const text = `surepath: 1
robots: [{name: arm, urdf: arm.urdf}]
state: {arm/joint2: 0.25}
obstacles: [{name: wall, shape: {box: [1, 1, 1]}, pose: {xyz: [9, 0, 0]}}]
`;
  const files = new Map([
    ['cell.yaml', utf8(text)],
    ['arm.urdf', utf8(armUrdf('arm', [1, 1, 1]))],
  ]);
  const open = openCell({ file: 'cell.yaml', files });
  const motion: Motion = {
    name: 'made',
    waypoints: [Float64Array.of(0, 0.25), Float64Array.of(0.5, 0.25)],
    times: [0, 1],
    interpolation: 'controller',
  };
  const names = (moving?: number[]) => {
    const request = { motion, format: 'trajectory' as const, file: 't.yaml', moving };
    return parse(motionText(open, request).text).joint_names;
  };

  it('has its own names, and joints that stand only where its controller moves them', () => {
    expect(open.cell.tree.dofs.map(({ name }) => name)).toEqual(['arm/joint1', 'arm/joint2']);
    expect(names()).toEqual(['joint1']);
    expect(names([0, 1])).toEqual(['joint1', 'joint2']);
  });

  it('is read again as it was', () => {
    const done = finish(open, { motion, format: 'trajectory', claimed: true });
    expect(done.parts).toEqual([]);
    expect(done.motion.waypoints).toEqual(motion.waypoints);
  });
});
