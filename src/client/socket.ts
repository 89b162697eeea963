/**
 * Calls over one WebSocket: JSON-RPC both ways, many calls at once, progress as notifications. A socket that is lost
 * fails the calls that wait on it; connecting again is the caller's decision, who knows what they meant.
 */
import { cancelled, errorFrom, type GateCallError, unreachable } from './errors.ts';
import {
  inOrder,
  type PlainCall,
  type PlainOutcome,
  parsed,
  type Transport,
  type WireResponse,
} from './transport.ts';

/** As much of a WebSocket as is used; browsers, Node 22 and the package ws have it. */
interface Socket {
  send(text: string): void;
  close(): void;
  addEventListener(kind: string, listener: (event: never) => void): void;
}
type SocketClass = new (url: string, protocols?: string[]) => Socket;

export interface SocketOptions {
  /** Such as ws://127.0.0.1:8765; /ws is added where there is no path. */
  readonly url: string;
  readonly token?: string | undefined;
  /** Default: the global one, else that of the package ws. */
  readonly WebSocket?: unknown;
  /** It was open, and is not any more. */
  readonly onClose?: (() => void) | undefined;
  /** Params of a `live` notification. */
  readonly onLive?: ((params: never) => void) | undefined;
}

/** Somebody who waits for an answer. */
interface Waiting {
  readonly take: (response: WireResponse) => void;
  readonly fail: (error: GateCallError) => void;
  readonly onProgress: ((progress: unknown) => void) | undefined;
}

/** Opens a socket. Rejects with a GateCallError where there is none to open. */
export async function socketTransport(options: SocketOptions): Promise<Transport> {
  const { token, onClose, onLive } = options;
  const url = new URL(options.url);
  if (url.pathname === '/') url.pathname = '/ws';
  const WebSocketClass = await socketClass(options.WebSocket);
  const protocols = token === undefined ? [] : ['surepath', `bearer.${token}`];
  const socket = new WebSocketClass(url.href, protocols);
  const waiting = new Map<number, Waiting>();
  let next = 1;
  let isOver = false;
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(unreachable(`no gate answers at ${url.href}`)));
    socket.addEventListener('close', () => {
      isOver = true;
      reject(unreachable(`the gate at ${url.href} closed the connection`));
      fail(unreachable('the connection to the gate is lost'));
      onClose?.();
    });
    socket.addEventListener('message', ({ data }: { data: unknown }) => take(parsed(String(data))));
  });

  function take(message: unknown): void {
    if (Array.isArray(message)) {
      for (const each of message) take(each);
      return;
    }
    const { method, params, id } = (message ?? {}) as {
      method?: unknown;
      params?: { id?: unknown };
      id?: unknown;
    };
    if (method === 'progress') {
      const { id: about, ...progress } = params ?? {};
      waiting.get(about as number)?.onProgress?.(progress);
      return;
    }
    if (method === 'live') {
      onLive?.(params as never);
      return;
    }
    if (id === null && (message as WireResponse).error) {
      // About a message that could not be read, and nobody knows whose it was.
      fail(errorFrom((message as WireResponse).error));
      return;
    }
    const asked = waiting.get(id as number);
    waiting.delete(id as number);
    asked?.take(message as WireResponse);
  }

  /** All that wait. */
  function fail(error: GateCallError): void {
    const lost = [...waiting.values()];
    waiting.clear();
    for (const each of lost) each.fail(error);
  }

  function send(message: unknown): void {
    if (isOver) throw unreachable('the connection to the gate is lost');
    socket.send(JSON.stringify(message));
  }

  /** Tells the gate that nobody waits; what it still answers is for nobody. */
  function cancel(id: number): void {
    if (!isOver) send({ jsonrpc: '2.0', method: 'cancel', params: { id } });
  }

  function wait(
    id: number,
    onProgress: Waiting['onProgress'],
    signal: AbortSignal | undefined,
  ): Promise<WireResponse> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        waiting.delete(id);
        cancel(id);
        reject(cancelled());
      };
      const settle = () => signal?.removeEventListener('abort', stop);
      waiting.set(id, {
        onProgress,
        take: (response) => {
          settle();
          resolve(response);
        },
        fail: (error) => {
          settle();
          reject(error);
        },
      });
      signal?.addEventListener('abort', stop, { once: true });
    });
  }

  return {
    async call({ method, params }, { signal, onProgress }) {
      if (signal?.aborted) throw cancelled();
      const id = next++;
      send({ jsonrpc: '2.0', id, method, params });
      const outcome = outcomeOf(await wait(id, onProgress as Waiting['onProgress'], signal));
      if ('error' in outcome) throw outcome.error;
      return outcome.result;
    },
    async batch(calls: readonly PlainCall[], { signal }) {
      if (signal?.aborted) throw cancelled();
      const ids = calls.map(() => next++);
      send(calls.map((call, i) => ({ jsonrpc: '2.0', id: ids[i], ...call })));
      const responses = await Promise.all(ids.map((id) => wait(id, undefined, signal)));
      return inOrder(responses, ids, outcomeOf, () => unreachable('the gate left out a call'));
    },
    end: () => socket.close(),
  };
}

function outcomeOf(response: WireResponse): PlainOutcome {
  if ('result' in response) return { result: response.result };
  return { error: errorFrom(response.error) };
}

/** Node before 22 has none of its own. */
async function socketClass(given: unknown): Promise<SocketClass> {
  const known = given ?? (globalThis as { WebSocket?: unknown }).WebSocket;
  if (known) return known as SocketClass;
  try {
    // Not for bundlers: a page has its own, and need not carry this one.
    const name = 'ws';
    return (await import(/* @vite-ignore */ name)).WebSocket as SocketClass;
  } catch (error) {
    throw unreachable('there is no WebSocket here: npm install ws, or connect to http://', error);
  }
}
