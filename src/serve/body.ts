/** The body of a request, as text of at most so many bytes, whatever its head says. */
import type { IncomingMessage } from 'node:http';
import { GateError, RPC } from '../gate/index.ts';
import type { Share } from './budget.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Bytes that are made ready for a body that does not say how long it is. */
const FIRST = 1 << 12;

/**
 * Reads a body. Its bytes stand in one buffer, whose size counts in `share`: a body in tiny pieces holds no more than one in
 * large ones. Rejects with a GateError for one that is too large, that finds no room or that is no text, and where the
 * client goes away; the rest of the request is unread then.
 */
export function readBody(incoming: IncomingMessage, most: number, share: Share): Promise<string> {
  return new Promise((done, fail) => {
    const declared = incoming.headers['content-length'];
    let bytes: Buffer;
    let length = 0;
    const growTo = (size: number): void => {
      if (size > most) throw bodyTooLarge(most);
      share.growTo(size);
      const grown = Buffer.allocUnsafe(size);
      if (length > 0) bytes.copy(grown, 0, 0, length);
      bytes = grown;
    };
    const stop = (error: unknown): void => {
      incoming.off('data', take);
      incoming.off('end', end);
      incoming.pause();
      fail(error);
    };
    const take = (chunk: Buffer): void => {
      const needed = length + chunk.length;
      try {
        if (needed > bytes.length) growTo(Math.max(needed, Math.min(most, 2 * bytes.length)));
      } catch (error) {
        stop(error);
        return;
      }
      chunk.copy(bytes, length);
      length = needed;
    };
    const end = (): void => {
      try {
        done(textOf(bytes.subarray(0, length)));
      } catch (error) {
        fail(error);
      }
    };
    try {
      growTo(declared === undefined ? Math.min(FIRST, most) : Number(declared));
    } catch (error) {
      fail(error);
      return;
    }
    incoming.on('data', take);
    incoming.once('end', end);
    incoming.once('error', stop);
    incoming.once('close', () => {
      if (!incoming.complete) stop(new GateError(RPC.cancelled, 'the client went away'));
    });
  });
}

/**
 * Reads what is left of a request and keeps nothing of it, up to so many bytes: a connection that is closed with unread bytes
 * is reset, and its client may never see the answer. The time is bounded like that of all requests.
 */
export function discard(incoming: IncomingMessage, most: number): Promise<void> {
  return new Promise((done) => {
    if (incoming.complete || incoming.destroyed) {
      done();
      return;
    }
    let left = most;
    incoming.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) done();
    });
    for (const event of ['end', 'close', 'error'] as const) incoming.once(event, () => done());
    incoming.resume();
  });
}

/** Bytes as text. Throws a GateError for what is no UTF-8. */
export function textOf(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new GateError(RPC.parse, 'this is not JSON', {
      code: 'request/utf-8',
      message: 'the bytes are no UTF-8',
    });
  }
}

export function bodyTooLarge(most: number): GateError {
  return new GateError(RPC.tooLarge, `a request has at most ${most} bytes`, {
    code: 'request/too-large',
    hint: 'see --max-body',
  });
}
