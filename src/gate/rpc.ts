/**
 * JSON-RPC 2.0 (jsonrpc.org/specification): text in, text out, by whatever brings it. Batches, notifications and errors
 * are as it says; params are by name. Who does the work is told by `perform`, with params that their schema takes.
 */

import { nameHint } from '../math/index.ts';
import { errorObjectOf, GateError, invalidParams, RPC, type RpcErrorObject } from './errors.ts';
import { isMethod, METHOD_NAMES, METHODS, type MethodName } from './protocol/index.ts';
import { readJson } from './readJson.ts';
import { faultIn } from './schema/index.ts';

/** What a request is called by whoever sent it. */
export type RpcId = string | number | null;

/** A call that is right: the method is there and takes these params. */
export interface Call {
  readonly method: MethodName;
  readonly params: unknown;
}

/** Does a call. Throws, or gives the result. `id` is undefined for a notification, which nobody waits for. */
export type Perform = (call: Call, id: RpcId | undefined) => Promise<unknown>;

export interface RpcOptions {
  /** Requests of one batch at most. Default 1000. */
  readonly mostInBatch?: number;
}

interface Response {
  readonly jsonrpc: '2.0';
  readonly id: RpcId;
  readonly result?: unknown;
  readonly error?: RpcErrorObject;
}

const MOST_IN_BATCH = 1000;

/** Answers a message; null where there is nothing to answer, as after notifications. Never throws. */
export async function answerRpc(
  text: string,
  perform: Perform,
  { mostInBatch = MOST_IN_BATCH }: RpcOptions = {},
): Promise<string | null> {
  let message: unknown;
  try {
    message = readJson(text);
  } catch (error) {
    return textOf(failed(null, error));
  }
  if (!Array.isArray(message)) {
    const response = await answerOne(message, perform);
    return response && textOf(response);
  }
  if (message.length === 0) return textOf(failed(null, invalid('a batch of nothing')));
  if (message.length > mostInBatch) {
    const error = new GateError(RPC.tooLarge, `a batch has at most ${mostInBatch} requests`, {
      code: 'request/too-many',
    });
    return textOf(failed(null, error));
  }
  const responses = await Promise.all(message.map((each) => answerOne(each, perform)));
  const told = responses.filter((each) => each !== null);
  return told.length === 0 ? null : `[${told.map(textOf).join(',')}]`;
}

async function answerOne(request: unknown, perform: Perform): Promise<Response | null> {
  let asked: { method: string; params: unknown; id: RpcId | undefined };
  try {
    asked = requestOf(request);
  } catch (error) {
    return failed(idOf(request) ?? null, error);
  }
  const { method, params, id } = asked;
  try {
    const result = await perform(callOf(method, params), id);
    return id === undefined ? null : { jsonrpc: '2.0', result, id };
  } catch (error) {
    return id === undefined ? null : failed(id, error);
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

function failed(id: RpcId, error: unknown): Response {
  return { jsonrpc: '2.0', error: errorObjectOf(error), id };
}

function textOf(response: Response): string {
  return JSON.stringify(response);
}
