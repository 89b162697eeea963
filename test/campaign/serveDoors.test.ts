/** The doors of the gate: what is asked gets to a worker and its answer back, over HTTP, WebSocket and lines. */
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { gatesOfTest, type Message, post, send } from '../helpers/serve/gates.ts';

const { acting, socket } = gatesOfTest();
const rpc = (id: unknown, method: string, params: object = {}) => ({
  ...{ jsonrpc: '2.0', id, method, params },
});

describe('HTTP', () => {
  it('answers methods by name, and tells what is wrong', async () => {
    const gate = await acting();
    const right = await post(gate, 'state', { q: { echo: 7 } });
    expect(right.status).toBe(200);
    expect(right.headers['content-type']).toBe('application/json');
    expect(right.json).toMatchObject({ cell: 'cell-1', version: 1, echo: 7 });
    expect((await post(gate, 'cells', {})).json.cells).toHaveLength(1);
    expect((await send(`${gate.url}/v1/cells`, { body: '' })).status).toBe(200);

    const wrong = await post(gate, 'state', { q: 'home' });
    expect(wrong.status).toBe(400);
    expect(wrong.headers['content-type']).toBe('application/problem+json');
    expect(wrong.json).toMatchObject({ status: 400, code: -32602, fault: { place: '/q' } });
    expect((await post(gate, 'stat', {})).json).toMatchObject({ status: 404, code: -32601 });
    expect((await post(gate, 'state', { q: [], cell: 'x' })).json).toMatchObject({ code: -32001 });
    const pinned = { q: [], gate: gate.gate, version: 9 };
    expect((await post(gate, 'state', pinned)).json).toMatchObject({
      ...{ status: 409, code: -32002, fault: { current: 1 } },
    });
    const text = await send(`${gate.url}/v1/state`, { body: '{"q": [1,' });
    expect(text.json).toMatchObject({ status: 400, code: -32700 });
    const bytes = await send(`${gate.url}/v1/state`, { body: Buffer.from([0x22, 0xff, 0x22]) });
    expect(bytes.json).toMatchObject({
      status: 400,
      code: -32700,
      fault: { code: 'request/utf-8' },
    });
    const there = await send(`${gate.url}/v1/state`, { method: 'GET' });
    expect([there.status, there.headers.allow]).toEqual([405, 'POST']);
    expect((await send(`${gate.url}/elsewhere`)).status).toBe(404);
  });

  it('takes JSON-RPC, batches too', async () => {
    const gate = await acting();
    const one = await send(`${gate.url}/rpc`, {
      body: JSON.stringify(rpc('a', 'state', { q: { echo: 1 } })),
    });
    expect(one.json).toMatchObject({ jsonrpc: '2.0', id: 'a', result: { echo: 1 } });
    const batch = [
      rpc(1, 'state', { q: { echo: 1 } }),
      rpc(2, 'nothing'),
      { jsonrpc: '2.0', method: 'state', params: { q: [] } },
      rpc(3, 'state', { q: { echo: 3 } }),
    ];
    const many = await send(`${gate.url}/rpc`, { body: JSON.stringify(batch) });
    expect(many.json.map((each: Message) => each.id)).toEqual([1, 2, 3]);
    expect(many.json[1].error.code).toBe(-32601);
    const told = { jsonrpc: '2.0', method: 'cells' };
    expect((await send(`${gate.url}/rpc`, { body: JSON.stringify(told) })).status).toBe(204);
  });

  it('has large requests read by workers, with the same answers', async () => {
    const gate = await acting();
    const contents = 'x'.repeat(100_000);
    const file = { contents };
    expect((await post(gate, 'motion', { file })).json).toMatchObject({ echo: 100_000 });
    const wrong = await post(gate, 'motion', { file, delta: 'x' });
    expect(wrong.json).toMatchObject({ status: 400, code: -32602, fault: { place: '/delta' } });
    const body = JSON.stringify([rpc(1, 'motion', { file }), rpc(2, 'motion', { file: 1 })]);
    const many = await send(`${gate.url}/rpc`, { body });
    expect(many.json[0]).toMatchObject({ id: 1, result: { echo: 100_000 } });
    expect(many.json[1]).toMatchObject({ id: 2, error: { code: -32602 } });
    const broken = await send(`${gate.url}/rpc`, { body: body.slice(0, -1) });
    expect(broken.json).toMatchObject({ id: null, error: { code: -32700 } });
  });

  it('streams progress, then the result, to who accepts events', async () => {
    const gate = await acting();
    const headers = { Accept: 'text/event-stream' };
    const { text, headers: got } = await post(
      gate,
      'state',
      { q: { spin: 130, echo: 4 } },
      { headers },
    );
    expect(got['content-type']).toBe('text/event-stream');
    const events = text.trim().split('\n\n');
    expect(events.length).toBeGreaterThan(1);
    expect(events[0]).toBe('event: progress\ndata: {"phase":"checking","done":1,"of":2}');
    expect(events.at(-1)).toMatch(/^event: result\ndata: \{.*"echo":4\}$/);
    const refused = await post(gate, 'state', { q: 1 }, { headers });
    expect(refused.text).toMatch(/^event: error\ndata: \{.*-32602/);
  });

  it('gives up what nobody waits for any more', async () => {
    const gate = await acting();
    const leaving = new AbortController();
    const asked = fetch(`${gate.url}/v1/state`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"q":{"spin":60000}}',
      signal: leaving.signal,
    });
    while (gate.facts().running === 0) await new Promise((next) => setTimeout(next, 5));
    leaving.abort();
    await expect(asked).rejects.toThrow();
    while (gate.facts().running > 0) await new Promise((next) => setTimeout(next, 5));
    expect(gate.facts().endedWorkers).toBe(0);
  });

  it('describes itself, and says how it fares', async () => {
    const gate = await acting({ program: 'surepath test' });
    const { json } = await send(`${gate.url}/openapi.json`, { method: 'GET' });
    expect(json.openapi).toMatch(/^3\.1/);
    expect(json.info.version).toBe('test');
    expect(json.servers).toEqual([{ url: gate.url }]);
    expect(json.paths['/v1/motion'].post.operationId).toBe('motion');
    const names = JSON.stringify(json).match(/#\/components\/[a-zA-Z]+\/[A-Za-z0-9]+/g)!;
    for (const name of new Set(names)) {
      const [, , kind, word] = name.split('/');
      expect(json.components[kind], name).toHaveProperty(word);
    }
    const health = await send(`${gate.url}/healthz`, { method: 'GET' });
    expect(health.json).toMatchObject({ ok: true, workers: 1, cells: 1, endedWorkers: 0 });
  });
});

