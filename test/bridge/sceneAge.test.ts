/** Ways in which the bridge could call a state valid in a scene that is not there any more: each one ends without `valid`. */
import { describe, expect, it } from 'vitest';
import { MONITORED, STATE, start, state } from '../helpers/bridge/running.ts';
import { robotState, scene, WALL } from '../helpers/bridge/scenes.ts';

const AGE = 1e6;
/** Collides with the wall, and is free without it. */
const BLOCKED = state(0.2);
/** The robot moves and nothing else is said. */
const jointsOnly = () => scene({ isDiff: true, state: robotState({ joint1: -1 }) });
/** All that was sent by now is on its way. */
const sent = () => new Promise((next) => process.nextTick(next));

type Running = Awaited<ReturnType<typeof start>>;

async function refusal({ server, events }: Running): Promise<string | undefined> {
  const { result, values } = await server.call(STATE, BLOCKED);
  expect([result, values.valid]).toEqual([false, false]);
  const last = events.filter(({ kind }) => kind === 'answer').at(-1);
  return last?.kind === 'answer' ? last.answer.error?.code : undefined;
}

async function isValid({ server }: Running): Promise<boolean> {
  return (await server.call(STATE, BLOCKED)).values.valid;
}

describe('a scene that move_group has not confirmed', () => {
  it('is too old after so long, whatever differences came', async () => {
    let now = 0;
    const bridge = await start(scene(), { sceneAge_ms: AGE, clocks: [() => now] });
    await bridge.event('scene');
    now = AGE;
    expect(await isValid(bridge)).toBe(true);
    expect(await bridge.event('answer')).toMatchObject({ answer: { sceneAge_ms: AGE } });
    now = AGE + 1;
    bridge.server.publish(MONITORED, jointsOnly());
    expect(await refusal(bridge)).toBe('ros/scene-old');
    expect(await bridge.event('answer', 2)).toMatchObject({
      answer: {
        error: {
          hint: expect.stringContaining('--scene-age'),
          message: expect.stringMatching(/1000 s ago/),
        },
      },
    });
  });

  it('is too old where the machine slept: one clock stood still', async () => {
    let wall = 5;
    const clocks = [() => 0, () => wall];
    const bridge = await start(scene(), { sceneAge_ms: AGE, clocks });
    await bridge.event('scene');
    expect(await isValid(bridge)).toBe(true);
    wall += AGE + 1;
    expect(await refusal(bridge)).toBe('ros/scene-old');
    // Set back, the clock does not make the scene younger than the other one says.
    wall = -AGE;
    expect(await isValid(bridge)).toBe(true);
  });

  it('is as old as the question for it, not as the answer', async () => {
    let now = 0;
    const bridge = await start(undefined, { sceneAge_ms: AGE, clocks: [() => now] });
    await bridge.event('no-scene');
    let give = (_: { scene: unknown }) => {};
    bridge.server.nodes.set('/get_planning_scene', () => {
      bridge.current.asked++;
      return new Promise((resolve) => {
        give = resolve;
      });
    });
    bridge.server.drop();
    await bridge.server.until(() => bridge.current.asked === 2);
    now = AGE + 1;
    give({ scene: scene() });
    await bridge.event('scene');
    expect(await refusal(bridge)).toBe('ros/scene-old');
  });

  it('is too old where it gets so while the answer is computed', async () => {
    let isArmed = false;
    let looks = 0;
    const clock = () => (isArmed && ++looks > 1 ? AGE + 1 : 0);
    const bridge = await start(scene(), { sceneAge_ms: AGE, clocks: [clock] });
    await bridge.event('scene');
    isArmed = true;
    expect(await refusal(bridge)).toBe('ros/scene-old');
    expect(looks).toBe(2);
  });

  it('is none where it only came by itself: a restarted move_group, heard and never asked', async () => {
    const bridge = await start(undefined);
    await bridge.event('no-scene');
    bridge.server.publish(MONITORED, scene());
    await bridge.event('scene');
    expect(await refusal(bridge)).toBe('ros/scene-old');
  });
});

