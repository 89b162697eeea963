/**
 * The gate over WebSockets at /ws: one JSON-RPC message in each text message, `progress` notifications, `cancel`. Nothing is
 * compressed: what is small needs it not, and what unpacks to gigabytes is not let in.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { errorObjectOf, type RpcId } from '../gate/index.ts';
import { textOf } from './body.ts';
import { Caller, type Front } from './front.ts';
import { chosenProtocol, type Guard } from './guard.ts';
import { optional } from './optional.ts';
import type { GateLimits } from './options.ts';

/** What WebSockets need to know. */
export interface SocketOptions {
  readonly front: Front;
  readonly guard: Guard;
  readonly limits: GateLimits;
}

/** WebSockets of a server. */
export interface Sockets {
  /** How many there are. */
  readonly count: number;
  /** Takes no more messages, and closes every WebSocket once what it asked is answered. */
  close(): Promise<void>;
}

/** Bytes that a follower may be behind. */
const MOST_BEHIND = 1 << 18;

/** Milliseconds between two questions whether a client is still there. */
const PING_MS = 20_000;

/** Lets WebSockets in at /ws. */
export async function acceptSockets(server: Server, options: SocketOptions): Promise<Sockets> {
  const { guard, limits } = options;
  const { WebSocketServer } = await optional('ws', () => import('ws'));
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.body,
    perMessageDeflate: false,
    handleProtocols: chosenProtocol,
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const denial = guard.refuses(request.headers) ?? guard.lacksToken(request.headers);
    const isHere = /^\/ws(\?|$)/.test(request.url ?? '');
    const status = denial ? denial.status : isHere ? 0 : 404;
    if (status !== 0) {
      const text = `${denial?.message ?? 'WebSockets are let in at /ws'}\n`;
      socket.end(
        `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: text/plain\r\n` +
          `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      );
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => attend(client, options));
  });
  const timer = setInterval(() => {
    for (const client of sockets.clients) askWhetherThere(client as Watched);
  }, PING_MS);
  timer.unref();
  return {
    get count() {
      return sockets.clients.size;
    },
    close: async () => {
      clearInterval(timer);
      await Promise.all([...sockets.clients].map((client) => closed(client as Watched)));
      sockets.close();
    },
  };
}

/** A WebSocket and what is known of it. */
interface Watched extends WebSocket {
  isSilent?: boolean;
  waiting?: number;
  isClosing?: boolean;
}

function attend(client: Watched, { front, limits }: SocketOptions): void {
  const say = (text: string): void => {
    if (client.readyState !== client.OPEN) return;
    // Who asks and does not read would have us keep it all.
    if (client.bufferedAmount > limits.unread) client.terminate();
    else client.send(text);
  };
  const tell = (text: string): void => {
    // Of live states only the newest matters: who is slow misses some.
    if (client.readyState === client.OPEN && client.bufferedAmount < MOST_BEHIND) client.send(text);
  };
  const caller = new Caller((id, progress) => say(notification(id, progress)), tell);
  client.waiting = 0;
  client.on('message', (data: RawData, isBinary: boolean) => {
    client.isSilent = false;
    if (client.isClosing) return;
    if (isBinary) {
      client.close(1003, 'text messages only');
      return;
    }
    let text: string;
    try {
      text = textOf(data as Buffer);
    } catch (error) {
      say(JSON.stringify({ jsonrpc: '2.0', error: errorObjectOf(error), id: null }));
      return;
    }
    client.waiting!++;
    void front.message(text, caller).then((answer) => {
      if (answer !== null) say(answer);
      client.waiting!--;
      if (client.isClosing && client.waiting === 0) client.close(1001, 'the gate closes');
    });
  });
  client.on('pong', () => {
    client.isSilent = false;
  });
  client.on('error', () => client.terminate());
  client.on('close', () => caller.leave());
}

function notification(id: RpcId, progress: string): string {
  const rest = progress === '{}' ? '}' : `,${progress.slice(1)}`;
  return `{"jsonrpc":"2.0","method":"progress","params":{"id":${JSON.stringify(id)}${rest}}`;
}

function askWhetherThere(client: Watched): void {
  if (client.isSilent) client.terminate();
  else {
    client.isSilent = true;
    client.ping();
  }
}

/** Milliseconds for a client to take leave. */
const FAREWELL_MS = 1000;

function closed(client: Watched): Promise<void> {
  return new Promise((done) => {
    client.once('close', () => done());
    client.isClosing = true;
    if (client.waiting === 0) client.close(1001, 'the gate closes');
    setTimeout(() => client.waiting === 0 && client.terminate(), FAREWELL_MS).unref();
  });
}
