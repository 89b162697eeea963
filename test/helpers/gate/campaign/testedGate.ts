/** A gate as the campaign uses it, wherever its workers run. */

/** What came of a request. */
export type Reply =
  | { readonly result: Readonly<Record<string, unknown>>; readonly error?: undefined }
  | { readonly error: ReplyError; readonly result?: undefined };

export interface ReplyError {
  /** Of JSON-RPC. */
  readonly code: number;
  readonly message: string;
  readonly data?:
    | { readonly code?: string | undefined; readonly current?: number | undefined }
    | undefined;
}

export interface TestedClient {
  /** Rejects only where the gate ended before it answered. */
  call(method: string, params: Readonly<Record<string, unknown>>): Promise<Reply>;
}

export interface TestedGate {
  client(kind: 'calls' | 'messages'): TestedClient;
  /** Ends a worker as if it had died. */
  kill(worker: number): Promise<void>;
  /** Answers what was accepted, and ends. */
  close(): Promise<void>;
}
