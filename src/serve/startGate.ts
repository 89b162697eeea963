/** Starts a gate: the pool of workers, and the doors that lead to it. */
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import {
  CellBook,
  errorObjectOf,
  GateError,
  openApi,
  type Params,
  type Result,
} from '../gate/index.ts';
import { InputError } from '../math/index.ts';
import { BodyBudget, type BudgetFacts } from './budget.ts';
import { realFolders } from './folder.ts';
import { type Answer, Caller, Front } from './front.ts';
import { ledgerOf } from './gateLedger.ts';
import { Guard } from './guard.ts';
import { createHttp } from './http.ts';
import {
  DEFAULT_LIMITS,
  type DoorOptions,
  defaultWorkers,
  type GateLimits,
  type PageDoor,
} from './options.ts';
import { type PlaceFacts, Places } from './places.ts';
import { Pool } from './pool/index.ts';
import { acceptSockets, type Sockets } from './socket.ts';
import { attendStream } from './stdio.ts';
import { type GateWorkerSettings, workerFile } from './workerFile.ts';

/** What a gate is started with. */
export interface GateOptions extends DoorOptions {
  /** Folders whose files may be read; paths are relative to the first. Default: none is. */
  readonly folders?: readonly string[] | undefined;
  /** Folder in which compiled meshes are kept from one process to the next. Default: nowhere. */
  readonly compiled?: string | null | undefined;
  /** Is open from the beginning, and meant where no cell is named. */
  readonly cell?: Params<'open'> | undefined;
  /** Threads. */
  readonly workers?: number | undefined;
  readonly limits?: Partial<GateLimits> | undefined;
  /** Instead of HTTP and WebSockets: one message a line. */
  readonly stdio?: { readonly input: Readable; readonly output: Writable } | undefined;
  /** Pages that are served besides, to who may come in; where there is a token they are not. */
  readonly page?: PageDoor | undefined;
  /** Name and version of the program. */
  readonly program?: string | undefined;
  /** @internal Another file for workers to run: tests have some that fail. */
  readonly worker?: URL | undefined;
}

/** A gate that is open. */
export interface RunningGate {
  /** Of the HTTP door, such as http://127.0.0.1:4141; empty over standard input and output. */
  readonly url: string;
  readonly port: number;
  /** The id of this run, as every answer names it. */
  readonly gate: string;
  /** What opening the first cell answered. */
  readonly opened: Result<'open'> | null;
  /** Resolves when the gate is closed, by whomever. */
  readonly closed: Promise<void>;
  /** How it fares. */
  facts(): GateFacts;
  /** One method, as if somebody had asked over HTTP; params and result as JSON. */
  call(method: string, params: string): Promise<Answer>;
  /** Takes nothing more, answers what was accepted, and ends. */
  close(): Promise<void>;
  /** @internal Ends a worker as if it had died: tests see what happens then. */
  kill(worker: number): Promise<void>;
}

/** How a gate fares. */
export interface GateFacts extends PlaceFacts, BudgetFacts {
  readonly workers: number;
  readonly waiting: number;
  readonly running: number;
  /** Workers that died or were ended because they did not stop. */
  readonly endedWorkers: number;
  readonly cells: number;
  readonly webSockets: number;
}

