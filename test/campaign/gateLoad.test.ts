/** The gate when it is full: memory for requests, places for connections, WebSockets that hold one and say nothing. */
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { RunningGate } from '../../src/serve/index.ts';
import { gatesOfTest, post, send, talkTcp } from '../helpers/serve/gates.ts';

const { acting, socket } = gatesOfTest();
const MB = 1 << 20;
const STATE = { q: { echo: 1 } };

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((next) => setTimeout(next, 2));
}

/** The head of a request for a state, and the first bytes of its body. */
function begin(
  gate: RunningGate,
  length: number | 'chunked',
  part = '',
): ReturnType<typeof talkTcp> {
  const tcp = talkTcp(gate.port);
  const size = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  const head = `POST /v1/state HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${size}`;
  tcp.socket.write(`${head}\r\nConnection: close\r\n\r\n${part}`);
  return tcp;
}

/** A body of so many bytes. */
const bodyOf = (length: number): string => {
  const text = JSON.stringify({ q: { echo: 7 } });
  return `${text.slice(0, -1)}${' '.repeat(length - text.length)}}`;
};

const health = async (gate: RunningGate) =>
  (await send(`${gate.url}/healthz`, { method: 'GET' })).json;

describe('bodies', () => {
  const limits = { body: MB, bodyTotal: 4 * MB };
  const LENGTH = 900_000;

  it.each([
    [0, 4, 'gate/body-total'],
    [128, 2, 'gate/body-peer'],
  ])(
    'of 60 connections hold the total at most, with %i places for each peer',
    async (perPeer, most, code) => {
      const gate = await acting({ limits: { ...limits, perPeer } });
      const body = bodyOf(LENGTH);
      const all = Array.from({ length: 60 }, () => begin(gate, LENGTH, body.slice(0, 100_000)));
      const refused: string[] = [];
      for (const { ended } of all) void ended.then((text) => refused.push(text));
      await until(() => gate.facts().refusedBodies === 60 - most);
      expect(gate.facts()).toMatchObject({
        bodyBytes: most * LENGTH,
        mostBodyBytes: most * LENGTH,
      });
      // Full, it still says how it is, and answers what is small.
      expect(await health(gate)).toMatchObject({ ok: true, bodyBytes: most * LENGTH });
      expect((await post(gate, 'state', STATE)).json).toMatchObject({ echo: 1 });
      for (const { socket } of all) socket.write(body.slice(100_000));
      const texts = await Promise.all(all.map(({ ended }) => ended));
      const good = texts.filter((text) => text.startsWith('HTTP/1.1 200'));
      expect(good).toHaveLength(most);
      for (const text of texts.filter((each) => !good.includes(each))) {
        expect(text).toMatch(/^HTTP\/1\.1 503 [\s\S]*Retry-After: 1\r\n/i);
        expect(text).toContain(`"code":"${code}"`);
        expect(text).toContain('--max-body-total');
      }
      await until(() => gate.facts().bodyBytes === 0);
      expect(gate.facts().mostBodyBytes).toBeLessThanOrEqual(most * LENGTH + 64_000);
    },
  );

  it('that are gone before they are whole give back what they held', async () => {
    const gate = await acting({ limits: { ...limits, perPeer: 0 } });
    const four = Array.from({ length: 4 }, () => begin(gate, LENGTH, '{'));
    await until(() => gate.facts().bodyBytes === 4 * LENGTH);
    four[0].socket.destroy();
    four[1].socket.end();
    await until(() => gate.facts().bodyBytes === 2 * LENGTH);
    const { status } = await send(`${gate.url}/v1/state`, { body: bodyOf(LENGTH) });
    expect(status).toBe(200);
    for (const { socket } of four) socket.destroy();
    await until(() => gate.facts().bodyBytes === 0);
  });

  it('that dribble are ended, and hold nothing then', async () => {
    const slow = { headers_ms: 100, request_ms: 200 };
    const gate = await acting({ limits: { ...limits, ...slow, perPeer: 0 } });
    const four = Array.from({ length: 4 }, () => begin(gate, LENGTH, '{'));
    const dribble = setInterval(() => {
      for (const { socket } of four) if (socket.writable) socket.write(' ');
    }, 10);
    await Promise.all(four.map(({ ended }) => ended));
    clearInterval(dribble);
    await until(() => gate.facts().bodyBytes === 0);
    expect(gate.facts().mostBodyBytes).toBe(4 * LENGTH);
  });

  it('hold memory until they are answered', async () => {
    const gate = await acting({ limits: { ...limits, perPeer: 0 } });
    const talk = await socket(gate);
    talk.ask(1, 'state', { q: { spin: 60_000 } });
    await until(() => gate.facts().running > 0);
    const asked = [1, 2, 3, 4].map(() => send(`${gate.url}/v1/state`, { body: bodyOf(LENGTH) }));
    await until(() => gate.facts().bodyBytes > 4 * LENGTH);
    const refused = await send(`${gate.url}/v1/state`, { body: bodyOf(LENGTH) });
    expect(refused.json).toMatchObject({ status: 503, fault: { code: 'gate/body-total' } });
    talk.ask(2, 'cancel', { id: 1 });
    for (const each of asked) expect((await each).status).toBe(200);
    await until(() => gate.facts().bodyBytes === 0);
  });

  it('without a length count as they come, in however small pieces', async () => {
    const gate = await acting({ limits: { ...limits, perPeer: 0 } });
    const body = bodyOf(200_000);
    const pieces = body.match(/.{1,7}/g)!;
    const one = begin(gate, 'chunked');
    one.socket.write(pieces.map((each) => `${each.length.toString(16)}\r\n${each}\r\n`).join(''));
    await until(() => gate.facts().bodyBytes >= 200_000);
    // One buffer, which doubles.
    expect(gate.facts().bodyBytes).toBe(262_144);
    one.socket.write('0\r\n\r\n');
    expect(await one.ended).toMatch(/^HTTP\/1\.1 200[\s\S]*"echo":7/);
    await until(() => gate.facts().bodyBytes === 0);

    const piece = `${(64 * 1024).toString(16)}\r\n${' '.repeat(64 * 1024)}\r\n`;
    const five = Array.from({ length: 5 }, () => begin(gate, 'chunked'));
    for (let i = 0; i < 14; i++) for (const { socket } of five) socket.write(piece);
    await until(() => gate.facts().refusedBodies > 0);
    expect(gate.facts().mostBodyBytes).toBeLessThanOrEqual(4 * MB);
    for (const { socket } of five) socket.write('0\r\n\r\n');
    const texts = await Promise.all(five.map(({ ended }) => ended));
    expect(texts.some((text) => /^HTTP\/1\.1 503/.test(text))).toBe(true);
    await until(() => gate.facts().bodyBytes === 0);
  });

  it('that are refused are answered, not reset, also where the client sends all before it reads', async () => {
    const gate = await acting({ limits: { ...limits, body: MB } });
    const large = begin(gate, 8 * MB);
    // It reads nothing: after a reset the answer would be lost.
    large.socket.pause();
    for (let sent = 0; sent < MB; sent += 1 << 16) {
      const chunk = Buffer.alloc(1 << 16, 32);
      await new Promise((done) => large.socket.write(chunk, done));
      for (let turn = 0; turn < 20; turn++) await new Promise((next) => setImmediate(next));
    }
    large.socket.end();
    large.socket.resume();
    expect(await large.ended).toMatch(/^HTTP\/1\.1 413[\s\S]*request\/too-large/);
  });

  it('of all requests have twice the memory of one at least', async () => {
    await expect(acting({ limits: { body: 3 * MB, bodyTotal: 4 * MB } })).rejects.toMatchObject({
      fault: { code: 'serve/body-total', hint: expect.stringContaining('--max-body-total') },
    });
  });
});

