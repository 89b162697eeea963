/**
 * What is asked, as far as it must be known to pass it on: the thread that serves connections looks at nothing else. What
 * is large is read by a worker, and this is what it gives back.
 */
import {
  type Call,
  callOf,
  isHeavy,
  type MethodName,
  type RpcMessage,
  type RpcOptions,
  readJson,
  readRpc,
} from '../gate/index.ts';

/** Params on their way to a worker. */
export interface Routed {
  /** Params as JSON. */
  readonly text: string;
  readonly heavy: boolean;
  readonly gate?: string | undefined;
  readonly cell?: string | undefined;
  readonly version?: number | undefined;
  readonly budget_ms?: number | undefined;
  readonly supersede?: string | undefined;
  /** Of `follow`. */
  readonly isOn?: boolean | undefined;
  /** Of the request to be cancelled. */
  readonly id?: string | number | undefined;
}

/** Characters up to which a request is read where it comes in: a fraction of a millisecond. */
export const LARGE = 1 << 15;

/** Jobs of a worker that are no methods: to read what is large. */
export const READ_MESSAGE = '$message';
export const READ_CALL = '$call';

/** A JSON-RPC message, judged. */
export function routeMessage(text: string, options: RpcOptions): RpcMessage<Routed> {
  const { isBatch, requests } = readRpc(text, options);
  return {
    isBatch,
    requests: requests.map((request) => {
      if ('error' in request) return request;
      const { method, params } = request.call;
      return { id: request.id, call: { method, params: routed(request.call, params) } };
    }),
  };
}

/** A method by name with its params as JSON, judged. Throws a GateError. */
export function routeCall(method: string, text: string): Call<Routed> {
  const body = text === '' ? '{}' : text;
  const call = callOf(method, readJson(body));
  return { method: call.method, params: routed(call, call.params, body) };
}

/** Its schema has taken the params: fields are there or not, and of the right kind. */
function routed(
  { method }: { readonly method: MethodName },
  params: unknown,
  text?: string,
): Routed {
  const { gate, cell, version, budget_ms, supersede, isOn, id } = params as Omit<
    Routed,
    'text' | 'heavy'
  >;
  return {
    text: text ?? JSON.stringify(params),
    heavy: isHeavy(method, params),
    ...{ gate, cell, version, budget_ms, supersede, isOn, id },
  };
}
