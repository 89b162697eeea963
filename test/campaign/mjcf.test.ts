/** Models of the MuJoCo menagerie: against MuJoCo itself, and from file to plan as they are. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cellFromMjcf } from '../../src/formats/index.ts';
import { Random } from '../../src/math/index.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { DATA_FOLDER, haveData } from '../helpers/oracles/data.ts';
import { comparePairs, comparePlaces } from '../helpers/oracles/mujocoCompare.ts';
import { mujocoModel } from '../helpers/oracles/mujocoModel.ts';

describe('against MuJoCo', () => {
  it.each([
    ['franka_emika_panda', 'panda.xml', 30, 100],
    ['shadow_hand', 'right_hand.xml', 200, 300],
    ['universal_robots_ur5e', 'ur5e.xml', 10, 60],
  ])('%s/%s', async (folder, file, pairs, parts) => {
    if (!haveData(`mjcf/${folder}/${file}`)) return;
    const files = new Map<string, Uint8Array>();
    for (const name of readdirSync(`${DATA_FOLDER}/mjcf/${folder}`, {
      recursive: true,
      encoding: 'utf8',
    })) {
      if (!/\.(obj|stl|xml)$/.test(name)) continue;
      files.set(name, readFileSync(`${DATA_FOLDER}/mjcf/${folder}/${name}`));
    }
    const text = new TextDecoder().decode(files.get(file));
    // MuJoCo wants the files of what is only seen, which are not all at hand.
    const xml = text
      .replace(/<geom[^>]*class="visual"[^>]*\/>/g, '')
      .replace(/<mesh [^>]*\/>/g, (mesh) => {
        const name = /file="([^"]*)"/.exec(mesh)?.[1];
        return name === undefined || files.has(`assets/${name}`) ? mesh : '';
      });
    const description = cellFromMjcf(new TextEncoder().encode(xml), {
      ...{ file: 'model.xml', resolver: { files }, visuals: false },
    });
    const theirs = await mujocoModel(xml, files);
    const { difference, geoms } = comparePlaces(description, theirs, new Random(4));
    // MuJoCo keeps vertices in single precision.
    expect(difference).toBeLessThan(1e-8);
    expect(geoms).toBeGreaterThan(parts);
    expect(comparePairs(description, theirs)).toBeGreaterThanOrEqual(pairs);
    const own = new Set(description.robots[0].robot.joints.map(({ name }) => name));
    for (const { name, range } of theirs.joints) {
      expect(own.has(name)).toBe(true);
      const { limits } = description.robots[0].robot.joints.find((joint) => joint.name === name)!;
      expect(limits ? [limits.lower, limits.upper] : null).toEqual(range);
    }
  });
});

describe('from file to plan', () => {
  const { start } = cliFolder();

  it.each([
    ['franka_emika_panda/scene.xml', 'home', 'home,joint1=1.5,joint2=-0.2'],
    ['universal_robots_ur5e/scene.xml', 'home', 'home,shoulder_pan_joint=1,elbow_joint=1'],
    ['shadow_hand/scene_right.xml', 'rh_FFJ3=0', 'rh_FFJ3=1,rh_FFJ2=0.5,rh_MFJ3=0.8'],
  ])('%s', (file, from, to) => {
    if (!haveData(`mjcf/${file}`)) return;
    const cell = `${DATA_FOLDER}/mjcf/${file}`;
    const planned = start(
      'plan',
      cell,
      '--from',
      from,
      '--to',
      to,
      '--certificate',
      'proof.json',
      '--clearance',
      '0',
    );
    expect(planned.stderr).not.toContain('error');
    expect(planned.stdout).toMatch(/^free/);
    expect(planned.stdout).toContain('a body and its parent');
    expect(start('verify', 'proof.json', cell)).toMatchObject({ status: 0 });
  });
});
