/** The client against a gate that does what it is told; the real one is in gateClients.test.ts. */
import { afterEach, describe, expect, it } from 'vitest';
import { CODES, connect, GateCallError } from '../../src/client/index.ts';
import { METHOD_NAMES, RPC } from '../../src/gate/index.ts';
import { type Asked, type Script, ScriptedGate } from '../helpers/client/scriptedGate.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(kind: 'http' | 'ws', script: Script, options = {}) {
  const gate = await ScriptedGate.start(script);
  ends.push(() => gate.stop());
  const client = await connect(gate.url(kind), options);
  ends.push(() => client.end());
  return { gate, client };
}

const echo = ({ method, params }: Asked) => ({ method, params });
const failing = (error: object) => () => {
  throw error;
};

/** What a promise is rejected with, which must be an error of the client. */
async function errorOf(promise: Promise<unknown>): Promise<GateCallError> {
  const error = await promise.then(
    () => null,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(GateCallError);
  return error as GateCallError;
}

describe.each(['http', 'ws'] as const)('over %s', (kind) => {
  it('calls every method by name', async () => {
    const { client } = await start(kind, echo);
    for (const method of METHOD_NAMES) {
      const call = client[method] as (params: object) => Promise<unknown>;
      expect(await call({ cell: method })).toEqual({ method, params: { cell: method } });
    }
    expect(await client.cells()).toEqual({ method: 'cells', params: {} });
    const asked = await client.call('motion', { waypoints: [[0], [1]] }, { budget_ms: 5 });
    expect(asked).toEqual({ method: 'motion', params: { waypoints: [[0], [1]], budget_ms: 5 } });
  });

  it('gives errors with their code and fault', async () => {
    const fault = { code: 'request/type', message: 'no', place: '/q', hint: 'do' };
    const { client } = await start(
      kind,
      failing({ code: RPC.invalidParams, message: 'invalid', data: fault }),
    );
    const error = await errorOf(client.state({ q: [] }));
    expect(error).toMatchObject({ code: CODES.invalidParams, message: 'invalid', fault });
    const busy = await start(
      kind,
      failing({ code: RPC.overloaded, message: '', data: { retryAfter_ms: 7 } }),
    );
    expect((await errorOf(busy.client.state({ q: [] }))).retryAfter_ms).toBe(7);
    const old = await start(
      kind,
      failing({ code: RPC.versionConflict, message: '', data: { current: 4 } }),
    );
    expect((await errorOf(old.client.state({ q: [] }))).current).toBe(4);
  });

  it('tells progress', async () => {
    const { client } = await start(kind, async ({ tell }) => {
      tell({ phase: 'checking', done: 1, of: 2 });
      tell({ phase: 'checking', done: 2, of: 2 });
      return { verdict: 'free' };
    });
    const told: unknown[] = [];
    const onProgress = (progress: unknown) => told.push(progress);
    const answer = await client.motion({ waypoints: [[0]] }, { onProgress });
    expect(answer).toEqual({ verdict: 'free' });
    expect(told).toEqual([1, 2].map((done) => ({ phase: 'checking', done, of: 2 })));
  });

  it.each([false, true])('cancels; listening: %s', async (listens) => {
    let stopped = () => {};
    const told = new Promise<void>((resolve) => {
      stopped = resolve;
    });
    const { gate, client } = await start(kind, async ({ method, cancelled }) => {
      if (method !== 'plan') return {};
      await cancelled;
      stopped();
      return {};
    });
    const controller = new AbortController();
    const onProgress = listens ? () => undefined : undefined;
    const call = errorOf(client.plan({}, { signal: controller.signal, onProgress }));
    while (gate.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    controller.abort();
    expect((await call).code).toBe(CODES.cancelled);
    await told;
    const early = errorOf(client.plan({}, { signal: controller.signal }));
    expect((await early).code).toBe(CODES.cancelled);
    expect(await client.cells()).toEqual({});
  });

  it('answers batches in their order, with their errors', async () => {
    const { client } = await start(kind, ({ method, params }) => {
      if (method === 'info') throw { code: RPC.unknownCell, message: 'no cell' };
      return { method, params };
    });
    const [state, info, cells] = await client.batch([
      { method: 'state', params: { q: [1] } },
      { method: 'info', params: {} },
      { method: 'cells', params: {} },
    ]);
    expect(state.result).toEqual({ method: 'state', params: { q: [1] } });
    expect(info.error?.code).toBe(CODES.unknownCell);
    expect(cells.result).toEqual({ method: 'cells', params: {} });
    expect(await client.batch([])).toEqual([]);
  });

  it('sends the token', async () => {
    const { gate, client } = await start(kind, echo, { token: 'secret' });
    await client.cells();
    const [headers] = gate.headers;
    if (kind === 'http') expect(headers.authorization).toBe('Bearer secret');
    else expect(headers['sec-websocket-protocol']).toBe('surepath,bearer.secret');
  });

  it('says that nobody is there', async () => {
    const gate = await ScriptedGate.start(echo);
    const url = gate.url(kind);
    await gate.stop();
    const call = async () => (await connect(url)).cells();
    expect((await errorOf(call())).code).toBe(CODES.unreachable);
    expect((await errorOf(connect('ftp://somewhere'))).code).toBe(CODES.unreachable);
  });

  it('fails what waits when it ends, or the gate does', async () => {
    const never = () => new Promise(() => undefined);
    const first = await start(kind, never);
    const ended = errorOf(first.client.state({ q: [] }));
    first.client.end();
    expect((await ended).code).toBe(CODES.unreachable);
    const second = await start(kind, never);
    const lost = errorOf(second.client.state({ q: [] }));
    while (second.gate.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await second.gate.stop();
    ends.splice(ends.length - 2, 1);
    expect((await lost).code).toBe(CODES.unreachable);
  });
});

describe('over http', () => {
  const cases: readonly [number, string, number][] = [
    [503, '{"detail":"busy","code":-32003,"fault":{"retryAfter_ms":3}}', CODES.overloaded],
    [401, '{"detail":"a token is needed"}', CODES.notAllowed],
    [403, '{"detail":"not from there"}', CODES.notAllowed],
    [500, 'oops', CODES.unreachable],
    [200, '<html>', CODES.unreachable],
    [200, '[]', CODES.unreachable],
    [200, 'null', CODES.unreachable],
    [200, '{"jsonrpc":"2.0","id":1}', CODES.unreachable],
  ];
  it.each(cases)('takes status %i with %s', async (status, body, code) => {
    const { gate, client } = await start('http', echo);
    gate.plain = { status, body };
    expect((await errorOf(client.cells())).code).toBe(code);
    if (status !== 200) {
      const listening = client.cells({}, { onProgress: () => undefined });
      expect((await errorOf(listening)).code).toBe(code);
    }
    const batch = client.batch([{ method: 'cells', params: {} }]);
    if (body !== '[]') expect((await errorOf(batch)).code).toBe(code);
    else expect((await batch)[0].error?.code).toBe(code);
  });
});

describe('over ws', () => {
  it('does many calls at once, answered in any order', async () => {
    const waiting: (() => void)[] = [];
    const { client } = await start('ws', async ({ params }) => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 20) for (const each of waiting.reverse()) each();
      });
      return params.q;
    });
    const calls = [...Array(20).keys()].map((i) => client.state({ q: [i] }));
    expect(await Promise.all(calls)).toEqual([...Array(20).keys()].map((i) => [i]));
  });

  it('fails all that wait when the gate could not read a message', async () => {
    const { gate, client } = await start('ws', () => new Promise(() => undefined));
    const calls = [errorOf(client.cells()), errorOf(client.cells())];
    while (gate.asked.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    const error = { code: RPC.tooLarge, message: 'too large' };
    gate.sockets[0].send(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
    for (const call of calls) expect((await call).code).toBe(CODES.tooLarge);
  });

  it('lives through what is no answer', async () => {
    const { gate, client } = await start('ws', echo);
    for (const text of ['', '{', '7', '{"id":99,"result":1}', '{"method":"progress"}']) {
      gate.sockets[0].send(text);
    }
    expect(await client.cells()).toMatchObject({ method: 'cells' });
  });

  it('says when it is lost', async () => {
    let lost = () => {};
    const closed = new Promise<void>((resolve) => {
      lost = resolve;
    });
    const { gate, client } = await start('ws', echo, { onClose: () => lost() });
    gate.sockets[0].terminate();
    await closed;
    expect((await errorOf(client.cells())).code).toBe(CODES.unreachable);
  });
});

describe('what it shares with the gate', () => {
  it('has the same codes, and no method is left out', async () => {
    const { unreachable: _, ...codes } = CODES;
    expect(codes).toEqual(RPC);
    const { client } = await start('http', echo);
    const known = Object.keys(client).filter(
      (name) => !['call', 'batch', 'end', 'gate'].includes(name),
    );
    expect(known.sort()).toEqual([...METHOD_NAMES].sort());
  });
});
