/**
 * The gate over WebSockets at /ws: one JSON-RPC message in each text message, `progress` notifications, `cancel`. Nothing is
 * compressed: what is small needs it not, and what unpacks to gigabytes is not let in.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { errorObjectOf, GateError, type RpcId } from '../gate/index.ts';
import { textOf } from './body.ts';
import type { BodyBudget } from './budget.ts';
import { FrameWatch } from './frames.ts';
import { Caller, type Front } from './front.ts';
import { chosenProtocol, type Guard } from './guard.ts';
import { optional } from './optional.ts';
import type { GateLimits } from './options.ts';
import { peerOf } from './peers.ts';
import { endWith, type Places } from './places.ts';
import { clock } from './pool/clock.ts';
import { type Problem, problem } from './problem.ts';

/** What WebSockets need to know. */
export interface SocketOptions {
  readonly front: Front;
  readonly guard: Guard;
  readonly limits: GateLimits;
  readonly places: Places;
  readonly budget: BodyBudget;
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

/** Milliseconds between two looks at which WebSockets are idle or too slow: a fraction of the limits, and a second at most. */
const LOOK_MS = 1000;

/** Lets WebSockets in at /ws. */
export async function acceptSockets(server: Server, options: SocketOptions): Promise<Sockets> {
  const { limits } = options;
  const { WebSocketServer } = await optional('ws', () => import('ws'));
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.body,
    perMessageDeflate: false,
    handleProtocols: chosenProtocol,
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const refusal = refusalOf(request, socket, options);
    if (refusal) endWith(socket, refusal);
    else sockets.handleUpgrade(request, socket, head, (client) => attend(client, socket, options));
  });
  const pings = setInterval(() => {
    for (const client of sockets.clients) askWhetherThere(client as Watched);
  }, PING_MS);
  const { socketIdle_ms, request_ms } = limits;
  const looks = setInterval(
    () => {
      for (const client of sockets.clients) endIfIdle(client as Watched, limits, clock());
    },
    Math.min(LOOK_MS, socketIdle_ms / 4, request_ms / 4),
  );
  pings.unref();
  looks.unref();
  return {
    get count() {
      return sockets.clients.size;
    },
    close: async () => {
      clearInterval(pings);
      clearInterval(looks);
      await Promise.all([...sockets.clients].map((client) => closed(client as Watched)));
      sockets.close();
    },
  };
}

/** Why a request for a WebSocket is refused; null where it has taken a place. */
function refusalOf(
  { headers, url }: IncomingMessage,
  socket: Duplex,
  { guard, places }: SocketOptions,
): Problem | null {
  const denial = guard.refuses(headers) ?? guard.lacksToken(headers);
  if (denial) return problem(denial.status, denial.message);
  if (!/^\/ws(\?|$)/.test(url ?? '')) return problem(404, 'WebSockets are let in at /ws');
  return places.admit(socket);
}

/** A WebSocket and what is known of it. */
interface Watched extends WebSocket {
  isSilent?: boolean;
  waiting?: number;
  isClosing?: boolean;
  /** When the last message came or was answered. */
  heardAt?: number;
  frames?: FrameWatch;
  /** Ends it, and keeps nothing of what still comes. */
  refuse?: (code: number, reason: string) => void;
}

function attend(client: Watched, socket: Duplex, options: SocketOptions): void {
  const { front, limits } = options;
  const say = (text: string): void => {
    if (client.readyState !== client.OPEN) return;
    endIfUnread(client, limits);
    client.send(text);
  };
  const tell = (text: string): void => {
    // Of live states only the newest matters: who is slow misses some.
    if (client.readyState !== client.OPEN || client.bufferedAmount >= MOST_BEHIND) return;
    client.heardAt = clock();
    client.send(text);
  };
  const caller = new Caller((id, progress) => say(notification(id, progress)), tell);
  client.waiting = 0;
  client.heardAt = clock();
  const frames = watchFrames(client, socket, options);
  client.on('message', (data: RawData, isBinary: boolean) => {
    const share = frames.next();
    client.heardAt = clock();
    if (client.isClosing || isBinary) {
      share?.end();
      if (!client.isClosing) client.close(1003, 'text messages only');
      return;
    }
    let text: string;
    try {
      text = textOf(data as Buffer);
    } catch (error) {
      say(JSON.stringify({ jsonrpc: '2.0', error: errorObjectOf(error), id: null }));
      share?.end();
      return;
    }
    client.waiting!++;
    void front.message(text, caller).then((answer) => {
      share?.end();
      client.heardAt = clock();
      if (answer !== null) say(answer);
      client.waiting!--;
      if (client.isClosing && client.waiting === 0) client.close(1001, 'the gate closes');
    });
  });
  client.on('pong', () => {
    client.isSilent = false;
  });
  client.on('ping', () => {
    client.heardAt = clock();
    // Each is answered, whether the client reads or not.
    endIfUnread(client, limits);
  });
  client.on('error', () => client.terminate());
  client.on('close', () => caller.leave());
}

/** Counts what a WebSocket holds, and refuses a message that finds no room. */
function watchFrames(
  client: Watched,
  socket: Duplex,
  { budget, limits }: SocketOptions,
): FrameWatch {
  const peer = peerOf((socket as Socket).remoteAddress);
  const frames = new FrameWatch(() => budget.open(peer), limits.body);
  const take = (chunk: Buffer): void => {
    client.isSilent = false;
    try {
      frames.take(chunk, clock());
    } catch (error) {
      if (!(error instanceof GateError)) throw error;
      client.refuse?.(1013, error.message);
    }
  };
  client.frames = frames;
  client.refuse = (code, reason) => {
    client.isClosing = true;
    // Neither this nor the package hears any more; what comes is discarded until the client has said farewell.
    socket.removeAllListeners('data');
    socket.resume();
    client.close(code, reason);
    setTimeout(() => client.terminate(), FAREWELL_MS).unref();
  };
  // Before the package, which is listening already: a frame is counted before it is kept.
  socket.prependListener('data', take);
  client.once('close', () => frames.end());
  return frames;
}

/** A client that asks and does not read would have the gate keep all answers. */
function endIfUnread(client: Watched, { unread }: GateLimits): void {
  if (client.bufferedAmount > unread) client.terminate();
}

/** Closes a WebSocket that has sent nothing for long, or whose message does not become whole. */
function endIfIdle(client: Watched, limits: GateLimits, now: number): void {
  const { socketIdle_ms, request_ms } = limits;
  const { frames, heardAt = now, waiting = 0 } = client;
  if (client.isClosing || client.readyState !== client.OPEN) return;
  const begunAt = frames?.begunAt ?? null;
  if (begunAt !== null && now - begunAt > request_ms) {
    client.refuse?.(1008, `a message must be whole after ${request_ms / 1000} s`);
  } else if (begunAt === null && waiting === 0 && now - heardAt > socketIdle_ms) {
    client.isClosing = true;
    client.close(1001, `no message for ${socketIdle_ms / 1000} s (--socket-idle)`);
  }
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
