/** More is asked than can be done, and workers fail meanwhile: who is not let in is told so, who is gets the answer. */
import { describe, expect, it } from 'vitest';
import { gatesOfTest, post } from '../helpers/serve/gates.ts';

const { acting, socket } = gatesOfTest();

describe('a flood of requests', () => {
  it('over HTTP: 503 with a time to come again, or the answer', async () => {
    const gate = await acting({ workers: 1, limits: { queue: 20 } });
    const talk = await socket(gate);
    talk.ask(1, 'state', { q: { spin: 60_000 } });
    while (gate.facts().running === 0) await new Promise((next) => setTimeout(next, 2));
    const count = 100;
    const asked = Array.from({ length: count }, (_, echo) => post(gate, 'state', { q: { echo } }));
    let refusals = 0;
    for (const each of asked) void each.then(({ status }) => status === 503 && refusals++);
    // A worker has four at most, twenty wait.
    while (refusals < count - 23) await new Promise((next) => setTimeout(next, 2));
    talk.ask(2, 'cancel', { id: 1 });
    const replies = await Promise.all(asked);
    const refused = replies.filter(({ status }) => status === 503);
    expect(refused.length).toBe(count - 23);
    for (const { headers, json } of refused) {
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(json).toMatchObject({ code: -32003, fault: { retryAfter_ms: expect.any(Number) } });
    }
    replies.forEach(({ status, json }, echo) => {
      if (status !== 503) expect([status, json.echo]).toEqual([200, echo]);
    });
    expect(gate.facts()).toMatchObject({ waiting: 0, running: 0, endedWorkers: 0 });
    expect((await post(gate, 'state', { q: { echo: 1 } })).status).toBe(200);
  });

  it('over a WebSocket: the error -32003, or the answer', async () => {
    const gate = await acting({ workers: 1, limits: { queue: 10 } });
    const talk = await socket(gate);
    const count = 300;
    talk.ask(0, 'state', { q: { spin: 60_000 } });
    for (let id = 1; id < count; id++) talk.ask(id, 'state', { q: { echo: id } });
    talk.ask(count, 'cancel', { id: 0 });
    const answers = await Promise.all(Array.from({ length: count }, (_, id) => talk.answer(id)));
    const refused = answers.filter(({ error }) => error);
    expect(refused.length).toBe(count - 14);
    for (const { error } of refused) {
      expect(error).toMatchObject({ code: -32003, data: { retryAfter_ms: expect.any(Number) } });
    }
    for (const { id, result } of answers) if (id && result) expect(result.echo).toBe(id);
  });

  it('of what takes long does not keep short requests waiting', async () => {
    const gate = await acting({ workers: 2, limits: { queue: 100 } });
    const talk = await socket(gate);
    // A motion with clearances is heavy; its name tells the worker how long to take.
    const file = { contents: '', name: 'spin 60000' };
    for (let id = 0; id < 20; id++) talk.ask(id, 'motion', { file, clearances: true });
    talk.ask(100, 'state', { q: { echo: 1 } });
    expect((await talk.answer(100)).result).toMatchObject({ echo: 1 });
  });
});

describe('requests that break workers', () => {
  it('are given to others twice, then refused; everybody else is answered', async () => {
    const gate = await acting({ workers: 2, limits: { queue: 1000 } });
    const bad = post(gate, 'state', { q: { exit: 1 } });
    const good = Array.from({ length: 60 }, (_, echo) => post(gate, 'state', { q: { echo } }));
    expect((await bad).json).toMatchObject({
      status: 500,
      code: -32603,
      fault: { code: 'gate/lost' },
    });
    for (const [echo, each] of good.entries()) expect((await each).json).toMatchObject({ echo });
    expect(gate.facts()).toMatchObject({ endedWorkers: 3 });
  });

  it('by not ending are answered undecided in time, and the worker is replaced', async () => {
    const gate = await acting({ workers: 1, limits: { grace_ms: 50 } });
    const { json } = await post(gate, 'state', { q: { hang: 1 }, budget_ms: 40 });
    expect(json).toMatchObject({ verdict: 'undecided', version: 1 });
    expect((await post(gate, 'state', { q: { echo: 2 } })).json).toMatchObject({ echo: 2 });
    expect(gate.facts()).toMatchObject({ endedWorkers: 1 });
  });

  it('by waiting too long are undecided without being looked at', async () => {
    const gate = await acting({ workers: 1 });
    const first = post(gate, 'state', { q: { spin: 1000 } });
    while (gate.facts().running === 0) await new Promise((next) => setTimeout(next, 2));
    // Behind four that the worker has already.
    const ahead = Array.from({ length: 4 }, () => post(gate, 'state', { q: { spin: 1 } }));
    const { json } = await post(gate, 'motion', { waypoints: [[0]], budget_ms: 20 });
    expect(json).toMatchObject({ verdict: 'undecided', notes: [{ code: 'gate/expired' }] });
    expect((await first).json.verdict).toBe('free');
    for (const each of ahead) expect((await each).status).toBe(200);
  });

  it('have at most the time that the gate allows', async () => {
    const gate = await acting({ limits: { time_ms: 60 } });
    const { json } = await post(gate, 'state', { q: { spin: 60_000 }, budget_ms: 50_000 });
    expect(json.verdict).toBe('undecided');
  });
});