describe('messages of WebSockets', () => {
  const limits = { body: MB, bodyTotal: 4 * MB, perPeer: 0 };

  it('count in the same memory: one that finds no room ends its WebSocket, no other', async () => {
    const gate = await acting({ limits });
    const bodies = Array.from({ length: 4 }, () => begin(gate, 900_000, '{'));
    await until(() => gate.facts().bodyBytes === 3_600_000);
    const [large, small] = [await socket(gate), await socket(gate)];
    large.socket.send(' '.repeat(900_000));
    expect(await large.closed).toMatchObject({ code: 1013, reason: expect.stringMatching(/room/) });
    small.ask(1, 'state', STATE);
    expect((await small.answer(1)).result).toMatchObject({ echo: 1 });
    expect(gate.facts()).toMatchObject({ refusedBodies: 1 });
    for (const { socket } of bodies) socket.destroy();
    await until(() => gate.facts().bodyBytes === 0);
    const again = { jsonrpc: '2.0', id: 2, method: 'state', params: { q: { echo: 2 } } };
    small.socket.send(`${JSON.stringify(again)}${' '.repeat(900_000)}`);
    expect((await small.answer(2)).result).toMatchObject({ echo: 2 });
    await until(() => gate.facts().bodyBytes === 0);
  });

  it('in fragments count each fragment, and give all back when the client goes', async () => {
    const gate = await acting({ limits });
    const talks = [];
    for (let i = 0; i < 4; i++) {
      const talk = await socket(gate);
      talk.socket.send(' '.repeat(500_000), { fin: false });
      talk.socket.send(' '.repeat(400_000), { fin: false });
      talks.push(talk);
    }
    await until(() => gate.facts().bodyBytes === 4 * (900_000 + 512));
    const last = await socket(gate);
    last.socket.send(' '.repeat(200_000), { fin: false });
    last.socket.send(' '.repeat(200_000), { fin: false });
    expect((await last.closed).code).toBe(1013);
    expect(gate.facts().mostBodyBytes).toBeLessThanOrEqual(4 * MB);
    for (const { socket } of talks) socket.terminate();
    await until(() => gate.facts().bodyBytes === 0);
  });

  it('that do not become whole end their WebSocket', async () => {
    const gate = await acting({ limits: { ...limits, headers_ms: 100, request_ms: 100 } });
    const talk = await socket(gate);
    talk.socket.send('{', { fin: false });
    const dribble = setInterval(() => talk.socket.send(' ', { fin: false }), 5);
    expect(await talk.closed).toMatchObject({ code: 1008, reason: expect.stringMatching(/whole/) });
    clearInterval(dribble);
    await until(() => gate.facts().bodyBytes === 0);
  });
});

