/** Answers as bags: read again by the reference library, valid by their own schemas, and asked about once more. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { McapIndexedReader } from '@mcap/core';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { TOPICS } from '../../src/bags/index.ts';
import { Kinematics } from '../../src/kinematics/index.ts';
import { openArm } from '../helpers/bridge/scenes.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { planarArm } from '../helpers/oracles/cellText.ts';

const { later, file, folder } = cliFolder();
for (const [name, text] of planarArm()) file(name, text);
const joints = ['joint1', 'joint2'];
file('hit.json', {
  joints,
  waypoints: [
    [-1, 0],
    [-0.6, 0.25],
    [0.5, 0.1],
  ],
});
file('curved.json', {
  joint_names: joints,
  points: [
    { positions: [-1, 0], velocities: [0, 0], time_from_start: 0 },
    { positions: [-0.7, 0.2], velocities: [0.2, 0], time_from_start: 1.25 },
    { positions: [-0.5, 0], velocities: [0, 0], time_from_start: 2 },
  ],
});

interface Read {
  readonly topic: string;
  readonly type: string;
  readonly time: bigint;
  readonly data: Uint8Array;
}

/** All messages, by the index of the file; JSON is held against the schema that stands in the file. */
async function readBack(name: string): Promise<Read[]> {
  const bytes = readFileSync(join(folder, name));
  const reader = await McapIndexedReader.Initialize({
    readable: {
      size: async () => BigInt(bytes.length),
      read: async (offset, length) =>
        new Uint8Array(bytes.subarray(Number(offset), Number(offset + length))),
    },
  });
  const ajv = new Ajv({ strict: false });
  const valid = new Map<number, (data: unknown) => boolean>();
  const found: Read[] = [];
  for await (const { channelId, logTime, data } of reader.readMessages()) {
    const { topic, schemaId, messageEncoding } = reader.channelsById.get(channelId)!;
    const schema = reader.schemasById.get(schemaId)!;
    if (messageEncoding === 'json') {
      if (!valid.has(schemaId)) {
        valid.set(schemaId, ajv.compile(JSON.parse(new TextDecoder().decode(schema.data))));
      }
      const message = JSON.parse(new TextDecoder().decode(data));
      expect(valid.get(schemaId)!(message), `${topic}: ${ajv.errorsText()}`).toBe(true);
    }
    found.push({ topic, type: schema.name, time: logTime, data: data.slice() });
  }
  return found;
}

const of = (all: readonly Read[], topic: string) => all.filter((each) => each.topic === topic);
const jsonOf = ({ data }: Read) => JSON.parse(new TextDecoder().decode(data));

describe('the bag of an answer', () => {
  let hit: Read[] = [];

  it('has what Foxglove shows, valid by its schemas', async () => {
    const { stdout, status } = await later('check', 'cell.yaml', 'hit.json', '--mcap', 'hit.mcap');
    expect(status).toBe(1);
    expect(stdout).toMatch(/\nbag hit\.mcap: \d+ kB, opens in Foxglove\n$/);
    const all = await readBack('hit.mcap');
    hit = all;
    const types = new Map(all.map(({ topic, type }) => [topic, type]));
    expect(Object.fromEntries(types)).toEqual({
      [TOPICS.states]: 'sensor_msgs/msg/JointState',
      [TOPICS.robot]: 'std_msgs/msg/String',
      [TOPICS.frames]: 'foxglove.FrameTransforms',
      [TOPICS.bodies]: 'foxglove.SceneUpdate',
      [TOPICS.witness]: 'foxglove.SceneUpdate',
      [TOPICS.closest]: 'foxglove.SceneUpdate',
      [TOPICS.clearance]: 'surepath.Clearance',
      [TOPICS.verdict]: 'surepath.Verdict',
      [TOPICS.log]: 'foxglove.Log',
    });
    expect(jsonOf(of(all, TOPICS.verdict)[0])).toMatchObject({
      verdict: 'colliding',
      sentence: stdout.split('\n', 1)[0],
    });
    expect(jsonOf(of(all, TOPICS.log)[0])).toMatchObject({
      level: 4,
      message: stdout.split('\n', 1)[0],
    });
    const bodies = jsonOf(of(all, TOPICS.bodies)[0]).entities;
    expect(bodies.map(({ id }: { id: string }) => id)).toEqual(['link0', 'link1', 'link2', 'wall']);
    // Where the witness is: on the wall's near side, where link 2 meets it.
    const [{ spheres, texts }] = jsonOf(of(all, TOPICS.witness)[0]).entities;
    expect(texts[0].text).toBe('colliding: link2 and wall');
    expect(spheres[0].pose.position.x).toBeGreaterThan(2.4);
    expect(spheres[0].pose.position.x).toBeLessThan(2.6);
    // Distances end at 0, and begin as they are.
    const distances = of(all, TOPICS.clearance).map(jsonOf);
    expect(distances[0].distance_m).toBeGreaterThan(0.1);
    expect(Math.min(...distances.map((each) => each.distance_m))).toBe(0);
    for (const each of distances) expect(each.lower_m).toBeLessThanOrEqual(each.distance_m);
    expect(distances.at(-1).seconds).toBe(2);
  });

  it('has frames where the links are', async () => {
    const all = hit;
    const { tree } = openArm().cell;
    const kinematics = new Kinematics(tree);
    kinematics.setConfiguration(Float64Array.of(0.5, 0.1));
    const { transforms } = jsonOf(of(all, TOPICS.frames).at(-1)!);
    const link2 = transforms.find(
      (each: { child_frame_id: string }) => each.child_frame_id === 'link2',
    );
    const o = kinematics.poseOf(tree.frameOf.get('link2')!);
    const { x, y } = link2.translation;
    expect([x, y]).toEqual([kinematics.poses[o + 9], kinematics.poses[o + 10]]);
    expect(2 * Math.atan2(link2.rotation.z, link2.rotation.w)).toBeCloseTo(0.6, 12);
  });

  it.each(['hit.json', 'curved.json'])(
    '%s is the same motion when it is read again',
    async (path) => {
      await later('check', 'cell.yaml', path, '--mcap', 'again.mcap');
      const topic = path === 'hit.json' ? TOPICS.states : TOPICS.trajectory;
      const once = await later('check', 'cell.yaml', path, '--json');
      const again = await later('check', 'cell.yaml', `again.mcap#${topic}`, '--json');
      const [a, b] = [JSON.parse(once.stdout), JSON.parse(again.stdout)];
      expect(b.error).toBeUndefined();
      for (const key of ['verdict', 'segment', 't', 'pair', 'configuration'] as const) {
        expect(b[key], key).toEqual(a[key]);
      }
      expect(b.stats.tests).toBe(a.stats.tests);
      expect(b.stats.configurations).toBe(a.stats.configurations);
    },
  );

  it('is a cell, too: its robot is in it', async () => {
    const { stdout } = await later('check', 'hit.mcap', '--allow-nothing');
    expect(stdout).toContain('3 recorded states');
    const listed = await later('info', 'hit.mcap');
    expect(listed.stdout).toMatch(
      /\/robot_description +std_msgs\/msg\/String +1 .*the robot \(URDF\)\n/,
    );
  });
});
