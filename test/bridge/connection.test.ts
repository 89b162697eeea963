/** The bridge and its server: messages in pieces, messages that are none, a server that goes away. */
import { describe, expect, it } from 'vitest';
import { Rosbridge } from '../helpers/bridge/rosbridge.ts';
import { ends, MONITORED, MULTI, STATE, start, startOn, state } from '../helpers/bridge/running.ts';
import { box, openArm, scene, WALL } from '../helpers/bridge/scenes.ts';

describe('the connection', () => {
  it('takes messages in fragments, in any order', async () => {
    const { server, event } = await start(scene({ objects: [WALL] }));
    await event('scene');
    server.fragmentSize = 100;
    expect((await server.call(STATE, state(0.2))).values.valid).toBe(false);
    server.publish(MONITORED, scene({ objects: [box('wall', [0.1, 4, 1], [9, 2, 0])] }));
    expect((await server.call(STATE, state(0.2))).values.valid).toBe(true);
    const text = JSON.stringify({
      op: 'publish',
      topic: MONITORED,
      msg: scene({ objects: [WALL] }),
    });
    const parts = [text.slice(0, 50), text.slice(50, 300), text.slice(300)];
    for (const num of [2, 0, 1]) {
      server.raw(JSON.stringify({ op: 'fragment', id: 'x', data: parts[num], num, total: 3 }));
    }
    expect((await server.call(STATE, state(0.2))).values.valid).toBe(false);
  });

  it('lives through messages that are none', async () => {
    const { server, event, events } = await start(scene({ objects: [WALL] }));
    await event('scene');
    const texts = [
      '',
      '{',
      'null',
      '[]',
      '42',
      '{"op": 7}',
      '{"op": "publish"}',
      '{"op": "call_service", "service": "/check_state_validity"}',
      '{"op": "service_response"}',
      '{"op": "service_response", "id": "nobody", "result": true}',
      '{"op": "fragment", "id": "y", "data": "{", "num": 0, "total": 1}',
      '{"op": "png", "data": "AAAA"}',
      '{"op": "strange"}',
    ];
    for (const text of texts) server.raw(text);
    expect((await server.call(STATE, state(-1))).values.valid).toBe(true);
    expect(events.filter(({ kind }) => kind === 'trouble').length).toBeGreaterThan(3);
    expect(events.filter(({ kind }) => kind === 'lost')).toEqual([]);
  });

  it('does not believe a scene after one that is none', async () => {
    const { server, event, current } = await start(scene({ objects: [WALL] }));
    await event('scene');
    current.scene = undefined;
    for (const bad of [
      7,
      { is_diff: 'yes' },
      { is_diff: true, world: { collision_objects: [{ operation: 9 }] } },
    ]) {
      server.publish(MONITORED, bad);
    }
    await event('no-scene');
    expect((await server.call(STATE, state(-1))).result).toBe(false);
  });

  it('comes back after the server went away, and asks for the scene again', async () => {
    const { server, event, current } = await start(scene());
    await event('scene');
    current.scene = scene({ objects: [WALL] });
    server.drop();
    expect(await event('lost')).toMatchObject({ again_ms: 5 });
    await event('connected', 2);
    await event('scene', 2);
    expect((await server.call(STATE, state(0.2))).values.valid).toBe(false);
  });

  it('waits for a server that is not there, longer each time', async () => {
    const gone = await Rosbridge.start();
    const { url, port } = gone;
    await gone.close();
    const { event, events } = await startOn(url, openArm(), { scene: false });
    await event('lost', 4);
    const lost = events.flatMap((each) => (each.kind === 'lost' ? each.again_ms : []));
    expect(lost.slice(0, 4)).toEqual([5, 10, 20, 20]);
    const server = await Rosbridge.start(2, port);
    ends.push(() => server.close());
    await event('connected');
  });

  it('says when rosapi does not tell the version', async () => {
    const { server, event } = await start(scene({ objects: [WALL] }));
    await event('connected');
    server.nodes.delete('/rosapi/topic_type');
    server.drop();
    await event('connected', 2);
    expect(await event('trouble')).toMatchObject({ text: expect.stringContaining('--ros 1') });
  });

  it('does not wait for the answer of a server that went away', async () => {
    const { server, event, current } = await start(scene({ objects: [WALL] }));
    await event('scene');
    // It takes the question and is gone before it answers; a minute would be the time to wait for it.
    server.nodes.set('/get_planning_scene', () => {
      current.asked++;
      return null;
    });
    server.drop();
    await server.until(() => current.asked === 2);
    server.nodes.set('/get_planning_scene', () => ({ scene: current.scene }));
    server.drop();
    await event('scene', 2);
    expect((await server.call(STATE, state(0.2))).values.valid).toBe(false);
  });

  it('puts a namespace before its services', async () => {
    const { server } = await start(scene({ objects: [WALL] }), { namespace: '/surepath' });
    await server.until(() => server.services.size === 2);
    expect([...server.services.keys()]).toEqual([`/surepath${STATE}`, `/surepath${MULTI}`]);
  });
});
