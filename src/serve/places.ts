/**
 * Places for connections. A connection is a stranger until its first request has shown that it may ask (names, origin, token);
 * then it takes a place, of which there are so many in total and for each peer. Strangers have few places of their own, and
 * never take one of those that may ask: where there is no room for another stranger, the oldest of the peer that has
 * most of them is closed. Each refusal is an answer, never a reset.
 */
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorObjectOf, type GateError } from '../gate/index.ts';
import type { GateLimits } from './options.ts';
import { peerOf } from './peers.ts';
import { full, type Problem, problemOf } from './problem.ts';

/** Counts for operators and tests. */
export interface PlaceFacts {
  /** Connections that have shown that they may ask, and the others. */
  readonly connections: number;
  readonly strangers: number;
  /** Connections that were told that there is no place for them. */
  readonly refusedConnections: number;
}

export class Places {
  private readonly limits: Pick<GateLimits, 'connections' | 'perPeer' | 'strangers'>;
  /** Oldest first. */
  private readonly strangers = new Map<Duplex, string>();
  private readonly placed = new Map<Duplex, string>();
  private readonly ofPeers = new Map<string, number>();
  private refused = 0;

  constructor(limits: Pick<GateLimits, 'connections' | 'perPeer' | 'strangers'>) {
    this.limits = limits;
  }

  get facts(): PlaceFacts {
    return {
      connections: this.placed.size,
      strangers: this.strangers.size,
      refusedConnections: this.refused,
    };
  }

  /** A connection has come; nothing is known of it yet. */
  enter(socket: Socket): void {
    if (this.strangers.size >= this.limits.strangers) this.turnOut();
    this.strangers.set(socket, peerOf(socket.remoteAddress));
    socket.once('close', () => this.leave(socket));
  }

  /** Whether a connection has no place: it is closed after each answer. */
  isStranger(socket: Duplex): boolean {
    return !this.placed.has(socket);
  }

  /** Gives a connection that may ask its place; tells why there is none. */
  admit(socket: Duplex): Problem | null {
    const peer = this.strangers.get(socket);
    if (peer === undefined) return this.placed.has(socket) ? null : this.refuse(noPlace());
    const { connections, perPeer } = this.limits;
    const ofPeer = this.ofPeers.get(peer) ?? 0;
    if (perPeer > 0 && ofPeer >= perPeer) return this.refuse(peerIsFull(perPeer));
    if (this.placed.size >= connections) return this.refuse(noPlace());
    this.strangers.delete(socket);
    this.placed.set(socket, peer);
    this.ofPeers.set(peer, ofPeer + 1);
    return null;
  }

  private refuse(error: GateError): Problem {
    this.refused++;
    return problemOf(errorObjectOf(error));
  }

  private leave(socket: Duplex): void {
    this.strangers.delete(socket);
    const peer = this.placed.get(socket);
    if (peer === undefined) return;
    this.placed.delete(socket);
    const left = this.ofPeers.get(peer)! - 1;
    if (left === 0) this.ofPeers.delete(peer);
    else this.ofPeers.set(peer, left);
  }

  /** Closes the oldest stranger of the peer that has most of them: a flood from one peer turns out its own. */
  private turnOut(): void {
    const counts = new Map<string, number>();
    for (const peer of this.strangers.values()) counts.set(peer, (counts.get(peer) ?? 0) + 1);
    const most = Math.max(...counts.values());
    for (const [socket, peer] of this.strangers) {
      if (counts.get(peer) !== most) continue;
      this.strangers.delete(socket);
      const problem = this.refuse(noPlace());
      // An answer that has begun stays whole.
      if ((socket as Socket).bytesWritten > 0) (socket as Socket).destroySoon();
      else endWith(socket, problem);
      return;
    }
  }
}

/** Answers on the bare connection, where there is no response to write to, and closes it. */
export function endWith(socket: Duplex, { status, headers, body }: Problem): void {
  const all = {
    ...headers,
    Connection: 'close',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${body}`);
}

function noPlace(): GateError {
  return full('gate/connections', 'all places for connections are taken', {
    hint: 'close connections that are not needed, or raise --max-connections',
  });
}

function peerIsFull(most: number): GateError {
  return full('gate/connections-peer', `this peer has ${most} connections already`, {
    hint: 'close some; behind a proxy give --max-per-peer 0',
  });
}
