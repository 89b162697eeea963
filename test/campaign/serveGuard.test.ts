/** Who is let in, what is read, and how much of everything: each limit is met and held. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { readerIn, realFolders } from '../../src/serve/folder.ts';
import { Guard } from '../../src/serve/guard.ts';
import { optional } from '../../src/serve/optional.ts';
import { gatesOfTest, post, send, talkTcp } from '../helpers/serve/gates.ts';

const { acting, socket } = gatesOfTest();
const STATE = { q: { echo: 1 } };

describe('names of the machine', () => {
  it('are asked for, so that no foreign name can be pointed here', async () => {
    const gate = await acting({ allowHosts: ['robot.local'] });
    const status = async (Host: string) =>
      (await post(gate, 'state', STATE, { headers: { Host } })).status;
    for (const host of ['localhost', `127.0.0.1:${gate.port}`, '127.1.2.3', '[::1]:80']) {
      expect(await status(host), host).toBe(200);
    }
    expect(await status('Robot.Local:4000')).toBe(200);
    for (const host of ['evil.example', '127.0.0.1.evil.example', 'localhost.evil', '10.0.0.1']) {
      expect(await status(host), host).toBe(403);
    }
    const health = { method: 'GET', headers: { Host: 'evil.example' } };
    expect((await send(`${gate.url}/healthz`, health)).status).toBe(403);
    await expect(socket(gate, { headers: { Host: 'evil.example' } })).rejects.toThrow(/403/);
    const { socket: bare, ended } = talkTcp(gate.port);
    bare.end('POST /v1/cells HTTP/1.0\r\nContent-Type: application/json\r\n\r\n');
    expect(await ended).toMatch(/^HTTP\/1\.1 403/);
  });

  it('are also those on the network, where it listens there; the machine’s own suffice', () => {
    const guard = new Guard({ host: '0.0.0.0', token: 'long enough' });
    expect(guard.refuses({ host: 'localhost' })).toBeNull();
    expect(guard.refuses({ host: 'evil.example' })).toMatchObject({ status: 403 });
  });
});

describe('origins of pages', () => {
  it('are this machine’s, or allowed; others get nothing', async () => {
    const gate = await acting({ allowOrigins: ['https://robots.example'] });
    const ask = (Origin: string) => post(gate, 'state', STATE, { headers: { Origin } });
    for (const origin of ['http://localhost:5173', 'http://127.0.0.1', 'https://robots.example']) {
      const { status, headers } = await ask(origin);
      expect([status, headers['access-control-allow-origin']]).toEqual([200, origin]);
      const talk = await socket(gate, { origin });
      talk.ask(1, 'state', STATE);
      expect((await talk.answer(1)).result).toMatchObject({ echo: 1 });
    }
    const foreign = [
      ...['https://evil.example', 'null', 'http://localhost.evil.example', 'file://'],
      ...['https://robots.example.evil.example', 'http://robots.example', 'x'],
    ];
    for (const origin of foreign) {
      const { status, headers } = await ask(origin);
      expect([status, headers['access-control-allow-origin']], origin).toEqual([403, undefined]);
      await expect(socket(gate, { origin }), origin).rejects.toThrow(/403/);
    }
  });

  it('are told beforehand what they may do', async () => {
    const gate = await acting({ token: 'long-enough-token' });
    const preflight = (Origin: string) =>
      send(`${gate.url}/v1/state`, { method: 'OPTIONS', headers: { Origin }, body: '' });
    const { status, headers } = await preflight('http://localhost:5173');
    expect(status).toBe(204);
    expect(headers['access-control-allow-headers']).toMatch(/Authorization/);
    expect((await preflight('https://evil.example')).status).toBe(403);
  });

  it('must be written as browsers write them', async () => {
    for (const origin of ['robots.example', 'https://robots.example/page', '*', 'ftp://x']) {
      await expect(acting({ allowOrigins: [origin] }), origin).rejects.toThrow(/not an origin/);
    }
  });
});

describe('a token', () => {
  it('is needed, and must be the right one', async () => {
    const gate = await acting({ token: 'right-token' });
    const ask = (Authorization?: string) =>
      post(gate, 'state', STATE, Authorization ? { headers: { Authorization } } : {});
    expect((await ask('Bearer right-token')).status).toBe(200);
    for (const wrong of [
      undefined,
      'Bearer wrong-token',
      'Bearer',
      'Basic right-token',
      'right-token',
    ]) {
      const { status, headers } = await ask(wrong);
      expect([status, headers['www-authenticate']], wrong).toEqual([401, 'Bearer']);
    }
    expect((await send(`${gate.url}/openapi.json`, { method: 'GET' })).status).toBe(401);
    expect((await send(`${gate.url}/healthz`, { method: 'GET' })).status).toBe(200);
    await expect(socket(gate)).rejects.toThrow(/401/);
    await expect(socket(gate, { protocols: ['bearer.wrong'] })).rejects.toThrow(/401/);
    const talk = await socket(gate, { protocols: ['surepath', 'bearer.right-token'] });
    expect(talk.socket.protocol).toBe('surepath');
    talk.ask(1, 'state', STATE);
    expect((await talk.answer(1)).result).toMatchObject({ echo: 1 });
    const headers = { Authorization: 'Bearer right-token' };
    expect((await socket(gate, { headers })).socket.protocol).toBe('');
  });

  it('is needed beyond this machine', async () => {
    await expect(acting({ host: '0.0.0.0' })).rejects.toThrow(/must be a token/);
    const gate = await acting({ host: '0.0.0.0', token: 'right-token' });
    expect((await post(gate, 'state', STATE)).status).toBe(401);
  });
});

describe('files', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'surepath-folder-')));
  afterAll(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'served/meshes'), { recursive: true });
  mkdirSync(join(folder, 'served-not'));
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
  put('served/cell.yaml', 'cell');
  put('served/meshes/a.stl', 'mesh');
  put('secret', 'nobody may read this');
  put('served-not/secret', 'nobody may read this');
  symlinkSync(join(folder, 'secret'), join(folder, 'served/link'));
  symlinkSync('..', join(folder, 'served/up'));
  symlinkSync('cell.yaml', join(folder, 'served/inside'));
  const read = readerIn(realFolders([join(folder, 'served')]));
  const text = (path: string) => {
    const bytes = read(path);
    return bytes && Buffer.from(bytes).toString();
  };

  it('inside of the folder are read, by links too', () => {
    for (const path of [
      'cell.yaml',
      './meshes/../cell.yaml',
      'inside',
      join(folder, 'served/cell.yaml'),
    ]) {
      expect(text(path), path).toBe('cell');
    }
    expect(text('meshes/a.stl')).toBe('mesh');
  });

  it('outside are not there, whichever way leads to them', () => {
    const ways = [
      ...['../secret', 'link', 'up/secret', '/etc/passwd', '../served-not/secret', '..'],
      ...['.', 'meshes', '', 'cell.yaml\0.stl', '/dev/zero', '/proc/self/environ'],
      ...[join(folder, 'secret'), join(folder, 'served/../secret'), 'meshes/../../secret'],
    ];
    for (const path of ways) expect(read(path), path).toBeUndefined();
    expect(readerIn([])('cell.yaml')).toBeUndefined();
  });
});

describe('what is too large', () => {
  it('is not read: bodies by their declared length, and by what comes', async () => {
    const gate = await acting({ limits: { body: 1000 } });
    const large = JSON.stringify({ q: STATE.q, cell: 'x'.repeat(2000) });
    const declared = await send(`${gate.url}/v1/state`, { body: large });
    expect(declared.json).toMatchObject({ status: 413, code: -32005 });
    expect(declared.headers.connection).toBe('close');
    const headers = { 'Transfer-Encoding': 'chunked' };
    const chunked = await send(`${gate.url}/v1/state`, { body: large, headers });
    expect(chunked.json).toMatchObject({ status: 413 });
    expect((await send(`${gate.url}/rpc`, { body: large })).status).toBe(413);
    expect((await post(gate, 'state', STATE)).status).toBe(200);
  });

  it('is not unpacked: packed bodies are refused, WebSockets are not compressed', async () => {
    const gate = await acting();
    const headers = { 'Content-Encoding': 'gzip' };
    const body = gzipSync(Buffer.alloc(1 << 20));
    expect((await send(`${gate.url}/v1/state`, { body, headers })).status).toBe(415);
    const talk = await socket(gate);
    expect(talk.socket.extensions).toBe('');
  });

  it('ends a WebSocket: messages, and what is no text', async () => {
    const gate = await acting({ limits: { body: 1000 } });
    const talk = await socket(gate);
    talk.socket.send('x'.repeat(2000));
    expect((await talk.closed).code).toBe(1009);
    const other = await socket(gate);
    other.socket.send(Buffer.from('{}'), { binary: true });
    expect((await other.closed).code).toBe(1003);
  });

  it('is refused: batches, requests of one WebSocket, cells', async () => {
    const limits = { batch: 5, perConnection: 4, cells: 2 };
    const gate = await acting({ limits });
    const batch = Array.from({ length: 6 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'cells' }));
    const { json } = await send(`${gate.url}/rpc`, { body: JSON.stringify(batch) });
    expect(json).toMatchObject({ id: null, error: { code: -32005 } });
    const talk = await socket(gate);
    for (let id = 0; id < 6; id++) talk.ask(id, 'state', { q: { spin: 150 } });
    const codes = [];
    for (let id = 0; id < 6; id++) codes.push((await talk.answer(id)).error?.code ?? 0);
    expect(codes).toEqual([0, 0, 0, 0, -32003, -32003]);
    const opened = [0, 1, 2].map(() => post(gate, 'open', { file: 'x' }));
    const statuses = (await Promise.all(opened)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 413, 413]);
  });

  it('is refused unless it is JSON by its own account: no forms of pages', async () => {
    const gate = await acting();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
      const headers = { 'Content-Type': type };
      expect((await post(gate, 'state', STATE, { headers })).status, type).toBe(415);
    }
    const headers = { 'Content-Type': 'application/json; charset=utf-8' };
    expect((await post(gate, 'state', STATE, { headers })).status).toBe(200);
  });
});

describe('packages that only a server needs', () => {
  it('are asked for by name where they are missing', async () => {
    const name = 'surepath-no-such-package';
    const load = () => import(/* @vite-ignore */ `${name}`);
    await expect(optional('hono', () => missing(load))).rejects.toThrow(
      /the package hono is needed.*npm install hono @hono\/node-server ws/s,
    );
    await expect(optional('hono', () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
  });
});

