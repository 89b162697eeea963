/** Whom the studio's server answers beyond this machine, and that it reads no body. */
import { request } from 'node:http';
import { connect } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../src/cli/studio/server.ts';
import type { Site } from '../../src/cli/studio/site.ts';

const SECRET = 'the cell of somebody';
const site: Site = new Map([['/', { text: SECRET, type: 'text/plain' }]]);

function ask(server: RunningServer, host: string): Promise<[status: number, body: string]> {
  return new Promise((done, fail) => {
    const options = { host: '127.0.0.1', port: server.port, headers: { host }, agent: false };
    request(options, (response) => {
      let body = '';
      response.on('data', (bytes) => {
        body += bytes;
      });
      response.on('end', () => done([response.statusCode!, body]));
    })
      .on('error', fail)
      .end();
  });
}

describe('beyond this machine', () => {
  it('it answers to its own names and to those that it was told, and to no others', async () => {
    const allowHosts = ['Robots.example'];
    const server = await startServer(site, { host: '0.0.0.0', port: 0, allowHosts });
    const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    const addresses = own.filter(({ family }) => family === 'IPv4').map(({ address }) => address);
    for (const host of ['localhost', hostname(), ...addresses, 'robots.EXAMPLE:80']) {
      expect([host, await ask(server, host)]).toEqual([host, [200, SECRET]]);
    }
    for (const host of ['evil.example', 'robots.example.evil', '203.0.113.9', 'a@robots.example']) {
      const [status, body] = await ask(server, host);
      expect([host, status, body.includes(SECRET)]).toEqual([host, 403, false]);
    }
    await server.close();
  });
});

describe('a request with a body', () => {
  const LONG = 'Content-Length: 1000000000\r\n\r\n';
  it.each([
    [403, `GET / HTTP/1.1\r\nHost: evil.example\r\n${LONG}`],
    [405, 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n'],
    [200, `GET / HTTP/1.1\r\nHost: localhost\r\n${LONG}`],
    [404, `GET /no HTTP/1.1\r\nHost: localhost\r\n${LONG}`],
  ])('ends with the answer %i: nothing else is read', async (status, head) => {
    const server = await startServer(site, { host: '127.0.0.1', port: 0 });
    const socket = connect(server.port, '127.0.0.1');
    let answered = '';
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      answered += bytes.toString();
    });
    const closed = new Promise((done) => socket.once('close', done));
    // The head promises a lot, and nothing comes: a server that wants to read it would wait for it.
    socket.write(head);
    await closed;
    expect(answered).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answered.toLowerCase()).toContain('connection: close');
    await server.close();
  });
});
