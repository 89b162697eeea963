/** What brings calls to a gate and answers back: HTTP or a WebSocket. */
import type { GateCallError } from './errors.ts';

/** A call by name, not typed any more. */
export interface PlainCall {
  readonly method: string;
  readonly params: object;
}

/** What came of one call of a batch. */
export type PlainOutcome = { readonly result: unknown } | { readonly error: GateCallError };

/** What every call may be given. */
export interface Listening {
  /** Stops the call: the gate is told, and the promise is rejected with the code `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /** How far the call is. */
  readonly onProgress?: ((progress: never) => void) | undefined;
}

export interface Transport {
  call(call: PlainCall, listening: Listening): Promise<unknown>;
  /** One message; outcomes in the order of the calls. */
  batch(calls: readonly PlainCall[], listening: Listening): Promise<readonly PlainOutcome[]>;
  end(): void;
}

/** A response of JSON-RPC, as far as it can be believed. */
export interface WireResponse {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** JSON, or undefined. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Responses of a batch by their ids, in the order of the calls. */
export function inOrder(
  answer: unknown,
  ids: readonly number[],
  outcome: (response: WireResponse) => PlainOutcome,
  missing: () => GateCallError,
): PlainOutcome[] {
  const responses = new Map(
    (Array.isArray(answer) ? answer : []).map((each: WireResponse) => [each?.id, each]),
  );
  return ids.map((id) => {
    const response = responses.get(id);
    return response ? outcome(response) : { error: missing() };
  });
}
