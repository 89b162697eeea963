/**
 * A crew: so many workers, and tasks that any of them can do. Every task is answered once, whatever happens to workers: the
 * tasks of one that ends are given to others, and one that ended three of them fails. With one worker all is done in the
 * thread that asks, by the same code.
 */

import { type CrewTask, Errand } from './errand.ts';
import { CrewError, stoppedError } from './errors.ts';
import { Hand } from './hand.ts';
import type { KindName, KindOutput } from './kinds.ts';
import { spawnLocal } from './local.ts';
import type { FromCrewWorker } from './messages.ts';
import { type OrderOptions, orderly } from './orderly.ts';
import type { CellParcel } from './parcel.ts';
import type { SpawnWorker } from './port.ts';
import { errorOf } from './workerMain.ts';

/** How large a crew is, and where its workers run. */
export interface CrewOptions {
  /** Number of workers. 0 and 1: none but the thread that asks. */
  readonly size: number;
  /** Starts a worker. Not needed for a crew of one. */
  readonly spawn?: SpawnWorker | undefined;
  /** A crew of one has a worker, too: the thread that asks stays free. Default false. */
  readonly apart?: boolean | undefined;
  /** Tasks that a worker has at once: with two it need not wait for the next. Default 2. */
  readonly depth?: number | undefined;
  /** Milliseconds that a worker may go on with what is given up before it is ended. Default 1000. */
  readonly grace_ms?: number | undefined;
}

/** Who waits for a task. */
export interface RunOptions {
  /** Ends it early: the promise is rejected at once. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: unknown) => void) | undefined;
}

/** A task whose worker ended is given to another this often. */
const MOST_LOSSES = 2;
/** Workers in a row that ended before they were ready, until nothing more is tried. */
const MOST_FAILED_STARTS = 3;

/** Workers and what they are asked. */
export class Crew {
  readonly size: number;
  private readonly spawn: SpawnWorker;
  private readonly depth: number;
  private readonly grace_ms: number;
  private readonly hands: Hand[] = [];
  private readonly waiting: Errand[] = [];
  private readonly parcels = new Map<string, CellParcel>();
  private readonly goods = new Map<string, unknown>();
  private count = 0;
  private failedStarts = 0;
  private isClosed = false;
  /** Workers that ended though nobody ended them. */
  losses = 0;

  constructor({ size, spawn, apart = false, depth = 2, grace_ms = 1000 }: CrewOptions) {
    this.size = Math.max(1, Math.floor(size));
    const isHere = this.size === 1 && !apart;
    if (!isHere && !spawn) throw new Error('a crew of several needs a way to start workers');
    this.spawn = isHere ? spawnLocal : spawn!;
    // In this thread a second task would only wait.
    this.depth = isHere ? 1 : depth;
    this.grace_ms = grace_ms;
  }

  /** Takes a cell that tasks will be about; its name. Each worker is sent it once, when first needed. */
  bring(parcel: CellParcel): string {
    const key = `cell ${++this.count}`;
    this.parcels.set(key, parcel);
    return key;
  }

  /** Takes plain data that many tasks will be about; its name. Each worker is sent it once. */
  lend(goods: unknown): string {
    const key = `goods ${++this.count}`;
    this.goods.set(key, goods);
    return key;
  }

  /** Nobody will ask about this cell, or these goods, again. */
  forget(key: string): void {
    this.parcels.delete(key);
    this.goods.delete(key);
    for (const hand of this.hands) hand.forget(key);
  }

  /** Does a task. Rejected with what it throws, with a CrewError if workers end over it, or when the signal says so. */
  run<K extends KindName>(
    task: CrewTask<K>,
    { signal, onProgress }: RunOptions = {},
  ): Promise<KindOutput<K>> {
    return new Promise((resolve, reject) => {
      if (this.isClosed) throw new CrewError('the crew was sent home');
      if (signal?.aborted) throw stoppedError(signal);
      const stop = (): void => this.giveUp(errand, signal!);
      const settled = <T>(settle: (value: T) => void) => {
        return (value: T): void => {
          signal?.removeEventListener('abort', stop);
          settle(value);
        };
      };
      const answer = { resolve: settled(resolve as (x: unknown) => void), reject: settled(reject) };
      const errand = new Errand(task, answer, onProgress);
      signal?.addEventListener('abort', stop, { once: true });
      this.waiting.push(errand);
      this.dispatch();
    });
  }

  /** The answers to tasks in their order, with a bounded number of tasks under way (orderly.ts). */
  inOrder<K extends KindName>(
    tasks: Iterable<CrewTask<K>> | AsyncIterable<CrewTask<K>>,
    options: OrderOptions = {},
  ): AsyncGenerator<KindOutput<K>, void, undefined> {
    const ahead = options.ahead ?? this.size * (this.depth + 1);
    const run = (task: CrewTask<K>, signal: AbortSignal) => this.run(task, { signal });
    return orderly(tasks, run, { ...options, ahead });
  }

