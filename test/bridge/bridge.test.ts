/** The bridge against a rosbridge server: services of MoveIt's layouts, the scene followed. */
import { describe, expect, it } from 'vitest';
import { checkConfigurations } from '../../src/jobs/index.ts';
import { MONITORED, MULTI, STATE, start, state, way } from '../helpers/bridge/running.ts';
import {
  box,
  held,
  jointState,
  openTwoArms,
  robotState,
  scene,
  WALL,
} from '../helpers/bridge/scenes.ts';

describe.each([1, 2] as const)('services in ROS %i', (ros) => {
  it('advertises by the names and types of MoveIt', async () => {
    const { server, event } = await start(scene({ objects: [WALL] }), { ros });
    expect(await event('connected')).toMatchObject({ ros });
    await server.until(() => server.subscribed.size === 1);
    const [srv, msg] = ros === 2 ? ['/srv', '/msg'] : ['', ''];
    expect([...server.services]).toEqual([
      [STATE, `moveit_msgs${srv}/GetStateValidity`],
      [MULTI, `moveit_msgs${srv}/GetMultiStateValidity`],
    ]);
    expect([...server.subscribed]).toEqual([[MONITORED, `moveit_msgs${msg}/PlanningScene`]]);
    expect(server.complaints).toEqual([]);
  });

  it('answers states, with contacts', async () => {
    const { server, event } = await start(scene({ objects: [WALL] }), { ros });
    await event('scene');
    const free = await server.call(STATE, state(-1));
    expect(free).toMatchObject({ result: true, values: { valid: true, contacts: [] } });
    const hit = await server.call(STATE, state(0.2));
    expect(hit.values.valid).toBe(false);
    expect(hit.values.contacts).toHaveLength(1);
    const [contact] = hit.values.contacts;
    const names = [contact.contact_body_1, contact.contact_body_2].sort();
    expect(names).toEqual(['link2', 'wall']);
    const types = [contact.body_type_1, contact.body_type_2].sort();
    expect(types).toEqual([0, 1]);
    expect((contact.position as { x: number }).x).toBeGreaterThan(2.4);
    expect(server.complaints).toEqual([]);
  });
});

it('names all pairs that collide, as brute force finds them', async () => {
  const boxes = [0, 1, 2, 3].map((i) => box(`box${i}`, [0.3, 0.3, 0.3], [1.2 + 0.6 * i, 0, 0]));
  const { server, event } = await start(scene({ objects: boxes }));
  await event('scene');
  const { values } = await server.call(STATE, state(0));
  const found = values.contacts.map((each) => `${each.contact_body_1} ${each.contact_body_2}`);
  // The links reach from 1.1 to 1.9 and from 2.1 to 2.9, boxes 0.15 to both sides.
  expect(found.sort()).toEqual(['link1 box0', 'link1 box1', 'link2 box2', 'link2 box3']);
});

describe('motions between states', () => {
  it('is not valid where both states are free and what lies between is not', async () => {
    const pole = box('pole', [0.05, 0.05, 2], [2.2, 0, 0]);
    const { server, event } = await start(scene({ objects: [pole] }));
    await event('scene');
    for (const joint1 of [-0.5, 0.5]) {
      expect((await server.call(STATE, state(joint1))).values.valid).toBe(true);
    }
    const { values } = await server.call(MULTI, way([-1, 0], [-0.5, 0], [0.5, 0], [1, 0]));
    expect(values.valid).toBe(false);
    await server.until(() => server.published.length === 3);
    const told = JSON.parse(String(server.published[2].msg.data));
    expect(told).toMatchObject({ service: MULTI, verdict: 'colliding', valid: false, segment: 1 });
    expect([...told.pair].sort()).toEqual(['link2', 'pole']);
    expect(told.t).toBeGreaterThan(0.3);
    expect(told.t).toBeLessThan(0.5);
    const around = await server.call(MULTI, way([-1, 0], [-0.5, 0], [-0.4, 0]));
    expect(around.values).toMatchObject({ valid: true, contacts: [] });
  });

  it('puts each state on top of the one before', async () => {
    const { server, event } = await start(scene({ objects: [WALL] }));
    await event('scene');
    const partial = {
      ...way(),
      robot_state: robotState({ joint1: -1, joint2: 0 }),
      joint_states: [{ joint2: 0.1 }, { joint1: -0.9 }].map(jointState),
    };
    expect((await server.call(MULTI, partial)).values.valid).toBe(true);
    const into = { ...partial, joint_states: [{ joint2: 0.1 }, { joint1: 0.2 }].map(jointState) };
    expect((await server.call(MULTI, into)).values.valid).toBe(false);
  });

  it('is not valid when the time is over before it is decided', async () => {
    const { server, event } = await start(scene({ objects: [WALL] }), { budget_ms: 0 });
    await event('scene');
    const { values } = await server.call(MULTI, way([-1, 0], [-0.5, 0]));
    expect(values.valid).toBe(false);
    expect(await event('answer')).toMatchObject({ answer: { verdict: 'undecided', segment: 0 } });
  });
});

