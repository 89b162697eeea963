/**
 * Calls over HTTP: JSON-RPC to /rpc; with somebody who listens for progress, /v1/METHOD as a stream of events. Going away
 * is how a call is cancelled.
 */
import { cancelled, errorFrom, GateCallError, unreachable } from './errors.ts';
import { eventsOf } from './eventStream.ts';
import {
  inOrder,
  type Listening,
  type PlainCall,
  type PlainOutcome,
  parsed,
  type Transport,
  type WireResponse,
} from './transport.ts';

export interface HttpOptions {
  /** Where the gate is, such as http://127.0.0.1:8765. */
  readonly url: string;
  readonly token?: string | undefined;
  /** Default: the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export function httpTransport({ url, token, fetch = globalThis.fetch }: HttpOptions): Transport {
  const base = url.replace(/\/+$/, '');
  const ended = new AbortController();
  const post = async (path: string, body: unknown, accept: string, signal?: AbortSignal) => {
    const signals = [ended.signal, ...(signal ? [signal] : [])];
    try {
      return await fetch(`${base}${path}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: accept,
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
        signal: signals.length === 1 ? signals[0] : AbortSignal.any(signals),
      });
    } catch (error) {
      throw failure(error, signal, ended.signal, base);
    }
  };
  const textOf = async (response: Response, signal?: AbortSignal) => {
    try {
      return await response.text();
    } catch (error) {
      throw failure(error, signal, ended.signal, base);
    }
  };
  const rpc = async (body: unknown, signal?: AbortSignal): Promise<unknown> => {
    const response = await post('/rpc', body, 'application/json', signal);
    const text = await textOf(response, signal);
    const answer = parsed(text);
    if (response.ok && answer !== undefined) return answer;
    throw problem(response.status, answer);
  };
  return {
    async call({ method, params }, { signal, onProgress }) {
      if (!onProgress) {
        const answer = await rpc({ jsonrpc: '2.0', id: 1, method, params }, signal);
        return resultOf(answer as WireResponse);
      }
      const accept = 'text/event-stream';
      const response = await post(`/v1/${method}`, params, accept, signal);
      const { body } = response;
      if (!response.ok || !body) {
        throw problem(response.status, parsed(await textOf(response, signal)));
      }
      try {
        return await lastOf(body, onProgress as (progress: unknown) => void);
      } catch (error) {
        if (error instanceof GateCallError) throw error;
        throw failure(error, signal, ended.signal, base);
      }
    },
    async batch(calls: readonly PlainCall[], { signal }: Listening) {
      const ids = calls.map((_, i) => i + 1);
      const requests = calls.map((call, i) => ({ jsonrpc: '2.0', id: ids[i], ...call }));
      const answer = await rpc(requests, signal);
      if (!Array.isArray(answer)) resultOf(answer as WireResponse);
      return inOrder(answer, ids, outcomeOf, () => unreachable('the gate left out a call'));
    },
    end: () => ended.abort(),
  };
}

/** The result at the end of a stream, with what is told before. */
async function lastOf(
  body: ReadableStream<Uint8Array>,
  onProgress: (progress: unknown) => void,
): Promise<unknown> {
  for await (const { event, data } of eventsOf(body)) {
    const value = parsed(data);
    if (event === 'progress') onProgress(value);
    else if (event === 'result') return value;
    else if (event === 'error') throw problem(0, value);
  }
  throw unreachable('the stream ended without a result');
}

/** An error as HTTP says it: problem details with the code and fault that JSON-RPC has, or an error of JSON-RPC. */
function problem(status: number, body: unknown): GateCallError {
  const { error, code, detail, fault } = (body ?? {}) as {
    readonly [key in 'error' | 'code' | 'detail' | 'fault']?: unknown;
  };
  if (error !== undefined) return errorFrom(error);
  const message = typeof detail === 'string' ? detail : `the gate answered with status ${status}`;
  if (typeof code === 'number') return errorFrom({ code, message, data: fault });
  return status === 401 || status === 403
    ? errorFrom({ code: -32006, message })
    : unreachable(message);
}

function resultOf(response: WireResponse | null): unknown {
  const outcome = outcomeOf(response);
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

function outcomeOf(response: WireResponse | null): PlainOutcome {
  if (response && 'result' in response) return { result: response.result };
  return { error: errorFrom(response?.error) };
}

function failure(
  error: unknown,
  signal: AbortSignal | undefined,
  ended: AbortSignal,
  url: string,
): GateCallError {
  if (signal?.aborted) return cancelled();
  if (ended.aborted) return unreachable('the client has ended');
  return unreachable(`no gate answers at ${url}`, error);
}
