/** `surepath bridge` as a process: what it says, and that it ends when it is told to. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Rosbridge } from '../helpers/bridge/rosbridge.ts';
import { robotState, scene, WALL } from '../helpers/bridge/scenes.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { planarArm } from '../helpers/oracles/cellText.ts';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const cli = cliFolder();
for (const [name, text] of planarArm()) cli.file(name, text);

/** Waits until a process has said something on stderr. */
async function says(child: ChildProcess, pattern: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of child.stderr!) {
    text += chunk;
    if (pattern.test(text)) return text;
  }
  throw new Error(`it ended and said: ${text}`);
}

describe('surepath bridge', () => {
  it('answers, and ends when it is told to', async () => {
    const server = await Rosbridge.start(1);
    server.nodes.set('/get_planning_scene', () => ({ scene: scene({ objects: [WALL] }) }));
    const args = [MAIN, 'bridge', 'arm.urdf', '--srdf', 'arm.srdf', '--allow-nothing'];
    const options = ['--url', server.url, '--ros', '1'];
    const child = spawn(process.execPath, [...args, ...options], { cwd: cli.folder });
    try {
      const said = says(child, /check_state_validity: colliding: .*wall/);
      await server.until(() => server.services.size === 2);
      await new Promise<void>((resolve) => {
        const ask = async () => {
          const asked = { robot_state: robotState({ joint1: 0.2, joint2: 0 }) };
          const { result } = await server.call('/check_state_validity', asked);
          if (result) resolve();
          else setTimeout(ask, 10);
        };
        void ask();
      });
      expect(await said).toMatch(/connected to ws:.* \(ROS 1\)/);
      child.kill('SIGTERM');
      await once(child, 'exit');
    } finally {
      child.kill('SIGKILL');
      await server.close();
    }
  });

  it.each([
    [[], /needs one cell/],
    [['cell.yaml', 'cell.yaml'], /needs one cell/],
    [['cell.yaml', '--url', 'http://x'], /--url takes/],
    [['cell.yaml', '--ros', '3'], /--ros takes/],
    [['cell.yaml', '--namespace', 'a b'], /--namespace takes/],
    [['cell.yaml', '--budget-ms=-1'], /--budget-ms/],
    [['cell.yaml', '--scene-age', '0'], /--scene-age/],
    [['cell.yaml', '--scene-age', '5', '--no-scene'], /no sense beside --no-scene/],
    [['cell.yaml', '--queue', '1.5'], /--queue takes a whole number/],
    [['nothing.yaml'], /there is no such file/],
  ])('refuses %j', (args, pattern) => {
    const { status, stderr } = cli.run('bridge', ...args);
    expect(status).toBe(2);
    expect(stderr).toMatch(pattern);
  });
});