/** As Node says it; the tests' own loader has other words. */
async function missing(load: () => Promise<unknown>): Promise<unknown> {
  try {
    return await load();
  } catch {
    throw Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' });
  }
}

describe('connections', () => {
  it('are bounded in number', async () => {
    const gate = await acting({ limits: { connections: 3 } });
    const held = [await socket(gate), await socket(gate), await socket(gate)];
    const { status, headers, json } = await post(gate, 'state', STATE);
    expect([status, headers['retry-after'], headers.connection]).toEqual([503, '1', 'close']);
    expect(json).toMatchObject({ code: -32003, fault: { code: 'gate/connections' } });
    held[0].socket.close();
    while (gate.facts().connections === 3) await new Promise((next) => setTimeout(next, 2));
    expect((await post(gate, 'state', STATE)).status).toBe(200);
  });

  it('that send slowly are ended: heads and bodies', async () => {
    const limits = { headers_ms: 150, request_ms: 300 };
    const gate = await acting({ limits });
    const head = talkTcp(gate.port);
    head.socket.write('POST /v1/state HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    expect(await head.ended).toMatch(/^HTTP\/1\.1 408/);
    const body = talkTcp(gate.port);
    body.socket.write(
      'POST /v1/state HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"q"',
    );
    expect(await body.ended).toMatch(/^HTTP\/1\.1 408|^$/);
    expect((await post(gate, 'state', STATE)).status).toBe(200);
    expect(gate.facts()).toMatchObject({ running: 0, waiting: 0 });
  });

  it('that ask and do not read are ended', async () => {
    const gate = await acting({ limits: { unread: 100_000 } });
    const talk = await socket(gate);
    talk.socket.pause();
    const id = 'x'.repeat(30_000);
    const message = JSON.stringify({ jsonrpc: '2.0', id, method: 'cells' });
    // More than the machine keeps for a connection that is not read.
    for (let sent = 0; gate.facts().webSockets > 0 && sent < 20_000; sent++) {
      talk.socket.send(message);
      if (sent % 20 === 0) await new Promise((next) => setImmediate(next));
    }
    expect(gate.facts().webSockets).toBe(0);
    talk.socket.terminate();
  });
});
