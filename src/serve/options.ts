/** What a gate is started with, and its limits: on size, count and time of everything. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';

/** How much of everything. */
export interface GateLimits {
  /** Bytes of a request's body, of a WebSocket message, of a line. */
  readonly body: number;
  /** Bytes of all requests that are being read, wait or are done; one peer has at most half of it. */
  readonly bodyTotal: number;
  /** Requests in one batch. */
  readonly batch: number;
  /** Requests that wait for a worker. */
  readonly queue: number;
  /** Requests of one WebSocket, or of standard input, that are not answered yet. */
  readonly perConnection: number;
  /** Connections that have shown that they may ask, WebSockets included. */
  readonly connections: number;
  /** Of these, connections of one peer; 0: no limit for each peer, of bytes neither. */
  readonly perPeer: number;
  /** Connections that have not shown yet that they may ask. */
  readonly strangers: number;
  /** Cells that are open. */
  readonly cells: number;
  /** Milliseconds that a request may take, waiting included, whatever its budget. */
  readonly time_ms: number;
  /** Milliseconds that a worker may go on after it was told to stop. */
  readonly grace_ms: number;
  /** Milliseconds for the head of a request, and for all of it. */
  readonly headers_ms: number;
  readonly request_ms: number;
  /** Milliseconds after which a connection that says nothing is closed. */
  readonly idle_ms: number;
  /** Milliseconds after which a WebSocket without messages is closed. */
  readonly socketIdle_ms: number;
  /** Megabytes of JavaScript objects in one worker. */
  readonly memory_MB: number;
  /** Bytes that wait to be read by a client before its connection is closed. */
  readonly unread: number;
}

const MB = 1 << 20;

/** Limits where nobody says otherwise. */
export const DEFAULT_LIMITS: GateLimits = {
  body: 64 * MB,
  bodyTotal: 256 * MB,
  batch: 1000,
  queue: 2000,
  perConnection: 1000,
  connections: 256,
  perPeer: 128,
  strangers: 64,
  cells: 64,
  time_ms: 120_000,
  grace_ms: 2000,
  headers_ms: 10_000,
  request_ms: 60_000,
  idle_ms: 75_000,
  socketIdle_ms: 3_600_000,
  memory_MB: 4096,
  unread: 256 * MB,
};

/** Answers a GET or HEAD that is for a page; false where it is not. */
export type PageDoor = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/** Who may come in. */
export interface DoorOptions {
  /** Address to listen on. Default 127.0.0.1. */
  readonly host?: string | undefined;
  /** Default 0: any that is free. */
  readonly port?: number | undefined;
  /** Names besides this machine's own that a request may call it by. */
  readonly allowHosts?: readonly string[] | undefined;
  /** Origins of pages besides those of this machine, such as `https://robots.example`. */
  readonly allowOrigins?: readonly string[] | undefined;
  /** Who asks must know it. Beyond loopback there must be one. */
  readonly token?: string | undefined;
}

/** Threads if nobody says how many: one for each core but the one that serves, and two at least: one does nothing heavy. */
export function defaultWorkers(): number {
  return Math.max(2, availableParallelism() - 1);
}
