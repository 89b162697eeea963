/**
 * The gate over HTTP: JSON-RPC at /rpc, every method at /v1/METHOD with params as body and the result as answer, the
 * description at /openapi.json, /healthz. Hono routes; bodies are read here, up to a bound, and go on as text.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { errorObjectOf } from '../gate/index.ts';
import { encodeUtf8 } from '../math/index.ts';
import { discard, readBody } from './body.ts';
import type { BodyBudget, Share } from './budget.ts';
import { type Answer, Caller, type Front } from './front.ts';
import type { Guard } from './guard.ts';
import { optional } from './optional.ts';
import type { GateLimits, PageDoor } from './options.ts';
import { peerOf } from './peers.ts';
import type { Places } from './places.ts';
import { type Problem, problem, problemOf } from './problem.ts';

type GateRequest = Context<{ Bindings: HttpBindings }>;

/** What HTTP needs to know. */
export interface HttpOptions {
  readonly front: Front;
  readonly guard: Guard;
  readonly limits: GateLimits;
  readonly places: Places;
  readonly budget: BodyBudget;
  /** The description, as JSON. */
  readonly openApi: () => string;
  /** What /healthz says. */
  readonly health: () => object;
  /** Pages that are served besides. */
  readonly page?: PageDoor | undefined;
}

const JSON_HEADERS = {
  'Content-Type': 'application/json',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
} as const;

/** A server that does not listen yet. */
export async function createHttp(options: HttpOptions): Promise<Server> {
  const { guard, limits, places } = options;
  const { Hono } = await optional('hono', () => import('hono'));
  const { getRequestListener } = await optional(
    '@hono/node-server',
    () => import('@hono/node-server'),
  );
  const app = new Hono<{ Bindings: HttpBindings }>();
  const routes = new Routes(options);
  app.post('/v1/:method', (c) => routes.method(c));
  app.post('/rpc', (c) => routes.rpc(c));
  app.get('/openapi.json', (c) => routes.say(c, 200, options.openApi()));
  app.all('*', (c) => routes.nothing(c));
  app.onError((_, c) => routes.refuse(c, problem(500, 'internal error')));
  const listener = getRequestListener(app.fetch, {
    overrideGlobalObjects: true,
    // What is left of a refused request is discarded here.
    autoCleanupIncoming: false,
  });
  const server = createServer(
    {
      headersTimeout: limits.headers_ms,
      requestTimeout: limits.request_ms,
      keepAliveTimeout: limits.idle_ms,
      connectionsCheckingInterval: Math.min(1000, limits.headers_ms),
      noDelay: true,
    },
    (incoming, outgoing) => {
      const refuse = (why: Problem): void => deny(incoming, outgoing, why, limits.body);
      const denial = guard.refuses(incoming.headers);
      if (denial) {
        refuse(problem(denial.status, denial.message));
        return;
      }
      // Only a connection with a place is kept after an answer.
      const { shouldKeepAlive } = outgoing;
      if (places.isStranger(incoming.socket)) outgoing.shouldKeepAlive = false;
      const { origin } = incoming.headers;
      if (origin !== undefined) {
        outgoing.setHeader('Access-Control-Allow-Origin', origin);
        outgoing.setHeader('Vary', 'Origin');
        outgoing.setHeader('Access-Control-Expose-Headers', 'Retry-After');
      }
      if (incoming.method === 'OPTIONS') {
        preflight(outgoing, incoming);
        return;
      }
      if (incoming.url === '/healthz' && incoming.method === 'GET') {
        outgoing.writeHead(200, JSON_HEADERS).end(JSON.stringify(options.health()));
        return;
      }
      const unknown = guard.lacksToken(incoming.headers);
      if (unknown) {
        refuse(problem(unknown.status, unknown.message));
        return;
      }
      const noPlace = places.admit(incoming.socket);
      if (noPlace) {
        refuse(noPlace);
        return;
      }
      outgoing.shouldKeepAlive = shouldKeepAlive;
      if (options.page?.(incoming, outgoing)) return;
      void listener(incoming, outgoing);
    },
  );
  server.on('connection', (socket) => places.enter(socket));
  // Longer than the longest request: only who reads nothing of its answer is left.
  server.timeout = limits.time_ms + limits.grace_ms + limits.idle_ms;
  return server;
}

/** Answers without reading the request; what is left of it, up to so many bytes, is discarded before the connection closes. */
function deny(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, headers, body }: Problem,
  most: number,
): void {
  const length = Buffer.byteLength(body);
  outgoing.writeHead(status, { ...headers, Connection: 'close', 'Content-Length': length });
  outgoing.write(body);
  void discard(incoming, most).then(() => outgoing.end());
}

/** A browser asks whether a page may ask. */
function preflight(outgoing: ServerResponse, { headers }: IncomingMessage): void {
  outgoing.setHeader('Access-Control-Allow-Methods', 'GET, POST');
  outgoing.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, Accept');
  outgoing.setHeader('Access-Control-Max-Age', '600');
  if (headers['access-control-request-private-network'] === 'true') {
    outgoing.setHeader('Access-Control-Allow-Private-Network', 'true');
  }
  outgoing.writeHead(204).end();
}