  /** Ends all workers; what is not answered is rejected. */
  async close(): Promise<void> {
    this.isClosed = true;
    const over = new CrewError('the crew was sent home');
    for (const errand of this.waiting.splice(0)) errand.reject(over);
    await Promise.all(
      this.hands.map((hand) => {
        for (const errand of hand.work.values()) errand.reject(over);
        return hand.end();
      }),
    );
  }

  /** For tests of what happens then: ends a worker as if it had died. */
  async kill(index: number): Promise<void> {
    const hand = this.hands[index];
    if (!hand || hand.isEnded) return;
    const ended = hand.end();
    this.bury(hand, 'it was ended');
    await ended;
  }

  /** Gives workers what they can take now; workers are started when there is something for them. */
  private dispatch(): void {
    while (this.waiting.length > 0 && !this.isClosed) {
      const hand = this.nextHand();
      if (!hand) return;
      const errand = this.waiting.shift()!;
      hand.run(errand, this);
    }
  }

  /** Somebody with nothing to do; else somebody new; else who has least. */
  private nextHand(): Hand | null {
    let best: Hand | null = null;
    for (const hand of this.hands) if (!best || hand.work.size < best.work.size) best = hand;
    if (best?.work.size === 0) return best;
    if (this.hands.length < this.size) return this.start();
    return best && best.work.size < this.depth ? best : null;
  }

  private start(): Hand {
    const hand = new Hand(this.spawn, {
      onMessage: (from, message) => this.hear(from, message),
      onEnd: (from, reason) => this.bury(from, reason),
    });
    this.hands.push(hand);
    return hand;
  }

  /** @internal For its workers. */
  goodsOf(key: string): unknown {
    return this.goods.get(key);
  }

  /** @internal For its workers. */
  parcelOf(key: string): CellParcel {
    const parcel = this.parcels.get(key);
    if (!parcel) throw new Error(`there is no cell "${key}"`);
    return parcel;
  }

  private hear(hand: Hand, message: FromCrewWorker): void {
    if (message.say === 'ready') {
      hand.isReady = true;
      this.failedStarts = 0;
      return;
    }
    if (message.say === 'progress') {
      const errand = hand.work.get(message.slot);
      if (errand && !errand.isAnswered) errand.onProgress?.(message.progress);
      return;
    }
    const errand = hand.release(message.slot);
    if (message.say === 'done') errand?.resolve(message.output);
    else errand?.reject(errorOf(message.thrown));
    this.dispatch();
  }

  /** A worker is gone: its tasks are given to others. */
  private bury(hand: Hand, reason: string): void {
    this.losses++;
    this.remove(hand);
    const errands = [...hand.work.values()];
    hand.work.clear();
    if (!hand.isReady) this.failedStarts++;
    // The first was being done; the others only stood behind it.
    else if (errands.length > 0) errands[0].losses++;
    for (const errand of errands.reverse()) {
      if (errand.isAnswered) continue;
      if (errand.losses <= MOST_LOSSES) this.waiting.unshift(errand);
      else {
        const { kind } = errand.task;
        const times = `${errand.losses} workers ended while doing a task "${kind}"`;
        errand.reject(new CrewError(`${times}, the last because ${reason}`));
      }
    }
    if (this.failedStarts >= MOST_FAILED_STARTS) {
      const error = new CrewError(`workers cannot be started: ${reason}`);
      for (const errand of this.waiting.splice(0)) errand.reject(error);
    }
    this.dispatch();
  }

  private giveUp(errand: Errand, signal: AbortSignal): void {
    errand.reject(stoppedError(signal));
    const at = this.waiting.indexOf(errand);
    if (at >= 0) {
      this.waiting.splice(at, 1);
      return;
    }
    const hand = this.hands.find(({ work }) => [...work.values()].includes(errand));
    if (!hand) return;
    hand.cancel(errand);
    if (!hand.hears) this.replace(hand);
    else {
      const timer = setTimeout(() => {
        if (!hand.isEnded && hand.current === errand) this.replace(hand);
      }, this.grace_ms);
      // Nobody waits for it.
      (timer as { unref?: () => void }).unref?.();
    }
  }

  /** Ends a worker that does not stop; what stood behind is given to others. */
  private replace(hand: Hand): void {
    void hand.end();
    this.remove(hand);
    for (const errand of [...hand.work.values()].reverse()) {
      if (!errand.isAnswered) this.waiting.unshift(errand);
    }
    hand.work.clear();
    this.dispatch();
  }

  private remove(hand: Hand): void {
    const at = this.hands.indexOf(hand);
    if (at >= 0) this.hands.splice(at, 1);
  }
}
