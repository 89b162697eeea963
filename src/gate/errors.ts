/** What goes wrong with a request: JSON-RPC codes, and what comes with them. */
import { type Fault, InputError } from '../math/index.ts';
import type { PlacedFault } from './schema/index.ts';

/** Codes of JSON-RPC 2.0, and ours. */
export const RPC = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** The job found fault with its input; `data` is the fault. */
  input: -32000,
  unknownCell: -32001,
  /** The version is not the current one, or no longer held; `data.current` is the current one. */
  versionConflict: -32002,
  /** `data.retryAfter_ms` says when to ask again. */
  overloaded: -32003,
  cancelled: -32004,
  tooLarge: -32005,
  notAllowed: -32006,
  /** The request names another run of the gate; `data.gate` is this one. */
  otherRun: -32007,
} as const;

/** What comes with an error: mostly a fault. */
export type GateErrorData = Partial<PlacedFault> & {
  readonly current?: number;
  readonly gate?: string;
  readonly retryAfter_ms?: number;
};

/** An error as a client gets it. */
export interface RpcErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: GateErrorData;
}

/** An answer that is an error. Whoever does requests throws it; it survives a clone as `toObject`. */
export class GateError extends Error {
  readonly code: number;
  readonly data: GateErrorData | undefined;

  constructor(code: number, message: string, data?: GateErrorData) {
    super(message);
    this.name = 'GateError';
    this.code = code;
    this.data = data;
  }

  toObject(): RpcErrorObject {
    const { code, message, data } = this;
    return { code, message, ...(data === undefined ? {} : { data }) };
  }
}

/** Whatever was thrown, as an error for a client. What is no fault of the input says nothing of our insides. */
export function errorObjectOf(error: unknown): RpcErrorObject {
  if (error instanceof GateError) return error.toObject();
  if (error instanceof InputError) return inputErrorObject(error);
  return { code: RPC.internal, message: 'internal error' };
}

function inputErrorObject({ fault, message }: InputError): RpcErrorObject {
  return { code: fault.code === 'job/stopped' ? RPC.cancelled : RPC.input, message, data: fault };
}

/** Params that their schema does not take. */
export function invalidParams(fault: PlacedFault): GateError {
  const where = fault.place === '' ? '' : ` at ${fault.place}`;
  return new GateError(RPC.invalidParams, `invalid params${where}: ${fault.message}`, fault);
}

/** A fault of a request that its schema cannot say. */
export function paramsFault(
  code: string,
  message: string,
  place: string,
  hint?: string,
): GateError {
  return invalidParams({ code, message, place, ...(hint === undefined ? {} : { hint }) });
}

/** A request about a cell that is not open. */
export function unknownCell(cell: string | undefined): GateError {
  const message =
    cell === undefined
      ? 'which cell? none is named, and the gate was not started with one'
      : 'there is no such cell open';
  const fault: Fault = { code: 'gate/unknown-cell', message, hint: 'see the method `cells`' };
  return new GateError(RPC.unknownCell, message, { ...fault, place: '/cell' });
}

/** A request about a version that is not the current one, or not held any more. */
export function versionConflict(asked: number, current: number): GateError {
  const message = `version ${asked} is asked for; the current one is ${current}`;
  return new GateError(RPC.versionConflict, message, {
    ...{ code: 'gate/version', message, place: '/version', current },
  });
}

/** A request that names another run of the gate. */
export function otherRun(asked: string, gate: string): GateError {
  const message = `the request names the run "${asked}" of the gate, but this is "${gate}"`;
  return new GateError(RPC.otherRun, message, {
    ...{ code: 'gate/other-run', message, place: '/gate', gate },
    hint: 'the gate was restarted: its cells and edits are gone; connect again and open the cell again',
  });
}

/** A request that pins a version and does not name the run of the gate. */
export function versionWithoutRun(): GateError {
  return paramsFault(
    'gate/run-missing',
    '"version" needs "gate": after a restart of the gate the same version is another cell',
    '/gate',
    'give the id "gate" of the answer that named the version',
  );
}

/** A worker made another cell than the record says: it must not answer about it. */
export function otherCell({ cell, version }: { cell: string; version: number }): GateError {
  const message = `a worker could not make version ${version} of ${cell}: its digest is another one`;
  const hint = 'ask again; if this repeats, open the cell again and report it';
  return new GateError(RPC.internal, message, { code: 'gate/other-cell', message, hint });
}