describe('WebSockets without messages', () => {
  it('are closed; one that waits for an answer is not', async () => {
    const gate = await acting({ limits: { socketIdle_ms: 100 } });
    const [idle, busy] = [await socket(gate), await socket(gate)];
    busy.ask(1, 'state', { q: { spin: 60_000 } });
    // A pong is no message.
    idle.socket.pong();
    expect(await idle.closed).toMatchObject({
      ...{ code: 1001, reason: expect.stringContaining('--socket-idle') },
    });
    expect(busy.socket.readyState).toBe(busy.socket.OPEN);
    busy.ask(2, 'cancel', { id: 1 });
    expect((await busy.answer(1)).result).toMatchObject({ verdict: 'undecided' });
    expect((await busy.closed).code).toBe(1001);
    await until(() => gate.facts().connections === 0);
  });
});

describe('places', () => {
  it('beyond the last get 503, WebSockets too; /healthz is answered', async () => {
    const gate = await acting({ limits: { connections: 2 } });
    const held = [await socket(gate), await socket(gate)];
    for (let i = 0; i < 5; i++) {
      const { status, json } = await post(gate, 'state', STATE);
      expect([status, json.fault.code]).toEqual([503, 'gate/connections']);
      expect(json.fault.hint).toContain('--max-connections');
      await expect(socket(gate)).rejects.toThrow(/503/);
      expect(await health(gate)).toMatchObject({ ok: true, connections: 2 });
    }
    expect(gate.facts().refusedConnections).toBe(10);
    held[0].ask(1, 'state', STATE);
    expect((await held[0].answer(1)).result).toMatchObject({ echo: 1 });
  });

  it('are so many for each peer', async () => {
    const gate = await acting({ limits: { connections: 10, perPeer: 1 } });
    await socket(gate);
    const { status, json } = await post(gate, 'state', STATE);
    expect([status, json.fault.code]).toEqual([503, 'gate/connections-peer']);
    expect(await health(gate)).toMatchObject({ ok: true });
  });

  it('are not taken by those that do not show that they may ask', async () => {
    const limits = { connections: 2, strangers: 4 };
    const gate = await acting({ token: 'right-token', limits });
    const headers = { Authorization: 'Bearer right-token' };
    // They say nothing; the oldest are turned out with an answer.
    const silent = Array.from({ length: 20 }, () => talkTcp(gate.port));
    const turnedOut = await Promise.all(silent.slice(0, 16).map(({ ended }) => ended));
    for (const text of turnedOut) expect(text).toMatch(/^HTTP\/1\.1 503[\s\S]*Retry-After/);
    const wrong = await post(gate, 'state', STATE, { headers: { Authorization: 'Bearer wrong' } });
    expect([wrong.status, wrong.headers.connection]).toEqual([401, 'close']);
    expect(gate.facts().connections).toBe(0);
    for (let i = 0; i < 3; i++) {
      const all = [socket(gate, { headers }), socket(gate, { headers })];
      const talks = await Promise.all(all);
      expect(gate.facts()).toMatchObject({ connections: 2 });
      expect(gate.facts().strangers).toBeLessThanOrEqual(4);
      for (const { socket: each } of talks) each.terminate();
      await until(() => gate.facts().connections === 0);
    }
    expect((await post(gate, 'state', STATE, { headers })).status).toBe(200);
  });

  it('are kept from one request to the next; those of strangers are not', async () => {
    const gate = await acting();
    const ask = (to: Socket, method: string, path: string, body = ''): boolean =>
      to.write(
        `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    const kept = talkTcp(gate.port);
    let heard = '';
    kept.socket.on('data', (chunk) => {
      heard += chunk;
    });
    const answers = () => heard.match(/HTTP\/1\.1 200/g)?.length ?? 0;
    ask(kept.socket, 'POST', '/v1/state', JSON.stringify(STATE));
    await until(() => answers() === 1);
    ask(kept.socket, 'GET', '/healthz');
    await until(() => answers() === 2);
    ask(kept.socket, 'POST', '/v1/state', JSON.stringify(STATE));
    await until(() => answers() === 3);
    kept.socket.destroy();
    const stranger = talkTcp(gate.port);
    ask(stranger.socket, 'GET', '/healthz');
    expect(await stranger.ended).toMatch(/^HTTP\/1\.1 200[\s\S]*Connection: close/i);
  });
});