describe('a WebSocket', () => {
  it('carries JSON-RPC, and progress', async () => {
    const gate = await acting();
    const talk = await socket(gate);
    talk.ask(1, 'state', { q: { spin: 130, echo: 2 } });
    talk.ask(2, 'state', { q: { echo: 3 } });
    expect((await talk.answer(1)).result).toMatchObject({ echo: 2 });
    expect((await talk.answer(2)).result).toMatchObject({ echo: 3 });
    const told = talk.heard.filter(({ method }) => method === 'progress');
    expect(told.length).toBeGreaterThan(0);
    expect(told[0].params).toEqual({ id: 1, phase: 'checking', done: 1, of: 2 });
    talk.socket.send('nothing');
    expect((await talk.answer(null)).error?.code).toBe(-32700);
  });

  it('cancels its own requests, and nobody else’s', async () => {
    const gate = await acting();
    const [talk, other] = [await socket(gate), await socket(gate)];
    talk.ask(1, 'state', { q: { spin: 60_000 } });
    while (gate.facts().running === 0) await new Promise((next) => setTimeout(next, 5));
    other.ask(2, 'cancel', { id: 1 });
    expect((await other.answer(2)).result).toEqual({ cancelled: false });
    talk.ask(3, 'cancel', { id: 1 });
    expect((await talk.answer(3)).result).toEqual({ cancelled: true });
    expect((await talk.answer(1)).result).toMatchObject({ verdict: 'undecided' });
  });

  it('answers the newest of live states; those that are superseded are dropped', async () => {
    const gate = await acting({ workers: 1 });
    const [talk, other] = [await socket(gate), await socket(gate)];
    other.ask(1, 'state', { q: { echo: 1 }, supersede: 'live' });
    const count = 300;
    for (let id = 0; id < count; id++) {
      talk.ask(id, 'state', { q: { echo: id, spin: 2 }, supersede: 'live' });
    }
    const last = await talk.answer(count - 1);
    expect(last.result).toMatchObject({ echo: count - 1 });
    const answers = await Promise.all(Array.from({ length: count }, (_, id) => talk.answer(id)));
    const dropped = answers.filter(({ error }) => error?.code === -32004);
    const done = answers.filter(({ result }) => result);
    expect(dropped.length + done.length).toBe(count);
    expect(dropped.length).toBeGreaterThan(count / 2);
    for (const { id, result } of done) expect(result).toMatchObject({ echo: id });
    expect((await other.answer(1)).result).toMatchObject({ echo: 1 });
  });

  it('that closes takes its requests along; changes are made all the same', async () => {
    const gate = await acting();
    const talk = await socket(gate);
    talk.ask(1, 'state', { q: { spin: 60_000 } });
    talk.ask(2, 'edit', { edits: [{ kind: 'clearance', distance: 0.01 }] });
    while (gate.facts().running === 0) await new Promise((next) => setTimeout(next, 5));
    talk.socket.terminate();
    while (gate.facts().running > 0) await new Promise((next) => setTimeout(next, 5));
    expect((await post(gate, 'cells', {})).json.cells[0].version).toBe(2);
  });
});

