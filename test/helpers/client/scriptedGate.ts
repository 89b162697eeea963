/**
 * A gate for tests of clients that does what it is told: JSON-RPC over HTTP and WebSocket, and methods as streams of
 * events, each answered by a script. Remembers what it was asked.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

export interface Asked {
  readonly method: string;
  readonly params: Record<string, unknown>;
  readonly id: unknown;
  /** Tells how far it is. */
  readonly tell: (progress: object) => void;
  /** Resolves when it is cancelled, or nobody waits any more. */
  readonly cancelled: Promise<void>;
}

/** Gives a result, or throws {code, message, data}. */
export type Script = (asked: Asked) => unknown;

interface Request {
  readonly method: string;
  readonly params?: Record<string, unknown>;
  readonly id?: unknown;
}

export class ScriptedGate {
  readonly asked: Pick<Asked, 'method' | 'params'>[] = [];
  readonly headers: IncomingMessage['headers'][] = [];
  /** Instead of any answer over HTTP. */
  plain: { readonly status: number; readonly body: string } | null = null;
  sockets: WebSocket[] = [];
  private readonly server: Server;
  private readonly script: Script;

  private constructor(script: Script) {
    this.script = script;
    this.server = createServer((incoming, outgoing) => void this.http(incoming, outgoing));
    const sockets = new WebSocketServer({ server: this.server, path: '/ws' });
    sockets.on('connection', (socket, request) => {
      this.headers.push(request.headers);
      this.sockets.push(socket);
      const cancels = new Map<unknown, () => void>();
      socket.on('message', (data) => void this.message(String(data), socket, cancels));
    });
  }

  static async start(script: Script): Promise<ScriptedGate> {
    const gate = new ScriptedGate(script);
    gate.server.listen(0, '127.0.0.1');
    await once(gate.server, 'listening');
    return gate;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  url(kind: 'http' | 'ws'): string {
    return `${kind}://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.terminate();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: Request, more: Pick<Asked, 'tell' | 'cancelled'>) {
    const { method, params = {}, id } = request;
    this.asked.push({ method, params });
    try {
      return { jsonrpc: '2.0', id, result: await this.script({ method, params, id, ...more }) };
    } catch (error) {
      return { jsonrpc: '2.0', id, error };
    }
  }

  private async http(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    this.headers.push(incoming.headers);
    let text = '';
    for await (const chunk of incoming) text += chunk;
    const gone = new Promise<void>((resolve) => outgoing.once('close', resolve));
    if (this.plain) {
      outgoing.writeHead(this.plain.status).end(this.plain.body);
      return;
    }
    const body = JSON.parse(text) as Request | Request[];
    const method = /^\/v1\/(\w+)$/.exec(incoming.url ?? '')?.[1];
    const say = (event: string, data: unknown) =>
      outgoing.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    if (method) {
      outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const tell = (progress: object) => say('progress', progress);
      const request = { method, params: body as unknown as Record<string, unknown> };
      const answer = await this.answer(request, { tell, cancelled: gone });
      if ('error' in answer) say('error', { error: answer.error });
      else say('result', answer.result);
      outgoing.end();
      return;
    }
    const more = { tell: () => undefined, cancelled: gone };
    const answer = Array.isArray(body)
      ? (await Promise.all(body.map((each) => this.answer(each, more)))).reverse()
      : await this.answer(body, more);
    outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  }

  private async message(
    text: string,
    socket: WebSocket,
    cancels: Map<unknown, () => void>,
  ): Promise<void> {
    const body = JSON.parse(text) as Request | Request[];
    const one = (request: Request) => {
      if (request.method === 'cancel') cancels.get((request.params as { id: unknown }).id)?.();
      const cancelled = new Promise<void>((resolve) => cancels.set(request.id, resolve));
      const tell = (progress: object) =>
        socket.send(
          JSON.stringify({
            jsonrpc: '2.0',
            method: 'progress',
            params: { id: request.id, ...progress },
          }),
        );
      return this.answer(request, { tell, cancelled });
    };
    const answer = Array.isArray(body)
      ? (await Promise.all(body.map(one))).reverse()
      : await one(body);
    const isSilent = !Array.isArray(body) && body.id === undefined;
    if (!isSilent && socket.readyState === socket.OPEN) socket.send(JSON.stringify(answer));
  }
}
