/** Differences are merged as MoveIt merges them (moveit_core, planning_scene.cpp and conversions.cpp); each of these called a collision valid. */
import { describe, expect, it } from 'vitest';
import { MONITORED, STATE, start, state } from '../helpers/bridge/running.ts';
import { box, held, robotState, scene, WALL } from '../helpers/bridge/scenes.ts';

const PILLAR = box('pillar', [0.1, 0.1, 1], [1, -2.4, 0]);
/** The tool in the hand reaches the pillar; the arm alone does not. */
const AT_PILLAR = state(-Math.PI / 2);
const TOOL = held('tool', [0.6, 0.1, 0.1]);
const removed = (id: string) => ({ ...box(id, [], []), primitives: [], operation: 1 });

async function running(whole: unknown) {
  const { server, event, current } = await start(whole);
  await event('scene');
  const isValid = async (asked: unknown = state(0.2)) =>
    (await server.call(STATE, asked)).values.valid;
  const diff = (parts: Parameters<typeof scene>[0]) =>
    server.publish(MONITORED, scene({ isDiff: true, ...parts }));
  return { isValid, diff, current, server, event };
}

describe('a difference', () => {
  it('that moves an object of one shape and no pose puts the shape there', async () => {
    const far = { position: { x: 9, y: 9, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 1 } };
    const part = { ...box('part', [0.3, 0.3, 0.3], [0, 0, 0]), primitive_poses: [far] };
    const { isValid, diff, current } = await running(scene({ objects: [part] }));
    expect(await isValid(state(0))).toBe(true);
    const there = box('part', [], [2.5, 0, 0]);
    const moved = { ...there, primitives: [], primitive_poses: [], operation: 3 };
    diff({ objects: [moved] });
    expect(await isValid(state(0))).toBe(false);
    diff({ objects: [{ ...moved, pose: far }] });
    expect(await isValid(state(0))).toBe(true);
    expect(current.asked).toBe(1);
  });

  it('that moves an object whose pose was not said has the scene asked for', async () => {
    const { pose: _, ...part } = box('part', [0.3, 0.3, 0.3], [0, 0, 0]);
    const { diff, event, current } = await running(scene({ objects: [part] }));
    const there = box('part', [], [2.5, 0, 0]);
    diff({ objects: [{ ...there, primitives: [], primitive_poses: [], operation: 3 }] });
    await event('no-scene');
    await event('scene', 2);
    expect(current.asked).toBe(2);
  });

  it('without joints does not let go what is carried', async () => {
    const whole = scene({
      objects: [PILLAR],
      state: robotState({ joint1: 0, joint2: 0 }, [TOOL]),
    });
    const { isValid, diff } = await running(whole);
    expect(await isValid(AT_PILLAR)).toBe(false);
    const other = held('other', [0.1, 0.1, 0.1]);
    diff({ state: { ...robotState({}, [other]), is_diff: false } });
    expect(await isValid(AT_PILLAR)).toBe(false);
    const joints = { joint1: 0, joint2: 0 };
    diff({ state: { ...robotState(joints, [other]), is_diff: false } });
    expect(await isValid(AT_PILLAR)).toBe(true);
  });

  it('that removes an object takes what is allowed with it', async () => {
    const names = ['link0', 'link1', 'link2', 'wall'];
    const matrix = {
      entry_names: names,
      entry_values: names.map((_, i) => ({
        enabled: names.map((__, j) => i !== j && (i === 3 || j === 3)),
      })),
      default_entry_names: [],
      default_entry_values: [],
    };
    const { isValid, diff } = await running(scene({ objects: [WALL], matrix }));
    expect(await isValid()).toBe(true);
    diff({ objects: [removed('wall')] });
    diff({ objects: [WALL] });
    expect(await isValid()).toBe(false);
    const all = await running(scene({ objects: [WALL], matrix }));
    all.diff({ objects: [removed('')] });
    all.diff({ objects: [WALL] });
    expect(await all.isValid()).toBe(false);
  });

  it('that lets go of an object at another link is about none', async () => {
    const whole = scene({ objects: [PILLAR], state: robotState({ joint1: 0, joint2: 0 }, [TOOL]) });
    const { isValid, diff } = await running(whole);
    const other = { ...TOOL, link_name: 'link1', object: removed('tool') };
    const far = box('tool', [0.6, 0.1, 0.1], [-3, -3, 0]);
    diff({ objects: [far], state: robotState({}, [other]) });
    expect(await isValid(AT_PILLAR)).toBe(false);
    diff({ objects: [far], state: robotState({}, [{ ...other, link_name: 'link2' }]) });
    expect(await isValid(AT_PILLAR)).toBe(true);
  });
});

describe('a request', () => {
  it('that attaches an object of a name in the world leaves that one in the way', async () => {
    const { isValid, event } = await running(scene({ objects: [WALL] }));
    expect(await isValid()).toBe(false);
    const wall = held('wall', [0.01, 0.01, 0.01]);
    const robot = robotState({ joint1: 0.2, joint2: 0 }, [wall]);
    expect(await isValid({ robot_state: robot })).toBe(false);
    expect(await event('answer', 2)).toMatchObject({
      answer: { error: { code: 'ros/attached', message: expect.stringContaining('"wall"') } },
    });
    expect(await isValid()).toBe(false);
  });
});
