/** Gates for tests, and ways to ask them that a client would not take. */
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import WebSocket from 'ws';
import { type GateOptions, type RunningGate, startGate } from '../../../src/serve/index.ts';

const ACTING = new URL('./actingWorker.mjs', import.meta.url);

/** Gates that are closed after each test. */
export function gatesOfTest() {
  const gates: RunningGate[] = [];
  const sockets: WebSocket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.terminate();
    await Promise.all(gates.splice(0).map((gate) => gate.close()));
  });
  return {
    /** With workers that compute nothing and do as they are told; one cell is open. */
    async acting(options: GateOptions = {}): Promise<RunningGate> {
      const gate = await startGate({
        ...{ worker: ACTING, workers: 1, cell: { file: 'none' } },
        ...options,
      });
      gates.push(gate);
      return gate;
    },
    /** The real one. */
    async real(options: GateOptions): Promise<RunningGate> {
      const gate = await startGate({ workers: 2, ...options });
      gates.push(gate);
      return gate;
    },
    /** A WebSocket that is open. */
    async socket(gate: RunningGate, options: SocketSettings = {}): Promise<Talk> {
      const { protocols = [], ...rest } = options;
      const socket = new WebSocket(`${gate.url.replace('http', 'ws')}/ws`, protocols, rest);
      sockets.push(socket);
      const talk = new Talk(socket);
      await new Promise((done, fail) => {
        socket.once('open', done);
        socket.once('error', fail);
      });
      return talk;
    },
  };
}

interface SocketSettings {
  readonly protocols?: string[];
  readonly headers?: Record<string, string>;
  readonly origin?: string;
}

/** A WebSocket and everything that came from it. */
export class Talk {
  readonly heard: Message[] = [];
  readonly socket: WebSocket;
  readonly closed: Promise<{ code: number; reason: string }>;
  private waiting: (() => void)[] = [];

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => {
      this.heard.push(JSON.parse(String(data)));
      for (const wake of this.waiting.splice(0)) wake();
    });
    this.closed = new Promise((done) => {
      socket.once('close', (code, reason) => done({ code, reason: String(reason) }));
    });
    socket.on('error', () => {});
  }

  ask(id: number, method: string, params: object): void {
    this.socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  }

  /** The answer with this id, once it has come. */
  async answer(id: number | null): Promise<Message> {
    for (;;) {
      const found = this.heard.find((each) => each.id === id);
      if (found) return found;
      await new Promise<void>((wake) => this.waiting.push(wake));
    }
  }
}

export interface Message {
  readonly id?: number | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { code: number; message: string; data?: Record<string, unknown> };
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server says
  readonly json: any;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

/** One HTTP request as it is said, on a connection of its own. */
export function send(url: string, { method = 'POST', headers = {}, body = '{}' }: Sent = {}) {
  return new Promise<Reply>((done, fail) => {
    const all = { 'Content-Type': 'application/json', ...headers };
    const asked = request(url, { method, headers: all, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = /json/.test(response.headers['content-type'] ?? '');
        done({
          ...{ status: response.statusCode!, headers: response.headers, text },
          json: isJson && text !== '' ? JSON.parse(text) : null,
        });
      });
    });
    asked.on('error', fail);
    asked.end(method === 'GET' ? undefined : body);
  });
}

/** A method by POST, its params as an object. */
export const post = (gate: RunningGate, name: string, params: object, sent: Sent = {}) =>
  send(`${gate.url}/v1/${name}`, { ...sent, body: JSON.stringify(params) });

/** Bytes as they are, and what comes back until the connection ends. */
export function talkTcp(port: number): { socket: Socket; ended: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  const ended = new Promise<string>((done) => socket.once('close', () => done(heard)));
  return { socket, ended };
}
