/** What goes wrong with a call, as a client sees it: one class, with the code of JSON-RPC and the fault. */
import type { FaultValue, GateErrorData, RPC, RpcErrorObject } from '../gate/index.ts';

/** Codes of errors: those of JSON-RPC 2.0, and the gate's own. */
export const CODES: typeof RPC & { readonly unreachable: 0 } = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  input: -32000,
  unknownCell: -32001,
  versionConflict: -32002,
  overloaded: -32003,
  cancelled: -32004,
  tooLarge: -32005,
  notAllowed: -32006,
  otherRun: -32007,
  /** Ours alone: there is no connection, or what came is no answer of a gate. */
  unreachable: 0,
};

/** A call that has no result. */
export class GateCallError extends Error {
  /** One of CODES. */
  readonly code: number;
  /** What comes with it: mostly a fault. */
  readonly data: GateErrorData | undefined;

  constructor({ code, message, data }: RpcErrorObject, options?: ErrorOptions) {
    super(message, options);
    this.name = 'GateCallError';
    this.code = code;
    this.data = data;
  }

  /** What is wrong with the input: a stable code, a sentence, where, and what to do about it. */
  get fault(): FaultValue | undefined {
    const { data } = this;
    if (data?.code === undefined) return undefined;
    return { ...data, code: data.code, message: data.message ?? this.message } as FaultValue;
  }

  /** Of an overloaded gate: milliseconds after which to ask again. */
  get retryAfter_ms(): number | undefined {
    return this.data?.retryAfter_ms;
  }

  /** Of a conflict of versions: the one that is current. */
  get current(): number | undefined {
    return this.data?.current;
  }
}

/** There is no gate, or not any more. */
export function unreachable(message: string, cause?: unknown): GateCallError {
  return new GateCallError({ code: CODES.unreachable, message }, { cause });
}

/** An answer of another run of the gate than the answers before. */
export function otherRun(known: string, gate: string): GateCallError {
  const message = `the answer is of the run "${gate}" of the gate; the answers before were of "${known}"`;
  const hint =
    'the gate was restarted: its cells and edits are gone; connect again and open the cell again';
  return new GateCallError({
    ...{ code: CODES.otherRun, message },
    data: { code: 'gate/other-run', message, hint, gate },
  });
}

/** Nobody waits any more. */
export function cancelled(): GateCallError {
  return new GateCallError({ code: CODES.cancelled, message: 'the call was cancelled' });
}

/** An error object of JSON-RPC, whatever it is. */
export function errorFrom(value: unknown): GateCallError {
  const { code, message, data } = (value ?? {}) as Partial<RpcErrorObject>;
  if (typeof code !== 'number') return unreachable('the answer is no answer of a gate');
  const more = data === undefined ? {} : { data };
  return new GateCallError({ code, message: message ?? 'the gate says no more', ...more });
}
