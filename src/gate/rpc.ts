/**
 * JSON-RPC 2.0 (jsonrpc.org/specification): text in, text out, by whatever brings it. Batches, notifications and errors
 * are as it says; params are by name. Who does the work is told by `perform`, with params that their schema takes.
 */

import { nameHint } from '../math/index.ts';
import { visibleJson } from '../words/index.ts';
import { errorObjectOf, GateError, invalidParams, RPC, type RpcErrorObject } from './errors.ts';
import { isMethod, METHOD_NAMES, METHODS, type MethodName } from './protocol/index.ts';
import { readJson } from './readJson.ts';
import { faultIn } from './schema/index.ts';

/** What a request is called by whoever sent it. */
export type RpcId = string | number | null;

/** A call that is right: the method is there and takes these params. */
export interface Call<P = unknown> {
  readonly method: MethodName;
  readonly params: P;
}

/** Does a call. Throws, or gives the result. `id` is undefined for a notification, which nobody waits for. */
export type Perform<P = unknown> = (call: Call<P>, id: RpcId | undefined) => Promise<unknown>;

/** A result that is JSON already: it is put into the answer as it is. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** One request of a message: what is asked, or what is wrong with it. */
export type RpcRequest<P = unknown> =
  | { readonly id: RpcId | undefined; readonly call: Call<P> }
  | { readonly id: RpcId | undefined; readonly error: RpcErrorObject };

/** A message that was read and judged: plain data, so that another thread may have done it. */
export interface RpcMessage<P = unknown> {
  readonly isBatch: boolean;
  readonly requests: readonly RpcRequest<P>[];
}

export interface RpcOptions {
  /** Requests of one batch at most. Default 1000. */
  readonly mostInBatch?: number;
}

const MOST_IN_BATCH = 1000;

/** Answers a message; null where there is nothing to answer, as after notifications. Never throws. */
export function answerRpc(
  text: string,
  perform: Perform,
  options: RpcOptions = {},
): Promise<string | null> {
  return answerMessage(readRpc(text, options), perform);
}

/** Reads and judges a message. Never throws: what is wrong stands in its place. */
export function readRpc(
  text: string,
  { mostInBatch = MOST_IN_BATCH }: RpcOptions = {},
): RpcMessage {
  let message: unknown;
  try {
    message = readJson(text);
    if (!Array.isArray(message)) return { isBatch: false, requests: [readOne(message)] };
    if (message.length === 0) throw invalid('a batch of nothing');
    if (message.length > mostInBatch) {
      throw new GateError(RPC.tooLarge, `a batch has at most ${mostInBatch} requests`, {
        code: 'request/too-many',
      });
    }
  } catch (error) {
    return { isBatch: false, requests: [{ id: null, error: errorObjectOf(error) }] };
  }
  return { isBatch: true, requests: message.map(readOne) };
}

/** Answers a message that was read; null where there is nothing to answer. Never throws. */
export async function answerMessage<P>(
  { isBatch, requests }: RpcMessage<P>,
  perform: Perform<P>,
): Promise<string | null> {
  if (!isBatch) return answerOne(requests[0], perform);
  const responses = await Promise.all(requests.map((each) => answerOne(each, perform)));
  const told = responses.filter((each) => each !== null);
  return told.length === 0 ? null : `[${told.join(',')}]`;
}

function readOne(request: unknown): RpcRequest {
  let id: RpcId | undefined = idOf(request) ?? null;
  try {
    const asked = requestOf(request);
    id = asked.id;
    return { id, call: callOf(asked.method, asked.params) };
  } catch (error) {
    return { id, error: errorObjectOf(error) };
  }
}

async function answerOne<P>(request: RpcRequest<P>, perform: Perform<P>): Promise<string | null> {
  const { id } = request;
  if ('error' in request) return id === undefined ? null : failed(id, request.error);
  try {
    const result = await perform(request.call, id);
    return id === undefined ? null : succeeded(id, result);
  } catch (error) {
    return id === undefined ? null : failed(id, errorObjectOf(error));
  }
}

/** A call by name, judged. Throws a GateError. Also for who is asked by other ways than JSON-RPC. */
export function callOf(method: string, params: unknown = {}): Call {
  if (!isMethod(method)) {
    throw new GateError(RPC.unknownMethod, 'there is no such method', {
      code: 'request/method',
      message: 'there is no such method',
      hint: nameHint(method.slice(0, 80), METHOD_NAMES),
    });
  }
  const fault = faultIn(METHODS[method].params, params);
  if (fault) throw invalidParams(fault);
  return { method, params };
}

function requestOf(request: unknown): { method: string; params: unknown; id: RpcId | undefined } {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) {
    throw invalid('a request is an object');
  }
  const { jsonrpc, method, params } = ownOf(request);
  if (jsonrpc !== '2.0') throw invalid('"jsonrpc" must be "2.0"');
  if (typeof method !== 'string') throw invalid('"method" must be text');
  if (params !== undefined && (typeof params !== 'object' || params === null)) {
    throw invalid('"params" must be an object');
  }
  if (Object.hasOwn(request, 'id') && idOf(request) === undefined) {
    throw invalid('"id" must be text, a number or null');
  }
  return { method, params, id: idOf(request) };
}

function ownOf(request: object): Record<'jsonrpc' | 'method' | 'params', unknown> {
  const own = (key: string) =>
    Object.hasOwn(request, key) ? (request as Record<string, unknown>)[key] : undefined;
  return { jsonrpc: own('jsonrpc'), method: own('method'), params: own('params') };
}

/** The id of a request, if it has one that can be one. */
function idOf(request: unknown): RpcId | undefined {
  if (typeof request !== 'object' || request === null || !Object.hasOwn(request, 'id')) {
    return undefined;
  }
  const { id } = request as { id: unknown };
  if (typeof id === 'string' || id === null) return id;
  return typeof id === 'number' && Number.isFinite(id) ? id : undefined;
}

function invalid(message: string): GateError {
  return new GateError(RPC.invalidRequest, `invalid request: ${message}`, {
    code: 'request/invalid',
    message,
  });
}

function succeeded(id: RpcId, result: unknown): string {
  const text = result instanceof JsonText ? result.text : JSON.stringify(result);
  return visibleJson(`{"jsonrpc":"2.0","result":${text},"id":${JSON.stringify(id)}}`);
}

function failed(id: RpcId, error: RpcErrorObject): string {
  return visibleJson(JSON.stringify({ jsonrpc: '2.0', error, id }));
}