class Routes {
  private readonly front: Front;
  private readonly limits: GateLimits;
  private readonly budget: BodyBudget;

  constructor({ front, limits, budget }: HttpOptions) {
    this.front = front;
    this.limits = limits;
    this.budget = budget;
  }

  async method(c: GateRequest): Promise<Response> {
    const { incoming, outgoing } = c.env;
    const wrong = wrongKind(incoming);
    if (wrong) return this.refuse(c, wrong);
    const streams = incoming.headers.accept?.includes('text/event-stream') === true;
    const events = streams ? new EventSource() : null;
    const caller = this.callerOf(outgoing, events);
    const share = this.shareOf(incoming);
    let answer: Answer;
    try {
      const text = await readBody(incoming, this.limits.body, share);
      const asked = this.front.call(c.req.param('method') ?? '', text, caller);
      void asked.then(() => share.end());
      if (events) return events.response(asked);
      answer = await asked;
    } catch (error) {
      share.end();
      answer = { error: errorObjectOf(error) };
    }
    if (answer.error) return this.refuse(c, problemOf(answer.error));
    return this.say(c, 200, answer.text);
  }

  async rpc(c: GateRequest): Promise<Response> {
    const { incoming, outgoing } = c.env;
    const wrong = wrongKind(incoming);
    if (wrong) return this.refuse(c, wrong);
    const share = this.shareOf(incoming);
    try {
      const text = await readBody(incoming, this.limits.body, share);
      const answer = await this.front.message(text, this.callerOf(outgoing, null));
      return answer === null ? c.body(null, 204) : this.say(c, 200, answer);
    } catch (error) {
      return this.refuse(c, problemOf(errorObjectOf(error)));
    } finally {
      share.end();
    }
  }

  nothing(c: GateRequest): Response {
    const isKnown = /^\/(rpc|v1\/[^/]+)$/.test(c.req.path);
    if (!isKnown) return this.refuse(c, problem(404, 'there is nothing here'));
    const { headers, ...rest } = problem(405, 'only POST is answered');
    return this.refuse(c, { ...rest, headers: { ...headers, Allow: 'POST' } });
  }

  say(c: GateRequest, status: 200, body: string): Response {
    return c.body(body, status, JSON_HEADERS);
  }

  refuse(c: GateRequest, { status, headers, body }: Problem): Response {
    const { incoming } = c.env;
    if (incoming.complete) return c.body(body, status as 400, headers);
    // The answer goes out at once; the connection is closed when the rest of the request has been discarded.
    const bytes = encodeUtf8(body);
    const gone = new AbortController();
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(bytes);
        void discard(incoming, this.limits.body).then(() => {
          if (!gone.signal.aborted) controller.close();
        });
      },
      cancel: () => gone.abort(),
    });
    const length = String(bytes.length);
    const close = { ...headers, Connection: 'close', 'Content-Length': length };
    return c.body(stream, status as 400, close);
  }

  /** Of the memory for requests, what this one holds: nothing yet. */
  private shareOf({ socket }: IncomingMessage): Share {
    return this.budget.open(peerOf(socket.remoteAddress));
  }

  /** Who goes away before the answer is there does not wait for it. */
  private callerOf(outgoing: ServerResponse, events: EventSource | null): Caller {
    const listener = events
      ? (_: unknown, progress: string) => events.progress(progress)
      : undefined;
    const caller = new Caller(listener);
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) caller.leave();
    });
    return caller;
  }
}

/** Only JSON, and as it is: no forms that any page can send, nothing to be unpacked. */
function wrongKind({ headers }: IncomingMessage): Problem | null {
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    return problem(415, 'the body must be JSON: Content-Type: application/json');
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding === 'identity' ? null : problem(415, 'packed bodies are not taken');
}

/** Progress, then the result, as server-sent events. */
class EventSource {
  private controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  private readonly early: string[] = [];

  progress(text: string): void {
    this.send('progress', text);
  }

  response(asked: Promise<Answer>): Response {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.controller = controller;
        for (const event of this.early.splice(0)) controller.enqueue(encodeUtf8(event));
        void asked.then((answer) => {
          if (answer.error) this.send('error', problemOf(answer.error).body);
          else this.send('result', answer.text);
          this.end();
        });
      },
      cancel: () => {
        this.controller = null;
      },
    });
    return new Response(stream, {
      headers: { ...JSON_HEADERS, 'Content-Type': 'text/event-stream' },
    });
  }

  private send(event: string, data: string): void {
    const text = `event: ${event}\ndata: ${data}\n\n`;
    if (this.controller) this.controller.enqueue(encodeUtf8(text));
    else this.early.push(text);
  }

  private end(): void {
    this.controller?.close();
    this.controller = null;
  }
}