describe('what is asked wrongly', () => {
  const wrong: readonly [string, string, unknown, RegExp][] = [
    [
      'an unknown joint',
      STATE,
      { robot_state: robotState({ joint1: 0, jiont2: 0 }) },
      /no joint "jiont2".*joint2/,
    ],
    [
      'no number',
      STATE,
      { robot_state: { joint_state: { name: ['joint1'], position: [null] } } },
      /"joint1".*finite/,
    ],
    [
      'too few positions',
      STATE,
      { robot_state: { joint_state: { name: ['joint1'], position: [] } } },
      /position for each name/,
    ],
    [
      'a joint twice',
      STATE,
      { robot_state: { joint_state: { name: ['joint1', 'joint1'], position: [0, 0] } } },
      /twice/,
    ],
    ['no message', STATE, 'joints', /expected a message/],
    ['no states', MULTI, way(), /there is no state/],
    ['states that are no list', MULTI, { ...way(), joint_states: {} }, /expected a list/],
    [
      'a base elsewhere',
      STATE,
      {
        robot_state: {
          ...robotState({ joint1: -1, joint2: 0 }),
          multi_dof_joint_state: {
            joint_names: ['world_joint'],
            transforms: [
              { translation: { x: 1, y: 0, z: 0 }, rotation: { x: 0, y: 0, z: 0, w: 1 } },
            ],
          },
        },
      },
      /elsewhere/,
    ],
    [
      'a constraint that nobody evaluates',
      STATE,
      { ...state(-1), constraints: { position_constraints: [{}] } },
      /only joint constraints/,
    ],
  ];

  it.each(wrong)('%s', async (_, service, args, pattern) => {
    const { server, event } = await start(scene({ objects: [WALL] }));
    await event('scene');
    const { result, values } = await server.call(service, args);
    expect(result).toBe(false);
    expect(values).toEqual({ valid: false, contacts: [], cost_sources: [], constraint_result: [] });
    const { answer } = (await event('answer')) as {
      answer: { error: { message: string; hint?: string } };
    };
    expect(`${answer.error.message} ${answer.error.hint}`).toMatch(pattern);
    expect(server.complaints).toEqual([]);
  });

  it('names joints without a value', async () => {
    const { server, event } = await start(undefined, { scene: false });
    const { values } = await server.call(STATE, { robot_state: robotState({ joint1: -1 }) });
    expect(values.valid).toBe(false);
    const message = '"joint2"';
    expect(await event('answer')).toMatchObject({
      answer: { error: { message: expect.stringContaining(message) } },
    });
  });

  it('says which joints stand where the scene has them', async () => {
    const stands = robotState({ joint1: -1, joint2: 0.3 });
    const { server, event } = await start(scene({ objects: [WALL], state: stands }));
    await event('scene');
    await server.call(STATE, { robot_state: robotState({ joint1: -0.9 }) });
    expect(await event('answer')).toMatchObject({
      answer: { valid: true, standing: ['joint2'], configuration: [-0.9, 0.3] },
    });
  });

  it('evaluates joint constraints', async () => {
    const { server, event } = await start(scene({ objects: [WALL] }));
    await event('scene');
    const constraint = {
      joint_name: 'joint1',
      position: -1,
      tolerance_above: 0.2,
      tolerance_below: 0,
    };
    const ask = (joint1: number) =>
      server.call(STATE, { ...state(joint1), constraints: { joint_constraints: [constraint] } });
    expect((await ask(-0.9)).values).toMatchObject({
      valid: true,
      constraint_result: [{ result: true }],
    });
    expect((await ask(-1.1)).values).toMatchObject({
      valid: false,
      contacts: [],
      constraint_result: [{ result: false }],
    });
  });
});

