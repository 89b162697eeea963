/**
 * Between the doors and the pool: reads requests, answers what needs no worker, gives the rest to the pool, and makes of
 * what became of it the answer. The doors (HTTP, WebSocket, standard input) only carry text.
 */
import {
  answerMessage,
  type Call,
  type CellBook,
  errorObjectOf,
  GateError,
  isDeskMethod,
  JsonText,
  METHODS,
  RPC,
  type RpcErrorObject,
  type RpcId,
  type RpcMessage,
} from '../gate/index.ts';
import { expiredResult } from './expired.ts';
import { Followers } from './followers.ts';
import type { GateLimits } from './options.ts';
import { clock } from './pool/clock.ts';
import type { Outcome, Pool, TaskRequest, Ticket } from './pool/index.ts';
import { LARGE, READ_CALL, READ_MESSAGE, type Routed, routeCall, routeMessage } from './routing.ts';

/** A result as JSON, or an error. */
export type Answer =
  | { readonly text: string; readonly error?: undefined }
  | { readonly error: RpcErrorObject };

/** Whom to tell how far a request is: its id, and progress as JSON. */
export type Listener = (id: RpcId, progress: string) => void;

/** Who asks: a connection. Its requests are its own to cancel and to supersede. */
export class Caller {
  readonly listener: Listener | undefined;
  /** Tells it what it did not ask for; undefined where nothing can be told, as over HTTP. */
  readonly tell: ((text: string) => void) | undefined;
  private readonly farewells = new Set<() => void>();
  readonly tickets = new Map<RpcId, Ticket>();
  /** By the word that a later one supersedes it with. */
  readonly keys = new Map<string, Ticket>();
  readonly open = new Set<Ticket>();

  constructor(listener?: Listener, tell?: (text: string) => void) {
    this.listener = listener;
    this.tell = tell;
  }

  /** `farewell` is called once, when it has gone away. */
  onLeave(farewell: () => void): void {
    this.farewells.add(farewell);
  }

  /** It has gone away: nobody waits for what it asked. Changes are made all the same. */
  leave(): void {
    for (const ticket of this.open) ticket.drop();
    for (const farewell of this.farewells) farewell();
    this.farewells.clear();
  }
}

/** Takes requests from doors. */
export class Front {
  private readonly pool: Pool;
  private readonly book: CellBook;
  private readonly limits: GateLimits;
  private readonly followers = new Followers();
  private opening = 0;

  constructor(pool: Pool, book: CellBook, limits: GateLimits) {
    this.pool = pool;
    this.book = book;
    this.limits = limits;
  }

  /** JSON-RPC; null where nothing is to be answered. Never rejects. */
  async message(text: string, caller: Caller): Promise<string | null> {
    const options = { mostInBatch: this.limits.batch };
    let message: RpcMessage<Routed>;
    try {
      message =
        text.length <= LARGE
          ? routeMessage(text, options)
          : ((await this.readElsewhere(READ_MESSAGE, text, caller)) as RpcMessage<Routed>);
    } catch (error) {
      return JSON.stringify({ jsonrpc: '2.0', error: errorObjectOf(error), id: null });
    }
    return answerMessage(message, (call, id) => this.perform(call, caller, id));
  }

  /** One method, its params as JSON. Never rejects. */
  async call(method: string, text: string, caller: Caller): Promise<Answer> {
    try {
      const call =
        text.length <= LARGE
          ? routeCall(method, text)
          : withText(
              (await this.readElsewhere(READ_CALL, text, caller, method)) as Call<Routed>,
              text,
            );
      return await this.perform(call, caller, null);
    } catch (error) {
      return { error: errorObjectOf(error) };
    }
  }

  /** Large requests are read by a worker, so that others are not kept waiting. */
  private async readElsewhere(
    name: string,
    text: string,
    caller: Caller,
    method = '',
  ): Promise<unknown> {
    const outcome = await this.submit(
      {
        ...{ name: name + method, text, heavy: false, mutates: false, cell: null },
        deadline: clock() + this.limits.time_ms,
      },
      caller,
    ).outcome;
    if (outcome.kind === 'done') return outcome.data;
    throw failureOf(outcome);
  }

