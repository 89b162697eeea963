/**
 * A client of a gate, typed by its protocol: `client.motion({ waypoints })` takes what the schema of `motion` takes and
 * gives what it gives. Nothing of the checker is loaded. Runs in browsers and in Node 20 and later.
 */
import type { Infer, MethodName, Params, PROGRESS, Result } from '../gate/index.ts';
import { type GateCallError, otherRun, unreachable } from './errors.ts';
import { httpTransport } from './http.ts';
import { socketTransport } from './socket.ts';
import type { PlainCall, PlainOutcome, Transport } from './transport.ts';

/** How far a call is. */
export type Progress = Infer<typeof PROGRESS>;

/** What every call may be given besides its params. */
export interface CallOptions {
  /** Stops the call: the gate is told, and the promise is rejected with the code `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Milliseconds, waiting included; what is not decided then is undecided. The same as `budget_ms` of the params. */
  readonly budget_ms?: number | undefined;
}

/** A call of a batch: a method with its own params. */
export type Call = {
  readonly [K in MethodName]: { readonly method: K; readonly params: Params<K> };
}[MethodName];

/** What came of a call of a batch. */
export type Outcome<K extends MethodName> =
  | { readonly result: Result<K>; readonly error?: undefined }
  | { readonly error: GateCallError; readonly result?: undefined };

/** Params may be left out where all of them may. */
type Arguments<K extends MethodName> =
  Partial<Params<K>> extends Params<K>
    ? [params?: Params<K>, options?: CallOptions]
    : [params: Params<K>, options?: CallOptions];

/** Every method under its own name. */
export type GateMethods = {
  readonly [K in MethodName]: (...given: Arguments<K>) => Promise<Result<K>>;
};

/**
 * A connection to one run of a gate. Its methods are those of the gate; `close` closes a cell, `end` the connection. If the
 * gate is restarted, every later call rejects with the code `otherRun`: connect again, and open the cell again.
 */
export interface GateClient extends GateMethods {
  /** The id of the run, which every request names; undefined before the first answer. */
  readonly gate: string | undefined;
  /** Calls a method by name. Rejects with a GateCallError. */
  call<K extends MethodName>(
    method: K,
    params: Params<K>,
    options?: CallOptions,
  ): Promise<Result<K>>;
  /** Several calls in one message; outcomes in their order. Rejects only where none of them came through. */
  batch<const T extends readonly Call[]>(
    calls: T,
    options?: Pick<CallOptions, 'signal'>,
  ): Promise<{ readonly [I in keyof T]: Outcome<T[I]['method']> }>;
  /** Ends the connection; calls that wait are rejected. */
  end(): void;
}

export interface ConnectOptions {
  /** Of a gate that asks for one. */
  readonly token?: string | undefined;
  /** For HTTP, instead of the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** For a WebSocket, instead of the global one or that of the package ws. */
  readonly WebSocket?: unknown;
  /** The WebSocket is lost, or ended. */
  readonly onClose?: (() => void) | undefined;
  /** Over a WebSocket: a live state of a cell that `follow` was called for. */
  readonly onLive?: ((state: Result<'live'>) => void) | undefined;
}

/** All of them, and no others: test/client. */
const METHOD_NAMES: readonly MethodName[] = [
  ...(['open', 'edit', 'close', 'cells', 'info', 'state', 'vector', 'motion'] as const),
  ...(['live', 'follow', 'plan', 'certificate', 'verify', 'cancel'] as const),
];

/**
 * Connects to a gate. `http:` and `https:` make a request of each call; `ws:` and `wss:` keep one socket for all of them.
 * Rejects with a GateCallError where no WebSocket can be opened; over HTTP the first call finds out.
 */
export async function connect(
  url: string | URL,
  options: ConnectOptions = {},
): Promise<GateClient> {
  const text = String(url);
  const scheme = URL.canParse(text) ? new URL(text).protocol : '';
  if (scheme === 'http:' || scheme === 'https:') {
    return clientOf(httpTransport({ ...options, url: text }));
  }
  if (scheme === 'ws:' || scheme === 'wss:') {
    return clientOf(await socketTransport({ ...options, url: text }));
  }
  throw unreachable(`"${text}" is no address of a gate, such as http://127.0.0.1:8765`);
}

function clientOf(transport: Transport): GateClient {
  const run = new Run();
  const call = async <K extends MethodName>(
    method: K,
    params: Params<K>,
    { signal, onProgress, budget_ms }: CallOptions = {},
  ) => {
    const budget = budget_ms === undefined ? {} : { budget_ms };
    const asked = run.naming({ method, params: { ...params, ...budget } });
    const result = await transport.call(asked, { signal, onProgress });
    run.accept(result);
    return result as Result<K>;
  };
  const named = Object.fromEntries(
    METHOD_NAMES.map((method) => [
      method,
      (params: Params<typeof method> = {} as Params<typeof method>, options?: CallOptions) =>
        call(method, params, options),
    ]),
  ) as unknown as GateMethods;
  const batch = async (calls: readonly Call[], { signal }: CallOptions = {}) =>
    calls.length === 0
      ? []
      : (
          await transport.batch(
            calls.map((each) => run.naming(each)),
            { signal },
          )
        ).map((outcome) => run.judged(outcome));
  return {
    ...named,
    get gate() {
      return run.id;
    },
    call,
    batch: batch as (calls: readonly Call[]) => Promise<readonly PlainOutcome[]> as never,
    end: () => transport.end(),
  };
}

/** The run of the gate that a client talks to: that of the first answer. */
class Run {
  id: string | undefined;

  /** The call, naming the run. A cancellation needs no name: it is about a request of this connection. */
  naming({ method, params }: PlainCall): PlainCall {
    if (this.id === undefined || method === 'cancel') return { method, params };
    return { method, params: { gate: this.id, ...params } };
  }

  /** Throws a GateCallError for a result of another run. */
  accept(result: unknown): void {
    const { gate } = (result ?? {}) as { readonly gate?: unknown };
    if (typeof gate !== 'string') return;
    this.id ??= gate;
    if (gate !== this.id) throw otherRun(this.id, gate);
  }

  judged(outcome: PlainOutcome): PlainOutcome {
    if ('error' in outcome) return outcome;
    try {
      this.accept(outcome.result);
      return outcome;
    } catch (error) {
      return { error: error as GateCallError };
    }
  }
}