describe('the planning scene', () => {
  it('is followed: objects come, move, are grasped, let go and vanish', async () => {
    const { server, event, current } = await start(scene());
    await event('scene');
    const isFree = async (joint1: number) => (await server.call(STATE, state(joint1))).values.valid;
    const diff = (objects: unknown[], attached: unknown[] = []) =>
      server.publish(MONITORED, scene({ isDiff: true, objects, state: robotState({}, attached) }));
    expect(await isFree(0.2)).toBe(true);
    diff([WALL]);
    expect(await isFree(0.2)).toBe(false);
    diff([
      {
        ...WALL,
        ...{ primitives: [], primitive_poses: [] },
        pose: box('', [], [9, 2, 0]).pose,
        operation: 3,
      },
    ]);
    expect(await isFree(0.2)).toBe(true);
    diff([{ ...box('wall', [], []), primitives: [], operation: 1 }]);
    // What is carried reaches farther than the arm: the pillar is hit by it alone.
    const pillar = box('pillar', [0.1, 0.1, 1], [1, -2.4, 0]);
    const tool = held('tool', [0.6, 0.1, 0.1]);
    diff([pillar]);
    expect(await isFree(-Math.PI / 2)).toBe(true);
    diff([], [tool]);
    expect(await isFree(-Math.PI / 2)).toBe(false);
    diff(
      [box('tool', [0.6, 0.1, 0.1], [-3, -3, 0])],
      [{ ...tool, object: { ...tool.object, operation: 'AQ==' } }],
    );
    expect(await isFree(-Math.PI / 2)).toBe(true);
    expect(current.asked).toBe(1);
  });

  it('allows what the matrix allows', async () => {
    const { server, event } = await start(scene({ objects: [WALL] }));
    await event('scene');
    expect((await server.call(STATE, state(0.2))).values.valid).toBe(false);
    const matrix = {
      entry_names: ['link0', 'link1', 'link2', 'wall'],
      entry_values: [0, 1, 2, 3].map((i) => ({
        enabled: [0, 1, 2, 3].map((j) => i !== j && (i + j !== 3 || i * j === 0)),
      })),
      default_entry_names: [],
      default_entry_values: [],
    };
    server.publish(MONITORED, scene({ isDiff: true, matrix }));
    expect((await server.call(STATE, state(0.2))).values.valid).toBe(true);
  });

  it('does not prepare the cell anew when only joints move', async () => {
    const { server, event } = await start(scene({ objects: [WALL] }));
    await event('scene');
    for (let i = 0; i < 20; i++) {
      const moved = robotState({ joint1: -1 - i / 100, joint2: 0 });
      server.publish(MONITORED, scene({ isDiff: true, state: moved }));
    }
    await server.call(STATE, { robot_state: robotState({}) });
    expect(await event('answer')).toMatchObject({
      answer: { valid: true, version: 1, configuration: [-1.19, 0] },
    });
  });

  it('is asked for anew where a difference does not say all', async () => {
    const { server, event, events, current } = await start(scene({ objects: [WALL] }));
    await event('scene');
    const unknown = { ...box('other', [], []), primitives: [], primitive_poses: [], operation: 3 };
    current.scene = scene({ objects: [box('wall', [0.1, 4, 1], [9, 2, 0])] });
    server.publish(MONITORED, scene({ isDiff: true, objects: [unknown] }));
    await event('no-scene');
    await event('scene', 2);
    expect(current.asked).toBe(2);
    expect((await server.call(STATE, state(0.2))).values.valid).toBe(true);
    expect(events.filter(({ kind }) => kind === 'trouble')).toEqual([]);
  });

  it('answers nothing without it, nor with one that it cannot read', async () => {
    const without = await start(undefined);
    await without.event('no-scene');
    expect((await without.server.call(STATE, state(-1))).result).toBe(false);
    expect(await without.event('answer')).toMatchObject({
      answer: { error: { code: 'ros/no-scene' } },
    });
    const octomap = { octomap: { id: 'OcTree', binary: true, resolution: 0.1, data: [1, 2, 3] } };
    const strange = await start(scene({ octomap }));
    await strange.event('scene');
    expect((await strange.server.call(STATE, state(-1))).result).toBe(false);
    expect(await strange.event('answer')).toMatchObject({
      answer: { error: { code: 'scene/octomap' } },
    });
  });

  it('takes what a request attaches on top of it', async () => {
    const pillar = box('pillar', [0.1, 0.1, 1], [1, -2.4, 0]);
    const { server, event } = await start(scene({ objects: [pillar] }));
    await event('scene');
    const joints = { joint1: -Math.PI / 2, joint2: 0 };
    const carrying = { robot_state: robotState(joints, [held('tool', [0.6, 0.1, 0.1])]) };
    expect((await server.call(STATE, carrying)).values.valid).toBe(false);
    expect((await server.call(STATE, { robot_state: robotState(joints) })).values.valid).toBe(true);
  });

  it('is about one robot', async () => {
    const { server, event } = await start(scene(), { open: openTwoArms() });
    await event('scene');
    await server.call(STATE, { robot_state: robotState({}) });
    expect(await event('answer')).toMatchObject({ answer: { error: { code: 'scene/robots' } } });
  });

  it('joins names of several robots where no scene is followed', async () => {
    const open = openTwoArms();
    const { server } = await start(undefined, { open, scene: false });
    const names = open.cell.tree.dofs.map(({ name }) => name);
    const q = [-0.5, 0.2, 1, -0.3];
    const values = Object.fromEntries(names.map((name, i) => [name, q[i]]));
    const expected = checkConfigurations(open, { configurations: [Float64Array.from(q)] });
    const answer = await server.call(STATE, { robot_state: robotState(values) });
    expect(answer.values.valid).toBe(!expected.results[0].colliding);
    const both = await server.call(STATE, { robot_state: robotState({ joint1: 0 }) });
    expect(both.result).toBe(false);
  });
});