/** Resolves when it listens, and the first cell is open. Rejects with an InputError where it cannot. */
export async function startGate(options: GateOptions = {}): Promise<RunningGate> {
  const { host = '127.0.0.1', port = 0, program = 'surepath', stdio, token } = options;
  const limits: GateLimits = { ...DEFAULT_LIMITS, ...options.limits };
  const guard = new Guard(options);
  const { body, bodyTotal, perPeer } = limits;
  if (2 * body > bodyTotal) throw bodiesTooLarge();
  const places = new Places(limits);
  const budget = new BodyBudget(bodyTotal, perPeer > 0);
  const book = new CellBook(randomUUID(), { cells: limits.cells });
  const settings: GateWorkerSettings = {
    folders: realFolders(options.folders ?? []),
    compiled: options.compiled ?? null,
    program,
    mostInBatch: limits.batch,
    gate: book.gate,
  };
  const pool = new Pool({
    ...{
      file: options.worker ?? workerFile(),
      settings,
      memory_MB: limits.memory_MB,
      queue: limits.queue,
    },
    ...{ workers: options.workers ?? defaultWorkers(), grace_ms: limits.grace_ms },
    ledger: ledgerOf(book),
    refusalOf: errorObjectOf,
  });
  const front = new Front(pool, book, limits);
  let sockets: Sockets | null = null;
  const facts = (): GateFacts => ({
    ...pool.facts,
    cells: book.list().cells.length,
    webSockets: sockets?.count ?? 0,
    ...places.facts,
    ...budget.facts,
  });
  const ends: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0)) await end();
  };
  try {
    ends.push(() => pool.close());
    await pool.ready;
    const opened = options.cell ? await openFirst(front, book, options.cell) : null;
    const call = (method: string, params: string) => front.call(method, params, new Caller());
    const kill = (worker: number) => pool.kill(worker);
    if (stdio) {
      const closed = attendStream(stdio, front, limits).then(close);
      return { gate: book.gate, url: '', port: 0, opened, closed, facts, call, close, kill };
    }
    let description = '';
    const server = await createHttp({
      ...{
        front,
        guard,
        limits,
        places,
        budget,
        health: () => ({ ok: true, program, gate: book.gate, ...facts() }),
      },
      openApi: () => description,
      page: token === undefined ? options.page : undefined,
    });
    const doors = await acceptSockets(server, { front, guard, limits, places, budget });
    sockets = doors;
    const taken = await listen(server, host, port);
    const url = urlOf(host, taken);
    const version = program.replace(/^\S+\s+/, '');
    description = JSON.stringify(openApi({ version, url, needsToken: token !== undefined }));
    let done!: () => void;
    const closed = new Promise<void>((resolve) => {
      done = resolve;
    });
    ends.unshift(() => closeDoors(server, doors, pool));
    ends.push(async () => done());
    return { gate: book.gate, url, port: taken, opened, closed, facts, call, close, kill };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the cell that is meant where none is named. */
async function openFirst(
  front: Front,
  book: CellBook,
  cell: Params<'open'>,
): Promise<Result<'open'>> {
  const answer = await front.call('open', JSON.stringify(cell), new Caller());
  if (answer.error) {
    const { code, message, data } = answer.error;
    const { code: word = 'serve/cell', ...fault } = data ?? {};
    throw code === -32603
      ? new GateError(code, message, data)
      : new InputError({ message, ...fault, code: word });
  }
  const opened = JSON.parse(answer.text) as Result<'open'>;
  book.setDefault(opened.cell);
  return opened;
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(listenFault(error, host, port)));
    server.listen({ host, port }, () => done((server.address() as AddressInfo).port));
  });
}

/** Nobody comes in any more; who waits for an answer gets it. */
async function closeDoors(server: Server, sockets: Sockets, pool: Pool): Promise<void> {
  const ended = new Promise<void>((done) => {
    server.close(() => done());
  });
  server.closeIdleConnections();
  await Promise.all([pool.close(), sockets.close()]);
  // Answers are under way: connections end as they are sent.
  const patience = setTimeout(() => server.closeAllConnections(), 1000);
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  await ended;
  clearTimeout(patience);
  clearInterval(sweep);
}

function urlOf(host: string, port: number): string {
  const any = host === '0.0.0.0' || host === '::';
  const name = any ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Half of the total is the most that one peer has: less than one body would refuse that body for ever. */
function bodiesTooLarge(): InputError {
  return new InputError({
    code: 'serve/body-total',
    message: 'the memory for all requests is less than twice the largest request',
    hint: 'raise --max-body-total or lower --max-body',
  });
}

function listenFault(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const hint = 'leave --port out to take a free one';
  const faults: Record<string, { message: string; hint?: string }> = {
    EADDRINUSE: { message: `port ${port} of ${host} is in use`, hint },
    EACCES: { message: `port ${port} is not for everybody`, hint },
    EADDRNOTAVAIL: { message: `${host} is not an address of this machine` },
    ENOTFOUND: { message: `there is no host named ${host}` },
  };
  const fault = faults[error.code ?? ''];
  return fault ? new InputError({ code: 'serve/listen', ...fault }) : error;
}