describe('standard input and output', () => {
  it('carry one message a line, until the input ends', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    let said = '';
    output.on('data', (chunk) => {
      said += chunk;
    });
    const limits = { body: 2000 };
    const gate = await acting({ stdio: { input, output }, limits });
    const first = JSON.stringify(rpc(1, 'state', { q: { echo: 1, spin: 20 } }));
    input.write(first.slice(0, 10));
    input.write(`${first.slice(10)}\n\r\n${JSON.stringify(rpc(2, 'cells'))}\nno JSON\n`);
    input.write(`${'x'.repeat(5000)}\n`);
    input.end(JSON.stringify(rpc(3, 'state', { q: { echo: 3 } })));
    await gate.closed;
    const lines = said.trim().split('\n');
    const answers = lines
      .map((line) => JSON.parse(line) as Message)
      .filter(({ method }) => method !== 'progress');
    expect(answers.find(({ id }) => id === 1)?.result).toMatchObject({ echo: 1 });
    expect(answers.find(({ id }) => id === 3)?.result).toMatchObject({ echo: 3 });
    expect(
      answers
        .filter(({ id }) => id === null)
        .map(({ error }) => error?.code)
        .sort(),
    ).toEqual([-32005, -32700]);
    expect(answers).toHaveLength(5);
  });
});

describe('the end of a gate', () => {
  it('comes when everything accepted is answered', async () => {
    const gate = await acting();
    const talk = await socket(gate);
    const asked = Array.from({ length: 10 }, (_, echo) =>
      post(gate, 'state', { q: { spin: 10, echo } }),
    );
    talk.ask(5, 'state', { q: { spin: 50, echo: 5 } });
    while (gate.facts().running + gate.facts().waiting < 11) {
      await new Promise((next) => setTimeout(next, 2));
      if (talk.heard.length > 0) break;
    }
    await gate.close();
    for (const each of asked) expect((await each).status).toBe(200);
    expect(talk.heard.at(-1)?.result).toMatchObject({ echo: 5 });
    expect((await talk.closed).code).toBe(1001);
    await expect(send(`${gate.url}/v1/cells`)).rejects.toThrow();
  });

  it('is at once where it cannot listen', async () => {
    const gate = await acting();
    await expect(acting({ port: gate.port })).rejects.toThrow(/is in use/);
    await expect(acting({ host: '203.0.113.7', token: 'x' })).rejects.toThrow(/not an address/);
  });
});