describe('a move_group that restarts behind a living rosbridge', () => {
  it('is asked again in time: its scene is taken though nobody said that it changed', async () => {
    const bridge = await start(scene(), { sceneAge_ms: 40, clocks: [() => 0] });
    await bridge.event('scene');
    expect(await isValid(bridge)).toBe(true);
    bridge.current.scene = scene({ objects: [WALL] });
    bridge.server.publish(MONITORED, jointsOnly());
    const isNoticed = async () => {
      for (let looks = 0; looks < 500; looks++) {
        if (!(await isValid(bridge))) return true;
        await new Promise((next) => setTimeout(next, 10));
      }
      return false;
    };
    expect(await isNoticed()).toBe(true);
    expect(await bridge.event('scene', 2)).toMatchObject({ version: 2 });
    expect(bridge.server.connections).toBe(1);
  });

  it('is noticed while it is away, and nothing is valid until it is back', async () => {
    const bridge = await start(scene(), { sceneAge_ms: 40, clocks: [() => 0] });
    await bridge.event('scene');
    const { current } = bridge;
    const back = current.scene;
    current.scene = undefined;
    expect(await bridge.event('no-scene')).toMatchObject({
      reason: expect.stringMatching(/does not exist|refused/),
    });
    expect(await refusal(bridge)).toBe('ros/no-scene');
    bridge.server.publish(MONITORED, jointsOnly());
    expect(await refusal(bridge)).toBe('ros/no-scene');
    current.scene = back;
    await bridge.event('scene', 2);
    expect(await isValid(bridge)).toBe(true);
  });

  it('is asked at once where a message is about another robot', async () => {
    const bridge = await start(scene());
    await bridge.event('scene');
    bridge.current.scene = { ...scene({ objects: [WALL] }), robot_model_name: 'other' };
    bridge.server.publish(MONITORED, { ...jointsOnly(), robot_model_name: 'other' });
    expect(await isValid(bridge)).toBe(false);
    expect(await bridge.event('no-scene')).toMatchObject({
      reason: expect.stringMatching(/another robot/),
    });
    await bridge.event('scene', 2);
    expect(bridge.current.asked).toBe(2);
    expect(await isValid(bridge)).toBe(false);
  });
});

describe('while the scene is asked for again', () => {
  /** A bridge whose second question waits for `give`. */
  async function asking() {
    const bridge = await start(scene(), { sceneAge_ms: 40, clocks: [() => 0] });
    const gives: ((scene: unknown) => void)[] = [];
    await bridge.event('scene');
    bridge.server.nodes.set('/get_planning_scene', () => {
      bridge.current.asked++;
      return new Promise((resolve) => gives.push((given) => resolve({ scene: given })));
    });
    await bridge.server.until(() => gives.length === 1);
    const give = async (given: unknown) => {
      const { length } = gives;
      gives.at(-1)!(given);
      await bridge.server.until(() => gives.length > length);
    };
    return { bridge, give };
  }

  it('a difference counts at once, and the answer, made before it, does not undo it', async () => {
    const { bridge, give } = await asking();
    expect(await isValid(bridge)).toBe(true);
    bridge.server.publish(MONITORED, scene({ isDiff: true, objects: [WALL] }));
    expect(await isValid(bridge)).toBe(false);
    await give(scene());
    expect(await isValid(bridge)).toBe(false);
    await give(scene());
    expect(await isValid(bridge)).toBe(true);
  });

  it('more differences than are kept make the answer worthless', async () => {
    const { bridge, give } = await asking();
    for (let i = 0; i < 1000; i++) bridge.server.publish(MONITORED, jointsOnly());
    bridge.server.publish(MONITORED, scene({ isDiff: true, objects: [WALL] }));
    expect(await isValid(bridge)).toBe(false);
    await give(scene());
    expect(await isValid(bridge)).toBe(false);
    expect(await bridge.event('no-scene')).toMatchObject({
      reason: expect.stringMatching(/more than 1000/),
    });
    expect(await refusal(bridge)).toBe('ros/no-scene');
    await give(scene({ objects: [WALL] }));
    expect(await isValid(bridge)).toBe(false);
  });
});

describe('requests that wait', () => {
  it('are answered in the scene that has come meanwhile', async () => {
    const bridge = await start(scene());
    await bridge.event('scene');
    const asked = [0, 1, 2].map(() => bridge.server.call(STATE, BLOCKED));
    await sent();
    bridge.server.publish(MONITORED, scene({ isDiff: true, objects: [WALL] }));
    for (const each of asked) expect((await each).values.valid).toBe(false);
  });

  it('are so many at most: others are refused at once, each with an answer', async () => {
    const bridge = await start(scene(), { queue: 2 });
    await bridge.event('scene');
    const asked = Array.from({ length: 7 }, () => bridge.server.call(STATE, BLOCKED));
    const all = await Promise.all(asked);
    expect(all.map(({ values }) => values.valid)).toEqual([
      ...[true, true],
      ...[false, false, false, false, false],
    ]);
    const answers = bridge.events.flatMap((each) => (each.kind === 'answer' ? each.answer : []));
    const full = answers.filter(({ error }) => error?.code === 'bridge/queue-full');
    expect(full).toHaveLength(5);
    expect(full[0].error?.hint).toContain('--queue');
    // Refused before the first was answered.
    expect(answers.slice(0, 5)).toEqual(full);
    expect(await isValid(bridge)).toBe(true);
  });
});