  /** Resolves with the result. Throws, or rejects with, a GateError. */
  private async perform(
    { method, params }: Call<Routed>,
    caller: Caller,
    id: RpcId | undefined,
  ): Promise<JsonText> {
    this.book.requireRun(params);
    switch (method) {
      case 'cells':
        return new JsonText(JSON.stringify(this.book.list()));
      case 'close': {
        const result = this.book.close(params.cell);
        this.pool.forget(result.closed);
        this.followers.forget(result.closed);
        return new JsonText(JSON.stringify(result));
      }
      case 'follow': {
        const cell = this.book.idOf(params.cell);
        const isOn = params.isOn !== false;
        this.followers.set(cell, caller, isOn);
        return new JsonText(JSON.stringify({ gate: this.book.gate, cell, isOn }));
      }
      case 'cancel': {
        const ticket = caller.tickets.get(params.id ?? null);
        ticket?.cancel();
        return new JsonText(JSON.stringify({ cancelled: ticket !== undefined }));
      }
      default:
        if (!isDeskMethod(method)) throw new Error(`nobody does ${method}`);
    }
    const accepted = clock();
    const { heavy, version, supersede, text } = params;
    const budget_ms = Math.min(params.budget_ms ?? Infinity, this.limits.time_ms);
    const opens = method === 'open';
    const cell = opens ? this.nextCell() : this.book.idOf(params.cell);
    const { listener } = caller;
    const ticket = this.submit(
      {
        ...{ name: method, text, heavy, mutates: METHODS[method].mutates, cell, version, opens },
        deadline: accepted + budget_ms,
        onProgress: listener && id !== undefined ? (told) => listener(id, told) : undefined,
      },
      caller,
    );
    if (id !== undefined && id !== null) caller.tickets.set(id, ticket);
    if (supersede !== undefined) {
      caller.keys.get(supersede)?.drop();
      caller.keys.set(supersede, ticket);
    }
    if (opens) this.opening++;
    const outcome = await ticket.outcome;
    if (opens) this.opening--;
    if (id !== undefined && caller.tickets.get(id) === ticket) caller.tickets.delete(id);
    if (supersede !== undefined && caller.keys.get(supersede) === ticket) {
      caller.keys.delete(supersede);
    }
    if (outcome.kind === 'done') {
      if (method === 'live') this.followers.tell(cell, outcome.text);
      return new JsonText(outcome.text);
    }
    if (outcome.kind !== 'expired' || opens) throw failureOf(outcome);
    return expiredResult(method, this.book.recordFor({ cell, version }));
  }

  private submit(request: TaskRequest, caller: Caller): Ticket {
    const isTooMany = caller.open.size >= this.limits.perConnection;
    const ticket = isTooMany ? null : this.pool.accept(request);
    if (!ticket) throw overloaded(this.pool.retryAfter_ms);
    caller.open.add(ticket);
    void ticket.outcome.then(() => caller.open.delete(ticket));
    return ticket;
  }

  /** Cells that are being opened count. */
  private nextCell(): string {
    const { cells } = this.book.list();
    if (cells.length + this.opening < this.limits.cells) return this.book.nextId();
    throw new GateError(RPC.tooLarge, `at most ${this.limits.cells} cells are open at a time`, {
      code: 'gate/too-many-cells',
      hint: 'close one',
    });
  }
}

/** What a worker has read names no text: it is where it was. */
function withText({ method, params }: Call<Routed>, text: string): Call<Routed> {
  return { method, params: { ...params, text } };
}

function overloaded(retryAfter_ms: number): GateError {
  return new GateError(RPC.overloaded, `too much is asked at once: try again in a while`, {
    code: 'gate/overloaded',
    retryAfter_ms,
  });
}

/** What is told where there is no result. */
function failureOf(outcome: Exclude<Outcome, { kind: 'done' }>): GateError {
  switch (outcome.kind) {
    case 'refused': {
      const { code, message, data } = outcome.refusal;
      return new GateError(code, message, data as never);
    }
    case 'cancelled':
      return new GateError(RPC.cancelled, 'cancelled', { code: 'gate/cancelled' });
    case 'expired':
      return new GateError(RPC.cancelled, 'its time is over', { code: 'gate/expired' });
    case 'lost':
      return new GateError(RPC.internal, 'workers ended while doing this, one after the other', {
        code: 'gate/lost',
      });
  }
}
