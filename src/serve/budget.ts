/**
 * The memory that requests may hold: their bytes count from the first one that is read until the request is answered, in total
 * and for each peer. A request that does not fit is refused at once, and nothing of it is kept.
 */
import type { GateError } from '../gate/index.ts';
import { full } from './problem.ts';

/** Bytes up to which a request is small: the last 16th of the budget is kept for these. */
const SMALL = 1 << 16;

/** Counts for operators and tests. */
export interface BudgetFacts {
  /** Bytes of requests that are held now, and the most there ever were. */
  readonly bodyBytes: number;
  readonly mostBodyBytes: number;
  /** Requests that were refused because there was no room for them. */
  readonly refusedBodies: number;
}

/** The budget of one gate. */
export class BodyBudget {
  private readonly total: number;
  private readonly ofPeers: Map<string, number> | null;
  private held = 0;
  private most = 0;
  private refused = 0;

  /** `total` in bytes. With `isByPeer` one peer has at most half of it. */
  constructor(total: number, isByPeer: boolean) {
    this.total = total;
    this.ofPeers = isByPeer ? new Map() : null;
  }

  get facts(): BudgetFacts {
    return { bodyBytes: this.held, mostBodyBytes: this.most, refusedBodies: this.refused };
  }

  /** The share of a request that begins; it must be ended. */
  open(peer: string): Share {
    return new Share((bytes, of) => this.change(peer, bytes, of));
  }

  /** Takes (or gives back) bytes of a request that then has `of`. Throws a GateError where there is no room. */
  private change(peer: string, bytes: number, of: number): void {
    const { total, ofPeers } = this;
    const held = this.held + bytes;
    const ofPeer = (ofPeers?.get(peer) ?? 0) + bytes;
    if (bytes > 0) {
      const reserve = total / 16;
      const extra = of <= SMALL ? reserve : 0;
      const isPeerFull = ofPeers !== null && ofPeer > total / 2 + extra;
      if (held > total - reserve + extra || isPeerFull) {
        this.refused++;
        throw noRoom(isPeerFull);
      }
    }
    this.held = held;
    this.most = Math.max(this.most, held);
    if (ofPeer === 0) ofPeers?.delete(peer);
    else ofPeers?.set(peer, ofPeer);
  }
}

/** Bytes that one request holds. */
export class Share {
  private readonly change: (bytes: number, of: number) => void;
  private bytes = 0;
  private isOver = false;

  constructor(change: (bytes: number, of: number) => void) {
    this.change = change;
  }

  /** The request holds so many bytes in all, or is about to. Throws a GateError where there is no room for them. */
  growTo(bytes: number): void {
    if (this.isOver || bytes <= this.bytes) return;
    this.change(bytes - this.bytes, bytes);
    this.bytes = bytes;
  }

  /** Adds bytes to it. Throws a GateError where there is no room for them. */
  add(bytes: number): void {
    this.growTo(this.bytes + bytes);
  }

  /** The request is answered, refused or gone. May be called again. */
  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    if (this.bytes > 0) this.change(-this.bytes, 0);
  }
}

function noRoom(isPeerFull: boolean): GateError {
  return isPeerFull
    ? full('gate/body-peer', 'requests of this peer hold half of the memory for requests', {
        hint: 'send fewer large requests at a time, or raise --max-body-total',
      })
    : full('gate/body-total', 'the requests that are held leave no room for this one', {
        hint: 'try again later, or raise --max-body-total',
      });
}
