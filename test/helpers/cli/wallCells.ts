/**
 * Cells with an arm of two joints and a thin wall between start and goal, in a folder for one test file; and planning in
 * them by the command line, with what it writes checked and verified by other commands.
 */
import { expect } from 'vitest';
import { armUrdf } from '../oracles/cellText.ts';
import { cliFolder } from './runCli.ts';

// A slide on the last link.
const SLIDE =
  '<link name="slider"><collision><geometry><box size="0.02 0.02 0.02"/></geometry></collision></link>' +
  '<joint name="slide" type="prismatic"><parent link="link2"/><child link="slider"/><origin xyz="0.4 0 0"/>' +
  '<axis xyz="1 0 0"/><limit lower="0" upper="0.1" effort="1" velocity="0.2"/></joint></robot>';
const SRDF = `<robot name="arm">
  <group name="arm"><joint name="joint1"/><joint name="joint2"/></group>
  <group_state name="low" group="arm"><joint name="joint1" value="-1"/><joint name="joint2" value="0.2"/></group_state>
  <group_state name="high" group="arm"><joint name="joint1" value="1"/><joint name="joint2" value="-0.2"/></group_state>
  <group_state name="inside" group="arm"><joint name="joint1" value="0"/><joint name="joint2" value="0"/></group_state>
  <disable_collisions link1="link0" link2="link1" reason="Adjacent"/>
  <disable_collisions link1="link1" link2="link2" reason="Adjacent"/>
  <disable_collisions link1="link2" link2="slider" reason="Adjacent"/></robot>`;
const WALL = 'obstacles: [{name: wall, shape: {box: [0.02, 0.6, 1]}, pose: {xyz: [1, 0, 0]}}]\n';

/** With a limit that is the same on every machine. */
export const LIMIT = ['--iterations', '50000'];
export const GO = ['--from', 'low', '--to', 'high', ...LIMIT];

export function wallCells() {
  const cli = cliFolder();
  const { run, start, file } = cli;
  file('arm.urdf', armUrdf('arm', [0.4, 0.4, 0.4]));
  file('slide.urdf', armUrdf('arm', [0.4, 0.4, 0.4]).replace('</robot>', SLIDE));
  file('arm.srdf', SRDF.replace(/.*slider.*\n?/, '</robot>'));
  file('slide.srdf', SRDF);
  file('cell.yaml', `surepath: 1\nrobots: [{urdf: arm.urdf, srdf: arm.srdf}]\n${WALL}`);
  file('slide.yaml', `surepath: 1\nrobots: [{urdf: slide.urdf, srdf: slide.srdf}]\n${WALL}`);
  file(
    'stated.yaml',
    `surepath: 1\nrobots: [{urdf: slide.urdf, srdf: slide.srdf}]\nstate: {slide: 0.05}\n${WALL}`,
  );
  file(
    'pair.yaml',
    `surepath: 1
robots:
- {name: a, urdf: arm.urdf, srdf: arm.srdf}
- {name: b, urdf: arm.urdf, srdf: arm.srdf, base: {xyz: [2, 0, 0], rpy: [0, 0, 3.141592653589793]}}
${WALL}`,
  );

  const planBy = (by: typeof run | typeof start, cell: string, ...args: string[]) => {
    const { status, stdout, stderr } = by('plan', cell, ...args, '--json');
    expect(stderr).toBe('');
    return { status, ...JSON.parse(stdout) };
  };
  return {
    ...cli,
    planBy,
    plan: (cell: string, ...args: string[]) => planBy(run, cell, ...args),
    /** Free to `check`, and to `verify` if there is a certificate. */
    expectProven(cell: string[], path: string, certificate?: string) {
      const check = run('check', ...cell, path, '--json');
      expect(JSON.parse(check.stdout)).toMatchObject({ verdict: 'free' });
      expect(check.status).toBe(0);
      if (certificate === undefined) return;
      // What it keeps from its surroundings is part of what it says.
      const { clearance } = JSON.parse(cli.read(certificate)).settings;
      const kept = cell.includes('--clearance') ? [] : ['--clearance', String(clearance)];
      const verified = run('verify', certificate, ...cell, ...kept, '--path', path, '--json');
      expect(JSON.parse(verified.stdout)).toMatchObject({ verified: true });
    },
  };
}
