/** The body of a request, as text of at most so many bytes, whatever its head says. */
import type { IncomingMessage } from 'node:http';
import { GateError, RPC } from '../gate/index.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Rejects with a GateError for one that is too large or no text, and where the client goes away. */
export function readBody(incoming: IncomingMessage, most: number): Promise<string> {
  return new Promise((done, fail) => {
    const declared = Number(incoming.headers['content-length'] ?? 0);
    if (declared > most) {
      fail(bodyTooLarge(most));
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= most) chunks.push(chunk);
      else {
        incoming.pause();
        fail(bodyTooLarge(most));
      }
    });
    incoming.once('end', () => {
      try {
        done(textOf(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
      } catch (error) {
        fail(error);
      }
    });
    incoming.once('error', fail);
    incoming.once('close', () => {
      if (!incoming.complete) fail(new GateError(RPC.cancelled, 'the client went away'));
    });
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
