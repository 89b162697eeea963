/** Errors as HTTP says them: a status, and problem details (RFC 9457) with the code and fault that JSON-RPC has. */
import { GateError, RPC, type RpcErrorObject } from '../gate/index.ts';

const STATUS: ReadonlyMap<number, number> = new Map([
  [RPC.parse, 400],
  [RPC.invalidRequest, 400],
  [RPC.invalidParams, 400],
  [RPC.unknownMethod, 404],
  [RPC.unknownCell, 404],
  [RPC.versionConflict, 409],
  [RPC.otherRun, 409],
  [RPC.cancelled, 409],
  [RPC.tooLarge, 413],
  [RPC.notAllowed, 403],
  [RPC.input, 422],
  [RPC.overloaded, 503],
  [RPC.internal, 500],
]);

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'The input is at fault',
  500: 'Internal error',
  503: 'Overloaded',
};

/** What is answered where something is refused. */
export interface Problem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
}

/** Milliseconds after which a client may try again where a place or memory was missing. */
const AGAIN_MS = 1000;

/** A limit of the whole gate, or of a peer, is reached: nothing of the request was done, and a later one may succeed. */
export function full(code: string, message: string, { hint }: { hint: string }): GateError {
  return new GateError(RPC.overloaded, message, { code, message, hint, retryAfter_ms: AGAIN_MS });
}

/** An error of the gate. */
export function problemOf(error: RpcErrorObject): Problem {
  const status = STATUS.get(error.code) ?? 500;
  const wait = error.data?.retryAfter_ms;
  return problem(status, error.message, {
    error,
    ...(wait === undefined ? {} : { retryAfter_s: Math.max(1, Math.ceil(wait / 1000)) }),
  });
}

/** A refusal before anybody looked at what was asked. */
export function problem(
  status: number,
  detail: string,
  more: { readonly error?: RpcErrorObject; readonly retryAfter_s?: number } = {},
): Problem {
  const { error, retryAfter_s } = more;
  const body = {
    title: TITLES[status],
    status,
    detail,
    ...(error === undefined ? {} : { code: error.code, fault: error.data }),
  };
  return {
    status,
    headers: {
      'Content-Type': 'application/problem+json',
      ...(retryAfter_s === undefined ? {} : { 'Retry-After': String(retryAfter_s) }),
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    },
    body: JSON.stringify(body),
  };
}
